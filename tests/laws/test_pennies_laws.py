"""Pennies keeps every law, in random games and in every game that can happen."""

import pytest

from saleroom import laws
from saleroom.laws import worlds
from tests.laws.broken import FIVE, pennies


@pytest.mark.parametrize(
    ("variant", "seats"),
    [("tiny", 2), ("standard", 2), pytest.param("standard", 3, marks=pytest.mark.slow)],
)
def test_random_games_of_pennies_keep_every_law(variant: str, seats: int) -> None:
    report = laws.check(pennies(variant=variant, seats=seats), games=8)
    assert report.ok, str(report)


@pytest.mark.slow
def test_every_game_of_pennies_that_can_happen_keeps_every_law() -> None:
    report = laws.check(pennies(coins=FIVE), games=1, exhaustive=True)
    assert report.ok, str(report)
    checked = {result.law: result.checked for result in report.results}
    of_moments = {law.name for law in laws.ALL if law.scope == "moment"} - {"ends"}
    assert min(checked[law] for law in of_moments) > 2_000


@pytest.mark.slow
@pytest.mark.parametrize("keys", [{}, {"coins": FIVE, "purse": 1, "lots": 3}])
def test_imagined_worlds_of_pennies_are_exact(keys: dict[str, int]) -> None:
    found, counts = worlds.exhaustive(pennies(**keys))
    assert found == {}
    assert counts["worlds drawn"] > 1_000


def test_the_chances_of_all_deals_add_up_to_one() -> None:
    dealt = 0.0
    for moment, probability in worlds.tree(pennies()):
        if moment.position.movers and not moment.gate and moment.history[-1].seat is None:
            dealt += probability
    assert dealt == pytest.approx(1.0)


def test_sets_are_drawn_in_one_order_only() -> None:
    deals = [
        tuple(step.code for step in moment.history)
        for moment, _ in worlds.tree(pennies())
        if moment.position.movers and len(moment.history) == 5
    ]
    assert len(deals) == len(set(deals)) == 15 * 6 * 2  # purse of two out of six, out of four, lot


def test_a_game_that_is_too_large_to_walk_through_is_refused() -> None:
    with pytest.raises(laws.TooLarge, match="Only a tiny variant"):
        for _ in worlds.tree(pennies(variant="standard"), most=1_000):
            pass
