"""Levels for people, from one who lets chances go by to one who thinks hard.

Imagined games are the bound that counts, so that a level plays the same on every ordinary machine;
the clock is only a guard, for a machine that is slow or busy.
"""

from typing import Final, final

from mypy_extensions import i64

from saleroom.bots.flat import Flat
from saleroom.bots.imagine import Option, Thinker
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
    """Takes any choice that seems to lose no more of the win than this."""

    thinker: Thinker
    loses: float

    def __init__(self, thinker: Thinker, loses: float) -> None:
        self.thinker = thinker
        self.loses = loses

    def consider(self, world: Position, seat: i64, dice: Dice) -> list[Option]:
        tried = self.thinker.consider(world, seat, dice)
        most = 0.0
        for option in tried:
            most = max(most, option.win())
        good = [option for option in tried if option.win() >= most - self.loses]
        taken = good[dice.below(len(good))]
        tried.remove(taken)
        tried.insert(0, taken)
        return tried


def level(name: str) -> Thinker:
    """One of the four. To tell good from bad well, the easygoing try all choices equally often."""
    if name == "novice":
        return Easygoing(Flat(1200, 0.4), 0.08)
    if name == "club":
        return Easygoing(Flat(1200, 0.4), 0.03)
    if name == "expert":
        return Search(1000, 0.4)
    assert name == "master", name
    return Search(10000, 1.8)
