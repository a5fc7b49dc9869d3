"""The patterns, S56 to S87: by example, and each against a second opinion on random deals.

`python tests/games/sparrows/test_patterns.py 100000` compares so many deals and prints the chances.
"""

from __future__ import annotations

import random
import sys
from collections import Counter

import pytest

from saleroom.games.bits import compiled
from saleroom.games.sparrows import patterns
from saleroom.games.sparrows.position import Sparrows
from tests.games.sparrows.table import rules, table
from tests.games.sparrows.wording import NUMBERS, SUITS, Card, achieved

DEALS = 5_000
CHANCES = {  # section 9.1: percent with 2, 3, 4 and 5 players
    "two_pairs": (99.7, 99.7, 99.7, 99.7),
    "three_pairs": (89.8, 89.8, 89.7, 89.7),
    "one_trio": (60.2, 60.2, 60.3, 60.3),
    "two_trios": (12.0, 12.2, 12.0, 12.1),
    "three_trios": (0.49, 0.48, 0.49, 0.48),
    "short_street": (97.1, 97.1, 97.1, 97.1),
    "medium_street": (59.0, 59.0, 59.1, 59.0),
    "long_street": (22.3, 22.4, 22.4, 22.4),
    "short_group": (96.3, 96.3, 96.3, 96.3),
    "medium_group": (45.4, 45.5, 45.4, 45.5),
    "long_group": (10.1, 10.2, 10.2, 10.2),
    "full_house": (59.9, 59.9, 60.0, 60.0),
    "full_villa": (51.9, 51.8, 51.9, 51.9),
    "full_mansion": (3.6, 3.6, 3.6, 3.6),
    "full_estate": (0.17, 0.15, 0.17, 0.16),
    "high_card": (36.1, 15.5, 6.1, 1.76),
    "low_card": (36.0, 15.4, 6.1, 1.77),
    "short_band": (98.5, 98.5, 98.5, 98.5),
    "medium_band": (48.9, 49.1, 49.0, 48.9),
    "long_band": (12.1, 12.1, 12.1, 12.1),
    "superlong_band": (2.4, 2.4, 2.4, 2.4),
    "sparrows_majority": (37.1, 22.4, 15.6, 12.0),
    "parrots_majority": (37.0, 22.4, 15.6, 12.0),
    "eagles_majority": (37.2, 22.3, 15.6, 12.0),
    "chickens_majority": (37.2, 22.4, 15.6, 12.0),
    "hand_group": (49.1, 49.3, 49.2, 49.0),
    "no_duplicates": (22.3, 22.5, 22.4, 22.4),
    "one_quatro": (5.4, 5.4, 5.4, 5.4),
    "two_quatros": (0.03, 0.03, 0.03, 0.03),
}
ERROR = 0.16  # percentage points: the standard error of the table, at most
ROUNDED = 0.05  # and what rounding its numbers adds


