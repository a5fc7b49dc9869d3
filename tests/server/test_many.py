"""Many processes on one database: each serves every table, and they never disagree."""

from __future__ import annotations

import asyncio
import os
import random
import re
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import WebSocketException

from saleroom.catalogue import games, variants
from saleroom.server import log, others, seating
from saleroom.server import table as tables
from saleroom.server.bus import Here
from saleroom.server.failpoints import NAMES
from saleroom.server.house import House, Settings
from saleroom.server.http import lobby_of
from saleroom.server.log import SeatMade
from saleroom.server.state import State
from saleroom.server.store import Done, Row, StoreDown, Unit
from saleroom.server.table import Table

from ..processes import eventually
from .cluster import Cluster
from .players import PATIENCE_S, Guest, Server, Socket, answers, ask, fill, play, run_apart
from .test_connection import a_path
from .test_house import page

ANN, BEN = "a" * 32, "b" * 32
NONCE = "00" * 16

BREAKS = int(os.environ.get("SALEROOM_BREAKS", "12"))  # more try harder
THINK_S = BREAKS / 60  # so that a game lasts as long

pytestmark = pytest.mark.once


class Several:
    """Servers with one database and the same keys, as behind a load balancer."""

    def __init__(self, folder: Path, database: str, number: int) -> None:
        self.database = database
        self.servers = [
            Server(folder / f"data{n}", "--metrics-port", "0", database=database)
            for n in range(number)
        ]
        for server in self.servers:
            server.data.mkdir(parents=True)
            (server.data / "keys").write_text("ab" * 32 + "\n")
            server.start()

    def end(self) -> None:
        for server in self.servers:
            server.end()

    def guest(self, server: int) -> Guest:
        found = Guest(self.servers[server])
        found.get("/api/lobby")
        return found

    def at(self, guest: Guest, server: int) -> Guest:
        """The same person, led to another process."""
        found = Guest(self.servers[server])
        found.cookie = guest.cookie
        return found

    def log(self, table: str) -> list[Any]:
        return self.servers[0].log(table)

    def figure(self, name: str) -> float:
        """Of all processes together."""
        whole = 0.0
        for server in self.servers:
            (address,) = re.findall(r"are at (http\S+)", server.output.read_text())[-1:]
            with urllib.request.urlopen(address, timeout=PATIENCE_S) as told:
                for line in told.read().decode().splitlines():
                    if line.startswith(name):
                        whole += float(line.split()[-1])
        return whole


@pytest.fixture(scope="module")
def several(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Several]:
    found = Several(tmp_path_factory.mktemp("several"), cluster.database(), 3)
    yield found
    found.end()


@pytest.fixture
def two(cluster: Cluster, tmp_path: Path) -> Iterator[Several]:
    """Of one's own: they may be killed."""
    found = Several(tmp_path, cluster.database(), 2)
    yield found
    found.end()


def must_be_whole(rows: list[Any], table: str) -> State:
    """The log has no gap and no command twice; what it leads to."""
    assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
    commands = Counter((row[1], row[2]) for row in rows if row[2] is not None)
    assert not [each for each, times in commands.items() if times > 1]
    return State.fold(table, (log.from_row(Row(table, n, 0, *rest)) for n, *rest in rows))


# -- people at one table by way of several processes -----------------------------------------------


@pytest.mark.parametrize(
    ("game", "variant"), [(game, variant) for game in games() for variant in variants(game)]
)
def test_a_whole_game_is_played_across_processes_and_all_see_the_same(
    several: Several, game: str, variant: str
) -> None:
    ann, ben, watcher = (several.guest(n) for n in range(3))
    table = ann.table(game, "open", "open", variant=variant)
    ann.sit(table, 0)
    several.at(ben, 0).sit(table, 1)
    with ann.connect(table) as one, ben.connect(table) as two, watcher.connect(table) as third:
        for page, seat in ((one, 0), (two, 1)):
            assert page.first()["seat"] == seat
        play({0: one, 1: two}, random.Random(7))
        last = third.until(lambda m: m["t"] == "view" and m["result"])
        assert one.view["result"] == two.view["result"] == last["result"]
        assert one.view["number"] == two.view["number"] == last["number"]
    state = must_be_whole(several.log(table), table)
    assert state.status == "over"


