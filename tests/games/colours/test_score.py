"""C57 to C69: sets, runs and jokers, against brute force and the worked examples."""

from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from saleroom.games.colours import scoring
from tests.games.colours.table import Table, pile, rules

Row = tuple[int, ...]


# -- runs ------------------------------------------------------------------------------------------


@cache
def laid_out(row: Row) -> int:
    """C66 by brute force: take any run away and go on with the rest; all partitions are met."""
    best = 0
    for first in range(len(row)):
        for last in range(first + 3, len(row) + 1):
            if not all(row[first:last]):
                break
            rest = tuple(n - (first <= v < last) for v, n in enumerate(row))
            best = max(best, last - first + laid_out(rest))
    return best


def holdings() -> Iterator[Row]:
    """All holdings of one colour: values 1 to 6 up to twice, 7 to 9 once."""
    return product(*[range(3)] * 6, *[range(2)] * 3)


@pytest.mark.slow
@pytest.mark.once
def test_c66_c67_runs_of_all_holdings_of_a_colour() -> None:
    """C65: `best` against brute force, and how often `layers` is less, as the rules tell."""
    less = [0] * 5
    number = 0
    for row in holdings():
        best = scoring.best_runs(bytes(row), 3)
        assert best == laid_out(row), row
        less[best - scoring.layers(bytes(row), 3)] += 1
        number += 1
    assert number == 5832
    assert less == [5832 - 648, 304, 320, 20, 4]


def test_c66_third_copies_count_under_best() -> None:
    """Q19: with a joker a value can be held three times."""
    for row in product(range(4), repeat=5):
        assert scoring.best_runs(bytes(row), 3) == laid_out(row)


def test_c67_a_joker_may_be_in_the_second_layer() -> None:
    assert points("R5 R5 R6 R6 R7 RJ", "7", runs="layers") == 6


def test_c67_third_copies_count_nothing_under_layers() -> None:
    hand = "R1 R1 R1 R2 R2 R2 R3 R3 R3"
    three = {"copies": {"1": 3, "2": 3, "3": 3}, "set": {"1": 3, "2": 3, "3": 6}}
    assert points(hand, runs="layers", **three) == 6
    assert points(hand, **three) == 9


@pytest.mark.parametrize("least", [2, 4])
def test_c65_another_least_length(least: int) -> None:
    assert scoring.best_runs(bytes([1, 1]), least) == (2 if least == 2 else 0)
    assert scoring.best_runs(bytes([1, 1, 2, 2, 1, 1]), least) == 8
    assert scoring.layers(bytes([1, 1, 0, 1, 1, 1, 1]), least) == (6 if least == 2 else 4)


@pytest.mark.parametrize(
    ("values", "best", "layers"),
    [
        ("1 2 3 3 4 5", 6, 5),
        ("1 2 2 3 3 4", 6, 4),
        ("1 2 3 3 4 4 5 6", 8, 6),
        ("1 1 2 2 3 3", 6, 6),
        ("1 2 3 4 4 5 6 6 7 8", 10, 8),
        ("1 2 3 3 4 4 5 6 6 7 8", 11, 8),
        ("1 2 9", 0, 0),
        ("1 2 4 5 7 8", 0, 0),
    ],
)
def test_e20_runs_with_doubled_values(values: str, best: int, layers: int) -> None:
    """Q18: both runs are laid out; `layers` counts as the implementation."""
    hand = " ".join(f"R{value}" for value in values.split())
    assert points(hand) == best
    assert points(hand, runs="layers") == layers


# -- sets, and all together ------------------------------------------------------------------------


def points(hand: str, values: str = "", **changes: object) -> int:
    law = rules(**changes)
    return scoring.total(law, pile(law, hand), bytes(map(int, values.split())))


def best(hand: str, **changes: object) -> tuple[list[int], int]:
    law = rules(**changes)
    cards = pile(law, hand)
    values = scoring.best_values(law, cards)
    return list(values), scoring.total(law, cards, values)


@pytest.mark.parametrize(
    ("hand", "score"),
    [
        ("R2 R2 G2 G2 B2 B2", 6),
        ("R2 R2 G2 B2", 3),
        ("R7 G7 B7", 6),
        ("R7 R8 R9 G8 B8", 9),
        ("R1 R2 R3 G2 G3 G4 B9", 6),
    ],
)
def test_e21_sets(hand: str, score: int) -> None:
    """C61 to C64, Q20: R8 counts in its set and in its run."""
    assert points(hand) == score


