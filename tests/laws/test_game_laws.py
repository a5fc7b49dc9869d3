"""Our games keep every law: all rule sets, variants drawn at random, and tiny ones exhaustively."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from saleroom import catalogue, laws
from saleroom.games.bits import compiled
from saleroom.games.core import Rules
from saleroom.laws import worlds
from tests import colours_variants, dutch_variants, sparrows_variants
from tests.laws.other_worlds import share_of_other_worlds
from tests.laws.tiny_variants import TINY

GAMES = {"dutch": 6, "sparrows": 2, "colours": 1}
MANY_GAMES = {"dutch": 40, "sparrows": 20, "colours": 4}
if not compiled():
    GAMES = {"dutch": 2, "sparrows": 1, "colours": 1}
    MANY_GAMES = {"dutch": 6, "sparrows": 3, "colours": 1}
# Every moment of a long game is like those of a short one: of Sparrows a few rounds will do.
SHORT = {"sparrows": {"end": {"target": 0, "max_rounds": 2 if compiled() else 1, "check": "round"}}}
DRAWN = st.one_of(
    dutch_variants.tables(), sparrows_variants.tables(most_rounds=2), colours_variants.tables()
)
OF_ONE_GAME = [law for law in laws.ALL if law.scope != "games"]

pytestmark = pytest.mark.slow


def rule_sets() -> list[Rules]:
    """Every shipped variant with every number of seats, with games that are not too long."""
    found = []
    for game in GAMES:
        for variant in catalogue.variants(game):
            table = catalogue.load(game, variant).table
            seats = table["seats"]
            assert isinstance(seats, list)
            short = {**table, **SHORT.get(game, {})}
            found += [catalogue.make(short, seats=number) for number in seats]
    return found


def name(rules: Rules) -> str:
    return f"{rules.game}-{rules.variant}-{rules.seats}"


@pytest.mark.parametrize("rules", rule_sets(), ids=name)
def test_random_games_keep_every_law(rules: Rules) -> None:
    report = laws.check(rules, games=GAMES[rules.game], laws=OF_ONE_GAME)
    assert report.ok, str(report)
    assert share_of_other_worlds(report) >= 0.9


@settings(
    max_examples=90 if compiled() else 13,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(DRAWN, st.integers(0, 2**30))
def test_random_variants_keep_every_law(table: dict[str, Any], seed: int) -> None:
    report = laws.check(catalogue.make(table), games=1, seed=seed, laws=OF_ONE_GAME)
    assert report.ok, str(report)


@pytest.mark.parametrize("rules", rule_sets(), ids=name)
def test_imagined_worlds_are_as_likely_as_true_ones(rules: Rules) -> None:
    report = laws.check(rules, games=MANY_GAMES[rules.game], laws=laws.named(["fair"]))
    assert report.ok, str(report)


@pytest.mark.parametrize("which", TINY)
def test_imagined_worlds_of_tiny_variants_are_exact(which: str) -> None:
    """Against every game that can happen, each with its chance."""
    found, counts = worlds.exhaustive(catalogue.make(TINY[which]))
    assert {law: broken.what for law, (broken, _) in found.items()} == {}
    assert counts["things seen"] > 50
    assert counts["worlds drawn"] > (10_000 if "dutch" in which else 500)
