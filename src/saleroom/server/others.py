"""The other processes on our database: what they append is followed, and who is with them is known.

A wake-up that is lost costs a moment: the heads of the logs are asked for again and again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping

from saleroom.server import metrics
from saleroom.server.bus import Alive, Appended, Bus, Here, Message, Said, Who
from saleroom.server.messages import Reaction
from saleroom.server.postgres import Postgres
from saleroom.server.store import Row, StoreDown
from saleroom.server.table import Table

POLL_S = 2.0  # between looks at the heads of all tables that somebody needs
SILENT_S = 10.0  # then a process is thought to be no more

logger = logging.getLogger(__name__)


class Others:
    """All that is not in this process."""

    def __init__(self, address: str, tables: Mapping[str, Table]) -> None:
        self._tables = tables  # those in memory
        self.store = Postgres(address, self._appended)
        self._bus = Bus(address, self._heard, self._opened)
        self._lively: dict[str, float] = {}  # by process: when it was heard last
        self._polling: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._bus.open()
        self._polling = asyncio.create_task(self._poll_on())

    async def close(self) -> None:
        """What waits is written, and the others are told of it."""
        if self._polling is not None:
            self._polling.cancel()
            await asyncio.wait([self._polling])
        await self.store.close()
        await self._bus.close()

    # -- what we tell ------------------------------------------------------------------------------

    def say_here(self, table: str, guests: list[str], watching: int) -> None:
        self._bus.say(Here(table, guests, watching))

    def say_reacted(self, table: str, seat: int, what: Reaction) -> None:
        self._bus.say(Said(table, seat, what))

    def ask_who(self, table: str) -> None:
        self._bus.say(Who(table))

    def _appended(self, rows: list[Row]) -> None:
        self._bus.append(rows)

    # -- what we hear ------------------------------------------------------------------------------

    def _heard(self, process: str, message: Message) -> None:
        self._lively[process] = time.monotonic()
        if isinstance(message, Alive):
            return
        table = self._tables.get(message.table)
        if table is None:
            return
        if isinstance(message, Appended):
            table.hear(message.head, message.rows)
        elif isinstance(message, Here):
            table.others_are_here(process, message.guests, message.watching)
        elif isinstance(message, Said):
            table.show_reaction(message.seat, message.what)
        else:  # nobody is an answer too: that the last one left may not have been heard
            table.say_here()

    def _opened(self) -> None:
        """Something may have been missed: who is there, and what was appended."""
        for key, table in self._tables.items():
            self.ask_who(key)
            table.say_here()

    async def _poll_on(self) -> None:
        while True:
            await asyncio.sleep(POLL_S)
            self._bus.say(Alive())
            try:
                await self._poll()
            except StoreDown as error:
                logger.warning("%s", error)
            except Exception:
                logger.exception("looking for what was missed failed")

    async def _poll(self) -> None:
        silent = time.monotonic() - SILENT_S
        for process in [one for one, heard in self._lively.items() if heard < silent]:
            del self._lively[process]
            for table in self._tables.values():
                table.lose(process)
        needed = [key for key, table in self._tables.items() if not table.is_idle]
        for key, head in (await self.store.heads(needed) if needed else {}).items():
            behind = self._tables.get(key)
            if behind is not None and head > behind.state.number:
                metrics.WAKEUPS.add("poll")
                behind.hear(head, [])
