"""Bots at live tables: they think in other processes, and are sent one imagined world, no more.

The world is out of `sample`, so the true position never leaves the server; a bot that peeks is not
possible. A thought that fails or takes too long is replaced by any legal decision.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import pickle
import threading
import time
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from saleroom.bots import bot
from saleroom.bots.levels import LEVELS
from saleroom.games.bits import Dice
from saleroom.games.core import Position
from saleroom.server import metrics
from saleroom.server.messages import BotOffer

log = logging.getLogger(__name__)

OFFERED = (
    *(BotOffer(level, says) for level, says in LEVELS.items()),
    BotOffer("random", "takes any choice, for a first look"),
)
SUBSTITUTE = "club"  # who plays on for a player that is away
ADVISER = "expert"  # who is asked for a hint
OVERDUE_S = 20.0


def is_offered(name: str | None) -> bool:
    """May this bot sit at a table?"""
    return any(offer.bot == name for offer in OFFERED)


def title(name: str) -> str:
    """What such a bot is called at a table."""
    return f"{name.capitalize()} bot"


class Thinkers:
    """The processes in which bots think."""

    def __init__(self, workers: int | None = None) -> None:
        self._workers = workers or max(1, (os.cpu_count() or 1) - 1)
        self._pool: Executor | None = None

    async def think(self, name: str, position: Position, seat: int) -> list[int]:
        """The path of the decision that this bot takes for a seat that owes one."""
        asked = job(name, position, seat)
        started = time.perf_counter()
        loop = asyncio.get_running_loop()
        try:
            answer = loop.run_in_executor(self._processes(), _decide, asked)
            path = await asyncio.wait_for(answer, OVERDUE_S)
        except Exception as error:  # whatever is wrong with it, the game goes on
            log.warning("%s gave no answer: %r", name, error)
            metrics.BOT_OVERDUE.inc()
            if isinstance(error, TimeoutError | BrokenProcessPool):
                self.close()
            path = _decide(job("random", position, seat))
        metrics.BOT_SECONDS.labels(name).observe(time.perf_counter() - started)
        return path

    def _processes(self) -> Executor:
        if self._pool is None:
            self._pool = processes(self._workers)
        return self._pool

    def close(self) -> None:
        """Let the processes go; the next thought makes new ones."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def processes(number: int) -> Executor:
    """So many for thinking, which end with the server."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["saleroom.server.bots", "saleroom.bots.levels"])
    return ProcessPoolExecutor(number, context, _begin)


def job(name: str, position: Position, seat: int) -> bytes:
    """What a worker is sent: the same bytes in every world that this seat could be in."""
    dice = Dice(position.seen(seat))
    world = position.sample(seat, dice)
    return pickle.dumps((name, world, seat, dice.below(2**31)))


def _begin() -> None:
    """In a new worker: be nice, and end when the server does, however it ends."""
    os.nice(5)
    server = multiprocessing.parent_process()
    assert server is not None

    def follow() -> None:
        server.join()
        os._exit(0)

    threading.Thread(target=follow, daemon=True).start()


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
