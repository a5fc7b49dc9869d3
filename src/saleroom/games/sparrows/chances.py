"""Six of Sparrows: the chance that a pattern comes, as far as a seat can know.

Counted, not tried out: of all the ways in which the cards that the seat does not see can still
fall, so many achieve the pattern. What others have bid or passed tells nothing here, so of the bids
that compare hands the chance is only about right.
"""

from math import comb
from typing import TYPE_CHECKING

from mypy_extensions import i64

from saleroom.games.bits import count, shl
from saleroom.games.sparrows import patterns, scoring
from saleroom.games.sparrows.codes import (
    BAND,
    COVER,
    DISTINCT,
    EXTREME,
    GROUP,
    MATCH,
    SETS,
    STREET,
)
from saleroom.games.sparrows.phases import DEALING, NAMING

if TYPE_CHECKING:
    from saleroom.games.sparrows.position import Sparrows
    from saleroom.games.sparrows.rules import SparrowsRules

# -- the hint -------------------------------------------------------------------------------------


def hint(table: "Sparrows", seat: int) -> dict[str, object]:
    """The chance of the own bid, or of each that can be taken; and what it would bring."""
    law, side = table.law, table.sides[seat]
    if table.over or table.phase == DEALING:
        return {}
    unseen = law.all_cards & ~side.hand & ~table.laid
    bids = [int(side.bid)] if side.bid >= 0 else [int(bid) for bid in table.market_row]
    late = table.phase >= NAMING
    token = side.token or (law.late_token if late else law.tokens[table.k - 1])
    found: list[dict[str, object]] = []
    for bid in bids:
        if table.revealed:
            shown = scoring.support(table, seat)
            made, all_ways = int(patterns.achieves(table, seat, bid, shown)), 1
        else:
            support = 0 if side.bonus == MATCH else table.laid
            made, all_ways = ways(law, bid, side.hand, support, unseen)
        gain, penalty = int(scoring.points(law, law.values[bid], token, 0)), int(law.penalty)
        sum_of_all = made * gain - (all_ways - made) * penalty
        found.append(
            {
                "code": bid,
                "chance": in_a_thousand(made, all_ways),
                "average": (2 * sum_of_all + all_ways) // (2 * all_ways),
                "about": law.kinds[bid] >= EXTREME and not table.revealed,
            }
        )
    return {"unseen": 0 if table.revealed else count(unseen), "chances": found}


