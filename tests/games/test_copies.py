"""Copies of a position, however they are made, hold all that it holds and go their own way."""

import pickle

import pytest

from saleroom import catalogue
from saleroom.games.bits import Dice, choices, place
from saleroom.games.core import Position
from tests.games.fields import held

ALL = [(game, variant) for game in catalogue.games() for variant in catalogue.variants(game)]


def step(position: Position, dice: Dice) -> None:
    if position.wants:
        position.draw(place(dice.member(position.wants)))
    elif not position.over:
        seat = choices(position.movers)[-1]
        position.step(seat, place(dice.member(position.menu(seat))))


@pytest.mark.parametrize(("game", "variant"), ALL)
def test_a_copy_holds_every_field_and_plays_on_alike(game: str, variant: str) -> None:
    rules = catalogue.load(game, variant)
    position, other, dice = rules.begin(), rules.begin(), Dice(8)
    position.events = []
    for number in range(400):
        if number % 9 == 0:  # wherever it stands: inside a decision too, and before a draw
            before = held(position)
            other.reset_to(position)
            twins = [position.clone(), pickle.loads(pickle.dumps(position)), other]
            for twin in twins:
                assert held(twin) == before
                assert twin.events is None
                same = Dice(number)
                for _ in range(12):
                    step(twin, same)
            assert held(twins[0]) == held(twins[1]) == held(twins[2])
            assert held(position) == before
        step(position, dice)


def test_a_position_is_reset_only_to_one_of_its_own_game() -> None:
    with pytest.raises(AssertionError, match="own game"):
        catalogue.load("colours").begin().reset_to(catalogue.load("dutch").begin())
