"""The store in PostgreSQL: one connection that writes, and a few that read.

What is waiting when the writer is free goes into one statement, which is a transaction of its own
(group commit): the entries, and of those tables whose entries are new the lists. The key of an
entry, table and number, says who was first. A unit is whole in the database or not there.

The session that writes holds a lock for as long as it lives. So when it breaks in the middle of a
commit, the next one begins after the old one has surely ended, and then reads what became of it:
nobody is answered before that.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain, repeat
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import asyncpg
import msgspec

from saleroom.server import metrics, schema
from saleroom.server.failpoints import reach
from saleroom.server.store import (
    FRESH_S,
    LONGEST_QUEUE,
    Behind,
    Chair,
    Done,
    Guest,
    Line,
    Row,
    Store,
    StoreDown,
    Unit,
    now,
)

OLDEST = 150_000
SLOW_S = 10.0  # then a connection that says nothing is given up
PATIENCE_S = 3.0  # so long a server that has just been killed may still hold the lock
PAUSES_S = (0.1, 0.2, 0.5, 1.0, 2.0)  # between attempts to connect; the last one again and again
MOST_UNITS = 500  # in one statement
READERS = 4
WRITING, MIGRATING, SESSION = 0x5A1E_0001, 0x5A1E_0002, 0x5A1E_0003  # names of locks

ENTRY = "table_id, number, at, seat, command_id, kind, body, check_sum"  # a Row
LINE = "id, name, created, maker, game, variant, rules, public, status, says, touched"
CHAIR = "table_id, seat, guest, bot, name"
GUEST = "id, name, created"
AFTER = f"""
select {ENTRY.replace("number,", "entry.number,", 1)} from entry
join unnest($1::text[], $2::int[]) as known(id, number)
on table_id = id and entry.number > known.number order by table_id, entry.number
"""
HEADS = """
select id, (select number from entry where table_id = id order by number desc limit 1)
from unnest($1::text[]) as wanted(id)
"""
LOG = f"select {ENTRY} from entry where table_id = $1 order by number"

# The first entry of a unit is there before the others or not at all, since a log has no gaps: so
# who wins the first has won the unit, and who loses it writes nothing. Rows come in the order of
# their keys, and two writers never wait for each other.
WRITE = f"""
with batch as (
  select * from unnest($1::text[], $2::int[], $3::bigint[], $4::int[], $5::text[], $6::text[],
    $7::text[], $8::bigint[], $9::int[]) as row({ENTRY}, first)
), won as (
  insert into entry ({ENTRY}) select {ENTRY} from batch where number = first order by table_id
  on conflict do nothing returning table_id, number
), others as (
  insert into entry ({ENTRY}) select {ENTRY.replace("table_id, number", "b.table_id, b.number")}
  from batch b join won on won.table_id = b.table_id and won.number = b.first
  where b.number <> b.first order by b.table_id, b.number
), lines as (
  insert into game_table ({LINE}) select row.* from unnest($10::text[], $11::text[], $12::bigint[],
    $13::text[], $14::text[], $15::text[], $16::int[], $17::int[], $18::text[], $19::text[],
    $20::bigint[]) as row({LINE}) join won on won.table_id = row.id order by row.id
  on conflict (id) do update
  set status = excluded.status, says = excluded.says, touched = excluded.touched
), chairs as (
  insert into seat ({CHAIR}) select row.* from unnest($21::text[], $22::int[], $23::text[],
    $24::text[], $25::text[]) as row({CHAIR}) join won using (table_id) order by table_id, seat
  on conflict (table_id, seat) do update
  set guest = excluded.guest, bot = excluded.bot, name = excluded.name
), guests as (
  insert into guest ({GUEST}) select * from unnest($26::text[], $27::text[], $28::bigint[])
    as row({GUEST}) order by id
  on conflict (id) do update set name = excluded.name
)
select table_id, number from won
"""
PROBE = """
update schema_version set at = at
where version = (select max(version) from schema_version) returning version
"""

FAILURES = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # a session that was ended while it rested may show in this way
    OSError,
    TimeoutError,
)
BROKEN = (  # nobody knows what became of what was sent
    asyncpg.PostgresConnectionError,
    asyncpg.InternalClientError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    OSError,
    TimeoutError,
)

log = logging.getLogger(__name__)
Tables = list[tuple[Line, list[Chair]]]


class Postgres(Store):
    """The store in a database; `wake` is called with what has been appended."""

    def __init__(self, address: str, wake: Callable[[list[Row]], None] = lambda _: None) -> None:
        self._address = address
        self._wake = wake
        self._session = secrets.randbits(31)  # the name of our own lock
        self._asked: list[tuple[str, int, asyncio.Future[list[Row]]]] = []
        self._catching_up: asyncio.Task[None] | None = None
        self._waiting: deque[_Waiting] = deque()
        self._filled = asyncio.Event()
        self._closing = False
        self._writer: Any = None  # the connection
        self._readers: Any = None  # a pool of them
        self._writing: asyncio.Task[None] | None = None
        self._written_at = -FRESH_S
        self.in_queue = 0
        metrics.WRITER_QUEUE.set_function(lambda: self.in_queue)

    async def open(self) -> None:
        """StoreDown with a sentence where nothing can be written there."""
        self._writer = await self._connect()
        self._readers = await asyncpg.create_pool(
            self._address, min_size=0, max_size=READERS, timeout=SLOW_S, command_timeout=SLOW_S
        )
        self._writing = asyncio.create_task(self._write_on())

    async def close(self) -> None:
        """Everything that waits is written first; what cannot be is answered to nobody."""
        self._closing = True
        self._filled.set()
        if self._writing is not None:
            await asyncio.wait([self._writing], timeout=SLOW_S / 2)
            self._writing.cancel()
            await asyncio.wait([self._writing])
        for connection in (self._writer, self._readers):
            if connection is not None:
                with suppress(*FAILURES):
                    await asyncio.wait_for(connection.close(), 1.0)
                connection.terminate()

    async def _connect(self) -> Any:
        """A connection that may write: the one before it has surely ended."""
        connection = await connect(self._address, patience_s=SLOW_S)
        try:
            await lock(connection, f"pg_advisory_lock({SESSION}, {self._session})")
            await lock(connection, f"pg_advisory_lock_shared({WRITING})")
            await must_be_known(connection)
        except FAILURES as error:
            connection.terminate()
            raise StoreDown(f"The database cannot be used: {_why(error)}.") from None
        except BaseException:
            connection.terminate()
            raise
        return connection

    # -- writing -------------------------------------------------------------------------------

    def put(self, unit: Unit, done: Done) -> None:
        """Have a unit written; `done` is called when it is durable, or cannot be."""
        if self.in_queue >= LONGEST_QUEUE:
            done(StoreDown("The store has too much to do."))
            return
        self.in_queue += 1
        self._waiting.append(_Waiting(unit, done))
        self._filled.set()
        reach("queued")

    async def _write_on(self) -> None:
        pauses = iter(PAUSES_S)
        while not self._closing or self._waiting:
            if not self._waiting:
                self._filled.clear()
                await self._filled.wait()
            elif self._writer.is_closed() and not await self._is_connected():
                self._refuse_all()  # nothing of it was sent
                await asyncio.sleep(next(pauses, PAUSES_S[-1]))
            else:
                pauses = iter(PAUSES_S)
                batch = self._next_batch()
                started = time.perf_counter()
                failures = await self._surely([one.unit for one in batch])
                metrics.COMMIT_SECONDS.observe(time.perf_counter() - started)
                metrics.COMMIT_BATCH.observe(len(batch))
                self._answer(batch, failures)
                pairs = zip(batch, failures, strict=True)
                new = [row for one, failure in pairs if failure is None for row in one.unit.rows]
                if new:
                    self._tell_others(new)

    def _next_batch(self) -> list[_Waiting]:
        """What waits, in order; of one table or guest one unit at a time."""
        batch: dict[str, _Waiting] = {}
        later: list[_Waiting] = []
        while self._waiting and len(batch) < MOST_UNITS:
            one = self._waiting.popleft()
            if one.key in batch:
                later.append(one)
            else:
                batch[one.key] = one
        self._waiting.extendleft(reversed(later))
        return list(batch.values())

    def _answer(self, batch: list[_Waiting], failures: Sequence[StoreDown | None]) -> None:
        self.in_queue -= len(batch)
        for one, failure in zip(batch, failures, strict=True):
            try:
                one.done(failure)
            except Exception:
                log.exception("a table failed after its commit")

    def _tell_others(self, rows: list[Row]) -> None:
        reach("waking")
        try:
            self._wake(rows)
        except Exception:
            log.exception("other processes have to find by themselves what was written")

    def _refuse_all(self) -> None:
        batch = list(self._waiting)
        self._waiting.clear()
        self._answer(batch, [_not_written()] * len(batch))

    async def _surely(self, units: list[Unit]) -> Sequence[StoreDown | None]:
        """Whatever happens, those who wait hear of it, and the next can be written."""
        try:
            return await self._commit(units)
        except Exception:
            log.exception("the writer failed")
            self._writer.terminate()
            return [_not_written()] * len(units)

    async def _commit(self, units: list[Unit]) -> list[StoreDown | None]:
        """What became of each unit, for sure."""
        won: set[Key] = set()
        left, is_in_doubt = units, False
        while left:
            try:
                if is_in_doubt:
                    won |= await self._found(left)
                    is_in_doubt = False
                else:
                    won |= await self._send(left)
                    break
                left = [unit for unit in left if key_of(unit) not in won]
            except Exception as error:
                if isinstance(error, asyncpg.DeadlockDetectedError):
                    continue  # nothing was written, and the other one goes first
                broke = self._writer.is_closed() or isinstance(error, BROKEN)
                if not broke and not is_in_doubt:
                    log.error("commit of %d units failed: %s", len(left), _why(error))
                    self._written_at = -FRESH_S
                    if len(units) == 1:
                        return [_not_written()]
                    # One of them may be what no database can hold, and the others are not.
                    return [(await self._commit([unit]))[0] for unit in units]
                log.warning(
                    "the connection broke in a commit of %d units: %s", len(left), _why(error)
                )
                self._writer.terminate()
                if is_in_doubt:  # what became of it cannot be read now
                    await asyncio.sleep(PAUSES_S[-1])
                for pause in chain(PAUSES_S, repeat(PAUSES_S[-1])):
                    if await self._is_connected():
                        break
                    self._refuse_all()  # those were not sent
                    await asyncio.sleep(pause)
                is_in_doubt = True
        self._written_at = time.monotonic()
        keys = [key_of(unit) for unit in units]
        return [None if key is None or key in won else _not_first(key) for key in keys]

    async def _is_connected(self) -> bool:
        """Try once to have a connection again."""
        try:
            self._writer = await self._connect()
        except StoreDown as error:
            log.error("%s", error)
            self._written_at = -FRESH_S
            return False
        return True

    async def _send(self, units: list[Unit]) -> set[Key]:
        """Those that were first, durable."""
        sent = asyncio.ensure_future(write(self._writer, units))
        await asyncio.sleep(0)  # it is on its way
        reach("in_transaction")
        won = await sent
        reach("committed")
        if any(unit.probe for unit in units):
            await must_be_writable(self._writer)
        return won

    async def _found(self, units: list[Unit]) -> set[Key]:
        """Those that are there after all, though nobody said so."""
        firsts = {key: unit.rows[0] for unit in units if (key := key_of(unit)) is not None}
        found = await self._writer.fetch(
            f"select {ENTRY} from entry "
            "join unnest($1::text[], $2::int[]) as key(table_id, number) using (table_id, number)",
            *_columns(list(firsts), 2),
            timeout=SLOW_S,
        )
        there = {Row(*record) for record in found}
        return {key for key, row in firsts.items() if row in there}

    async def is_ready(self) -> bool:
        """Has something been written just now, or can it be; is there room in the queue?"""
        try:
            if time.monotonic() - self._written_at > FRESH_S:
                async with asyncio.timeout(FRESH_S):
                    await self.write(Unit(probe=True))
        except (StoreDown, TimeoutError):
            return False
        return self.in_queue < LONGEST_QUEUE // 2

    # -- reading -------------------------------------------------------------------------------

    async def entries(self, table: str) -> list[Row]:
        """The log of a table, in order; empty where there is no such table."""
        return [Row(*record) for record in await self._read(LOG, table)]

    async def after(self, table: str, number: int) -> list[Row]:
        """What was appended to a table after this number; who asks at once shares a query."""
        answer: asyncio.Future[list[Row]] = asyncio.get_running_loop().create_future()
        self._asked.append((table, number, answer))
        if self._catching_up is None:
            self._catching_up = asyncio.create_task(self._catch_up())
        return await answer

    async def _catch_up(self) -> None:
        while self._asked:
            asked, self._asked = self._asked, []
            numbers: dict[str, int] = {}
            for table, number, _ in asked:
                numbers[table] = min(number, numbers.get(table, number))
            try:
                found = await self._read(AFTER, list(numbers), list(numbers.values()))
            except Exception as failure:
                for _, _, answer in asked:
                    if not answer.done():
                        answer.set_exception(failure)
                continue
            rows: dict[str, list[Row]] = {}
            for record in found:
                rows.setdefault(record[0], []).append(Row(*record))
            for table, number, answer in asked:
                if not answer.done():
                    answer.set_result([r for r in rows.get(table, []) if r.number > number])
        self._catching_up = None

    async def heads(self, tables: list[str]) -> dict[str, int]:
        """The last numbers of these tables."""
        return {record[0]: record[1] for record in await self._read(HEADS, tables)}

    async def find(self, name: str) -> str | None:
        """The public table of this spoken name that is not over."""
        return await self._first(
            "select id from game_table where name = $1 and status <> 'over' and public = 1", name
        )

    async def name_of(self, guest: str) -> str | None:
        return await self._first("select name from guest where id = $1", guest)

    async def open_tables(self) -> Tables:
        """Public tables that wait for players or can be watched, the latest first."""
        return await self._tables(
            "public = 1 and status in ('waiting', 'playing') order by touched desc limit 50"
        )

    async def tables_of(self, guest: str, over: bool) -> Tables:
        """Where this guest sits, or has sat, the latest first."""
        return await self._tables(
            "id in (select table_id from seat where guest = $1) and (status = 'over') = $2 "
            "order by touched desc limit 50",
            guest,
            over,
        )

    async def made_by(self, guest: str, since: int) -> tuple[int, int]:
        """How many tables this guest has made since then, and how many are not over."""
        ((lately, live),) = await self._read(
            "select count(*) filter (where created >= $1), "
            "count(*) filter (where status <> 'over') from game_table where maker = $2",
            since,
            guest,
        )
        return lately, live

    async def _tables(self, where: str, *values: object) -> Tables:
        found = await self._read(f"select {LINE} from game_table where {where}", *values)
        lines = [Line(*record) for record in found]
        chairs: dict[str, list[Chair]] = {line.id: [] for line in lines}
        for table, *chair in await self._read(
            f"select {CHAIR} from seat where table_id = any($1) order by seat", list(chairs)
        ):
            chairs[table].append(Chair(*chair))
        return [(line, chairs[line.id]) for line in lines]

    async def _first(self, query: str, value: str) -> str | None:
        found = await self._read(query, value)
        return found[0][0] if found else None

    async def _read(self, query: str, *values: object) -> list[Any]:
        try:
            try:
                return list(await self._readers.fetch(query, *values))
            except BROKEN:  # it was gone, and the next one is new
                return list(await self._readers.fetch(query, *values))
        except FAILURES as error:
            log.error("reading failed: %s", _why(error))
            raise StoreDown("The tables cannot be read now.") from None


Key = tuple[str, int]  # table and number


class _Waiting(NamedTuple):
    """A unit in the queue, and whom to tell."""

    unit: Unit
    done: Done

    @property
    def key(self) -> str:
        """What the unit is about: two of the same cannot be in one statement."""
        unit = self.unit
        return unit.rows[0].table if unit.rows else unit.guest.id if unit.guest else ""


def key_of(unit: Unit) -> Key | None:
    """By what a unit wins or loses: its first entry."""
    return (unit.rows[0].table, unit.rows[0].number) if unit.rows else None


async def write(connection: Any, units: list[Unit]) -> set[Key]:
    """Those of these units that were first, with what lists know of their tables."""
    units = sorted(units, key=lambda unit: key_of(unit) or ("", 0))
    rows = [
        (*msgspec.structs.astuple(row), unit.rows[0].number) for unit in units for row in unit.rows
    ]
    lines = [msgspec.structs.astuple(unit.line) for unit in units if unit.line is not None]
    chairs = [
        (unit.line.id, *msgspec.structs.astuple(chair))
        for unit in units
        if unit.line is not None
        for chair in unit.chairs or ()
    ]
    guests = [msgspec.structs.astuple(unit.guest) for unit in units if unit.guest is not None]
    columns = (
        *_columns(rows, 9), *_columns(lines, 11), *_columns(chairs, 5), *_columns(guests, 3)
    )  # fmt: skip
    won = await connection.fetch(WRITE, *columns, timeout=SLOW_S)
    return {(record[0], record[1]) for record in won}


def _columns(rows: Sequence[Sequence[Any]], width: int) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(width)]


def _not_written() -> StoreDown:
    return StoreDown("The table could not be written; nothing has changed.")


def _not_first(key: Key) -> Behind:
    return Behind(f"The table has an entry {key[1]} already; nothing has changed.")


def _why(error: Exception) -> str:
    """For the host: without details, which may quote what is hidden."""
    if isinstance(error, asyncpg.PostgresError):
        return str(error.message)
    return str(error) if isinstance(error, OSError) else type(error).__name__


# -- connections -----------------------------------------------------------------------------------


def named(address: str) -> str:
    """The address without its password."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "The database"
    if "@" in "".join(parts[2:]):  # a password that ought to be written otherwise may be in it
        return "The database"
    place = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{place}{parts.path}"


