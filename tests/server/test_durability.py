"""What was acknowledged is never lost: the server is killed wherever it could hurt.

SALEROOM_KILLS=20 SALEROOM_KILL_AFTER=300 tries harder than the few kills of an ordinary run: with
all failpoints that is about ten thousand decisions.
"""

from __future__ import annotations

import asyncio
import errno
import math
import os
import random
import re
import resource
import shutil
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import apsw
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException

from saleroom.catalogue import games, variants
from saleroom.server import log, seating
from saleroom.server import table as tables
from saleroom.server.failpoints import NAMES
from saleroom.server.house import House, Settings
from saleroom.server.identity import BadKeys, Signer
from saleroom.server.log import Entry, SeatMade
from saleroom.server.postgres import Postgres
from saleroom.server.sqlite import ROOM, SQLite
from saleroom.server.state import State
from saleroom.server.store import LONGEST_QUEUE, Done, Row, Store, StoreDown, Unit
from saleroom.server.store import Guest as Named

from .players import PATIENCE_S, Guest, Server, Socket, answers, fill, run_apart

GAMES = [(game, variant) for game in reversed(games()) for variant in variants(game)]
KILLS = int(os.environ.get("SALEROOM_KILLS", "2"))
KILL_AFTER = int(os.environ.get("SALEROOM_KILL_AFTER", "30"))  # at most so many times there


def named(guest: str) -> Unit:
    """A unit of little."""
    return Unit(guest=Named(guest, guest.upper(), 1))


async def opened(folder: Path, database: str | None) -> Store:
    store = SQLite(folder) if database is None else Postgres(database)
    await store.open()
    return store


class Stubborn:
    """Two players who send again what was not answered, and remember all they were told."""

    def __init__(self, server: Server, dice: random.Random) -> None:
        self.server = server
        self.dice = dice
        self.guests = [Guest(server), Guest(server)]
        for guest in self.guests:
            guest.get("/api/lobby")
        self.tables: list[str] = []
        self.acknowledged: dict[tuple[str, str], int] = {}  # table and id -> number told
        self.shown: dict[tuple[str, int, int], Any] = {}  # table, seat, number -> view
        self.unanswered: dict[str, Any] | None = None
        self.pages: list[Socket] = []
        self.new_table()

    def new_table(self) -> None:
        one, two = self.guests
        game, variant = GAMES[len(self.tables) % len(GAMES)]
        table = one.table(game, "open", "open", variant=variant)
        one.sit(table, 0)
        two.sit(table, 1)
        self.tables.append(table)
        self.connect()

    def connect(self) -> None:
        self.pages = [guest.connect(self.tables[-1]) for guest in self.guests]
        for page in self.pages:
            page.until(lambda m: m["t"] == "view" and m["view"] is not None)
        self._remember()

    def go_on(self) -> None:
        """Come back, send again what was not answered, and decide until the server dies."""
        try:
            self.connect()
            if self.unanswered is not None:
                self.send(self.pages[self.unanswered["seat"]], self.unanswered)
            while True:
                self.step()
        except (WebSocketException, OSError, EOFError):
            self._remember()

    def step(self) -> None:
        if self.pages[0].view["result"] is not None:
            self.new_table()
        for seat, page in enumerate(self.pages):
            view = page.view
            form = view["view"]["form"]
            if view["may"]["change"] is not None and self.dice.random() < 0.3:
                form = view["may"]["change"]["form"]
            if form is not None and view["result"] is None:
                command = {
                    "t": "decide",
                    "id": f"{self.dice.getrandbits(60):x}",
                    "seat": seat,
                    "gate": view["gate"],
                    "path": fill(form, self.dice),
                }
                self.send(page, command)
        for page in self.pages:
            page.catch_up()
        self._remember()

    def send(self, page: Socket, command: dict[str, Any]) -> None:
        self.unanswered = command
        page.say(**command)
        answer = page.until(lambda m: answers(m, command["id"]))
        if answer["t"] == "view":
            numbers = {ok["id"]: ok["number"] for ok in answer["ok"]}
            self.acknowledged[self.tables[-1], command["id"]] = numbers[command["id"]]
        self.unanswered = None

    def _remember(self) -> None:
        for seat, page in enumerate(self.pages):
            if page.view is not None:
                shown = page.table, seat, page.view["number"]
                assert self.shown.setdefault(shown, page.view["view"]) == page.view["view"]

    def check(self) -> None:
        """Everything acknowledged or shown is in the log, once, and the log has no gap."""
        for table in self.tables:
            rows = self.server.log(table)
            assert [row[0] for row in rows] == list(range(1, len(rows) + 1)), table
            commands = Counter(row[2] for row in rows)
            for where, command in self.acknowledged:
                assert where != table or commands[command] == 1
            self._check_views(table, [_entry(table, row) for row in rows])

    def _check_views(self, table: str, entries: list[Entry]) -> None:
        """Every view that was shown is the one that the log leads to."""
        missing = {shown for shown in self.shown if shown[0] == table}
        state = State.begin(table, entries[0])
        for entry in (None, *entries[1:]):
            if entry is not None:
                state.apply(entry)
            for seat in (0, 1):
                shown = table, seat, state.known(seat)
                if shown in self.shown:
                    view = state.look(seat)
                    assert self.shown[shown] == (view and msgspec.json.decode(view))
                    missing.discard(shown)
        assert not missing, "a number was shown that is not in the log"


