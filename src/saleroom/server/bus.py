"""What the processes on one database tell each other, by NOTIFY: entries, and who is there.

Nothing depends on it but speed: who misses something finds it in the log a little later. What is
said goes out in a statement of its own after the commit, so that no commit waits for it. Hands and
decks are in it, as they are in the database.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct

from saleroom.server.messages import Reaction
from saleroom.server.postgres import FAILURES, PAUSES_S, SLOW_S, connect
from saleroom.server.store import Row

CHANNEL = "saleroom"
LARGEST = 7_000  # bytes; PostgreSQL takes fewer than 8000
MOST_UNSENT = 10_000
LAST_WORDS_S = 1.0

log = logging.getLogger(__name__)


class Appended(Struct, frozen=True, tag_field="t", tag="entries"):
    """A table has gone on up to this number; with its entries while they are few."""

    table: str
    head: int
    rows: list[Row]


class Here(Struct, frozen=True, tag_field="t", tag="here"):
    """Who is at a table by way of this process: guests with a seat, and how many watch."""

    table: str
    guests: list[str]
    watching: int


class Who(Struct, frozen=True, tag_field="t", tag="who"):
    """A table has come into the memory of this process: who is there elsewhere?"""

    table: str


class Said(Struct, frozen=True, tag_field="t", tag="said"):
    """A word over the table."""

    table: str
    seat: int
    what: Reaction


class Alive(Struct, frozen=True, tag_field="t", tag="alive"):
    """This process is still there."""


Message = Appended | Here | Who | Said | Alive

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(tuple[str, list[Message]]).decode


class Bus:
    """One connection, which is made again whenever it breaks."""

    def __init__(
        self, address: str, hear: Callable[[str, Message], None], opened: Callable[[], None]
    ) -> None:
        self.process = secrets.token_hex(4)
        self._address = address
        self._hear = hear  # told which process says what
        self._opened = opened  # called whenever something may have been missed
        self._unsent: list[bytes] = []
        self._filled = asyncio.Event()
        self._running: asyncio.Task[None] | None = None
        self._ending = False

    def open(self) -> None:
        self._running = asyncio.create_task(self._run())

    async def close(self) -> None:
        """After the last words, if they can be heard."""
        if self._running is not None:
            self._ending = True
            self._filled.set()
            await asyncio.wait([self._running], timeout=LAST_WORDS_S)
            self._running.cancel()
            await asyncio.wait([self._running])

    def say(self, message: Message) -> None:
        """Soon, together with what else is said in this moment."""
        if len(self._unsent) < MOST_UNSENT:
            self._unsent.append(_encode(message))
            self._filled.set()

    def append(self, rows: list[Row]) -> None:
        """Say what was appended."""
        tables: dict[str, list[Row]] = {}
        for row in rows:
            tables.setdefault(row.table, []).append(row)
        for table, own in tables.items():
            if own[0].number > 1:  # nobody else has heard of a table that was made just now
                message = Appended(table, own[-1].number, own)
                is_small = len(_encode(message)) < LARGEST
                self.say(message if is_small else Appended(table, own[-1].number, []))

    async def _run(self) -> None:
        pauses = iter(PAUSES_S)
        while True:
            connection = None
            try:
                connection = await connect(self._address, patience_s=SLOW_S)
                await connection.add_listener(CHANNEL, self._heard)
                pauses = iter(PAUSES_S)
                self._opened()
                await self._send_on(connection)
            except Exception as error:  # whatever it is, the next connection may do better
                log.warning("other processes are not heard now: %r", error)
            finally:
                if connection is not None:
                    with suppress(*FAILURES):
                        connection.terminate()
            if self._ending:
                return
            self._unsent.clear()  # they find it in the log
            await asyncio.sleep(next(pauses, PAUSES_S[-1]))

    async def _send_on(self, connection: Any) -> None:
        """Until the connection breaks."""
        connection.add_termination_listener(lambda _: self._filled.set())
        while not connection.is_closed():
            unsent, self._unsent = self._unsent, []
            self._filled.clear()
            if unsent:
                await connection.execute(
                    "select pg_notify($1, said) from unnest($2::text[]) as said",
                    CHANNEL,
                    self._packed(unsent),
                )
            elif self._ending:
                return
            else:
                await self._filled.wait()

    def _packed(self, messages: list[bytes]) -> list[str]:
        """In few payloads, none of them too large."""
        packs: list[list[bytes]] = [[]]
        size = 0
        for message in messages:
            if size + len(message) > LARGEST and packs[-1]:
                packs.append([])
                size = 0
            packs[-1].append(message)
            size += len(message) + 1
        return [f'["{self.process}",[%s]]' % b",".join(pack).decode() for pack in packs]

    def _heard(self, _: object, __: int, ___: str, payload: str) -> None:
        try:
            process, messages = _decode(payload)
            if process != self.process:
                for message in messages:
                    self._hear(process, message)
        except Exception:  # of a later program, say; the log tells it too
            log.exception("something was said that means nothing here")
