"""The store in PostgreSQL: what only it has to keep, and the road there and back."""

from __future__ import annotations

import asyncio
import math
import os
import random
import subprocess
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from saleroom.server.postgres import Postgres
from saleroom.server.store import Chair, Guest, Line, Row, StoreDown, Unit

from ..processes import eventually
from . import players
from .cluster import Cluster
from .players import PATIENCE_S, SALEROOM, Server, answers, ask, fill, play, run_apart

pytestmark = pytest.mark.once


@pytest.fixture
def address(cluster: Cluster) -> str:
    return cluster.database()


def in_a_store(address: str, visit: Callable[[Postgres], Awaitable[None]]) -> None:
    async def main() -> None:
        store = Postgres(address)
        await store.open()
        try:
            async with asyncio.timeout(30):
                await visit(store)
        finally:
            await store.close()

    run_apart(main())


def row(table: str, number: int, body: str = "{}") -> Row:
    return Row(table, number, 0, None, None, "kind", body)


def line(table: str, status: str, touched: int) -> Line:
    return Line(table, "oak-bell-10", 1, "ann", "pennies", "tiny", 1, 1, status, "", touched)


def saleroom(*words: object, **settings: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [SALEROOM, *map(str, words)], capture_output=True, text=True, timeout=PATIENCE_S, **settings
    )


# -- what is written -------------------------------------------------------------------------------


def test_a_unit_whose_first_entry_is_there_writes_nothing_of_it(address: str) -> None:
    async def visit(store: Postgres) -> None:
        await store.write(Unit((row("a", 1), row("a", 2)), line("a", "waiting", 1), ()))
        late = Unit((row("a", 2, "late"), row("a", 3)), line("a", "over", 2), ())
        both = await asyncio.gather(
            store.write(late), store.write(Unit((row("b", 1),))), return_exceptions=True
        )
        assert isinstance(both[0], StoreDown)
        assert both[1] is None
        assert await store.entries("a") == [row("a", 1), row("a", 2)]
        assert await store.entries("b") == [row("b", 1)]
        assert [shown.status for shown, _ in await store.open_tables()] == ["waiting"]

    in_a_store(address, visit)


def test_lists_tell_what_was_written_last(address: str) -> None:
    async def visit(store: Postgres) -> None:
        empty, ann = Chair(0, None, None, ""), Chair(0, "ann", None, "Ann")
        bot = Chair(1, None, "club", "Club bot")
        await store.write(Unit((row("a", 1),), line("a", "waiting", 1), (empty, bot)))
        await store.write(Unit((row("b", 1),), line("b", "waiting", 2), (empty, bot)))
        await store.write(Unit((row("a", 2),), line("a", "playing", 3), (ann, bot)))
        for name in ("Ann", "Anna"):
            await store.write(Unit(guest=Guest("ann", name, 5)))
        assert await store.open_tables() == [
            (line("a", "playing", 3), [ann, bot]),
            (line("b", "waiting", 2), [empty, bot]),
        ]
        assert [shown.id for shown, _ in await store.tables_of("ann", over=False)] == ["a"]
        assert await store.tables_of("ann", over=True) == []
        await store.write(Unit((row("a", 3),), line("a", "over", 4), (ann, bot)))
        assert [shown.id for shown, _ in await store.tables_of("ann", over=True)] == ["a"]
        assert await store.made_by("ann", 0) == (2, 1)
        assert await store.made_by("ann", 2) == (0, 1)
        assert await store.find("oak-bell-10") == "b"
        assert await store.name_of("ann") == "Anna"
        assert await store.name_of("ben") is None

    in_a_store(address, visit)


def test_what_waits_of_one_guest_or_table_is_written_in_its_order(address: str) -> None:
    async def visit(store: Postgres) -> None:
        await asyncio.gather(
            *(store.write(Unit(guest=Guest("ann", f"Ann {n}", 1))) for n in range(9)),
            *(store.write(Unit((row("a", n),), line("a", "waiting", n), ())) for n in range(1, 9)),
        )
        assert await store.name_of("ann") == "Ann 8"
        assert [shown.number for shown in await store.entries("a")] == list(range(1, 9))
        assert [shown.touched for shown, _ in await store.open_tables()] == [8]

    in_a_store(address, visit)


