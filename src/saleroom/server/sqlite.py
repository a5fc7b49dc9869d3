"""The store: one file of SQLite, one thread that writes, one that reads.

What is waiting when the writer is free goes into one transaction with one sync (group commit), and
then all who waited are woken at once. A unit is whole on the disk or not there.
"""

from __future__ import annotations

import asyncio
import fcntl
import logging
import queue
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, TextIO, TypeVar, cast

import apsw
import msgspec

from saleroom.server import metrics, schema
from saleroom.server.failpoints import reach
from saleroom.server.store import (
    FRESH_S,
    LONGEST_QUEUE,
    Chair,
    Done,
    Guest,
    Line,
    NoTables,
    Row,
    Store,
    StoreDown,
    Unit,
    now,
)

FILE = "saleroom.sqlite"
OLDEST_SQLITE = 3_051_003
ROWS_AT_ONCE = 256
ROOM = 4 << 20  # bytes on the disk: with less a probe may still fit where a table does not
MANY = 4  # units in one transaction: the house is so busy that ...
REST_S = 0.004  # ... the next had better be for more of them
ENTRIES = "select table_id, number, at, seat, command_id, kind, body, check_sum from entry"  # Rows

log = logging.getLogger(__name__)
T = TypeVar("T")


class SQLite(Store):
    """The store in a folder; only one server may have it open."""

    def __init__(self, folder: Path) -> None:
        if apsw.sqlite3_sourceid() and _version() < OLDEST_SQLITE:
            raise StoreDown(f"SQLite {apsw.sqlite_lib_version()} is too old: 3.51.3 is needed.")
        self._lock = _locked(folder)
        self._folder = folder
        self._file = str(folder / FILE)
        self._waiting: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self.in_queue = 0
        metrics.WRITER_QUEUE.set_function(lambda: self.in_queue)
        self._written_at = -FRESH_S
        try:
            with _opened(folder) as connection:
                _prepare(connection)
        except StoreDown:
            self._lock.close()
            raise
        self._reader = ThreadPoolExecutor(1, "reader")
        self._reading: apsw.Connection | None = None
        self._writer = threading.Thread(target=self._write_on, name="writer", daemon=True)
        self._writer.start()

    async def open(self) -> None:
        """It is open since it was made."""

    # -- writing -------------------------------------------------------------------------------

    def put(self, unit: Unit, done: Done) -> None:
        """Have a unit written; `done` is called in this loop when it is durable, or cannot be."""
        if self.in_queue >= LONGEST_QUEUE:
            done(StoreDown("The store has too much to do."))
            return
        self.in_queue += 1
        self._waiting.put(_Waiting(unit, asyncio.get_running_loop(), done))
        reach("queued")

    def _write_on(self) -> None:
        connection = self._connect()
        while True:
            waiting = [self._waiting.get()]
            while not self._waiting.empty():
                waiting.append(self._waiting.get())
            batch = [one for one in waiting if one is not None]
            if batch:
                self._commit(connection, batch)
            if len(batch) >= MANY:
                time.sleep(REST_S)
            if len(batch) < len(waiting):
                self._end(connection)
                return

    @staticmethod
    def _end(connection: apsw.Connection) -> None:
        """What is durable is so in either file; the next start can do this too."""
        try:
            connection.pragma("wal_checkpoint", "truncate")
        except apsw.Error as error:
            log.warning("what was written stays in saleroom.sqlite-wal: %s", error)
        connection.close()

    def _commit(self, connection: apsw.Connection, batch: list[_Waiting]) -> None:
        started = time.perf_counter()
        failure: StoreDown | None = None
        try:
            connection.execute("begin immediate")
            _write_rows(connection, [row for one in batch for row in one.unit.rows])
            for one in batch:
                _write_lists(connection, one.unit)
            reach("in_transaction")
            connection.execute("commit")
            reach("committed")
            self._written_at = time.monotonic()
        except Exception as error:  # whatever it is, those who wait must hear of it
            log.error("commit of %d units failed: %s", len(batch), error)
            failure = StoreDown("The table could not be written; nothing has changed.")
            self._written_at = -FRESH_S
            with suppress(apsw.Error):
                if connection.in_transaction:
                    connection.execute("rollback")
        metrics.COMMIT_SECONDS.observe(time.perf_counter() - started)
        metrics.COMMIT_BATCH.observe(len(batch))
        for loop in {one.loop for one in batch}:
            mine = [one for one in batch if one.loop is loop]
            try:
                loop.call_soon_threadsafe(self._wake, mine, failure)
            except RuntimeError:
                log.warning("the server stopped before it heard of %d units", len(mine))

    def _wake(self, written: list[_Waiting], failure: StoreDown | None) -> None:
        self.in_queue -= len(written)
        for one in written:
            try:
                one.done(failure)
            except Exception:
                log.exception("a table failed after its commit")

    async def is_ready(self) -> bool:
        """Has something been written just now, or can it be; is there room on disk and queue?"""
        try:
            if shutil.disk_usage(self._folder).free < ROOM:
                return False
            if time.monotonic() - self._written_at > FRESH_S:
                async with asyncio.timeout(FRESH_S):
                    await self.write(Unit(probe=True))
        except (StoreDown, OSError):  # also when it took too long
            return False
        return self.in_queue < LONGEST_QUEUE // 2

    async def close(self) -> None:
        """Everything that waits is written first."""
        self._waiting.put(None)
        await asyncio.to_thread(self._writer.join)
        self._reader.shutdown()
        if self._reading is not None:
            self._reading.close()
        self._lock.close()

    # -- reading -------------------------------------------------------------------------------

    async def entries(self, table: str) -> list[Row]:
        """The log of a table, in order; empty where there is no such table."""
        return await self._read(
            lambda db: [
                Row(*row)
                for row in db.execute(
                    f"{ENTRIES} where table_id = ? order by number",
                    (table,),
                )
            ]
        )

    async def after(self, table: str, number: int) -> list[Row]:
        """What was appended after this number: nothing that the one server has not."""
        return []

    async def find(self, name: str) -> str | None:
        """The public table of this spoken name that is not over."""
        return await self._read(
            lambda db: (
                db.execute(
                    "select id from game_table where name = ? and status <> 'over' and public = 1",
                    (name,),
                ).get
            )
        )

    async def name_of(self, guest: str) -> str | None:
        return await self._read(
            lambda db: db.execute("select name from guest where id = ?", (guest,)).get
        )

    async def open_tables(self) -> list[tuple[Line, list[Chair]]]:
        """Public tables that wait for players or can be watched, the latest first."""
        return await self._tables(
            "public = 1 and status in ('waiting', 'playing') order by touched desc limit 50", ()
        )

    async def tables_of(self, guest: str, over: bool) -> list[tuple[Line, list[Chair]]]:
        """Where this guest sits, or has sat, the latest first."""
        return await self._tables(
            "id in (select table_id from seat where guest = ?) and (status = 'over') = ? "
            "order by touched desc limit 50",
            (guest, int(over)),
        )

    async def made_by(self, guest: str, since: int) -> tuple[int, int]:
        """How many tables this guest has made since then, and how many are not over."""
        return await self._read(
            lambda db: (
                db.execute(
                    "select count(*) filter (where created >= ?), "
                    "count(*) filter (where status <> 'over') from game_table where maker = ?",
                    (since, guest),
                ).get
            )
        )

    async def _tables(self, where: str, values: Sequence[Any]) -> list[tuple[Line, list[Chair]]]:
        def read(db: apsw.Connection) -> list[tuple[Line, list[Chair]]]:
            found = []
            for row in db.execute(f"select * from game_table where {where}", values).fetchall():
                line = Line(*cast(Any, row))
                seats = db.execute(
                    "select seat, guest, bot, name from seat where table_id = ? order by seat",
                    (line.id,),
                )
                found.append((line, [Chair(*seat) for seat in seats]))
            return found

        return await self._read(read)

    async def _read(self, ask: Callable[[apsw.Connection], T]) -> T:
        def read() -> T:
            if self._reading is None:
                self._reading = self._connect()
            return ask(self._reading)

        try:
            return await asyncio.get_running_loop().run_in_executor(self._reader, read)
        except apsw.Error as error:
            log.error("reading failed: %s", error)
            raise StoreDown("The tables cannot be read now.") from None

    def _connect(self) -> apsw.Connection:
        return _connect(self._file)


