"""Intervals that hold however often one looks: their chance to miss is counted, not sampled."""

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saleroom.arena.bounds import MISSES, give_or_take, interval, reach

DEALS = 30
# For results of 0 and 1 an interval depends on how many there are of each, so all are few.
INTERVALS = {
    (deals, won): interval([1.0] * won + [0.0] * (deals - won))
    for deals in range(1, DEALS + 1)
    for won in range(deals + 1)
}


def chance_to_miss(truth: float) -> float:
    """The exact chance that one of the first intervals does not hold the truth, looking at all."""
    alive = {0: 1.0}  # won -> chance to have come here without a miss
    for deals in range(1, DEALS + 1):
        here: dict[int, float] = {}
        for won, chance in alive.items():
            here[won] = here.get(won, 0.0) + chance * (1 - truth)
            here[won + 1] = here.get(won + 1, 0.0) + chance * truth
        alive = {}
        for won, chance in here.items():
            low, high = INTERVALS[deals, won]
            if low <= truth <= high:
                alive[won] = chance
    return 1.0 - sum(alive.values())


@pytest.mark.parametrize("truth", [0.02, 0.1, 0.3, 0.5, 0.6, 0.75, 0.95])
def test_who_looks_at_every_deal_is_misled_at_most_five_times_of_a_hundred(truth: float) -> None:
    assert chance_to_miss(truth) <= MISSES


def test_an_interval_for_one_look_would_mislead() -> None:
    """The count above can fail: with intervals of 95 % for each look it does."""

    def misses_alone(deals: int, truth: float) -> float:
        return sum(
            comb(deals, won) * truth**won * (1 - truth) ** (deals - won)
            for won in range(deals + 1)
            if not INTERVALS[deals, won][0] <= truth <= INTERVALS[deals, won][1]
        )

    assert max(misses_alone(deals, 0.5) for deals in range(1, DEALS + 1)) < chance_to_miss(0.5)


values = st.lists(st.integers(0, 12).map(lambda n: n / 12), min_size=1, max_size=40)


@given(values)
def test_an_interval_holds_the_mean_and_turns_round_with_it(found: list[float]) -> None:
    low, high = interval(found)
    assert 0 <= low <= sum(found) / len(found) + 1e-9
    assert sum(found) / len(found) - 1e-9 <= high <= 1
    other_low, other_high = interval([1 - value for value in found])
    assert (1 - other_high, 1 - other_low) == pytest.approx((low, high), abs=1e-9)


@given(values, st.randoms())
def test_the_order_of_deals_makes_no_difference(found: list[float], dice: object) -> None:
    shuffled = list(found)
    dice.shuffle(shuffled)  # type: ignore[attr-defined]
    assert interval(shuffled) == interval(found)


def test_four_times_the_deals_halve_the_interval_or_nearly() -> None:
    def width(deals: int) -> float:
        low, high = interval([0.0, 0.5, 0.5, 1.0] * (deals // 4))
        return high - low

    assert 0.4 < width(400) / width(100) < 0.6
    assert width(100) < 0.25


def test_who_wins_everything_is_known_to_be_good_and_not_to_be_perfect() -> None:
    low, high = interval([1.0] * 100)
    assert 0.94 < low < 0.97
    assert high == 1.0


def test_the_reach_is_longer_than_that_of_one_look_and_shortest_when_it_matters() -> None:
    assert min(range(1, 2000), key=reach) in range(100, 200)
    assert 2.5 < reach(80) < 3.2
    assert 4.5 < reach(10) < 5.5, "of few deals one does not even know how values spread"
    assert reach(10**6) < 5


def test_few_deals_tell_nothing_of_a_margin() -> None:
    assert give_or_take([3.0] * 9) is None
    assert give_or_take([3.0, -3.0] * 5) == pytest.approx(reach(10) * (10 / 9) ** 0.5 * 3 / 10**0.5)


def test_what_has_always_been_alike_may_differ_by_a_grain() -> None:
    """Of a hundred it is nearly what three of a hundred would be, as statisticians say."""
    assert give_or_take([3.0] * 100) == 0
    assert give_or_take([3.0] * 100, grain=1.0) == pytest.approx(0.03, abs=0.002)
    assert give_or_take([3.0] * 100, grain=0.1) == pytest.approx(0.003, abs=0.0002)
