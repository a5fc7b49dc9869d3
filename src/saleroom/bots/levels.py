"""Levels for people, from one who lets chances go by to one who thinks hard.

Imagined games are the bound that counts, so that a level plays the same on every ordinary machine;
the clock is only a guard, for a machine that is slow or busy.
"""

from math import sqrt
from time import perf_counter
from typing import Final, final

from mypy_extensions import i64

from saleroom.bots.imagine import UNTIMED, Option, Referee, Thinker, options, try_out
from saleroom.bots.search import Search
from saleroom.games.bits import Dice
from saleroom.games.core import Position

LEVELS: Final = {
    "novice": "lets chances go by",
    "club": "plays a sound game",
    "expert": "thinks ahead",
    "master": "thinks hard, up to two seconds",
}


@final
class Easygoing(Thinker):
    """Takes any choice that seems to lose no more of the win than this.

    All are tried equally often, but for those that have shown to be worse; so the games go where
    it is hard to tell.
    """

    loses: float
    playouts: int
    seconds: float

    def __init__(self, loses: float, playouts: int, seconds: float = UNTIMED) -> None:
        self.loses = loses
        self.playouts = playouts
        self.seconds = seconds

    def consider(self, world: Position, seat: i64, dice: Dice) -> list[Option]:
        """The one that is taken comes first, and then the others as they came out."""
        house = world.rules.house()
        referee = Referee()
        tried = options(seat, world.menu(seat))
        left = tried.copy()
        end = perf_counter() + self.seconds
        games = 0
        while games < self.playouts and perf_counter() < end:
            for option in left:
                try_out(option, world, house, referee, dice)
            games += len(left)
            left = _within(left, self.loses + 1.0 / sqrt(float(left[0].tries)))
        left = _within(left, self.loses)
        taken = left[dice.below(len(left))]
        tried.sort(key=Option.win, reverse=True)
        tried.remove(taken)
        tried.insert(0, taken)
        return tried


def _within(tried: list[Option], loses: float) -> list[Option]:
    """Those that are not further behind the best."""
    most = 0.0
    for option in tried:
        most = max(most, option.win())
    return [option for option in tried if option.win() >= most - loses]


def level(name: str) -> Thinker:
    """One of the four."""
    if name == "novice":
        return Easygoing(0.14, 1200, 0.4)
    if name == "club":
        return Easygoing(0.05, 1200, 0.4)
    if name == "expert":
        return Search(300, 0.4)
    assert name == "master", name
    return Search(3000, 1.8)
