"""Six of Sparrows: the chance of a bid as a hint, counted from what a seat sees."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saleroom import catalogue
from saleroom.games import sparrows
from saleroom.games.bits import Dice, choices, count, place
from saleroom.games.core import deal
from saleroom.games.sparrows import chances, patterns, scoring
from saleroom.games.sparrows.odds import SURE, Odds
from saleroom.games.sparrows.position import Sparrows
from tests.sparrows_variants import tables

from .table import opening, rules, variant_table


def card_set(cards: tuple[int, ...]) -> int:
    return sum(1 << card for card in cards)


def chances_of(position: Sparrows, seat: int = 0) -> dict[str, tuple[int, int]]:
    """Chance in a thousand and average, by name of the bid."""
    told: Any = position.hint(seat)
    names = position.law.bid_names
    return {names[each["code"]]: (each["chance"], each["average"]) for each in told["chances"]}


# -- against the law ------------------------------------------------------------------------------


def by_law() -> Iterator[tuple[str, int, float]]:
    """Section 9.1: the chance of each pattern in 100,000 deals, for two to five players."""
    section = catalogue.law("sparrows").split("### 9.1")[1].split("### 9.2")[0]
    for name, cells in re.findall(r"\| `(\w+)` \| \d+ \|((?: [\d.]+ \|){4})", section):
        for seats, percent in enumerate(cells.strip("| ").split(" | "), 2):
            yield name, seats, float(percent)


def test_before_a_card_is_dealt_the_chances_are_those_of_the_table_in_the_law() -> None:
    """Its standard error is at most 0.16 points, and it is rounded to 0.1."""
    compared = 0
    for name, seats, percent in by_law():
        law = rules(seats=seats)
        made, all_ways = chances.ways(law, law.bid_names.index(name), 0, 0, law.all_cards)
        assert abs(100 * made / all_ways - percent) < 4 * 0.16 + 0.05, (name, seats)
        compared += 1
    assert compared == 29 * 4


@pytest.mark.parametrize(("name", "percent"), [("hand_group", 49.16), ("no_duplicates", 22.41)])
def test_the_two_that_the_law_knows_exactly(name: str, percent: float) -> None:
    law = rules()
    made, all_ways = chances.ways(law, law.bid_names.index(name), 0, 0, law.all_cards)
    assert round(100 * made / all_ways, 2) == percent


# -- against every way the cards can fall ---------------------------------------------------------


def completions(law: Any, hand: int, support: int) -> Iterator[tuple[int, int, list[int]]]:
    """Every own hand, support and set of rival hands that a seat holds possible."""
    rest = choices(law.all_cards & ~hand & ~support)
    for mine in combinations(rest, law.hand - count(hand)):
        left = [card for card in rest if card not in mine]
        for laid in combinations(left, law.hand - count(support)):
            others = [card for card in left if card not in laid]
            for rivals in dealt(others, law.hand, law.seats - 1):
                yield hand | card_set(mine), support | card_set(laid), rivals


def dealt(cards: list[int], size: int, number: int) -> Iterator[list[int]]:
    if not number:
        yield []
        return
    for first in combinations(cards, size):
        rest = [card for card in cards if card not in first]
        for others in dealt(rest, size, number - 1):
            yield [card_set(first), *others]


SMALL = [
    {"id": "pairs", "value": 40, "kind": "sets", "pairs": 2},
    {"id": "trio", "value": 40, "kind": "sets", "trios": 1},
    {"id": "house", "value": 40, "kind": "sets", "trios": 1, "pairs": 1},
    {"id": "quatro", "value": 40, "kind": "sets", "quatros": 1},
    {"id": "street", "value": 40, "kind": "street", "length": 3},
    {"id": "group", "value": 40, "kind": "group", "length": 3},
    {"id": "band", "value": 40, "kind": "band", "length": 2},
    {"id": "cover", "value": 40, "kind": "cover"},
    {"id": "distinct", "value": 40, "kind": "distinct"},
    {"id": "high", "value": 40, "kind": "extreme", "side": "high"},
    {"id": "low", "value": 40, "kind": "extreme", "side": "low"},
    {"id": "majority", "value": 40, "kind": "majority", "suit": "parrot"},
]


@pytest.mark.parametrize("ties", ["fail", "succeed"])
@pytest.mark.parametrize(
    ("seats", "suits", "highest", "hand", "seen"),
    [(2, 3, 3, 3, 2), (2, 4, 3, 3, 2), (2, 3, 3, 2, 0), (3, 3, 3, 2, 1)],
)
def test_small_decks_card_by_card(
    seats: int, suits: int, highest: int, hand: int, seen: int, ties: str
) -> None:
    bids = [
        bid
        for bid in SMALL
        if not (bid["id"] == "house" and hand < 3) and not (bid["id"] == "quatro" and suits < 4)
    ]
    small = variant_table(
        seats=[seats],
        bids=bids,
        cards={
            "suits": ["sparrow", "parrot", "eagle", "chicken"][:suits],
            "highest": highest,
            "hand_size": hand,
            "step_tokens": list(range(1, hand + 1)),
        },
        scoring={"compare_ties": ties, "sets_may_share_number": ties == "succeed"},
    )
    law = sparrows.make_rules(small, seats)
    position = Sparrows(law)
    order = list(range(suits * highest))
    for turn in (0, 4):
        shift = order[turn:] + order[:turn]
        own, laid = card_set(tuple(shift[:seen])), card_set(tuple(shift[seen : 2 * seen]))
        made = [0] * len(bids)
        all_ways = 0
        for mine, support, rivals in completions(law, own, laid):
            all_ways += 1
            for side, cards in zip(position.sides, [mine, *rivals], strict=True):
                side.hand = cards
            for bid in range(len(bids)):
                made[bid] += patterns.achieves(position, 0, bid, support)
        for bid, name in enumerate(law.bid_names):
            found, of_all = chances.ways(law, bid, own, laid, law.all_cards & ~own & ~laid)
            assert found * all_ways == made[bid] * of_all, name


def test_many_sets_are_counted_too() -> None:
    """S56: three suits of 20 numbers have room for more pairs than any shipped bid asks for."""
    large = variant_table(
        seats=[2],
        bids=[{"id": "pairs", "value": 40, "kind": "sets", "pairs": 16}],
        market={"face_up": 1},
        cards={
            "suits": ["sparrow", "parrot", "eagle"],
            "highest": 20,
            "hand_size": 20,
            "step_tokens": list(range(1, 21)),
        },
    )
    law = sparrows.make_rules(large, 2)
    hand, laid = card_set(tuple(range(17))), card_set(tuple(range(20, 37)))  # 17 pairs
    made, all_ways = chances.ways(law, 0, hand, laid, law.all_cards & ~hand & ~laid)
    assert made == all_ways


# -- what a seat is told --------------------------------------------------------------------------


def all_pass_until(position: Sparrows, step: int) -> None:
    dice = Dice(7)
    deal(position, dice)
    while position.k < step:
        position.step(choices(position.movers)[0], position.law.pass_code)
        deal(position, dice)


def test_when_all_is_dealt_a_pattern_with_the_table_is_there_or_not() -> None:
    position = opening(seats=3).position
    all_pass_until(position, 6)
    asked = 0
    for seat in range(3):
        for name, (chance, average) in chances_of(position, seat).items():
            bid = position.law.bid_names.index(name)
            if position.law.table_bids >> bid & 1:
                achieved = patterns.achieves(position, seat, bid, position.laid)
                assert chance == (1000 if achieved else 0)
                value = position.law.values[bid]
                assert average == (scoring.points(position.law, value, 6, 0) if achieved else -10)
                asked += 1
    assert asked


def test_who_has_a_bid_is_told_of_this_one_with_its_own_token() -> None:
    """S22: a token stays with its card. S43: and Match Together looks at a hand, not the table."""
    six = "short_band medium_band three_pairs one_trio full_house hand_group"
    deck = "s1 p1 s2 c10 c9 e5"
    t = opening("upgrades", 2, mark=1, six=six, deck=deck)
    t.play("0 raise", "1 pass", "0 take short_band + match_together")
    assert list(chances_of(t.position, 0)) == ["short_band"]
    chance, average = chances_of(t.position, 0)["short_band"]
    law = t.law
    hand = t.position.sides[0].hand
    unseen = law.all_cards & ~hand & ~t.position.laid
    made, all_ways = chances.ways(law, law.bid_names.index("short_band"), hand, 0, unseen)
    assert chance == round(1000 * made / all_ways) < 1000
    assert average == round((80 * made - 10 * (all_ways - made)) / all_ways)  # token 1, S38, S39
    assert list(chances_of(t.position, 1)) == six.split()[1:]


def test_bids_that_compare_hands_are_about_right_and_the_basis_is_named() -> None:
    six = "high_card low_card eagles_majority no_duplicates hand_group one_trio"
    t = opening(seats=5, mark=0, six=six, deck="s1 s2 s3 s4 s5 s6")
    told: Any = t.position.hint(2)
    assert told["unseen"] == 38
    assert [each["about"] for each in told["chances"]] == [True] * 3 + [False] * 3


def test_when_the_hands_are_open_nothing_is_left_to_chance() -> None:
    """S31: a late bid is made with all hands in sight."""
    t = opening("upgrades", 2)
    all_pass_until(t.position, 6)
    t.raises()
    assert t.position.revealed
    told: Any = t.position.hint(t.movers[0])
    assert told["unseen"] == 0
    for each in told["chances"]:
        name = t.law.bid_names[each["code"]]
        achieved = t.achieves(name, t.movers[0])
        value = t.law.values[each["code"]]
        assert each["chance"] == (1000 if achieved else 0)
        assert each["average"] == (scoring.points(t.law, value, 10, 0) if achieved else -10)
        assert not each["about"]


def test_what_is_not_certain_is_neither_0_nor_1000() -> None:
    assert [chances.in_a_thousand(made, 10**6) for made in (0, 1, 500_400, 999_999, 10**6)] == [
        *(0, 1, 500, 999, 1000)
    ]


@settings(max_examples=60)
@given(variant=tables(), seed=st.integers(0, 2**30))
def test_in_every_variant_a_hint_is_the_same_in_all_worlds_of_its_seat(
    variant: dict[str, Any], seed: int
) -> None:
    law = sparrows.make_rules(variant, variant["seats"][0])
    position, dice = Sparrows(law), Dice(seed)
    deal(position, dice)
    while not position.over and dice.below(8):
        seat = choices(position.movers)[0]
        position.step(seat, place(dice.member(position.menu(seat))))
        deal(position, dice)
    for seat in range(law.seats):
        told: Any = position.hint(seat)
        assert position.sample(seat, dice).hint(seat) == told
        assert all(0 <= each["chance"] <= 1000 for each in told.get("chances", []))


@pytest.mark.parametrize(
    ("kind", "laid", "hands"),
    [
        ("group", (35, 40, 45, 50, 55), [(0, 5, 6, 7, 8), (0, 1, 2, 3, 4)]),  # of the first suit
        ("cover", (1, 56, 57, 58, 59), [(0, 5, 10, 15, 16), (0, 5, 10, 15, 55)]),  # and the last
    ],
)
def test_the_quick_odds_tell_many_suits_apart(
    kind: str, laid: tuple[int, ...], hands: list[tuple[int, ...]]
) -> None:
    """What was asked before changes nothing, also where there are twelve suits of five."""
    suits = [f"{initial}bird" for initial in "abcdefghijkl"]
    asked = {"length": 5} if kind == "group" else {}
    many = variant_table(
        seats=[2],
        bids=[{"id": "a", "value": 1, "kind": kind, **asked}],
        market={"face_up": 1},
        cards={"suits": suits, "highest": 5, "hand_size": 5, "step_tokens": [1, 2, 3, 4, 5]},
    )
    law = sparrows.make_rules(many, 2)
    odds = Odds(law)
    found = [odds.chance(0, card_set(hand), card_set(laid), False) for hand in hands]
    assert found == [0, SURE]


def test_the_quick_odds_of_twenty_suits_are_quick_too() -> None:
    """S84: not every set of suits that could miss is looked at by itself, there are a million."""
    many = variant_table(
        seats=[2],
        bids=[{"id": "cover", "value": 1, "kind": "cover"}],
        market={"face_up": 1},
        cards={
            "suits": [f"{initial}bird" for initial in "abcdefghijklmnopqrst"],
            "highest": 3,
            "hand_size": 2,
            "step_tokens": [1, 2],
        },
    )
    odds = Odds(sparrows.make_rules(many, 2))
    assert 0 < odds.chance(0, 0, 0, False) < SURE
    assert odds.chance(0, card_set((0, 3)), card_set((1, 4)), False) == SURE
    assert odds.chance(0, card_set((0, 3)), card_set((1, 59)), False) == 0


@pytest.mark.parametrize("seats", [2, 4])
def test_the_quick_odds_of_the_house_are_near_the_chances(seats: int) -> None:
    law = rules("upgrades", seats)
    odds, taste = Odds(law), random.Random(seats)
    off: dict[int, list[float]] = {}
    for _ in range(30):
        seen = taste.sample(choices(law.all_cards), 2 * taste.randint(1, law.hand))
        hand, laid = card_set(tuple(seen[::2])), card_set(tuple(seen[1::2]))
        for bid in range(law.bids):
            made, all_ways = chances.ways(law, bid, hand, laid, law.all_cards & ~hand & ~laid)
            quick = odds.chance(bid, hand, laid, False) / SURE
            off.setdefault(law.kinds[bid], []).append(abs(quick - made / all_ways))
    for errors in off.values():
        assert sum(errors) / len(errors) < 0.03  # majorities are the worst: rivals share a suit
        assert max(errors) < 0.1
