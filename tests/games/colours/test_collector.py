"""The example of a bot in a program of its own: examples/bots/collector.py."""

from __future__ import annotations

import random
import runpy
from collections.abc import Callable, Iterator

import pytest

from saleroom.bots import bot
from saleroom.bots.external import External
from saleroom.games.colours import scoring
from saleroom.games.colours.position import Colours
from tests.arena.programs import COLLECTOR, EXAMPLES
from tests.games.matches import play, share

from .note22 import Note22
from .table import pile, rules

RAISING = ("free", "matching")


@pytest.fixture
def collector() -> Iterator[External]:
    found = bot(COLLECTOR)
    assert isinstance(found, External)
    yield found
    found.close()


@pytest.mark.parametrize("variant", RAISING)
def test_it_counts_points_as_the_rules_do(variant: str) -> None:
    """C61 to C66, and C60 for jokers: 60 times half of all cards."""
    points: Callable[[list[str]], int] = runpy.run_path(str(EXAMPLES / "collector.py"))["points"]
    law = rules(variant)
    cards = []
    for name, copies in zip(law.face_names, law.copies_of, strict=True):
        cards += [name] * copies.bit_count()
    for seed in range(60):
        names = random.Random(seed).sample(cards, len(cards) // 2)
        hand = pile(law, " ".join(names))
        assert points(names) == scoring.total(law, hand, scoring.best_values(law, hand))


@pytest.mark.parametrize("seed", range(3))
def test_it_names_jokers_as_well_as_can_be(collector: External, seed: int) -> None:
    """C58, note 20: alone in both seats, so that every joker in a hand is its own."""
    law = rules("free", 2)
    table = play(law, [collector, collector], seed)
    assert isinstance(table, Colours)
    for side, score in zip(table.sides, table.scores(), strict=True):
        assert score == scoring.total(law, side.hand, scoring.best_values(law, side.hand))
    assert collector.faults == 0


@pytest.mark.once
@pytest.mark.parametrize("variant", RAISING)
def test_it_plays_about_as_well_as_the_simple_player_of_the_rules(
    collector: External, variant: str
) -> None:
    """Note 22."""
    assert share(rules(variant, 2), collector, Note22(), deals=5) >= 0.4