def test_what_was_done_in_one_process_is_known_to_the_next_one_asked(several: Several) -> None:
    ann = several.guest(0)
    for turn in range(20):
        here, there = several.at(ann, turn % 3), several.at(ann, (turn + 1) % 3)
        there.get("/api/lobby")
        table = here.table("pennies", "open", "open")
        assert not there.get(f"/api/t/{table}")["seats"][0]["yours"]
        here.sit(table, 0)
        with there.connect(table) as page:
            assert page.first()["seat"] == 0
        several.at(ann, turn % 3).post("/api/me", {"name": f"Ann {turn}"})
        assert there.get("/api/lobby")["me"]["name"] == f"Ann {turn}"
        assert several.at(ann, (turn + 2) % 3).get(f"/api/t/{table}")["seats"][0]["name"] == (
            f"Ann {turn}"
        )


def test_who_is_there_and_what_is_said_over_the_table_is_known_in_all_processes(
    several: Several,
) -> None:
    ann, ben = several.guest(0), several.guest(1)
    table = ann.table("pennies", "open", "open")
    ann.sit(table, 0)
    ben.sit(table, 1)

    def is_here(page: Socket, seat: int, here: bool) -> None:
        if page.view is None:
            page.first()
        seats = page.view["seats"]
        while seats[seat]["here"] is not here:
            seats = page.until(lambda m: m["t"] in ("view", "presence"))["seats"]

    with ben.connect(table) as two:
        is_here(two, 0, False)
        with ann.connect(table) as one:
            is_here(two, 0, True)
            is_here(one, 1, True)
            one.say(t="react", seat=0, what="well_bid")
            said = two.until(lambda m: m["t"] == "reacted")
            assert (said["seat"], said["what"]) == (0, "well_bid")
            with several.guest(2).connect(table) as third:
                assert third.first()["watching"] == 1
                is_here(third, 0, True)
                two.until(lambda m: m.get("watching") == 1)
        is_here(two, 0, False)


