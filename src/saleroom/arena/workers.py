"""The games of a plan, played here or by processes of its own, as many at a time as one likes."""

from __future__ import annotations

import multiprocessing
import os
import queue
import signal
import threading
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing.connection import Connection, wait
from typing import NoReturn, cast

from saleroom.arena.plan import Fixture, Game, Plan
from saleroom.bots import external

_PATIENCE_S = 2.0  # for a process in the middle of a thought


class WorkerLost(RuntimeError):
    """A process ended in the middle of a game."""


def games(
    plan: Plan[Fixture, Game], fixtures: Iterable[Fixture], workers: int
) -> Generator[Game, None, None]:
    """These games as they end, in any order; with one worker here and in theirs."""
    if workers == 1:
        yield from (plan.play(fixture) for fixture in fixtures)
        return
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["saleroom.arena.workers", "saleroom.bots.levels"])
    lines, processes = [], []
    waiting = iter(fixtures)
    try:
        for fixture in islice(waiting, workers):
            here, there = context.Pipe()
            process = context.Process(target=_work, args=(there, plan), daemon=True)
            process.start()
            there.close()
            _send(here, fixture)
            lines.append(here)
            processes.append(process)
        busy = set(lines)
        while busy:
            for line in cast(list[Connection], wait(busy)):
                yield cast(Game, _received(line))
                following = next(waiting, None)
                if following is None:
                    busy.discard(line)
                else:
                    _send(line, following)
    finally:
        for line in lines:
            line.close()
        for process in processes:
            process.join(_PATIENCE_S)
            process.kill()
            process.join()


def _received(line: Connection) -> object:
    with _somebody_there():
        answer = line.recv()
    if isinstance(answer, Exception):
        raise answer
    return answer


def _send(line: Connection, fixture: object) -> None:
    with _somebody_there():
        line.send(fixture)


@contextmanager
def _somebody_there() -> Iterator[None]:
    """At the other end of a line."""
    try:
        yield
    except (EOFError, OSError):
        raise WorkerLost(
            "A process ended in the middle of a game; the system may be out of memory."
        ) from None


# -- in a worker -----------------------------------------------------------------------------------


def _work(line: Connection, plan: Plan[Fixture, Game]) -> None:
    """Play what comes; Ctrl-C is meant for who sent it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    fixtures: queue.SimpleQueue[Fixture] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(line, fixtures), daemon=True).start()
    while True:
        fixture = fixtures.get()
        try:
            answer: object = plan.play(fixture)
        except Exception as error:
            answer = error
        try:
            line.send(answer)
        except OSError:
            _leave()


def _listen(line: Connection, fixtures: queue.SimpleQueue[Fixture]) -> None:
    """When nobody is at the other end any more, however that came, end at once."""
    with suppress(EOFError, OSError):
        while True:
            fixtures.put(line.recv())
    _leave()


def _leave() -> NoReturn:
    external.end_all()
    os._exit(0)