def test_what_no_database_can_hold_is_in_nobody_elses_way_and_in_no_line_of_the_host(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def visit(store: Postgres) -> None:
        done = await asyncio.gather(
            store.write(Unit((row("a", 1, "hidden\0"),))),
            store.write(Unit((row("b", 1),))),
            store.write(Unit((row("c", 1, "hidden\ud800"),))),  # half of a letter
            store.write(Unit((row("d", 0, "hidden"),))),  # there is no such number
            store.write(Unit(guest=Guest("ann", "Ann", 1))),
            return_exceptions=True,
        )
        assert [failure is None for failure in done] == [False, True, False, False, True]
        assert await store.entries("b") == [row("b", 1)]

    in_a_store(address, visit)
    assert "commit of 1 units failed" in caplog.text
    assert "hidden" not in caplog.text


def test_a_commit_waits_for_the_disk_whatever_the_database_thinks(address: str) -> None:
    ask(address, f"alter database {address.partition('?')[0].rpartition('/')[2]} "
                 "set synchronous_commit = off")  # fmt: skip

    async def visit(store: Postgres) -> None:
        assert await store._writer.fetchval("show synchronous_commit") == "on"

    in_a_store(address, visit)


# -- when the connection breaks --------------------------------------------------------------------


class Wire:
    """What lies between a store and its database; it can swallow an answer, and break."""

    def __init__(self, folder: Path, cluster: Path) -> None:
        self.swallow = False
        self.swallowed = 0
        self._here, self._there = (str(place / ".s.PGSQL.5432") for place in (folder, cluster))

    async def lay(self) -> asyncio.Server:
        return await asyncio.start_unix_server(self._connect, self._here)

    async def _connect(self, near: asyncio.StreamReader, to_near: asyncio.StreamWriter) -> None:
        far, to_far = await asyncio.open_unix_connection(self._there)
        with suppress(ConnectionError):
            await asyncio.gather(self._pass(near, to_far, False), self._pass(far, to_near, True))
        to_near.close()
        to_far.close()

    async def _pass(
        self, come: asyncio.StreamReader, go: asyncio.StreamWriter, is_answer: bool
    ) -> None:
        while data := await come.read(65536):
            if is_answer and self.swallow:
                self.swallow = False
                self.swallowed += 1
                raise ConnectionResetError
            go.write(data)
            await go.drain()
        go.close()


def over_a_wire(
    cluster: Cluster, address: str, visit: Callable[[Wire, Postgres], Awaitable[None]]
) -> None:
    """Visit a store whose connections can be cut."""

    async def main() -> None:
        with tempfile.TemporaryDirectory(dir=cluster.folder) as folder:
            wire = Wire(Path(folder), cluster.folder)
            async with await wire.lay():
                store = Postgres(address.replace(str(cluster.folder), folder))
                await store.open()
                await visit(wire, store)
                await store.close()

    run_apart(main())


def test_an_answer_that_is_lost_is_read_back_before_anybody_is_told(cluster: Cluster) -> None:
    address = cluster.database()

    async def visit(wire: Wire, store: Postgres) -> None:
        await store.write(Unit((row("a", 1),)))
        for number in range(2, 12):
            wire.swallow = True
            async with asyncio.timeout(PATIENCE_S):
                await asyncio.gather(
                    store.write(Unit((row("a", number), row("a", number + 100)))),
                    store.write(Unit(guest=Guest("ann", f"Ann {number}", 1))),
                )
            assert await store.name_of("ann") == f"Ann {number}"
        assert wire.swallowed == 10

    over_a_wire(cluster, address, visit)
    found = ask(address, "select number from entry order by number")
    assert [number for (number,) in found] == [*range(1, 12), *range(102, 112)]


def test_while_a_lost_answer_cannot_be_read_back_nobody_is_told_that_nothing_changed(
    cluster: Cluster,
) -> None:
    address = cluster.database()

    async def visit(wire: Wire, store: Postgres) -> None:
        found = store._found

        async def refuse(_: list[Unit]) -> set[tuple[str, int]]:
            store._found = found  # type: ignore[method-assign]
            raise asyncpg.OutOfMemoryError("out of memory")

        store._found = refuse  # type: ignore[method-assign]
        wire.swallow = True
        async with asyncio.timeout(PATIENCE_S):
            await store.write(Unit((row("a", 1),)))
        assert store._found == found

    over_a_wire(cluster, address, visit)
    assert [tuple(each) for each in ask(address, "select number from entry")] == [(1,)]


def test_what_was_cut_off_before_it_was_written_is_sent_again(address: str) -> None:
    async def visit(store: Postgres) -> None:
        other = await asyncpg.connect(address)
        await other.execute("begin")
        await other.execute("lock table entry in access exclusive mode")
        writing = asyncio.ensure_future(store.write(Unit((row("a", 1),))))
        await asyncio.sleep(0.1)  # it waits in the database
        await other.execute("select pg_terminate_backend($1)", store._writer.get_server_pid())
        await asyncio.sleep(0.1)
        assert not writing.done()
        await other.execute("rollback")
        await other.close()
        await writing
        assert await store.entries("a") == [row("a", 1)]

    in_a_store(address, visit)


def test_whenever_sessions_end_all_who_wait_are_answered_and_the_store_goes_on(
    address: str,
) -> None:
    written: list[Row] = []

    async def visit(store: Postgres) -> None:
        other = await asyncpg.connect(address)
        dice = random.Random(3)

        async def write_on(table: str) -> None:
            number = 0
            while not is_over:
                number += 1
                try:
                    await store.write(Unit((row(table, number),)))
                    written.append(row(table, number))
                except StoreDown:
                    number = len(await everything(table))
                await asyncio.sleep(0.001)

        async def everything(table: str) -> list[Row]:
            while True:
                with suppress(StoreDown):
                    return await store.after(table, 0)
                await asyncio.sleep(0.01)

        is_over = False  # when each has written something after the storm
        writers = [asyncio.create_task(write_on(table)) for table in "abc"]
        for _ in range(200):
            await asyncio.sleep(dice.random() * 0.02)
            await other.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity "
                "where datname = current_database() and pid <> pg_backend_pid()"
            )
        before = len(written)
        while {one.table for one in written[before:]} != {*"abc"}:
            await asyncio.sleep(0.01)
        is_over = True
        await asyncio.gather(*writers)
        await other.close()
        for table in "abc":
            there = await everything(table)
            assert [one.number for one in there] == list(range(1, len(there) + 1))
            assert {one for one in written if one.table == table} <= {*there}

    in_a_store(address, visit)


