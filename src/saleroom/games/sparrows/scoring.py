"""Six of Sparrows: what a round brings (S34, S37 to S49). Is a pattern there? See `patterns`."""

from typing import TYPE_CHECKING

from mypy_extensions import i64

from saleroom.games.bits import place
from saleroom.games.core import NOBODY
from saleroom.games.sparrows import patterns
from saleroom.games.sparrows.codes import (
    BID_ACHIEVED,
    BONUS_ACHIEVED,
    MATCH,
    NO_BONUS,
    WIN_ALL,
    WIN_NONE,
)

if TYPE_CHECKING:
    from saleroom.games.sparrows.position import Side, Sparrows
    from saleroom.games.sparrows.rules import SparrowsRules


def score_round(table: "Sparrows") -> None:
    """Seat by seat; Win All when all else is final (S47); then the totals, all at once (S49)."""
    holder: i64 = NOBODY  # of Win All
    for seat in range(table.law.seats):
        side = table.sides[seat]
        side.gained = 0  # S37
        side.won = 0
        if side.bid < 0:
            continue
        if patterns.achieves(table, seat, side.bid, support(table, seat)):
            side.won = BID_ACHIEVED
        if side.bonus == WIN_ALL:
            holder = seat
            side.gained = round_score(table.law, side, NO_BONUS)  # S46: without this card
        else:
            if achieves_bonus(table, seat):
                side.won |= BONUS_ACHIEVED
            side.gained = round_score(table.law, side, side.bonus)
    if holder >= 0:
        side = table.sides[holder]
        if is_ahead(table, holder):
            side.won |= BONUS_ACHIEVED
        side.gained = round_score(table.law, side, WIN_ALL)
    for side in table.sides:
        side.total += side.gained


def support(table: "Sparrows", seat: i64) -> i64:
    """S34, S43: the table, or the hand of the partner; being named changes nothing (S48)."""
    if table.partner >= 0 and table.sides[seat].bonus == MATCH:
        return table.sides[table.partner].hand
    return table.laid


def achieves_bonus(table: "Sparrows", seat: i64) -> bool:
    """S43: Match Together goes with the regular bid; S45: Win None."""
    side = table.sides[seat]
    if side.bonus == WIN_NONE:
        return achieves_none(table, seat)
    return side.bonus == MATCH and side.won == BID_ACHIEVED


def achieves_none(table: "Sparrows", seat: i64) -> bool:
    """S45: none of the six, with the table."""
    rest = table.six
    while rest:
        if patterns.achieves(table, seat, place(rest & -rest), table.laid):
            return False
        rest &= rest - 1
    return True


def is_ahead(table: "Sparrows", seat: i64) -> bool:
    """S46: the round score of this seat, so far, is above every other."""
    for other in range(table.law.seats):
        if other != seat and table.sides[other].gained >= table.sides[seat].gained:
            return False
    return True


def round_score(law: "SparrowsRules", side: "Side", bonus: i64) -> i64:
    """S38, S39, S41: of the regular bid, and of this bonus or none."""
    value: i64 = 0
    failed: i64 = 0
    if side.won & BID_ACHIEVED:
        value += law.values[side.bid]
    else:
        failed += 1
    if bonus >= 0:
        if side.won & BONUS_ACHIEVED:
            value += law.bonus_values[bonus]
        else:
            failed += 1
    return points(law, value, side.token, failed)


def points(law: "SparrowsRules", value: i64, token: i64, failed: i64) -> i64:
    """S39, S41: the sum of values is divided once; the penalty is never divided."""
    return divided(value, token) - law.penalty * failed


def divided(value: i64, token: i64) -> i64:
    """S40: rounded, halves up."""
    return (2 * value + token) // (2 * token)
