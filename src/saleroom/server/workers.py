"""Other processes that work for the server: made when first needed, and ended with it.

Bots, reviews, records and the lab have each their own, so that no table waits for the others.
"""

from __future__ import annotations

import asyncio
import faulthandler
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar, TypeVarTuple

Asked = TypeVarTuple("Asked")
Answer = TypeVar("Answer")

ENDING_S = 4.0  # so long a job may take when the server ends


class Workers:
    """So many processes for jobs of one kind."""

    def __init__(self, number: int, longest_s: float | None = None, *, shared: bool = True) -> None:
        self._number = number
        self._shared = shared  # by several who ask at once
        self._longest_s = longest_s  # a job that takes longer ends its process
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False

    async def run(self, function: Callable[[*Asked], Answer], *asked: *Asked) -> Answer:
        """What a worker answers; asked again where the workers were replaced meanwhile, and once
        more where they broke: that may have been another's job."""
        loop = asyncio.get_running_loop()
        broke = False
        while not self._closed:
            pool = self._pool = self._pool or self._new()
            try:
                return await loop.run_in_executor(pool, _do, self._longest_s, function, *asked)
            except asyncio.CancelledError:
                this = asyncio.current_task()
                if pool is self._pool or this is None or this.cancelling():
                    raise  # it is whoever asks that is to end
            except BrokenProcessPool:
                if pool is self._pool:
                    self.replace()
                if broke or not self._shared:
                    raise
                broke = True
        raise asyncio.CancelledError  # the server ends, and with it whoever asks

    def _new(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["saleroom.server.bots", "saleroom.bots.levels"])
        return ProcessPoolExecutor(self._number, context, _begin)

    def replace(self) -> None:
        """These hang or are broken: the next job gets new ones."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    async def close(self) -> None:
        """End them, after the jobs under way if those are short: a pool that is still ending when
        the interpreter does can fail at it."""
        self._closed = True
        if self._pool is None:
            return
        processes = list((self._pool._processes or {}).values())  # from 3.14 on: kill_workers()
        ending = asyncio.create_task(
            asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)
        )
        if not (await asyncio.wait({ending}, timeout=ENDING_S))[0]:
            for process in processes:
                process.kill()
        await ending


def _do(longest_s: float | None, function: Callable[[*Asked], Answer], *asked: *Asked) -> Answer:
    """In a worker: a job, in time. The clock is not Python's: what never gives way ends too."""
    if longest_s is None:
        return function(*asked)
    faulthandler.dump_traceback_later(longest_s, exit=True)
    try:
        return function(*asked)
    finally:
        faulthandler.cancel_dump_traceback_later()


def _begin() -> None:
    """In a new worker: be nice, and end when the server does, however it ends."""
    os.nice(5)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, who ends them
    server = multiprocessing.parent_process()
    assert server is not None

    def follow() -> None:
        server.join()
        os._exit(0)

    threading.Thread(target=follow, daemon=True).start()
