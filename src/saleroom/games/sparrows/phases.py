"""Six of Sparrows: the phases of a round, in their order."""

from typing import Final

DEALING: Final = 0
RAISING: Final = 1
TAKING: Final = 2  # a bid, and a bonus with it
NAMING: Final = 3  # a partner
LATE: Final = 4
OVER: Final = 5

PHASES: Final = ("dealing", "raise", "take", "partner", "late", "over")  # as views name them
