"""What tables need of a store: units are written whole, and logs and lists are read.

SQLite in a folder is in `sqlite`, PostgreSQL in `postgres`; `stores` says which.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Annotated, Protocol

from msgspec import Meta, Struct

LONGEST_QUEUE = 4_096
FRESH_S = 2.0  # so long one commit shows that the next will do


class StoreDown(Exception):
    """Nothing was written; it may be tried again."""


class Behind(StoreDown):
    """Nothing was written: the table has gone on in another process."""


class NoTables(Exception):
    """A folder in which nobody has played."""


Moment = Annotated[int, Meta(ge=0, lt=1 << 62)]  # ms since 1970; no store holds much more
Done = Callable[[StoreDown | None], None]  # told when a unit is durable, or why it is not


class Row(Struct, frozen=True, tag_field="is", tag="entry"):
    """An entry as it lies on the disk."""

    table: str
    number: int
    at: Moment
    seat: int | None
    command: str | None
    kind: str
    body: str
    check_sum: int | None = None


class Line(Struct, frozen=True):
    """A table in a list."""

    id: str
    name: str
    created: int
    maker: str
    game: str
    variant: str
    rules: int
    public: int  # 1: in the lobby
    status: str
    says: str
    touched: int


class Chair(Struct, frozen=True):
    """A seat in a list."""

    seat: int
    guest: str | None
    bot: str | None
    name: str


class Guest(Struct, frozen=True, tag_field="is", tag="guest"):
    """Somebody who has chosen a name."""

    id: str
    name: str
    created: Moment


class Unit(Struct, frozen=True):
    """What is written together: entries of one table, and what lists know of it."""

    rows: tuple[Row, ...] = ()
    line: Line | None = None
    chairs: tuple[Chair, ...] | None = None
    guest: Guest | None = None
    probe: bool = False  # only to see whether anything can be written


class Store(Protocol):
    """What tables need of a store."""

    in_queue: int  # units that wait

    async def open(self) -> None: ...
    async def close(self) -> None: ...
    async def is_ready(self) -> bool: ...
    def put(self, unit: Unit, done: Done) -> None: ...  # it is called in this loop

    async def write(self, unit: Unit) -> None:
        """Returns when the unit is durable; StoreDown when it is not there."""
        done: asyncio.Future[StoreDown | None] = asyncio.get_running_loop().create_future()
        self.put(unit, lambda failure: None if done.cancelled() else done.set_result(failure))
        if failure := await done:
            raise failure

    async def entries(self, table: str) -> list[Row]: ...
    async def after(self, table: str, number: int) -> list[Row]: ...
    async def find(self, name: str) -> str | None: ...
    async def name_of(self, guest: str) -> str | None: ...
    async def open_tables(self) -> list[tuple[Line, list[Chair]]]: ...
    async def tables_of(self, guest: str, over: bool) -> list[tuple[Line, list[Chair]]]: ...
    async def made_by(self, guest: str, since: int) -> tuple[int, int]: ...


class Logs(Protocol):
    """All logs of a store, read or brought in while no server has it: see `archive`."""

    def tables(self) -> list[str]: ...
    def log(self, table: str) -> list[Row]: ...
    def people(self, table: str) -> list[str]: ...  # who sits there, and who made it
    def guests(self) -> list[Guest]: ...
    def write(self, unit: Unit) -> None: ...


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