def test_all_seats_answer_at_once_through_different_processes(several: Several) -> None:
    """Conflicts are forced: no number is missing, and each command is there once."""
    tables = []
    ann, ben = several.guest(0), several.guest(1)
    for _ in range(6):
        table = ann.table("dutch", "open", "open")
        ann.sit(table, 0)
        ben.sit(table, 1)
        tables.append(table)
    before = several.figure("saleroom_conflicts_total")
    acknowledged: list[tuple[str, int, str]] = []
    failed: list[BaseException] = []

    def decide(guest: Guest, table: str, seat: int, seed: int, done: threading.Event) -> None:
        try:
            dice = random.Random(seed)
            with guest.connect(table) as page:
                page.until(lambda m: m["t"] == "view" and m["view"] is not None)
                made = 0
                while made < 25 and page.view["result"] is None and not done.is_set():
                    form = page.view["view"]["form"]
                    if form is None:
                        change = page.view["may"]["change"]
                        if change is None:
                            time.sleep(0.001)
                            page.catch_up()
                            continue
                        form = change["form"]
                    name = f"{seat}-{made}-{dice.getrandbits(40):x}"
                    page.say(t="decide", id=name, seat=seat, gate=page.view["gate"],
                             path=fill(form, dice))  # fmt: skip
                    answer = page.until(lambda m, name=name: answers(m, name))
                    if answer["t"] == "view":
                        acknowledged.append((table, seat, name))
                    else:
                        assert answer["kind"] in ("not_your_turn", "try_again", "not_allowed")
                    made += 1
        except BaseException as error:
            failed.append(error)
        finally:
            done.set()

    threads = [
        threading.Thread(target=decide, args=(several.at(guest, at), table, seat, number, done))
        for number, (table, done) in enumerate((table, threading.Event()) for table in tables)
        for seat, guest, at in ((0, ann, number % 3), (1, ben, (number + 1) % 3))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    assert not failed, failed
    conflicts = several.figure("saleroom_conflicts_total") - before
    print(f"{len(acknowledged)} acknowledged, {conflicts:.0f} conflicts")
    assert conflicts > 0
    for table in tables:
        rows = several.log(table)
        must_be_whole(rows, table)
        known = Counter((row[1], row[2]) for row in rows)
        for where, seat, name in acknowledged:
            assert where != table or known[seat, name] == 1
    assert len(acknowledged) > 50


# -- when one of them dies, or the connection between them -----------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("failpoint", [name for name in NAMES if name != "first_view"])
def test_one_process_is_killed_and_its_players_go_on_with_another(
    two: Several, failpoint: str
) -> None:
    ann, ben = two.guest(0), two.guest(1)
    table = ann.table("dutch", "open", "open")
    ann.sit(table, 0)
    ben.sit(table, 1)
    first, other = two.servers
    first.kill()
    first.start(SALEROOM_FAILPOINT=f"{failpoint}:6")
    dice = random.Random(failpoint)
    pages = {0: ann.connect(table), 1: ben.connect(table)}
    acknowledged: set[str] = set()
    unanswered: dict[str, Any] | None = None

    def decide(page: Socket, command: dict[str, Any]) -> None:
        page.say(**command)
        if page.until(lambda m: answers(m, command["id"]))["t"] == "view":
            acknowledged.add(command["id"])

    with suppress(WebSocketException, OSError, EOFError):
        while True:
            for seat, page in pages.items():
                page.catch_up()
                if page.view is None:
                    page.first()
                form = page.view["view"] and page.view["view"]["form"]
                if form:
                    name, path = f"c{dice.getrandbits(40):x}", fill(form, dice)
                    unanswered = {"t": "decide", "id": name, "seat": seat,
                                  "gate": page.view["gate"], "path": path}  # fmt: skip
                    decide(page, unanswered)
                    unanswered = None
    first.wait()
    with two.at(ann, 1).connect(table) as page:
        page.first()
        if unanswered is not None:  # sent again, elsewhere
            assert unanswered["seat"] == 0
            decide(page, unanswered)
            assert unanswered["id"] in acknowledged
        pages[1].catch_up()
        assert pages[1].view["number"] == page.view["number"]
        rows = other.log(table)
        must_be_whole(rows, table)
        assert acknowledged <= {row[2] for row in rows}
        play({0: page, 1: pages[1]}, dice)
        assert page.view["result"] == pages[1].view["result"] is not None


class Wanderer:
    """A player who comes back after each failure, led to any of the servers."""

    def __init__(self, several: Several, guest: Guest, table: str, seat: int) -> None:
        self.several, self.guest, self.table, self.seat = several, guest, table, seat
        self.dice = random.Random(f"{table}{seat}")
        self.acknowledged: set[str] = set()
        self.shown: dict[int, Any] = {}  # number -> view
        self.unanswered: dict[str, Any] | None = None
        self.failures = 0

    def play(self, is_over: threading.Event) -> None:
        while not is_over.is_set():
            try:
                server = self.dice.randrange(len(self.several.servers))
                with self.several.at(self.guest, server).connect(self.table, self.seat) as page:
                    page.first()
                    while not is_over.is_set() and page.view["result"] is None:
                        self._remember(page)
                        self._decide(page)
                        page.catch_up()
                    if page.view["result"] is not None:
                        return
            except (WebSocketException, OSError, EOFError):
                self.failures += 1
                time.sleep(0.02)

    def _decide(self, page: Socket) -> None:
        if self.unanswered is None:
            form = page.view["view"] and page.view["view"]["form"]
            change = page.view["may"]["change"]
            if change is not None and self.dice.random() < 0.3:
                form = change["form"]
            if not form:
                time.sleep(0.002)
                return
            name = f"{self.dice.getrandbits(60):x}"
            self.unanswered = {
                "t": "decide",
                "id": name,
                "seat": self.seat,
                "gate": page.view["gate"],
                "path": fill(form, self.dice),
            }
            time.sleep(self.dice.random() * THINK_S)
        page.say(**self.unanswered)
        name = self.unanswered["id"]
        answer = page.until(lambda m: answers(m, name))
        if answer["t"] == "view":
            self.acknowledged.add(name)
        if answer.get("kind") == "try_again":
            time.sleep(0.02)  # and again with the same id
        else:
            self.unanswered = None

    def _remember(self, page: Socket) -> None:
        view = page.view["view"]
        assert self.shown.setdefault(page.view["number"], view) == view

    def check(self, rows: list[Any]) -> None:
        """All that was acknowledged or shown is in the log."""
        assert self.acknowledged <= {row[2] for row in rows}
        entries = [log.from_row(Row(self.table, n, 0, *rest)) for n, *rest in rows]
        state = State.begin(self.table, entries[0])
        views = {}
        for entry in entries[1:]:
            state.apply(entry)
            seen = state.look(self.seat)
            views[state.known(self.seat)] = seen and msgspec.json.decode(seen)
        for number, view in self.shown.items():
            assert number in views or number == 1, "a number was shown that is not in the log"
            assert view == views.get(number)


@pytest.mark.slow
def test_whatever_breaks_nothing_acknowledged_is_lost(two: Several) -> None:
    """Sessions of the database are ended, servers are killed, and people just go on."""
    dice = random.Random(5)
    wanderers = []
    for _ in range(3):
        ann, ben = two.guest(0), two.guest(1)
        table = ann.table("dutch", "open", "open")
        ann.sit(table, 0)
        ben.sit(table, 1)
        wanderers += [Wanderer(two, ann, table, 0), Wanderer(two, ben, table, 1)]
    is_over = threading.Event()
    threads = [threading.Thread(target=one.play, args=(is_over,)) for one in wanderers]
    for thread in threads:
        thread.start()
    for turn in range(BREAKS):
        time.sleep(dice.random() * 0.3)
        if turn % 6 == 5:
            server = dice.choice(two.servers)
            server.kill()
            server.start()
        else:
            ask(
                two.database,
                "select pg_terminate_backend(pid) from pg_stat_activity "
                "where datname = current_database() and pid <> pg_backend_pid() "
                "order by random() limit 2",
            )
    is_over.set()
    for thread in threads:
        thread.join(PATIENCE_S)
        assert not thread.is_alive()
    for one in wanderers:
        rows = two.log(one.table)
        must_be_whole(rows, one.table)
        one.check(rows)
    done = sum(len(one.acknowledged) for one in wanderers)
    print(f"{done} acknowledged, {sum(one.failures for one in wanderers)} times a page came back")
    assert done > 20


def test_after_the_database_was_away_processes_hear_each_other_again(
    cluster: Cluster, two: Several
) -> None:
    ann, ben = two.guest(0), two.guest(1)
    table = ann.table("dutch", "open", "open")
    ann.sit(table, 0)
    ben.sit(table, 1)
    with ann.connect(table) as one, ben.connect(table) as other:
        play({0: one, 1: other}, random.Random(1), most=2)
        cluster.stop()
        time.sleep(0.3)
        cluster.start()
        for server in two.servers:
            ready = Guest(server)
            eventually(lambda ready=ready: ready.ask("GET", "/readyz").status == 200,
                       within_s=PATIENCE_S)  # fmt: skip
        inline = two.figure('saleroom_wakeups_total{how="inline"}')
        play({0: one, 1: other}, random.Random(2), most=8)
        eventually(lambda: two.figure('saleroom_wakeups_total{how="inline"}') > inline,
                   within_s=PATIENCE_S)  # fmt: skip
        play({0: one, 1: other}, random.Random(3))
    must_be_whole(two.log(table), table)


# -- two houses in one process: what takes long otherwise ------------------------------------------


def in_two_houses(
    cluster: Cluster, folder: Path, visit: Callable[[House, House], Awaitable[None]]
) -> str:
    database = cluster.database()

    async def main() -> None:
        both = [
            House(Settings(folder, ("http://localhost",), bot_pause_s=0, database=database))
            for _ in range(2)
        ]
        for house in both:
            await house.open()
        try:
            async with asyncio.timeout(20):
                await visit(*both)
        finally:
            for house in both:
                await house.close()

    run_apart(main())
    return database


async def comes_true(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.01)


async def pennies(house: House, *seats: SeatMade) -> Table:
    return await house.make(ANN, "pennies", "standard", seats, public=False)


HOT = SeatMade("hot", ANN, "Ann")


def test_a_wake_up_that_is_lost_is_found_in_the_log(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(others, "POLL_S", 0.1)

    async def visit(one: House, other: House) -> None:
        table = await pennies(one, HOT, HOT)
        await comes_true(lambda: table.state.status == "playing")
        copy = await other.table(table.state.id)
        assert one.others is not None
        one.others._bus.append = lambda _: None  # type: ignore[method-assign]
        copy.enter(page(copy, BEN, 0))  # somebody looks at it
        await seating.resign(table, ANN, 0)
        await comes_true(lambda: copy.state.status == "over")

    in_two_houses(cluster, tmp_path, visit)


def test_who_asks_a_process_hears_what_another_one_did_before(
    cluster: Cluster, tmp_path: Path
) -> None:
    async def visit(one: House, other: House) -> None:
        table = await pennies(one, HOT, HOT)
        await comes_true(lambda: table.state.status == "playing")
        await other.table(table.state.id)
        assert one.others is not None
        one.others._bus.append = lambda _: None  # type: ignore[method-assign]
        await seating.resign(table, ANN, 0)
        assert (await other.table(table.state.id)).state.status == "over"

    in_two_houses(cluster, tmp_path, visit)


def test_what_a_dead_process_should_have_done_another_one_does(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "OVERDUE_S", 0.3)
    monkeypatch.setattr(tables, "AGAIN_S", PATIENCE_S)

    def refuse(_: Unit, done: Done) -> None:
        done(StoreDown("It is about to die."))

    async def visit(one: House, other: House) -> None:
        table = await pennies(one, SeatMade("open"), SeatMade("bot", None, "Bot", "random", NONCE))
        copy = await other.table(table.state.id)
        assert copy.state.status == "waiting"
        await seating.sit(table, ANN, "Ann", 0, NONCE)
        one.store.put = refuse  # type: ignore[method-assign]  # before it has dealt
        await comes_true(lambda: copy.state.status == "playing" and copy.state.owing == (0,))

    in_two_houses(cluster, tmp_path, visit)


def ann_is_here(table: Table) -> bool:
    """As Ben sees it."""
    return bool(msgspec.json.decode(table.seat_infos(BEN))[0]["here"])


def test_who_was_with_a_process_that_falls_silent_is_away(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(others, "POLL_S", 0.1)
    monkeypatch.setattr(others, "SILENT_S", 0.5)

    async def visit(one: House, other: House) -> None:
        table = await pennies(one, SeatMade("open"), SeatMade("open"))
        await seating.sit(table, ANN, "Ann", 0, NONCE)
        copy = await other.table(table.state.id)

        is_here = partial(ann_is_here, copy)
        assert one.others is not None
        one.others.say_here(table.state.id, [ANN], 0)
        await comes_true(is_here)
        await asyncio.sleep(1.0)
        assert is_here()  # it is heard all the while
        await one.others.close()
        await comes_true(lambda: not is_here())

    in_two_houses(cluster, tmp_path, visit)


def test_who_left_while_a_process_heard_nothing_is_away_there_too(
    cluster: Cluster, tmp_path: Path
) -> None:
    async def visit(one: House, other: House) -> None:
        assert one.others is not None
        assert other.others is not None
        table = await pennies(one, SeatMade("open"), SeatMade("open"))
        await seating.sit(table, ANN, "Ann", 0, NONCE)
        ann = page(table, ANN, 0)
        table.enter(ann)
        copy = await other.table(table.state.id)

        is_here = partial(ann_is_here, copy)
        await comes_true(is_here)
        missed: list[object] = []
        other.others._bus._hear = lambda _, message: missed.append(message)
        table.leave(ann)
        await comes_true(lambda: Here(table.state.id, [], 0) in missed)
        other.others._bus._hear = other.others._heard
        assert other.settings.database is not None
        end = (
            "select pg_terminate_backend(pid) from pg_stat_activity "
            "where datname = current_database() and pid <> pg_backend_pid()"
        )
        await asyncio.to_thread(ask, other.settings.database, end)  # so all come back
        await comes_true(lambda: not is_here())

    in_two_houses(cluster, tmp_path, visit)


def test_the_lobby_knows_whose_turn_it_is_though_a_wake_up_was_lost(
    cluster: Cluster, tmp_path: Path
) -> None:
    async def visit(one: House, other: House) -> None:
        table = await pennies(one, HOT, SeatMade("hot", BEN, "Ben"))
        await comes_true(lambda: table.state.status == "playing")

        async def turns() -> list[bool]:
            return [line.your_turn for line in (await lobby_of(other, ANN)).mine]

        assert await turns() == [True]
        assert one.others is not None
        one.others._bus.append = lambda _: None  # type: ignore[method-assign]
        path, gate = a_path(table, 0), table.state.gate
        await table.do(0, lambda state: state.check(0, gate, path))
        assert table.state.owing == (1,)
        assert await turns() == [False]

    in_two_houses(cluster, tmp_path, visit)


def test_a_rematch_that_two_ask_for_in_two_processes_is_one_table(
    cluster: Cluster, tmp_path: Path
) -> None:
    async def visit(one: House, other: House) -> None:
        for _ in range(5):
            table = await pennies(one, HOT, SeatMade("hot", BEN, "Ben"))
            await comes_true(lambda: table.state.status == "playing")  # noqa: B023
            await seating.resign(table, ANN, 0)
            copy = await other.table(table.state.id)
            first, second = await asyncio.gather(one.rematch(table, ANN), other.rematch(copy, BEN))
            assert first.state.id == second.state.id
            lines = await one.store.tables_of(ANN, over=False)
            assert [line.id for line, _ in lines] == [first.state.id]
            await comes_true(lambda: first.state.status == "playing")  # noqa: B023
            await seating.resign(first, ANN, first.state.seats_of(ANN)[0])

    in_two_houses(cluster, tmp_path, visit)


def test_a_bot_thinks_in_one_process_and_answers_once(cluster: Cluster, tmp_path: Path) -> None:
    async def visit(one: House, other: House) -> None:
        table = await pennies(one, HOT, SeatMade("bot", None, "Bot", "random", NONCE))
        copy = await other.table(table.state.id)
        copy.chores()  # both do it
        table.chores()
        await comes_true(lambda: table.state.owing == copy.state.owing == (0,))

    database = in_two_houses(cluster, tmp_path, visit)
    ((table,),) = ask(database, "select distinct table_id from entry")
    must_be_whole(
        ask(database, "select number, seat, command_id, kind, body from entry order by number"),
        table,
    )
