"""Ratings against what can be counted by hand, and against the likelihood itself."""

from itertools import combinations, product
from math import exp, log, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saleroom.arena.bounds import reach
from saleroom.arena.ratings import POINTS, ratings


def test_of_two_the_difference_is_the_logarithm_of_the_odds() -> None:
    """With the deal that all finished level: 7 and a half to 3 and a half."""
    results = [[1.0]] * 6 + [[0.5]] * 2 + [[0.0]] * 3
    (one, other), either_way = ratings([(0, 1)], results)
    assert one - other == pytest.approx(POINTS * log(7.5 / 4.5))
    assert one + other == pytest.approx(0, abs=1e-9)
    expected = 7.5 / 12
    spread = sqrt(sum((r[0] - expected) ** 2 for r in [*results, [0.5]]))
    error = spread / (12 * expected * (1 - expected)) / 2  # of half the difference
    assert either_way == pytest.approx([POINTS * reach(11) * error] * 2)


def test_ten_to_one_are_400_points() -> None:
    (one, other), _ = ratings([(0, 1)], [[10 / 11]] * 5000)
    assert one - other == pytest.approx(400, abs=0.5)


def likelihood(
    pairs: list[tuple[int, int]], results: list[list[float]], points: list[float]
) -> float:
    total = 0.0
    for row in [*results, [0.5] * len(pairs)]:
        for (one, other), result in zip(pairs, row, strict=True):
            chance = 1 / (1 + exp((points[other] - points[one]) / POINTS))
            total += result * log(chance) + (1 - result) * log(1 - chance)
    return total


@settings(max_examples=30)
@given(
    st.lists(
        st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=6, max_size=6),
        min_size=1,
        max_size=12,
    )
)
def test_no_other_ratings_make_the_results_more_likely(results: list[list[float]]) -> None:
    pairs = list(combinations(range(4), 2))
    found, _ = ratings(pairs, results)
    assert sum(found) == pytest.approx(0, abs=1e-6)
    best = likelihood(pairs, results, found)
    for step in product((-3.0, 0.0, 3.0), repeat=3):
        elsewhere = [point + by for point, by in zip(found, [*step, 0.0], strict=True)]
        assert likelihood(pairs, results, elsewhere) <= best + 1e-9


def test_a_search_by_brute_force_finds_the_same() -> None:
    pairs = [(0, 1), (0, 2), (1, 2)]
    results = [[1.0, 1.0, 0.5], [0.5, 1.0, 1.0], [0.5, 0.5, 0.0], [1.0, 1.0, 1.0]]
    found, _ = ratings(pairs, results)
    best = max(
        product(range(-400, 400, 4), repeat=2),
        key=lambda two: likelihood(pairs, results, [two[0], two[1], -two[0] - two[1]]),
    )
    assert found[:2] == pytest.approx(best, abs=4)


def test_games_of_one_deal_that_go_the_same_way_are_one_game() -> None:
    """Three pairs that always agree tell less than three that do not."""
    pairs = [(0, 1), (0, 2), (1, 2)]
    alike = [[1.0, 1.0, 0.5], [0.0, 0.0, 0.5]] * 20
    apart = [[1.0, 0.0, 0.5], [0.0, 1.0, 0.5]] * 20
    _, (wide, *_) = ratings(pairs, alike)
    _, (narrow, *_) = ratings(pairs, apart)
    assert narrow < wide / 5