def test_while_the_database_is_down_nothing_is_acknowledged_and_then_all_goes_on(
    cluster: Cluster, serve: Callable[..., Server]
) -> None:
    server = serve(database=cluster.database())
    guest = players.Guest(server)
    table = guest.table("dutch", "hot", "hot")
    with guest.connect(table, 0) as page:
        page.until(lambda m: m["t"] == "view" and m["view"] is not None)
        entries = len(server.log(table))
        assert guest.ask("GET", "/readyz").status == 200
        command = {
            "t": "decide",
            "id": "later",
            "seat": 0,
            "gate": page.view["gate"],
            "path": fill(page.view["view"]["form"], random.Random(1)),
        }
        cluster.stop()
        try:
            page.say(**command)
            refused = page.until(lambda m: answers(m, "later"))
            assert (refused["t"], refused["kind"]) == ("refused", "try_again")
            assert guest.ask("GET", "/readyz").status == 503
            assert guest.ask("GET", "/api/lobby").status == 503
            assert guest.ask("GET", "/healthz").status == 200
        finally:
            cluster.start()
        eventually(lambda: guest.ask("GET", "/readyz").status == 200, within_s=PATIENCE_S)
        page.say(**command)
        assert page.until(lambda m: answers(m, "later"))["t"] == "view"
        assert len(server.log(table)) == entries + 1
        assert guest.get("/api/lobby")["mine"][0]["id"] == table