def in_a_thousand(made: int, all_ways: int) -> int:
    """Rounded; but what is not certain is neither 0 nor 1000."""
    if made in (0, all_ways):
        return 1000 if made else 0
    return min(max((2000 * made + all_ways) // (2 * all_ways), 1), 999)


# -- counting -------------------------------------------------------------------------------------


def ways(law: "SparrowsRules", bid: int, hand: int, support: int, unseen: int) -> tuple[int, int]:
    """How many of the ways in which hands and support can be completed achieve this bid, of all."""
    kind = law.kinds[bid]
    mine, theirs = int(law.hand) - size(hand), int(law.hand) - size(support)
    free = size(unseen)
    if kind == COVER:
        both = choose(free, mine) * choose(free - mine, theirs)
        return cover_ways(law, hand, support, unseen), both
    if kind == DISTINCT:
        return distinct_ways(law, hand, unseen), choose(free, mine)
    if kind >= EXTREME:
        rest = free - mine
        rivals = hands(rest, law.hand, law.seats - 1)
        if kind == EXTREME:
            made = extreme_ways(law, hand, unseen, law.low[bid] != 0)
        else:
            made = majority_ways(law, hand, unseen, law.suit_asked[bid])
        return made, choose(free, mine) * rivals
    pool = hand | support
    coming = mine + theirs
    if kind == SETS:
        made = sets_ways(law, bid, pool, unseen, coming)
    elif kind == GROUP:
        made = group_ways(law, pool, unseen, coming, law.lengths[bid])
    elif kind == STREET:
        made = street_ways(law, pool, unseen, coming, law.lengths[bid])
    else:
        assert kind == BAND, "there are no other kinds"
        made = band_ways(law, pool, unseen, coming, law.lengths[bid])
    return made, choose(free, coming)


def choose(things: int, number: int) -> int:
    """In how many ways so many of these things can be taken."""
    return comb(things, number) if 0 <= number <= things else 0


def size(cards: int) -> int:
    """How many cards; an `int`, since the ways to deal them are more than 64 bits can count."""
    return count(cards)


def hands(cards: int, size: int, number: int) -> int:
    """In how many ways so many hands can be dealt from these cards."""
    found = 1
    for dealt in range(number):
        found *= choose(cards - dealt * size, size)
    return found


# Of each number, or each suit, some more cards come. A state is what has come so far, packed into
# one number; beside it, the ways that lead to it.


def add(states: dict[int, int], state: int, number: int) -> None:
    states[state] = states.get(state, 0) + number


def sets_ways(law: "SparrowsRules", bid: int, pool: int, unseen: int, coming: int) -> int:
    """S56: the numbers that are there at least twice, three and four times."""
    quatros: i64 = law.four_times[bid]
    trios: i64 = law.thrice[bid]
    pairs: i64 = law.twice[bid]
    states = {0: 1}  # ((cards come * 64 + quatros) * 64 + trios) * 64 + pairs
    for number in range(law.numbers):
        column = law.number_cards(number)
        have, more = size(pool & column), size(unseen & column)
        following: dict[int, int] = {}
        for state, found in states.items():
            used = state >> 18
            for come in range(min(more, coming - used) + 1):
                there = have + come
                after = state + shl(come, 18)
                if there >= 2 and (after & 63) < pairs:
                    after += 1
                if there >= 3 and (after >> 6 & 63) < trios:
                    after += 64
                if there >= 4 and (after >> 12 & 63) < quatros:
                    after += 4096
                add(following, after, found * choose(more, come))
        states = following
    return states.get(shl(coming, 18) + shl(quatros, 12) + shl(trios, 6) + pairs, 0)


def group_ways(law: "SparrowsRules", pool: int, unseen: int, coming: int, length: int) -> int:
    """S67 to S69: some suit has so many."""
    states = {0: 1}  # cards come * 2 + is there a group?
    for suit in range(law.suits):
        of_suit = law.suit_cards(suit)
        have, more = size(pool & of_suit), size(unseen & of_suit)
        following: dict[int, int] = {}
        for state, found in states.items():
            for come in range(min(more, coming - (state >> 1)) + 1):
                there = 1 if have + come >= length else state & 1
                after = ((state >> 1) + come) * 2 + there
                add(following, after, found * choose(more, come))
        states = following
    return states.get(coming * 2 + 1, 0)


def street_ways(law: "SparrowsRules", pool: int, unseen: int, coming: int, length: int) -> int:
    """S64 to S66: so many numbers in a row."""
    have = [size(pool & law.number_cards(number)) for number in range(law.numbers)]
    more = [size(unseen & law.number_cards(number)) for number in range(law.numbers)]
    return run_ways(have, more, coming, length, law.numbers)


def band_ways(law: "SparrowsRules", pool: int, unseen: int, coming: int, length: int) -> int:
    """S76 to S79: so many in a row in one suit; every card is a row's place of its own."""
    cards = law.suits * law.numbers
    have = [int(pool >> card & 1) for card in range(cards)]
    more = [int(unseen >> card & 1) for card in range(cards)]
    return run_ways(have, more, coming, length, law.numbers)


def run_ways(have: list[int], more: list[int], coming: int, length: int, row: int) -> int:
    """S57: places in a row that are not empty; after `row` places another row begins."""
    states = {0: 1}  # cards come * 64 + the run that ends here, which stays when it is long enough
    for at in range(len(have)):
        following: dict[int, int] = {}
        for state, found in states.items():
            used, run = state >> 6, state & 63
            if run < length and at % row == 0:
                run = 0
            for come in range(min(more[at], coming - used) + 1):
                ends = run
                if run < length:
                    ends = run + 1 if have[at] + come else 0
                add(following, (used + come) * 64 + ends, found * choose(more[at], come))
        states = following
    return states.get(coming * 64 + length, 0)


def cover_ways(law: "SparrowsRules", hand: int, support: int, unseen: int) -> int:
    """S84: no suit of the support is missing in the hand."""
    mine, theirs = int(law.hand) - size(hand), int(law.hand) - size(support)
    states = {0: 1}  # cards come to the hand * 64 + to the support
    for suit in range(law.suits):
        of_suit = law.suit_cards(suit)
        more = size(unseen & of_suit)
        following: dict[int, int] = {}
        for state, found in states.items():
            for to_hand in range(min(more, mine - (state >> 6)) + 1):
                is_held = hand & of_suit or to_hand
                for to_support in range(min(more - to_hand, theirs - (state & 63)) + 1):
                    if is_held or not (support & of_suit or to_support):
                        split = choose(more, to_hand) * choose(more - to_hand, to_support)
                        add(following, state + to_hand * 64 + to_support, found * split)
        states = following
    return states.get(mine * 64 + theirs, 0)


def distinct_ways(law: "SparrowsRules", hand: int, unseen: int) -> int:
    """S85: no number comes twice."""
    mine = int(law.hand) - size(hand)
    if size(patterns.numbers_in(law, hand)) < size(hand):
        return 0
    states = [1] + [0] * mine  # by cards come
    for number in range(law.numbers):
        column = law.number_cards(number)
        if not hand & column:
            more = size(unseen & column)
            for come in range(mine, 0, -1):
                states[come] += states[come - 1] * more
    return states[mine]


def extreme_ways(law: "SparrowsRules", hand: int, unseen: int, low: bool) -> int:
    """S74, S75: by the best number of the own hand in the end, and how many of it come to it."""
    mine, rivals = int(law.hand) - size(hand), law.seats - 1
    worse: i64 = 0  # all cards of worse numbers than this
    made = 0
    for place in range(law.numbers):
        column = law.number_cards(law.numbers - 1 - place if low else place)
        if not hand & ~(column | worse):  # nothing better is in the hand
            below, here = size(unseen & worse), size(unseen & column)
            for come in range(0 if hand & column else 1, min(here, mine) + 1):
                own = choose(here, come) * choose(below, mine - come)
                left = below - (mine - come)
                if law.ties_succeed:
                    left += here - come
                made += own * hands(left, law.hand, rivals)
        worse |= column
    return made


def majority_ways(law: "SparrowsRules", hand: int, unseen: int, suit: int) -> int:
    """S80 to S83: by how many of the suit come to the own hand; then rival by rival."""
    of_suit = law.suit_cards(suit)
    mine = int(law.hand) - size(hand)
    suited = size(unseen & of_suit)
    other = size(unseen) - suited
    made = 0
    for come in range(min(suited, mine) + 1):
        own = choose(suited, come) * choose(other, mine - come)
        most = size(hand & of_suit) + come - (0 if law.ties_succeed else 1)
        states = {suited - come: own}  # cards of the suit that are left
        left = suited + other - mine
        for _ in range(law.seats - 1):
            following: dict[int, int] = {}
            for state, found in states.items():
                for held in range(min(state, most, law.hand) + 1):
                    dealt = choose(state, held) * choose(left - state, law.hand - held)
                    add(following, state - held, found * dealt)
            states = following
            left -= law.hand
        made += sum(states.values())
    return made
