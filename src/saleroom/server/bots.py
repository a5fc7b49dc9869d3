"""Bots at live tables: they think in other processes, and are sent one imagined world, no more.

The world is out of `sample`, so the true position never leaves the server; a bot that peeks is not
possible. A thought that fails or takes too long is replaced by any legal decision.
"""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import time
from collections.abc import Sequence

from saleroom.bots import bot
from saleroom.bots.levels import LEVELS
from saleroom.games.bits import Dice
from saleroom.games.core import Position
from saleroom.server import metrics
from saleroom.server.errors import TryAgain
from saleroom.server.messages import BotOffer
from saleroom.server.workers import Workers

log = logging.getLogger(__name__)

OFFERED = (
    *(BotOffer(level, says) for level, says in LEVELS.items()),
    BotOffer("random", "takes any choice, for a first look"),
)
SUBSTITUTE = "club"  # who plays on for a player that is away
ADVISER = "master"  # who is asked for a hint
OVERDUE_S = 20.0  # then somebody else decides, and a little later the process is ended


def is_offered(name: str | None) -> bool:
    """May this bot sit at a table?"""
    return any(offer.bot == name for offer in OFFERED)


def titles(seats: Sequence[str | None]) -> list[str]:
    """What the bots at these seats are called: of one kind by their seats, as on their paddles."""
    return [
        "" if not bot else f"{bot.capitalize()} {seat if seats.count(bot) > 1 else 'bot'}"
        for seat, bot in enumerate(seats, 1)
    ]


class NoAnswer(TryAgain):
    """A bot that failed, or took too long."""


class Thinkers:
    """The processes in which bots think."""

    def __init__(self, workers: int | None = None) -> None:
        number = workers or max(1, (os.cpu_count() or 1) - 1)
        self.workers = Workers(number, OVERDUE_S + 10.0)
        self._free = asyncio.Semaphore(number)  # who waits for a process is not overdue

    async def think(self, name: str, position: Position, seat: int) -> list[int]:
        """The path of the decision that is taken for a seat of this bot; in every case one."""
        try:
            return await self.advise(name, position, seat)
        except NoAnswer:
            return _decide(job("random", position, seat))

    async def advise(self, name: str, position: Position, seat: int) -> list[int]:
        """The path of the decision that this bot itself would take for a seat that owes one."""
        asked = job(name, position, seat)
        async with self._free:
            started = time.perf_counter()
            try:
                return await asyncio.wait_for(self.workers.run(_decide, asked), OVERDUE_S)
            except Exception as error:  # whatever is wrong with it, the game goes on
                log.warning("%s gave no answer: %r", name, error)
                metrics.BOT_OVERDUE.inc()
                if isinstance(error, TimeoutError):
                    self.workers.replace()
                raise NoAnswer("The bot gave no answer; try again.") from error
            finally:
                metrics.BOT_SECONDS.labels(name).observe(time.perf_counter() - started)


def job(name: str, position: Position, seat: int) -> bytes:
    """What a worker is sent: the same bytes in every world that this seat could be in."""
    dice = Dice(position.seen(seat))
    world = position.sample(seat, dice)
    return pickle.dumps((name, world, seat, dice.below(2**31)))


def _decide(asked: bytes) -> list[int]:
    """In a worker: from an imagined world to a path of choices."""
    name, world, seat, seed = pickle.loads(asked)  # made by `job`, in the same program
    chooser, dice = bot(name), Dice(seed)
    path: list[int] = []
    complete = False
    while not complete:
        path.append(chooser.choose(world, seat, dice))
        complete = world.choose(seat, path[-1])
    return path
