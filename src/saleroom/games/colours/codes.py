"""Stick to Colours: what the choice codes mean. One meaning in the whole game.

Codes 0 to 7 are the market cards in slots 1 to 8; then come the faces, colour by colour, with the
joker last of its colour; then these three, whose numbers depend on how many faces there are.
"""

from typing import Final

FACES: Final = 8  # the code of face 0: a card from the own hand; of jokers, their value

PASS: Final = 0  # after the last face
BID: Final = 1
DONE: Final = 2
NO_SLOT: Final = -1
NO_CODE: Final = -1
BUTTON_WORDS: Final = ("pass", "bid", "done")
