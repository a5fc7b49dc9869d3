"""Stick to Colours: the phases of a round, in their order."""

from typing import Final

DEALING: Final = 0
OPENING: Final = 1  # the dealer's turn
TRADE: Final = 2
JOKERS: Final = 3
OVER: Final = 4

PHASES: Final = ("dealing", "opening", "trade", "jokers", "over")  # as views name them