def test_c63_points_and_c65_run_card_come_from_the_variant() -> None:
    table = {str(value): value for value in range(1, 10)}
    assert points("R2 R2 G2 G2 B2 B2", set=table) == 4
    assert points("R1 R2 R3", run_card=5) == 15
    assert points("R1 R2", run_least=2) == 2


def test_c63_the_view_names_each_set_by_its_value() -> None:
    t = Table(hands=("R2 R2 G2 G2 B2 B2 R7 G7 B7", "G8", "B3"))
    assert t.view(0)["scores"][0]["sets"] == [
        {"value": 2, "points": 6, "rule": "C63"},
        {"value": 7, "points": 6, "rule": "C63"},
    ]


@pytest.mark.parametrize(("runs", "points", "rule"), [("best", 6, "C66"), ("layers", 5, "C67")])
def test_c66_c67_the_view_names_the_rule_that_counted(runs: str, points: int, rule: str) -> None:
    t = Table(hands=("G1 G2 G3 G3 G4 G5", "G8", "B3"), law=rules(runs=runs))
    assert t.view(0)["scores"][0]["runs"] == [{"colour": "green", "points": points, "rule": rule}]


def test_c64_jokers_make_a_second_set_of_nines_and_a_third_of_ones() -> None:
    assert points("R9 G9 B9 RJ GJ BJ", "9 9 9") == 12
    assert points("R1 R1 G1 G1 B1 B1 RJ GJ BJ", "1 1 1") == 9


# -- jokers ----------------------------------------------------------------------------------------


def test_e22_jokers() -> None:
    """C57, C60, C67, Q19."""
    assert best("R8 R9 RJ G7 B7") == ([7], 9)
    assert best("R1 R2 R4 R5 RJ") == ([3], 5)
    assert best("R1 R2 R3 RJ") == ([4], 4)
    assert best("RJ GJ BJ") == ([7, 7, 7], 6)
    assert best("R1 R2 G5 G6 B9 RJ GJ") == ([3, 4], 6)
    for values in ("3 4", "3 7", "9 9"):
        assert points("R1 R2 G5 G6 B9 RJ GJ", values) == 6
    long = "R2 R3 R3 R4 R4 R5 R5 R6 RJ"
    assert points(long, "4") == points(long, "1") == points(long, "1", runs="layers") == 9
    assert points(long, "4", runs="layers") == 8


def test_c60_is_the_best_of_all_values_and_the_smallest_of_these() -> None:
    for hand in ("R1 R3 G5 B5 RJ GJ", "R4 R5 R5 G4 B4 GJ BJ", "G9 B9 RJ", "R2 R4 RJ GJ BJ G2"):
        law = rules()
        number = hand.count("J")
        ways = product(range(1, 10), repeat=number)
        tried = {way: points(hand, " ".join(map(str, way))) for way in ways}
        values, score = best(hand)
        assert score == max(tried.values())
        assert tuple(values) == min(v for v, worth in tried.items() if worth == score)
        assert law.lowest <= score <= law.highest


def test_c64_nobody_can_have_more_than_all_cards_are_worth() -> None:
    """Every card in a run and in a set, and the jokers in the dearest: the bound is met."""
    law = rules()
    score = scoring.total(law, law.all_cards, scoring.best_values(law, law.all_cards))
    assert score == law.highest == 48 + 12 * 3 + 3 * 6 + 6


def test_p8_several_jokers_of_a_colour_are_tried_in_rising_order() -> None:
    changes = {"jokers": 2, "copies": {"1": 2, "2": 2, "3": 1}, "set": {"1": 3, "2": 3, "3": 6}}
    assert best("R3 RJ RJ", **changes) == ([1, 2], 3)
    assert points("R3 G3 RJ BJ", "2 3", **changes) == 6


def test_c69_the_score_so_far_is_of_the_hand_alone_and_only_for_its_owner() -> None:
    """Q24: jokers at their best; what is laid face down does not count any more."""
    t = Table(hands=("R5 R6 R7 R8 RJ", "G8 G2", "B3 B4"))
    assert t.position.scores()[0] == 5
    assert t.view(0)["scores"][0]["total"] == 5
    assert t.view(0)["scores"][1:] == [None, None]
    assert t.view(1)["scores"][0] is None
    assert t.view(None)["scores"] == [None] * 3
    t.says(0, "open G7 with +R5 +R6")
    assert t.position.scores()[0] == 3
    assert t.view(0)["scores"][0] == {
        "total": 3,
        "sets": [],
        "runs": [{"colour": "red", "points": 3, "rule": "C66"}],
        "jokers": [6],
    }
