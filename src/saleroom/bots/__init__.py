"""Bots: who chooses for a seat, knowing only what the seat knows."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from saleroom.games.bits import Dice
from saleroom.games.core import Bot, Position, Random

POSSIBLE = (
    "novice, club, expert, master, random, house, "
    "flat:N or search:N with N games imagined before each choice, such as search:200, "
    "search:500ms with as many as there is time for, or external:COMMAND for a program of your own"
)
MOST = 10**9  # games or milliseconds


@final
class House(Bot):
    """Plays each game as somebody who thought about it."""

    def choose(self, world: Position, seat: i64, dice: Dice) -> i64:
        return world.rules.house().choose(world, seat, dice)


def bot(name: str) -> Bot:
    """The bot of this name; ValueError with what is possible where there is none."""
    from saleroom.bots.flat import Flat
    from saleroom.bots.levels import LEVELS, level
    from saleroom.bots.search import Search

    kind, colon, budget = name.partition(":")
    if kind == "flat":
        return Flat(_amount(name, budget))
    if kind == "search" and budget.endswith("ms"):
        return Search(seconds=_amount(name, budget.removesuffix("ms")) / 1000)
    if kind == "search":
        return Search(_amount(name, budget))
    if kind == "external" and colon:
        from saleroom.bots.external import External

        return External(budget)
    if not colon:
        if kind == "random":
            return Random()
        if kind == "house":
            return House()
        if kind in LEVELS:
            return level(kind)
    raise ValueError(f"There is no bot {name!r}; possible: {POSSIBLE}.")


def _amount(name: str, digits: str) -> int:
    """How much a bot may think: a whole number from 1 on."""
    short = len(digits) <= len(str(MOST)) and digits.isascii() and digits.isdigit()
    if not (short and 1 <= int(digits) <= MOST):
        kind = name.partition(":")[0]
        raise ValueError(
            f"{name!r}: {kind} needs a number of games to imagine, from 1 on; possible: {POSSIBLE}."
        )
    return int(digits)
