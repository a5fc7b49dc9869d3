"""Dutch: the phases of a round, in their order."""

from typing import Final

DEALING: Final = 0
SET_ASIDE: Final = 1  # and holding back
TURN: Final = 2
VOTE: Final = 3
OVER: Final = 4

PHASES: Final = ("dealing", "set_aside", "turn", "vote", "over")  # as views name them
