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
LOSES: Final = {"novice": 0.15, "club": 0.1, "expert": 0.05}
DRAWS: Final = {"novice": 6, "club": 3, "expert": 2}
_SEEDS: Final = 2**31


@final
class Easygoing(Thinker):
    """Of the choices that surely lose no more of the win than this, takes the worst of some drawn.

    What was rarely tried is hard to judge, so it is seldom taken, and what is taken meets the best
    once more: weak play, not foolish play. A decision of several parts lets a chance go by with the
    first part or not at all, and most of the time is for the first.
    """

    loses: float
    draws: int
    simulations: int
    seconds: float
    whole: float  # seconds for all choices of a decision

    def __init__(
        self,
        loses: float,
        draws: int,
        simulations: int,
        seconds: float = UNTIMED,
        whole: float = UNTIMED,
    ) -> None:
        self.loses = loses
        self.draws = draws
        self.simulations = simulations
        self.seconds = seconds
        self.whole = whole

    def consider(self, world: Position, seat: i64, dice: Dice) -> list[Option]:
        """The one that is taken comes first, and then the others as the search has them."""
        if not world.between(seat):
            seconds = min(self.seconds / 4.0, self.left(world, seat, self.whole))
            return Search(self.simulations // 3, seconds).consider(world, seat, dice)
        race = Search(self.simulations * 2 // 3, self.seconds * 0.6)
        tried = race.consider(world, seat, dice)
        least = tried[0].win() - self.loses
        good = [option for option in tried if _surely(option) >= least]
        if good:
            taken = good[dice.below(len(good))]
            for _ in range(1, self.draws):
                other = good[dice.below(len(good))]
                if other.win() < taken.win():
                    taken = other
            if self._cost(world, tried[0], taken, dice) <= self.loses:
                tried.remove(taken)
                tried.insert(0, taken)
        return tried

    def _cost(self, world: Position, best: Option, other: Option, dice: Dice) -> float:
        """How much of the win the other loses, game by game in the same worlds."""
        if other is best:
            return 0.0
        search = Search(self.simulations // 6, self.seconds * 0.2)
        seed = int(dice.below(_SEEDS))
        won = search.shares(world, best.seat, [int(best.choice)], seed)
        left = search.shares(world, other.seat, [int(other.choice)], seed)
        games = min(len(won), len(left))
        if 2 * games < search.simulations:
            return 1.0  # too little time to know
        cost = 0.0
        for number in range(games):
            cost += won[number] - left[number]
        return cost / float(games)


def _surely(option: Option) -> float:
    """The chance to win with it, less a standard error at its widest."""
    return option.win() - 0.5 / sqrt(float(max(option.tries, 1)))


def level(name: str) -> Thinker:
    """One of the four."""
    if name == "master":
        return Search(2000, 1.2, 2.0)
    return Easygoing(LOSES[name], DRAWS[name], 1200, 0.35, 0.5)
