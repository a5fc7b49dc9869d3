"""Our games keep every law: all rule sets, variants drawn at random, and tiny ones exhaustively."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from saleroom import catalogue, laws
from saleroom.games.bits import compiled
from saleroom.games.core import Rules
from saleroom.laws import worlds
from tests import dutch_variants, sparrows_variants
from tests.laws.other_worlds import share_of_other_worlds

OURS = ("dutch", "sparrows")
GAMES = {"dutch": 6 if compiled() else 2, "sparrows": 2 if compiled() else 1}
MANY_GAMES = {"dutch": 40 if compiled() else 6, "sparrows": 20 if compiled() else 3}
# Every moment of a long game is like those of a short one: of Sparrows a few rounds will do.
SHORT = {"sparrows": {"end": {"target": 0, "max_rounds": 2 if compiled() else 1, "check": "round"}}}
DRAWN = st.one_of(dutch_variants.tables(), sparrows_variants.tables(most_rounds=2))


def rule_sets() -> list[Rules]:
    """Every shipped variant with every number of seats, with games that are not too long."""
    found = []
    for game in OURS:
        for variant in catalogue.variants(game):
            table = catalogue.load(game, variant).table
            seats = table["seats"]
            assert isinstance(seats, list)
            short = {**table, **SHORT.get(game, {})}
            found += [catalogue.make(short, seats=number) for number in seats]
    return found


def name(rules: Rules) -> str:
    return f"{rules.game}-{rules.variant}-{rules.seats}"


@pytest.mark.slow
@pytest.mark.parametrize("rules", rule_sets(), ids=name)
def test_random_games_keep_every_law(rules: Rules) -> None:
    report = laws.check(rules, games=GAMES[rules.game])
    assert report.ok, str(report)
    assert share_of_other_worlds(report) >= 0.9


@pytest.mark.slow
@settings(
    max_examples=60 if compiled() else 8,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(DRAWN, st.integers(0, 2**30))
def test_random_variants_keep_every_law(table: dict[str, Any], seed: int) -> None:
    of_one_game = [law for law in laws.ALL if law.scope != "games"]
    report = laws.check(catalogue.make(table), games=1, seed=seed, laws=of_one_game)
    assert report.ok, str(report)


@pytest.mark.slow
@pytest.mark.parametrize("rules", rule_sets(), ids=name)
def test_imagined_worlds_are_as_likely_as_true_ones(rules: Rules) -> None:
    report = laws.check(rules, games=MANY_GAMES[rules.game], laws=laws.named(["fair"]))
    assert report.ok, str(report)


# -- tiny variants, every game that can happen -----------------------------------------------------


def card(face: str, *powers: str) -> dict[str, Any]:
    return {"face": face, "bid": ord(face) % 10, "vp": 1, "powers": list(powers)}


def tiny(*cards: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """One suit, own decks of two, one position, few rounds."""
    return {
        "game": "dutch",
        "variant": "walked",
        "version": 1,
        "seats": [2],
        "suits": ["blue"],
        "deal": 2,
        "hand": 2,
        "set_aside": 1,
        "prices": [1],
        "bid": "all",
        "activate_from": "stake",
        "loser_must_buy_first": True,
        "steal": "nobody",
        "end_vote": False,
        "rounds": 2,
        "bonus": {"kind": "lowest_of_suit"},
        "tie_break": "none",
        "card": list(cards),
    } | changes


PLAIN = tiny(card("1"), card("2"), card("3"), card("4"), card("5"))
POWERS = tiny(
    *(card("1"), card("2"), card("3"), card("4")),
    card("P", "cash_in", "take:own_discards,auction_discards,display"),
    rounds=1,
)
HOLDING = tiny(
    *(card("1"), card("2"), card("6", "cash_in"), card("7", "duplicate")),
    card("8", "take:auction_discards"),
    bid="hold_powers",
    activate_from="power_area",
)


BIRDS = {
    "game": "sparrows",
    "variant": "walked",
    "version": 1,
    "seats": [2],
    "bids": [{"id": "high", "value": 9, "kind": "extreme", "side": "high"}],
    "cards": {
        "suits": ["sparrow"],
        "lowest": 1,
        "highest": 4,
        "hand_size": 1,
        "step_tokens": [2],
    },
    "market": {"face_up": 1, "refill": "top_up"},
    "scoring": {"penalty": 1, "compare_ties": "fail", "sets_may_share_number": False},
    "end": {"target": 0, "max_rounds": 1, "check": "round"},
}
TWO_ROUNDS = BIRDS | {
    "cards": BIRDS["cards"] | {"highest": 3},
    "end": {"target": 0, "max_rounds": 2, "check": "round"},
}
UPGRADED = BIRDS | {
    "bids": [*BIRDS["bids"], {"id": "pair", "value": 4, "kind": "street", "length": 2}],
    "cards": BIRDS["cards"] | {"highest": 4 if compiled() else 3},
    "market": {"face_up": 2, "refill": "fresh"},
    "upgrades": {
        "late_token": 3,
        "late_tokens": 3,
        "match_only_with_table_bids": True,
        "bonus": [{"id": "match_together", "value": 5}, {"id": "win_none", "value": 5}],
    },
}
TINY = {
    "dutch plain": PLAIN,
    "dutch powers": POWERS,
    "dutch holding": HOLDING,
    "sparrows": BIRDS,
    "sparrows for three": BIRDS | {"seats": [3]},
    "sparrows upgraded": UPGRADED,
}
if compiled():
    TINY["sparrows in two rounds"] = TWO_ROUNDS


@pytest.mark.slow
@pytest.mark.parametrize("which", TINY)
def test_imagined_worlds_of_tiny_variants_are_exact(which: str) -> None:
    found, counts = worlds.exhaustive(catalogue.make(TINY[which]))
    assert {law: broken.what for law, (broken, _) in found.items()} == {}
    assert counts["worlds drawn"] > (10_000 if "dutch" in which else 500)