def _entry(table: str, row: Any) -> Entry:
    number, seat, command, kind, body = row
    return log.from_row(Row(table, number, 0, seat, command, kind, body))


@pytest.mark.once
@pytest.mark.slow
@pytest.mark.parametrize("failpoint", [name for name in NAMES if name != "waking"])
def test_killed_at_any_point_nothing_acknowledged_is_lost(
    serve: Callable[..., Server], database: str | None, failpoint: str
) -> None:
    server = serve(database=database)
    dice = random.Random(failpoint)
    players = Stubborn(server, dice)
    server.kill()
    for _ in range(KILLS):
        server.start(SALEROOM_FAILPOINT=f"{failpoint}:{dice.randint(4, KILL_AFTER)}")
        players.go_on()
        server.wait()
        assert server.process is not None
        assert server.process.returncode == -9
    server.start()
    players.connect()
    if players.unanswered is not None:
        players.send(players.pages[players.unanswered["seat"]], players.unanswered)
    players.step()
    players.check()
    assert len(players.acknowledged) >= KILLS
    print(f"{failpoint}: {KILLS} kills, {len(players.acknowledged)} acknowledged, none lost")


@pytest.mark.once
@pytest.mark.slow
def test_stopped_politely_everything_is_there_again(
    serve: Callable[..., Server], database: str | None
) -> None:
    server = serve(database=database)
    players = Stubborn(server, random.Random(9))
    for _ in range(5):
        players.step()
    assert server.stop() == 0
    server.start()
    players.connect()
    players.step()
    players.check()


@pytest.mark.once
def test_on_a_full_disk_nothing_is_acknowledged_and_it_can_be_tried_again(
    serve: Callable[..., Server],
) -> None:
    server = serve()
    players = Stubborn(server, random.Random(6))
    page = players.pages[0]
    command = {
        "t": "decide",
        "id": "later",
        "seat": 0,
        "gate": page.view["gate"],
        "path": fill(page.view["view"]["form"], players.dice),
    }
    assert server.process is not None
    entries = len(server.log(page.table))
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    page.say(**command)
    refused = page.until(lambda m: answers(m, "later"))
    assert (refused["t"], refused["kind"]) == ("refused", "try_again")
    assert page.guest.ask("GET", "/readyz").status == 503
    assert len(server.log(page.table)) == entries
    unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)
    assert page.guest.ask("GET", "/readyz").status == 200  # it has tried by itself
    page.say(**command)
    assert page.until(lambda m: answers(m, "later"))["t"] == "view"
    players.check()


def test_a_deal_that_cannot_be_written_is_tried_again_after_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "AGAIN_S", 0.2)
    tries = 0

    async def main() -> None:
        house = House(Settings(tmp_path, ("http://localhost",)))
        put = house.store.put

        def fail(unit: Unit, done: Done) -> None:
            nonlocal tries
            tries += 1
            done(StoreDown("The disk is full."))

        seats = (SeatMade("open"), SeatMade("hot", "b" * 32, "Ben"))
        made = await house.make("b" * 32, "pennies", "standard", seats, public=False)
        await seating.sit(made, "a" * 32, "Ann", 0, "00" * 16)
        house.store.put = fail  # type: ignore[method-assign]
        await asyncio.sleep(0.1)
        assert (tries, made.state.status) == (1, "waiting")
        house.store.put = put  # type: ignore[method-assign]
        async with asyncio.timeout(PATIENCE_S):
            while made.state.status == "waiting":
                await asyncio.sleep(0.01)
        await house.close()

    run_apart(main())


def test_a_store_is_ready_while_it_can_write_has_room_and_knows_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        store = SQLite(tmp_path)
        assert await store.is_ready()
        store.in_queue = LONGEST_QUEUE // 2
        assert not await store.is_ready()
        store.in_queue = 0
        with monkeypatch.context() as nearly_full:
            nearly_full.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=ROOM - 1))
            assert not await store.is_ready()
        with closing(apsw.Connection(str(tmp_path / "saleroom.sqlite"))) as other:
            other.execute("insert into schema_version values (99, 0)")
        store._written_at = -math.inf  # long ago
        assert not await store.is_ready()
        await store.close()

    run_apart(main())