class _Waiting(NamedTuple):
    """A unit in the queue, and whom to tell in which loop."""

    unit: Unit
    loop: asyncio.AbstractEventLoop
    done: Done


# -- all logs at once ------------------------------------------------------------------------------


class Logs:
    """The logs of a folder, in one transaction."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection

    def tables(self) -> list[str]:
        return [
            key for (key,) in self._db.execute("select distinct table_id from entry order by 1")
        ]

    def log(self, table: str) -> list[Row]:
        found = self._db.execute(f"{ENTRIES} where table_id = ? order by number", (table,))
        return [Row(*cast(Any, row)) for row in found]

    def people(self, table: str) -> list[str]:
        found = self._db.execute(
            "select guest from seat where table_id = :table and guest is not null "
            "union select maker from game_table where id = :table",
            {"table": table},
        )
        return [guest for (guest,) in found]

    def guests(self) -> list[Guest]:
        found = self._db.execute("select id, name, created from guest order by id")
        return [Guest(*cast(Any, row)) for row in found]

    def write(self, unit: Unit) -> None:
        _write_rows(self._db, list(unit.rows))
        _write_lists(self._db, unit)


@contextmanager
def reading(folder: Path) -> Iterator[Logs]:
    """The logs as they are at this moment, also while a server writes more."""
    file = folder / FILE
    if not file.is_file():
        raise NoTables(f"There are no tables in {folder}; name their folder with --data.")
    try:
        with closing(apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READWRITE)) as connection:
            connection.set_busy_timeout(5_000)
            connection.execute("begin")
            must_be_known(connection)
            yield Logs(connection)
    except apsw.Error as error:
        raise StoreDown(f"{file} cannot be read: {error}.") from None


@contextmanager
def writing(folder: Path) -> Iterator[Logs]:
    """The logs of a folder that no server has open; what goes wrong takes all of it back."""
    with _locked(folder), _opened(folder) as connection:
        _prepare(connection)
        with connection:
            yield Logs(connection)


# -- the file --------------------------------------------------------------------------------------


def _locked(folder: Path) -> TextIO:
    """Nobody else serves this folder until that is closed; there is a file for its tables then."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = (folder / "lock").open("a")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise StoreDown(f"Another server is using {folder}.") from None
    (folder / FILE).touch(0o600)  # hands and decks lie in it; its other files follow it
    return lock