async def connect(address: str, patience_s: float | None = None) -> Any:
    """A connection, with the time that it gives a statement; StoreDown where there is none."""
    settings = {
        "application_name": "saleroom",
        # A session whose program is gone ends soon, whatever it was doing.
        "client_connection_check_interval": "2s",
        "tcp_keepalives_idle": "10",
        "tcp_keepalives_interval": "5",
        "tcp_keepalives_count": "3",
    }
    connection = None
    try:
        connection = await asyncpg.connect(
            address, timeout=SLOW_S, command_timeout=patience_s, server_settings=settings
        )
        await connection.execute(
            "select set_config('synchronous_commit', 'on', false) "
            "where current_setting('synchronous_commit') = 'off'"
        )
    except (ValueError, OverflowError):  # its own words may repeat a password
        raise StoreDown(
            "The address of the database cannot be read; in names and passwords "
            "signs such as @ : / are written %40 %3A %2F."
        ) from None
    except FAILURES as error:
        if connection is not None:
            connection.terminate()
        why = str(error) or "no answer"
        raise StoreDown(f"{named(address)} cannot be reached: {why.rstrip('.')}.") from None
    return connection


async def lock(connection: Any, taken: str) -> None:
    """Held until the session ends; StoreDown where another session keeps it."""
    try:
        await connection.execute(f"set lock_timeout = {PATIENCE_S * 1000:.0f}")
        await connection.execute(f"select {taken}")
        await connection.execute("reset lock_timeout")
    except asyncpg.LockNotAvailableError:
        raise StoreDown("A server is using this database.") from None