# -- before the first start ------------------------------------------------------------------------


def test_a_database_is_prepared_once_whoever_asks_at_the_same_moment(cluster: Cluster) -> None:
    address = cluster.database(prepared=False)
    refused = saleroom("serve", "--port", "0", "--database", address)
    assert (refused.returncode, refused.stderr) == (
        1,
        "Error: The database has no tables yet; make them with saleroom migrate.\n",
    )
    command = [SALEROOM, "migrate", "--database", address]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert sorted(each.communicate(timeout=PATIENCE_S)[0] for each in both) == [
        "The tables of SQL are of version 1 already.\n",
        "The tables of SQL are of version 1 now.\n",
    ]
    assert ask(address, "select version from schema_version") == [(1,)]


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("insert into schema_version values (9, 0)", "is of version 9, and this program knows 1."),
        ("delete from schema_version", "has no tables yet; make them with saleroom migrate."),
    ],
)
def test_a_database_of_another_version_is_refused_and_no_longer_ready(
    address: str, serve: Callable[..., Server], statement: str, told: str
) -> None:
    ask(address, statement)
    refused = saleroom("serve", "--port", "0", "--database", address)
    assert refused.returncode == 1
    assert told in refused.stderr
    assert "Saleroom is open" not in refused.stderr


def test_a_store_whose_tables_are_gone_is_not_ready(address: str) -> None:
    async def visit(store: Postgres) -> None:
        assert await store.is_ready()
        ask(address, "delete from schema_version")
        store._written_at = -math.inf  # long ago
        assert not await store.is_ready()

    in_a_store(address, visit)


def test_an_encoding_that_cannot_hold_all_letters_is_refused(cluster: Cluster) -> None:
    cluster.ask("postgres", "create database latin encoding 'LATIN1' template template0")
    refused = saleroom("migrate", "--database", cluster.address("latin"))
    assert refused.returncode == 1
    assert "The database must be encoded in UTF8, and this one is in LATIN1." in refused.stderr
    assert cluster.ask("latin", "select to_regclass('entry')") == [(None,)]


@pytest.mark.parametrize(
    ("database", "code", "told"),
    [
        ("mysql://ann:secret@localhost/x", 2, "That is not the address of a database; possible is"),
        ("postgresql://ann:se@cret:x@localhost/x", 1, "address of the database cannot be read; in"),
        (
            "postgresql://ann:secret@127.0.0.1:1/x",
            1,
            "postgresql://127.0.0.1:1/x cannot be reached",
        ),
        ("postgresql://ann:secret@/x?host=/nowhere", 1, "cannot be reached: "),
        ("postgresql://127.0.0.1:1/secret@localhost/x", 1, "The database cannot be reached: "),
        ("postgresql://127.0.0.1:99999/x", 1, "Error: "),
    ],
)
@pytest.mark.parametrize("command", ["serve", "migrate", "export", "import"])
def test_an_address_that_leads_nowhere_is_named_without_its_password(
    tmp_path: Path, command: str, database: str, code: int, told: str
) -> None:
    (tmp_path / "in.jsonl").write_text(
        '{"is":"saleroom","version":1}\n{"is":"end","guests":0,"tables":0,"entries":0}\n'
    )
    more = {"serve": ["--port", "0"], "export": [tmp_path / "out.jsonl"], "migrate": [],
            "import": [tmp_path / "in.jsonl"]}[command]  # fmt: skip
    refused = saleroom(command, *more, "--data", tmp_path, "--database", database)
    assert refused.returncode == code, refused.stderr
    assert told in refused.stderr
    assert "cret" not in refused.stderr
    assert "Traceback" not in refused.stderr
    assert refused.stdout == ""


