"""Stick to Colours keeps every law: both rule sets, random variants, tiny ones exhaustively."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from saleroom import catalogue, laws
from saleroom.games.bits import compiled
from saleroom.laws import worlds
from tests.colours_variants import tables
from tests.laws.other_worlds import share_of_other_worlds

SHIPPED = [(variant, seats) for variant in catalogue.variants("colours") for seats in (2, 3, 4)]
OF_ONE_GAME = [law for law in laws.ALL if law.scope != "games"]


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "seats"), SHIPPED)
def test_random_games_of_colours_keep_every_law(variant: str, seats: int) -> None:
    report = laws.check(catalogue.load("colours", variant, seats), games=1, laws=OF_ONE_GAME)
    assert report.ok, str(report)
    assert share_of_other_worlds(report) >= 0.9


@pytest.mark.slow
@settings(
    max_examples=30 if compiled() else 5,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(tables(), st.integers(0, 2**30))
def test_random_variants_of_colours_keep_every_law(table: dict[str, Any], seed: int) -> None:
    rules = catalogue.make(table, seats=table["seats"][0])
    report = laws.check(rules, games=1, seed=seed, laws=OF_ONE_GAME)
    assert report.ok, str(report)


@pytest.mark.slow
@pytest.mark.parametrize("variant", catalogue.variants("colours"))
def test_imagined_worlds_are_as_likely_as_true_ones(variant: str) -> None:
    rules = catalogue.load("colours", variant, 3)
    report = laws.check(rules, games=4 if compiled() else 1, laws=laws.named(["fair"]))
    assert report.ok, str(report)


# -- tiny variants, every game that can happen -----------------------------------------------------


def tiny(seats: int, copies: list[int], **changes: Any) -> dict[str, Any]:
    """One colour, hands of one, a market of one or two cards, of which many are alike."""
    values = range(1, len(copies) + 1)
    table: dict[str, Any] = {
        "game": "colours",
        "variant": "walked",
        "version": 1,
        "seats": [seats],
        "deck": {
            "colours": ["red"],
            "copies": {str(v): copies[v - 1] for v in values},
            "jokers": 0,
        },
        "deal": {"hand": 1, "market": {str(seats): 1}, "first_dealer": 0},
        "trading": {
            "raising": "free",
            "opening": 1,
            "all_pass": "sweep",
            "automatic_wins": True,
        },
        "scoring": {
            "set": {str(v): 3 for v in values},
            "run_least": 2,
            "run_card": 1,
            "runs": "best",
            "jokers": "owner",
        },
    }
    for part, more in changes.items():
        table[part] |= more
    return table


TINY = {
    # A hand of two or three, of which one is laid: alike cards count one by one.
    "alike hands": tiny(2, [2, 2], deal={"hand": 2, "market": {"2": 1}}, deck={"jokers": 1}),
    "three seats": tiny(3, [2, 2]),
    "laid twice": tiny(2, [2, 2, 1], deal={"hand": 2}),
    "market": tiny(2, [3, 1], deal={"market": {"2": 2}}, trading={"all_pass": "end"}),
    "matching": tiny(2, [2, 2], deal={"market": {"2": 2}}, trading={"raising": "matching"}),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", TINY)
def test_imagined_worlds_of_tiny_variants_are_exact(name: str) -> None:
    """Against every game that can happen, each with its chance."""
    table = TINY[name]
    found, counts = worlds.exhaustive(catalogue.make(table, seats=table["seats"][0]))
    assert {law: broken.what for law, (broken, _) in found.items()} == {}
    assert counts["things seen"] > 50
