"""Copies: a clone is whole, independent, and listens to nobody."""

import pytest

from saleroom.games.bits import Dice, choices, place
from saleroom.games.dutch.position import Dutch

from .table import rules


def shown(position: Dutch) -> object:
    """All that anybody could ask a position."""
    told = [position.view(viewer) for viewer in (0, 1, None)]
    keys = [position.seen(seat) for seat in (0, 1)]
    draw = None
    if position.wants:
        asked = position.pending()
        draw = (asked.pile, asked.shuffle, asked.wants, asked.together, asked.seers)
    menus = [position.menu(seat) for seat in (0, 1)]
    return told, keys, draw, menus, position.scores(), position.ending()


def step(position: Dutch, dice: Dice) -> None:
    if position.wants:
        position.draw(place(dice.member(position.wants)))
    else:
        seat = choices(position.movers)[-1]
        position.step(seat, place(dice.member(position.menu(seat))))


@pytest.mark.parametrize("variant", ["standard", "offering"])
def test_a_copy_is_whole_and_plays_on_alike(variant: str) -> None:
    law = rules(variant)
    position, other = law.begin(), law.begin()
    assert isinstance(position, Dutch)
    assert isinstance(other, Dutch)
    dice = Dice(8)
    steps = 0
    while not position.over:
        steps += 1
        if steps % 7 == 0:  # wherever it stands: also inside a decision, and before a draw
            twin = position.clone()
            assert isinstance(twin, Dutch)
            assert twin.events is None
            before = shown(position)
            assert shown(twin) == before
            other.reset_to(position)
            assert shown(other) == before
            seed = steps
            for copied in (twin, other):
                same = Dice(seed)
                for _ in range(12):
                    if not copied.over:
                        step(copied, same)
            assert shown(twin) == shown(other)
            assert shown(position) == before
        step(position, dice)
    assert shown(position.clone()) == shown(position)  # type: ignore[arg-type]