@pytest.mark.parametrize(
    ("file", "holds", "told"),
    [
        ("saleroom.sqlite", "Dear diary, this is not a data base.", "cannot be opened: file is no"),
        ("keys", "", "must hold keys of at least 32 hex digits, one a line."),
        ("keys", "my secret\n", "must hold keys of at least 32 hex digits, one a line."),
    ],
)
def test_data_of_another_kind_is_refused_in_a_sentence_and_stays(
    tmp_path: Path, file: str, holds: str, told: str
) -> None:
    (tmp_path / file).write_text(holds)
    with pytest.raises(AssertionError, match=re.escape(f"Error: {tmp_path / file} {told}")) as said:
        Server(tmp_path).start()
    assert "Traceback" not in str(said.value)
    assert (tmp_path / file).read_text() == holds


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        ("update entry set body = replace(body, 'pennies', 'gone') where number = 1", "no game"),
        ('update entry set body = \'{"kind":"later"}\' where number = 2', "cannot be read"),
        ("delete from entry where number = 2", "cannot be read"),
    ],
)
def test_a_table_that_this_program_cannot_read_is_in_nobodys_way(
    serve: Callable[..., Server], broken: str, told: str
) -> None:
    server = serve()
    guest = Guest(server)
    table = guest.table("pennies", "open", "open")
    guest.sit(table, 0)
    guest.sit(table, 1)
    server.stop()
    with closing(apsw.Connection(str(server.data / "saleroom.sqlite"))) as connection:
        connection.execute(broken)
    server.start()
    assert guest.ask("GET", "/").status == guest.ask("GET", f"/t/{table}").status == 200
    assert [line["your_turn"] for line in guest.get("/api/lobby")["mine"]] == [False]
    assert guest.post("/api/me", {"name": "Ilse"})["name"] == "Ilse"
    refused = guest.ask("GET", f"/api/t/{table}")
    assert (refused.status, refused.data["error"]["kind"]) == (409, "not_allowed")
    assert told in refused.data["error"]["says"]
    page = guest.connect(table)
    with pytest.raises(ConnectionClosed) as closed:
        page.first()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4004


def test_what_is_kept_is_for_nobody_elses_eyes_on_this_machine(
    serve: Callable[..., Server],
) -> None:
    server = serve()
    Guest(server).table("pennies", "hot", "hot")
    kept = {file.name: file.stat().st_mode & 0o077 for file in server.data.glob("*sqlite*")}
    assert kept == {f"saleroom.sqlite{end}": 0 for end in ("", "-wal", "-shm")}


def test_keys_that_cannot_be_written_are_not_in_the_way_of_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        with pytest.raises(BadKeys, match="keys cannot be written: No space left"):
            Signer.open(tmp_path / "keys", secure=False)
    assert Signer.open(tmp_path / "keys", secure=False)


def test_a_full_disk_at_the_end_is_a_remark(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    class Full(apsw.Connection):
        def pragma(self, name: str, *values: object, **options: object) -> object:
            raise apsw.FullError("database or disk is full")

    SQLite._end(Full(str(tmp_path / "saleroom.sqlite")))
    assert "stays in saleroom.sqlite-wal: database or disk is full" in caplog.text


def test_what_waits_together_is_written_together_and_whole(
    tmp_path: Path, database: str | None
) -> None:
    """Group commit: what comes while the disk is busy goes into one transaction, all of it."""
    guests = [f"guest-{number}" for number in range(200)]

    async def main() -> None:
        store = await opened(tmp_path, database)
        await asyncio.gather(*(store.write(named(guest)) for guest in guests))
        assert [await store.name_of(guest) for guest in guests] == [g.upper() for g in guests]
        await store.close()

    run_apart(main())


def test_what_no_disk_can_hold_is_refused_and_the_next_is_written(
    tmp_path: Path, database: str | None
) -> None:
    async def main() -> None:
        store = await opened(tmp_path, database)
        half = Row("table", 1, 0, None, None, "kind", "\ud800")  # of a letter
        with pytest.raises(StoreDown):
            async with asyncio.timeout(10):
                await store.write(Unit((half,)))
        await store.write(named("a"))
        assert await store.name_of("a") == "A"
        assert await store.entries("table") == []
        await store.close()

    run_apart(main())


def test_a_commit_waits_for_the_disk_and_not_for_its_promise(tmp_path: Path) -> None:
    """No kill shows it, only a failure of power does."""

    async def main() -> None:
        store = SQLite(tmp_path)
        with closing(store._connect()) as connection:
            assert connection.pragma("journal_mode") == "wal"
            assert connection.pragma("synchronous") == 2  # full
        await store.close()

    run_apart(main())


def test_an_entry_that_is_there_is_never_written_over(tmp_path: Path, database: str | None) -> None:
    async def main() -> None:
        store = await opened(tmp_path, database)
        first, other = (Row("table", 1, 0, None, None, "kind", body) for body in ("{}", "[]"))
        await store.write(Unit((first,)))
        with pytest.raises(StoreDown):
            await store.write(Unit((other,)))
        assert await store.entries("table") == [first]
        await store.close()

    run_apart(main())


def test_a_second_server_keeps_off_the_same_data(serve: Callable[..., Server]) -> None:
    first = serve()
    second = Server(first.data)
    with pytest.raises(AssertionError, match=r"Another server is using"):
        second.start()


def test_what_is_acknowledged_is_on_the_disk_already(
    serve: Callable[..., Server], database: str | None
) -> None:
    server = serve(database=database)
    players = Stubborn(server, random.Random(4))
    for _ in range(20):
        players.step()
        known = {row[2] for table in players.tables for row in server.log(table)}
        assert {command for _, command in players.acknowledged} <= known