def test_without_its_driver_a_sentence_says_what_to_install(tmp_path: Path, address: str) -> None:
    (tmp_path / "asyncpg.py").write_text("raise ImportError\n")
    path = f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}"
    refused = saleroom("migrate", env={**os.environ, "PYTHONPATH": path,
                                       "SALEROOM_DATABASE": address})  # fmt: skip
    assert (refused.returncode, refused.stderr) == (
        1,
        "Error: PostgreSQL needs asyncpg: pip install 'saleroom[postgres]'.\n",
    )


def test_a_backup_is_the_business_of_postgresql(tmp_path: Path, address: str) -> None:
    refused = saleroom("backup", tmp_path / "copy", "--database", address)
    assert refused.returncode == 2
    assert "pg_dump" in refused.stderr
    assert not (tmp_path / "copy").exists()


# -- the road there and back -----------------------------------------------------------------------


def test_from_a_folder_to_a_database_and_back_everything_is_the_same_bytes(
    serve: Callable[..., Server], address: str, tmp_path: Path
) -> None:
    old = serve()
    ann = players.Guest(old)
    ann.post("/api/me", {"name": "Ann \N{SLIGHTLY SMILING FACE}"})
    for seed in range(3):
        table = ann.table("dutch", "hot", "hot", public=True)
        with ann.connect(table, 0) as one, ann.connect(table, 1) as other:
            play({0: one, 1: other}, random.Random(seed), most=5)
    lobby = ann.get("/api/lobby")
    old.stop()
    files = [tmp_path / f"{name}.jsonl" for name in ("old", "new", "again")]
    assert saleroom("export", files[0], "--data", old.data).returncode == 0
    done = saleroom("import", files[0], "--database", address)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("The database has 3 more tables with ")
    assert saleroom("import", files[0], "--database", address).stdout.startswith(
        "The database has 0 more tables with 0 entries."
    )

    new = Server(tmp_path / "new", database=address)
    new.data.mkdir()
    (new.data / "keys").write_bytes((old.data / "keys").read_bytes())
    new.start()
    try:
        there = players.Guest(new)
        there.cookie = ann.cookie
        assert there.get("/api/lobby") == lobby
        refused = saleroom("import", files[0], "--database", address)
        assert refused.returncode == 1
        assert refused.stderr == ("Error: A server is using this database. Nothing was imported.\n")
        assert saleroom("export", files[1], "--database", address).returncode == 0
        assert files[1].read_bytes() == files[0].read_bytes()
        with there.connect(table, 0) as one, there.connect(table, 1) as other:
            play({0: one, 1: other}, random.Random(9))
            assert one.view["result"] is not None
    finally:
        new.end()

    assert saleroom("export", files[1].with_name("x"), "--database", address).returncode == 0
    back = tmp_path / "back"
    assert saleroom("import", tmp_path / "x", "--data", back).returncode == 0
    assert saleroom("export", files[2], "--data", back).returncode == 0
    assert files[2].read_bytes() == (tmp_path / "x").read_bytes()


def test_what_cannot_be_imported_leaves_the_database_as_it_was(
    serve: Callable[..., Server], address: str, tmp_path: Path
) -> None:
    server = serve()
    guest = players.Guest(server)
    other = max(guest.table("pennies", "hot", "hot") for _ in range(2))
    assert saleroom("export", tmp_path / "both", "--data", server.data).returncode == 0
    assert saleroom("export", tmp_path / "one", other, "--data", server.data).returncode == 0
    guest.post(f"/api/t/{other}/end")
    assert saleroom("import", tmp_path / "one", "--database", address).returncode == 0
    assert saleroom("export", tmp_path / "ended", "--data", server.data).returncode == 0
    refused = saleroom("import", tmp_path / "ended", "--database", address)
    assert refused.returncode == 1
    assert f"Table {other} is there already with another log" in refused.stderr
    assert ask(address, "select distinct table_id from entry") == [(other,)]  # and not the first
