"""Six of Sparrows: is a pattern there? The rules S34 to S36, S44 and S56 to S87.

Cards are bits, a suit beside the other. Laid over each other, the suits tell which numbers are
there, and how often.
"""

from typing import TYPE_CHECKING

from mypy_extensions import i64

from saleroom.games.bits import count, shl
from saleroom.games.sparrows.codes import (
    BAND,
    COVER,
    DISTINCT,
    EXTREME,
    GROUP,
    MAJORITY,
    SETS,
    STREET,
)

if TYPE_CHECKING:
    from saleroom.games.sparrows.position import Sparrows
    from saleroom.games.sparrows.rules import SparrowsRules


def achieves(table: "Sparrows", seat: i64, bid: i64, support: i64) -> bool:
    """S34: the pattern of this bid is there, in the hand of this seat and the support."""
    law = table.law
    hand = table.sides[seat].hand
    kind: i64 = law.kinds[bid]
    if kind == SETS:
        return has_sets(law, bid, hand | support)
    if kind == STREET:
        return runs(law, numbers_in(law, hand | support), law.lengths[bid])
    if kind == GROUP:
        return has_group(law, hand | support, law.lengths[bid])
    if kind == BAND:
        return runs(law, hand | support, law.lengths[bid])
    if kind == COVER:
        return suits_in(law, support) & ~suits_in(law, hand) == 0  # S44, S84
    if kind == DISTINCT:
        return count(numbers_in(law, hand)) == count(hand)  # S85
    if kind == EXTREME:
        return is_extreme(table, seat, law.low[bid] != 0)
    assert kind == MAJORITY, "there are no other kinds"
    return has_majority(table, seat, law.suit_asked[bid])


def has_sets(law: "SparrowsRules", bid: i64, pool: i64) -> bool:
    """S56, S59 to S63, S70 to S73, S86, S87: numbers that are there twice, three and four times."""
    _, twice, thrice, four_times = repeated(law, pool)
    return (
        count(twice) >= law.twice[bid]
        and count(thrice) >= law.thrice[bid]
        and count(four_times) >= law.four_times[bid]
    )


def repeated(law: "SparrowsRules", cards: i64) -> tuple[i64, i64, i64, i64]:
    """Which numbers are there at least once, twice, three and four times."""
    once: i64 = 0
    twice: i64 = 0
    thrice: i64 = 0
    four_times: i64 = 0
    while cards:
        row = cards & law.one_suit
        four_times |= thrice & row
        thrice |= twice & row
        twice |= once & row
        once |= row
        cards >>= law.numbers
    return once, twice, thrice, four_times


def numbers_in(law: "SparrowsRules", cards: i64) -> i64:
    """Which numbers there are, whatever their suits."""
    found: i64 = 0
    while cards:
        found |= cards & law.one_suit
        cards >>= law.numbers
    return found


def suits_in(law: "SparrowsRules", cards: i64) -> i64:
    found: i64 = 0
    for suit in range(law.suits):
        if cards & law.suit_cards(suit):
            found |= shl(1, suit)
    return found


def runs(law: "SparrowsRules", cards: i64, length: i64) -> bool:
    """S57, S64 to S66, S76 to S79: so many that follow each other, in one suit."""
    while length > 1 and cards:
        cards &= (cards >> 1) & law.followed  # where a run one longer begins
        length -= 1
    return cards != 0


def has_group(law: "SparrowsRules", pool: i64, length: i64) -> bool:
    """S67 to S69."""
    while pool:
        if count(pool & law.one_suit) >= length:
            return True
        pool >>= law.numbers
    return False


def is_extreme(table: "Sparrows", seat: i64, low: bool) -> bool:
    """S58, S74, S75: the highest or lowest number against each other hand."""
    law = table.law
    mine = numbers_in(law, table.sides[seat].hand)
    for other in range(law.seats):
        if other != seat:
            theirs = numbers_in(law, table.sides[other].hand)
            if low:
                ahead = mine & -mine < theirs & -theirs
                level = mine & -mine == theirs & -theirs
            else:
                ahead = mine & ~theirs > theirs  # some number of mine is above all of theirs
                level = not ahead and theirs & ~mine <= mine
            if not (ahead or (level and law.ties_succeed)):
                return False
    return True


def has_majority(table: "Sparrows", seat: i64, suit: i64) -> bool:
    """S58, S80 to S83."""
    law = table.law
    of_suit = law.suit_cards(suit)
    mine = count(table.sides[seat].hand & of_suit)
    if law.ties_succeed:
        mine += 1
    for other in range(law.seats):
        if other != seat and count(table.sides[other].hand & of_suit) >= mine:
            return False
    return True
