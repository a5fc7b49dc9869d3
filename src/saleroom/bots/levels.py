"""Levels for people, from one who lets chances go by to one who thinks hard.

Imagined games are the bound that counts, so that a level plays the same on every ordinary machine;
the clock is only a guard, for a machine that is slow or busy.
"""

from math import sqrt
from typing import Final, final

from mypy_extensions import i64

from saleroom.bots.imagine import UNTIMED, Option, Thinker
from saleroom.bots.search import Search
from saleroom.games.bits import Dice
from saleroom.games.core import Position

LEVELS: Final = {
    "novice": "lets chances go by",
    "club": "plays a sound game",
    "expert": "lets little go by",
    "master": "thinks hard, up to two seconds",
}
LOSES: Final = {"novice": 0.21, "club": 0.13, "expert": 0.06}


@final
class Easygoing(Thinker):
    """Of the choices that surely lose no more of the win than this, takes the worse of any two.

    What was rarely tried is hard to judge, and so it is seldom taken: weak play, not foolish play.
    A decision of several parts lets a chance go by with the first part or not at all, and most of
    the time is for the first.
    """

    loses: float
    simulations: int
    seconds: float

    def __init__(self, loses: float, simulations: int, seconds: float = UNTIMED) -> None:
        self.loses = loses
        self.simulations = simulations
        self.seconds = seconds

    def consider(self, world: Position, seat: i64, dice: Dice) -> list[Option]:
        """The one that is taken comes first, and then the others as the search has them."""
        if not world.between(seat):
            return Search(self.simulations // 3, self.seconds / 4.0).consider(world, seat, dice)
        tried = Search(self.simulations, self.seconds).consider(world, seat, dice)
        least = tried[0].win() - self.loses
        good = [option for option in tried if _surely(option) >= least]
        if good:
            taken, other = good[dice.below(len(good))], good[dice.below(len(good))]
            if other.win() < taken.win():
                taken = other
            tried.remove(taken)
            tried.insert(0, taken)
        return tried


def _surely(option: Option) -> float:
    """The chance to win with it, less a standard error at its widest."""
    return option.win() - 0.5 / sqrt(float(max(option.tries, 1)))


def level(name: str) -> Thinker:
    """One of the four."""
    if name == "master":
        return Search(2000, 1.2)
    return Easygoing(LOSES[name], 1200, 0.35)
