"""A position travels to another process and back, and nothing of it is lost."""

import pickle

import pytest

from saleroom import catalogue
from saleroom.games.bits import Dice, choices
from saleroom.games.core import Position, deal
from saleroom.games.dutch.worlds import FIELDS, SIDE_FIELDS


def everything(position: Position) -> list[object]:
    views = [position.view(viewer) for viewer in (0, 1, None)]
    return [*views, [position.menu(seat) for seat in (0, 1)], [position.seen(0), position.seen(1)]]


@pytest.mark.parametrize("variant", ["standard", "offering"])
def test_a_position_comes_back_whole_at_every_step_of_a_game(variant: str) -> None:
    position, dice = catalogue.load("dutch", variant).begin(), Dice(11)
    deal(position, dice)
    while not position.over:
        twin = pickle.loads(pickle.dumps(position))
        assert everything(twin) == everything(position)
        world, same_world = position.sample(0, Dice(5)), twin.sample(0, Dice(5))
        assert everything(world) == everything(same_world)
        seat = choices(position.movers)[-1]
        menu = choices(position.menu(seat))
        choice = menu[dice.below(len(menu))]
        twin.step(seat, choice)
        position.step(seat, choice)
        assert (twin.wants, twin.movers, twin.over) == (
            position.wants,
            position.movers,
            position.over,
        )
        deal(position, dice)


def test_the_pickled_form_names_every_field() -> None:
    position = catalogue.load("dutch").begin()
    data = {
        name
        for name in dir(position)
        if not name.startswith("_") and not callable(getattr(position, name))
    }
    assert data - {"rules", "law", "events", "sides"} == set(FIELDS)
    side = position.sides[0]
    fields = {name for name in dir(side) if not name.startswith("_")}
    assert {name for name in fields if not callable(getattr(side, name))} == set(SIDE_FIELDS)
