"""The plain yardstick: for every choice equally many games are imagined, and the best is taken."""

from time import perf_counter
from typing import final

from mypy_extensions import i64

from saleroom.bots.imagine import UNTIMED, Option, Referee, Thinker, options, try_out
from saleroom.games.bits import Dice
from saleroom.games.core import Position


@final
class Flat(Thinker):
    """Divides so many playouts among the choices of its menu, at least one for each."""

    playouts: int
    seconds: float

    def __init__(self, playouts: int, seconds: float = UNTIMED) -> None:
        self.playouts = playouts
        self.seconds = seconds

    def consider(self, world: Position, seat: i64, dice: Dice) -> list[Option]:
        house = world.rules.house()
        referee = Referee()
        tried = options(seat, world.menu(seat))
        end = perf_counter() + self.seconds
        for _ in range(max(self.playouts // len(tried), 1)):
            for option in tried:
                try_out(option, world, house, referee, dice)
            if perf_counter() > end:
                break
        tried.sort(key=Option.worth, reverse=True)
        return tried
