"""Dutch: what the choice codes 0 to 61 mean. One meaning in the whole game, in all variants."""

from typing import Final

# 0 … 39: the card with this number; in `act` play it if held, activate it if ready
LOT: Final = 40  # 40 … 45: the card at position 1 … 6
END: Final = 46  # end the turn
BID: Final = 47  # no more cards are held back
STOP: Final = 48  # the vote
GO_ON: Final = 49
POWER: Final = 50  # 50 … 56: which power, in the order below
SUIT: Final = 57  # 57 … 61: the new suit

CASH: Final = 0
CHANGE: Final = 1
TAKE_OWN: Final = 2
TAKE_AUCTION: Final = 3
TAKE_DISPLAY: Final = 4
STEAL: Final = 5
COPY: Final = 6
POWER_WORDS: Final = (
    "cash",
    "change",
    "take-own",
    "take-auction",
    "take-display",
    "steal",
    "copy",
)
