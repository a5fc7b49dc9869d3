"""A few laws on a game or two: quick enough to run once for each fault of faults.toml."""

import pytest

from saleroom import catalogue, laws
from saleroom.games.core import Rules

pytestmark = pytest.mark.slow


def tiny() -> Rules:
    """Five cards and one round: small enough to walk through every game."""
    return catalogue.make(
        {
            **catalogue.load("dutch", "standard").table,
            "variant": "five-cards",
            "suits": ["blue"],
            "card": [{"face": str(n), "bid": n, "vp": n, "powers": []} for n in range(5)],
            "deal": 2,
            "hand": 2,
            "set_aside": 0,
            "prices": [1],
            "rounds": 1,
        }
    )


@pytest.mark.parametrize("edition", ["standard", "offering"])
@pytest.mark.parametrize(
    "law", ["chance", "refusals", "copies", "answers", "cards", "sealed", "order", "secrecy"]
)
def test_a_game_of_dutch_obeys(law: str, edition: str) -> None:
    report = laws.check(catalogue.load("dutch", edition), games=1, laws=laws.named([law]))
    assert report.ok, str(report)


@pytest.mark.parametrize("law", ["chance", "copies", "sealed", "order", "secrecy", "samples"])
def test_a_round_of_sparrows_obeys(law: str) -> None:
    table = catalogue.load("sparrows", "upgrades").table
    one_round = {**table, "end": {"target": 0, "max_rounds": 1, "check": "round"}}
    report = laws.check(catalogue.make(one_round, seats=3), games=1, laws=laws.named([law]))
    assert report.ok, str(report)


def test_in_all_games_of_a_tiny_dutch_a_key_is_the_same_where_a_seat_has_seen_the_same() -> None:
    report = laws.check(tiny(), games=0, exhaustive=True, laws=laws.named(["recall"]))
    assert report.ok, str(report)


@pytest.mark.parametrize("law", ["chance", "cards", "sealed", "secrecy", "answers"])
def test_a_game_of_colours_obeys(law: str) -> None:
    rules = catalogue.load("colours", "matching", 3)
    report = laws.check(rules, games=1, laws=laws.named([law]))
    assert report.ok, str(report)
