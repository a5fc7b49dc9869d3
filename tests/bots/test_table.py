"""Bots at a table: they are handed a world, and not the true one."""

from zlib import crc32

import pytest
from mypy_extensions import i64

from saleroom import catalogue
from saleroom.bots.table import ask
from saleroom.games.bits import Dice, choices
from saleroom.games.core import Bot, Position
from saleroom.records import deal

RULE_SETS = [(game, variant) for game in catalogue.games() for variant in catalogue.variants(game)]


class Peeker(Bot):
    """Would choose by what the seat to its left sees."""

    def choose(self, world: Position, seat: i64, dice: Dice) -> i64:
        left = (seat + 1) % world.rules.seats
        menu = choices(world.menu(seat))
        return i64(menu[crc32(repr(world.view(left)).encode()) % len(menu)])


@pytest.mark.parametrize(("game", "variant"), RULE_SETS)
def test_a_bot_that_would_peek_sees_what_its_seat_imagines(game: str, variant: str) -> None:
    played = deal(game, variant=variant, seed=5)
    hidden = 0
    while not played.over and len(played.entries) < 30:
        seat = played.movers[-1]
        answer = ask(played, seat, Peeker())
        for seed in range(4):
            elsewhere = played.copy()
            elsewhere.position = played.position.sample(seat, Dice(seed))
            left = (seat + 1) % played.rules.seats
            hidden += elsewhere.position.view(left) != played.position.view(left)
            assert ask(elsewhere, seat, Peeker()) == answer
        played.choose(seat, answer)
    assert hidden, "it would have seen something"