async def must_be_known(connection: Any) -> None:
    """Refuse a database that is not prepared for this program."""
    if connection.get_server_version() < (OLDEST // 10_000,):
        raise StoreDown(f"PostgreSQL {OLDEST // 10_000} or newer is needed.")
    if (encoding := await connection.fetchval("show server_encoding")) != "UTF8":
        raise StoreDown(f"The database must be encoded in UTF8, and this one is in {encoding}.")
    version, newest = await version_of(connection), schema.newest("postgres")
    if version > newest:
        raise StoreDown(f"The database is of version {version}, and this program knows {newest}.")
    if version < newest:
        raise StoreDown(
            "The database has no tables yet; make them with saleroom migrate."
            if version == 0
            else f"The database is of version {version}, and this program needs {newest}; "
            "bring it there with saleroom migrate."
        )


async def must_be_writable(connection: Any) -> None:
    """Write something that nobody reads."""
    version = await connection.fetchval(PROBE, timeout=SLOW_S)
    if version is None or version < schema.newest("postgres"):
        raise StoreDown("The database is not of a version that this program knows.")


async def version_of(connection: Any) -> int:
    if await connection.fetchval("select to_regclass('schema_version')") is None:
        return 0
    version: int = await connection.fetchval("select coalesce(max(version), 0) from schema_version")
    return version


def migrate(address: str) -> tuple[int, int]:
    """Bring a database to our version: which it had, and which it has."""

    async def work() -> tuple[int, int]:
        connection = await connect(address)
        try:
            await lock(connection, f"pg_advisory_lock({MIGRATING})")
            async with connection.transaction():
                await connection.execute(schema.VERSIONS)
                before = version = await version_of(connection)
                for number, text in schema.missing("postgres", version):
                    await connection.execute(text)
                    await connection.execute(
                        "insert into schema_version values ($1, $2)", number, now()
                    )
                await must_be_known(connection)
            return before, await version_of(connection)
        except FAILURES as error:
            raise StoreDown(f"The database stays as it was: {error}.") from None
        finally:
            connection.terminate()

    return asyncio.run(work())


# -- all logs at once ------------------------------------------------------------------------------


class Logs:
    """The logs of a database, in one transaction."""

    def __init__(self, runner: asyncio.Runner, connection: Any) -> None:
        self._runner = runner
        self._db = connection

    def tables(self) -> list[str]:
        found = self._ask("select distinct table_id from entry order by table_id")
        return [key for (key,) in found]

    def log(self, table: str) -> list[Row]:
        return [Row(*record) for record in self._ask(LOG, table)]

    def people(self, table: str) -> list[str]:
        found = self._ask(
            "select guest from seat where table_id = $1 and guest is not null "
            "union select maker from game_table where id = $1",
            table,
        )
        return [guest for (guest,) in found]

    def guests(self) -> list[Guest]:
        return [Guest(*record) for record in self._ask(f"select {GUEST} from guest order by id")]

    def write(self, unit: Unit) -> None:
        self._runner.run(write(self._db, [unit]))

    def _ask(self, query: str, *values: object) -> list[Any]:
        return list(self._runner.run(self._db.fetch(query, *values)))


@contextmanager
def reading(address: str) -> Iterator[Logs]:
    """The logs as they are at this moment, also while a server writes more."""
    with _transaction(address, "isolation level repeatable read read only", None) as logs:
        yield logs


@contextmanager
def writing(address: str) -> Iterator[Logs]:
    """The logs of a database that no server uses; what goes wrong takes all of it back."""
    with _transaction(address, "", WRITING) as logs:
        yield logs


@contextmanager
def _transaction(address: str, kind: str, locked: int | None) -> Iterator[Logs]:
    with asyncio.Runner() as runner:
        connection = runner.run(connect(address))
        try:
            if locked is not None:
                runner.run(lock(connection, f"pg_advisory_lock({locked})"))
            runner.run(must_be_known(connection))
            runner.run(connection.execute(f"begin {kind}"))
            yield Logs(runner, connection)
            runner.run(connection.execute("commit"))
        except FAILURES as error:
            raise StoreDown(f"{named(address)}: {error}.") from None
        finally:
            connection.terminate()  # what was not committed never happened
