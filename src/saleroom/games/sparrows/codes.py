"""Six of Sparrows: what the choice codes mean. One meaning in the whole game.

The first codes are the bid cards by name; the others follow them, so far behind.
"""

from typing import Final

BONUS: Final = 0  # three bonus cards, in the order below
PASS: Final = 3
RAISE: Final = 4
NONE: Final = 5  # no bonus
DECLINE: Final = 6  # no late bid
PARTNER: Final = 7  # five seats
CODES: Final = 12
NOTHING: Final = -1  # no bid

WIN_ALL: Final = 0
WIN_NONE: Final = 1
MATCH: Final = 2
BONUS_IDS: Final = ("win_all", "win_none", "match_together")
NO_BONUS: Final = -1

BID_ACHIEVED: Final = 1  # what of a seat's cards has won, when a round is scored
BONUS_ACHIEVED: Final = 2

SETS: Final = 0  # kinds of bids
STREET: Final = 1
GROUP: Final = 2
BAND: Final = 3
COVER: Final = 4
DISTINCT: Final = 5
EXTREME: Final = 6
MAJORITY: Final = 7
KINDS: Final = ("sets", "street", "group", "band", "cover", "distinct", "extreme", "majority")