def compared(deals: int, seats: int, seed: int) -> Counter[str]:
    """How often seat 0 achieves each bid; a deal on which the two opinions differ is an error."""
    law = rules("base", seats)
    position = Sparrows(law)
    dice = random.Random(seed)
    deck: list[Card] = [(suit, number) for suit in SUITS for number in NUMBERS]
    found: Counter[str] = Counter()
    for _ in range(deals):
        order = dice.sample(range(40), 6 * seats + 6)
        zones = [order[6 * i : 6 * i + 6] for i in range(seats + 1)]
        for seat in range(seats):
            position.sides[seat].hand = sum(1 << card for card in zones[seat])
        laid = sum(1 << card for card in zones[seats])
        hand, *others, support = [[deck[card] for card in zone] for zone in zones]
        for bid, name in enumerate(law.bid_names):
            holds = patterns.achieves(position, 0, bid, laid)
            told = achieved(name, hand, support, others)
            assert holds == told, f"{name}: {hand}, {support}, {others}"
            found[name] += holds
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_patterns_are_those_of_their_wording(seats: int) -> None:
    """S59 to S87, R25 to R29, on random deals; and section 9.1 within five standard errors."""
    deals = (DEALS if compiled() else DEALS // 5) // 4
    found = compared(deals, seats, 17 + seats)
    for name, chances in CHANCES.items():
        p = chances[seats - 2] / 100
        error = (p * (1 - p) / deals) ** 0.5 + (ERROR + ROUNDED) / 100
        assert abs(found[name] / deals - p) <= 5 * error, f"{name}: {found[name]} of {deals}"


if __name__ == "__main__":
    number = int(sys.argv[1])
    for players in range(2, 6):
        met = compared(number // 4, players, players)
        worst = 0.0
        for bid_name, percents in CHANCES.items():
            chance = percents[players - 2] / 100
            share = met[bid_name] / (number // 4)
            spread = (chance * (1 - chance) / (number // 4) + (ERROR / 100) ** 2) ** 0.5
            worst = max(worst, (abs(share - chance) - ROUNDED / 100) / spread)
        print(
            f"{players} players, {number // 4} deals, 29 patterns: all agree; "
            f"chances at most {worst:.1f} standard errors off the table"
        )


# -- by example: S56 to S58, one shape of each kind ------------------------------------------------

OTHER = "s8 s9 p9 e9 c9 p8"  # a hand that is in nobody's way


def one(hand: str, laid: str, bid: str, **changes: object) -> bool:
    return table([hand, OTHER], laid, **changes).achieves(bid)


def test_s35_further_cards_never_spoil_a_pattern() -> None:
    """S35, S36: the same table card counts for everybody."""
    t = table(["s1 s2 s3 s4 s5 s6", "p1 p2 p3 p4 p5 p6"], "e1 e2 e3 e4 e5 e6")
    for seat in range(2):
        for bid in ("three_pairs", "short_street", "medium_street", "long_group", "short_band"):
            assert t.achieves(bid, seat)


def test_s56_with_shared_numbers_a_trio_is_a_pair_as_well() -> None:
    """R25."""
    assert not one("s7 p7 s1 p2 e3 c4", "e7 s5 p6 e10 p10 c8", "full_villa")
    shares = {"scoring": {"sets_may_share_number": True}}
    assert one("s7 p7 s1 p2 e3 c4", "e7 s5 p6 e10 c8 c6", "full_house", **shares)
    assert not one("s7 p7 s1 p2 e3 c4", "s5 p6 e10 c8 c6 p10", "full_house", **shares)
    assert one("s7 p7 e7 s3 p3 e3", "s1 p2 c5 e6 p10 c8", "full_mansion", **shares)
    assert not one("s7 p7 e7 s3 p3 e3", "s1 p2 c5 e6 p10 c8", "full_mansion")


def test_s57_a_run_does_not_go_round_and_ends_with_its_suit() -> None:
    """The next card in the deck after s10 is p1."""
    assert not one("s10 p1 e3 e5 c3 c5", "s3 p3 s5 p5 e7 c7", "short_band")
    assert one("s10 s7 e3 e5 c3 c5", "s6 p3 p5 e10 p7 c7", "short_band")


def test_s58_s74_s75_ties_fail_or_succeed_as_the_variant_says() -> None:
    """R26, R27."""
    mine, theirs = "s10 p3 e4 c5 s6 p1", "c10 p2 e3 c4 s5 e1"
    assert not table([mine, theirs]).achieves("high_card")
    assert not table([mine, theirs]).achieves("low_card")
    ties = {"scoring": {"compare_ties": "succeed"}}
    for seat in range(2):
        assert table([mine, theirs], **ties).achieves("high_card", seat)
        assert table([mine, theirs], **ties).achieves("low_card", seat)
    higher = table(["s9 p3 e4", "c10 p2 e3"], **ties)
    assert [higher.achieves("high_card", seat) for seat in range(2)] == [False, True]
    assert [higher.achieves("low_card", seat) for seat in range(2)] == [False, True]


@pytest.mark.parametrize("suit", SUITS)
def test_s80_s81_s82_s83_a_majority_is_of_its_own_suit(suit: str) -> None:
    letter = suit[0]
    others = [other[0] for other in SUITS if other != suit]
    mine = f"{letter}1 {letter}2 {others[0]}1 {others[1]}1 {others[2]}1 {others[0]}2"
    theirs = f"{letter}3 {others[0]}3 {others[0]}4 {others[1]}3 {others[1]}4 {others[2]}3"
    t = table([mine, theirs])
    assert t.achieves(f"{suit}s_majority", 0)
    assert not t.achieves(f"{suit}s_majority", 1)
    tied = table([mine, theirs.replace(f"{others[0]}3", f"{letter}4")])
    assert not tied.achieves(f"{suit}s_majority", 0)
    ties = {"scoring": {"compare_ties": "succeed"}}
    tied = table([mine, theirs.replace(f"{others[0]}3", f"{letter}4")], **ties)
    assert tied.achieves(f"{suit}s_majority", 0)
    assert tied.achieves(f"{suit}s_majority", 1)


SHAPES = {  # rule: bid, hand and table that achieve it, and the same with one card less
    "S59": ("two_pairs", "s1 p1 s3 p3 s5 p6", "s7 s8 s9 s10 e4", "e2", "p3"),
    "S60": ("three_pairs", "s1 p1 s3 p3 s5 p5", "s7 s8 s9 s10 e4 e2", "e6", "p5"),
    "S61": ("one_trio", "s1 p1 e1 p3 s5 p6", "s7 s8 s9 s10 e4 e2", "c7", "e1"),
    "S62": ("two_trios", "s1 p1 e1 s3 p3 e3", "s7 s8 s9 s10 e4 e2", "c7", "e3"),
    "S63": ("three_trios", "s1 p1 e1 s3 p3 e3", "s5 p5 e5 s10 e4 e2", "c7", "e5"),
    "S64": ("short_street", "s8 p9 e10 s1 p1 e3", "c1 c3 c5 s5 p5 e5", "c6", "e10"),
    "S65": ("medium_street", "s6 p7 e8 s9 p10 e1", "c1 c3 c4 s4 p4 e4", "c9", "p10"),
    "S66": ("long_street", "s4 p5 e6 s7 p8 e9", "c10 c1 c2 s1 p1 e1", "c8", "c10"),
    "S67": ("short_group", "s1 s3 s5 s7 p1 p3", "p5 e1 e3 e5 c1 c3", "c9", "s7"),
    "S68": ("medium_group", "s1 s3 s5 s7 s9 p3", "p5 p1 e3 e5 c1 c3", "c9", "s7"),
    "S69": ("long_group", "s1 s3 s5 s7 s9 s10", "p5 p1 e3 e5 c1 c3", "c9", "s7"),
    "S70": ("full_house", "s1 p1 e1 s3 p3 s5", "s6 s7 s8 s9 s10 e4", "c10", "e1"),
    "S71": ("full_villa", "s1 p1 e1 s3 p3 s5", "p5 s7 s8 s9 s10 e4", "c6", "p5"),
    "S72": ("full_mansion", "s1 p1 e1 s3 p3 e3", "p5 s5 s8 p8 s10 e4", "c6", "p8"),
    "S73": ("full_estate", "s1 p1 e1 s3 p3 e3", "p5 s5 s8 p8 s10 e10", "c6", "p8"),
    "S76": ("short_band", "s9 s10 p1 p3 e5 e7", "c1 c3 c5 c7 p5 p9", "c10", "s10"),
    "S77": ("medium_band", "s8 s9 s10 p1 e5 e7", "c1 c3 c5 c7 p5 p9", "e9", "s10"),
    "S78": ("long_band", "s7 s8 s9 s10 e5 e7", "c1 c3 c5 c7 p5 p9", "e9", "s10"),
    "S79": ("superlong_band", "s6 s7 s8 s9 s10 e7", "c1 c3 c5 c7 p5 p9", "e9", "s10"),
    "S84": ("hand_group", "s6 p7 e8 s9 s10 e7", "s1 s3 p5 p1 e5 e9", "s2", "p7"),
    "S85": ("no_duplicates", "s6 p7 e8 s9 s10 e5", "s1 s3 p5 p1 e6 e9", "c6", "s10"),
    "S86": ("one_quatro", "s6 p6 e6 c6 s10 e5", "s1 s3 p5 p1 e7 e9", "c2", "c6"),
    "S87": ("two_quatros", "s6 p6 e6 c6 s10 p10", "e10 c10 p5 p1 e7 e9", "c2", "c10"),
}


@pytest.mark.parametrize("rule", SHAPES)
def test_a_pattern_is_there_and_with_another_card_it_is_not(rule: str) -> None:
    """S59, S60, S61, S62, S63, S64, S65, S66, S67, S68, S69, S70, S71, S72, S73, S76, S77, S78,
    S79, S84, S85, S86, S87.
    """
    bid, hand, laid, other, needed = SHAPES[rule]
    assert table([hand, ""], laid).achieves(bid)
    swapped = [" ".join(other if c == needed else c for c in z.split()) for z in (hand, laid)]
    assert not table([swapped[0], ""], swapped[1]).achieves(bid)


@pytest.mark.parametrize("suit", "spec")
def test_s84_three_other_suits_in_hand_do_not_make_up_for_the_one_on_the_table(suit: str) -> None:
    three = "spec".replace(suit, "")
    hand = " ".join(f"{other}{n}" for other in three for n in (1, 2))
    laid = " ".join(f"{suit}{n}" for n in range(1, 7))
    assert not table([hand, ""], laid).achieves("hand_group")
    assert table([hand.replace(f"{three[0]}2", f"{suit}7"), ""], laid).achieves("hand_group")


def test_every_rule_about_one_pattern_has_a_shape() -> None:
    comparing = {"S74", "S75", "S80", "S81", "S82", "S83"}
    assert {*SHAPES, *comparing} == {f"S{n}" for n in range(59, 88)}
