"""What a seat sees as a vector: all of the view, and nothing that the seat could not know."""

from __future__ import annotations

import numpy as np
import pytest

from saleroom import catalogue
from saleroom.adapters import sight
from saleroom.games.bits import Dice, choices, place
from saleroom.games.core import Position, Rules, deal
from tests.adapters.every import RULE_SETS


def seen(position: Position, viewer: int | None) -> bytes:
    vector = np.ones(sight.size(position.rules), np.float32)  # what was there before is gone
    sight.fill(vector, position, viewer, [])
    return vector.tobytes()


def moments(rules: Rules, seed: int) -> list[Position]:
    """Some moments of a random game, spread over all of it."""
    dice = Dice(seed)
    position = rules.begin()
    found = []
    while not position.over:
        deal(position, dice)
        found.append(position.clone())
        seat = choices(position.movers)[0]
        position.step(seat, place(dice.member(position.menu(seat))))
        if position.wants:
            deal(position, dice)
    return [*found[:: max(1, len(found) // 12)], position]


@pytest.mark.parametrize(("game", "variant", "seats"), RULE_SETS)
def test_a_vector_is_the_same_in_every_world_the_seat_could_be_in(
    game: str, variant: str, seats: int
) -> None:
    differs = 0
    for position in moments(catalogue.load(game, variant, seats), 3):
        for seat in range(seats):
            world = position.sample(seat, Dice(seat))
            assert seen(world, seat) == seen(position, seat)
            differs += seen(world, (seat + 1) % seats) != seen(position, (seat + 1) % seats)
    assert differs  # they were other worlds


@pytest.mark.parametrize(("game", "variant", "seats"), RULE_SETS)
def test_what_a_view_tells_a_vector_tells(game: str, variant: str, seats: int) -> None:
    """Views that differ in more than their forms give vectors that differ."""
    views, vectors = set(), set()
    for position in moments(catalogue.load(game, variant, seats), 5):
        for viewer in (None, *range(seats)):
            views.add((viewer, frozenset(sight.told(position.view(viewer)))))
            vectors.add((viewer, seen(position, viewer)))
    assert len(vectors) >= len(views)
    names = {name for _, view in views for name, _ in view}
    places = {sight.crc32(name.encode()) % sight.FACTS for name in names}
    assert len(names) > 50
    assert len(places) > 0.7 * min(len(names), sight.FACTS)


def test_the_facts_of_a_view_by_name() -> None:
    view = {
        "game": "pennies",
        "round": 2,
        "phase": "bid",
        "winner": None,
        "scores": [{"total": 7}, None],
        "over": False,
        "zones": [
            {
                "id": "purse.0",
                "owner": 0,
                "count": 2,
                "cards": [
                    {"card": "3", "code": 2, "ready": True},
                    {"card": "3", "code": 2, "asked": [0, 1]},
                ],
            },
            {"id": "bag", "owner": None, "count": 0, "cards": None},
        ],
        "form": {"key": "bid"},
    }
    assert list(sight.told(view)) == [
        ("round=2", 1.0),
        ("round", 2 / 8),
        ("phase=bid", 1.0),
        ("scores.0.total=7", 1.0),
        ("scores.0.total", 7 / 8),
        ("zones.purse.0.count=2", 1.0),
        ("zones.purse.0.count", 2 / 8),
        ("zones.purse.0:3", 1.0),
        ("zones.purse.0:3.ready=True", 1.0),
        ("zones.purse.0:3.ready", 1 / 8),
        ("zones.purse.0:3", 1.0),
        ("zones.purse.0:3.asked.0=0", 1.0),
        ("zones.purse.0:3.asked.0", 0.0),
        ("zones.purse.0:3.asked.1=1", 1.0),
        ("zones.purse.0:3.asked.1", 1 / 8),
        ("zones.bag.count=0", 1.0),
        ("zones.bag.count", 0.0),
    ]


def test_the_pieces_hold_the_seat_the_menu_and_the_open_path() -> None:
    rules = catalogue.load("pennies", "tiny")
    position = rules.begin()
    deal(position, Dice(1))
    chosen = choices(position.menu(1))[0]
    position.choose(1, chosen)
    vector = np.zeros(sight.size(rules), np.float32)
    sight.fill(vector, position, 1, [chosen])
    where = sight.pieces(rules)
    assert list(vector[where["seat"]]) == [0, 1]
    assert list(np.flatnonzero(vector[where["menu"]])) == choices(position.menu(1))
    assert list(np.flatnonzero(vector[where["path"]])) == [chosen]
    assert where["facts"].stop == len(vector) == 2 + 7 + 7 + sight.FACTS


def test_no_place_holds_more_than_the_bound() -> None:
    class Rich:
        rules = catalogue.load("pennies", "tiny")

        def view(self, viewer: int | None) -> dict[str, object]:
            return {"score": 10**9, "debt": -(10**9)}

    vector = np.zeros(sight.size(Rich.rules), np.float32)
    sight.fill(vector, Rich(), None, [])  # type: ignore[arg-type]
    assert (vector.min(), vector.max()) == (-sight.MOST, sight.MOST)