@contextmanager
def _opened(folder: Path) -> Iterator[apsw.Connection]:
    try:
        with closing(_connect(str(folder / FILE))) as connection:
            yield connection
    except apsw.Error as error:
        raise StoreDown(f"{folder / FILE} cannot be opened: {error}.") from None


def _connect(file: str) -> apsw.Connection:
    connection = apsw.Connection(file)
    connection.set_busy_timeout(5_000)
    connection.pragma("journal_mode", "wal")
    connection.pragma("synchronous", "full")
    connection.pragma("wal_autocheckpoint", 4_000)
    connection.pragma("trusted_schema", "off")
    return connection


def _version() -> int:
    return int(apsw.SQLITE_VERSION_NUMBER)


def migrate(folder: Path) -> tuple[int, int]:
    """Bring a folder to our version, as a server does when it starts."""
    with _locked(folder), _opened(folder) as connection:
        return _prepare(connection), schema.newest("sqlite")


def _prepare(connection: apsw.Connection) -> int:
    """Bring a file to our version: which it was. Refuses a file of a later program."""
    with connection:
        connection.execute(schema.VERSIONS)
        version = _version_of(connection)
        for number, text in schema.missing("sqlite", version):
            connection.execute(text)
            connection.execute("insert into schema_version values (?, ?)", (number, now()))
        must_be_known(connection)
    return version


def must_be_known(connection: apsw.Connection) -> None:
    """Refuse a file of a later program."""
    version, newest = _version_of(connection), schema.newest("sqlite")
    if version != newest:
        raise StoreDown(f"The data is of version {version}, and this program knows {newest}.")


def _version_of(connection: apsw.Connection) -> int:
    version: int = connection.execute("select coalesce(max(version), 0) from schema_version").get
    return version


def _write_rows(connection: apsw.Connection, rows: list[Row]) -> None:
    """In few statements: after each one this thread has to wait until the loop lets it go on.

    One that fails ends the transaction, so SQLite need not note how to undo it alone.
    """
    for first in range(0, len(rows), ROWS_AT_ONCE):
        some = rows[first : first + ROWS_AT_ONCE]
        connection.execute(
            "insert or rollback into entry "
            "(table_id, number, at, seat, command_id, kind, body, check_sum) "
            f"values {', '.join(['(?, ?, ?, ?, ?, ?, ?, ?)'] * len(some))}",
            [value for row in some for value in msgspec.structs.astuple(row)],
        )


def _write_lists(connection: apsw.Connection, unit: Unit) -> None:
    if (line := unit.line) is not None:
        connection.execute(
            "insert or replace into game_table values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (line.id, line.name, line.created, line.maker, line.game, line.variant, line.rules,
             line.public, line.status, line.says, line.touched),
        )  # fmt: skip
        for chair in unit.chairs or ():
            connection.execute(
                "insert or replace into seat values (?, ?, ?, ?, ?)",
                (line.id, chair.seat, chair.guest, chair.bot, chair.name),
            )
    if unit.probe:
        _probe(connection)
    if unit.guest is not None:
        connection.execute(
            "insert into guest values (?, ?, ?) "
            "on conflict (id) do update set name = excluded.name",
            msgspec.structs.astuple(unit.guest),
        )


def _probe(connection: apsw.Connection) -> None:
    """Write something that nobody reads, in a file that is still of our version."""
    must_be_known(connection)
    connection.pragma("user_version", now() & 0x7FFFFFFF)
