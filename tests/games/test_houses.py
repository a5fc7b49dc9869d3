"""The houses of all games in any variant: each plays to the end, and answers wherever it is led."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from saleroom import catalogue
from saleroom.games.bits import Dice, choices, compiled
from saleroom.games.core import Random, deal
from tests import colours_variants, dutch_variants, sparrows_variants
from tests.games.matches import play

# Tables, and how many of them are drawn: a game of Six of Sparrows takes longer.
DRAWN = {
    "colours": (colours_variants.tables(), 150 if compiled() else 40),
    "dutch": (dutch_variants.tables(), 150 if compiled() else 40),
    "sparrows": (sparrows_variants.tables(most_rounds=3), 60 if compiled() else 15),
}


def unhurried(examples: int) -> settings:
    return settings(
        max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )


@pytest.mark.parametrize("game", DRAWN)
def test_a_house_plays_any_variant_to_its_end(game: str) -> None:
    tables, examples = DRAWN[game]

    @unhurried(examples)
    @given(tables, st.integers(0, 2**32))
    def plays(drawn: dict[str, Any], seed: int) -> None:
        law = catalogue.make(drawn, seats=drawn["seats"][0])
        assert play(law, [law.house()] * law.seats, seed).over

    plays()


@pytest.mark.parametrize("game", DRAWN)
def test_a_house_has_an_answer_wherever_others_have_led_it(game: str) -> None:
    """As in a search, and the same one in all worlds that it cannot tell apart."""
    tables, examples = DRAWN[game]

    @unhurried(examples * 2 // 5)
    @given(tables, st.integers(0, 2**32))
    def answers(drawn: dict[str, Any], seed: int) -> None:
        law = catalogue.make(drawn, seats=drawn["seats"][0])
        position, dice = law.begin(), Dice(seed)
        while not position.over:
            deal(position, dice)
            for seat in choices(position.movers):
                menu = position.menu(seat)
                worlds = [position, position.sample(seat, dice), position.sample(seat, dice)]
                found = {law.house().choose(world, seat, dice) for world in worlds}
                assert len(found) == 1
                assert menu >> found.pop() & 1
                position.choose(seat, Random().choose(position, seat, dice))

    answers()
