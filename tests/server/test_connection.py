"""A connection that cannot send: one slot, no lost event, and in the end it is cut off."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any

import pytest

from saleroom.games.bits import choices
from saleroom.server import connection as connections
from saleroom.server import seating
from saleroom.server.connection import Connection
from saleroom.server.house import House, Settings
from saleroom.server.limits import Bucket, Buckets
from saleroom.server.log import SeatMade
from saleroom.server.table import Table

from .players import PATIENCE_S, run_apart

ANN, BEN, WATCHER = "a" * 32, "b" * 32, "c" * 32


class Network:
    """The far side of a socket, which can be slow."""

    def __init__(self) -> None:
        self.page: Connection
        self.sent: list[Any] = []

    def write(self, text: bytes) -> None:
        self.sent.append(json.loads(text))

    def stop(self) -> None:
        """What is sent from now on piles up."""
        self.page.pause()

    def flow(self) -> None:
        self.page.resume()

    async def send(self, message: MutableMapping[str, Any]) -> None:
        self.sent.append(dict(message))  # hanging up needs nobody's help

    async def receive(self) -> MutableMapping[str, Any]:
        await asyncio.Event().wait()
        raise AssertionError("nothing is ever said")


def at_a_table(
    folder: Path, visit: Callable[[Table, Connection, Network], Awaitable[None]]
) -> None:
    async def main() -> None:
        house = House(Settings(folder, ("http://localhost",)))
        seats = (SeatMade("hot", ANN, "Ann"), SeatMade("hot", ANN, "Bo"))
        table = await house.make(ANN, "pennies", "standard", seats, public=False)
        while table.state.status == "waiting":
            await asyncio.sleep(0)
        plenty = Bucket(1e9, 1e9)
        network = Network()
        page = network.page = Connection(
            table, WATCHER, None, 0, network.write, own=plenty, of_guest=Buckets(1e9, 1e9)
        )
        table.enter(page)
        running = asyncio.create_task(page.run(network.receive, network.send))
        try:
            await visit(table, page, network)
        finally:
            running.cancel()
            await house.close()

    run_apart(main())


def a_path(table: Table, seat: int) -> list[int]:
    """Any whole decision of a seat that owes one."""
    world = table.state.question.clone()
    path: list[int] = []
    complete = False
    while not complete:
        path.append(choices(world.menu(seat))[0])
        complete = world.choose(seat, path[-1])
    return path


async def decide(table: Table) -> None:
    seat = table.state.owing[0]
    path = a_path(table, seat)
    await table.do(seat, lambda state: state.check(seat, state.gate, path))


async def until(wanted: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not wanted():
            await asyncio.sleep(0.001)


def test_a_slow_reader_gets_the_last_view_with_all_events_and_holds_nobody_up(
    tmp_path: Path,
) -> None:
    async def visit(table: Table, page: Connection, network: Network) -> None:
        await until(lambda: len(network.sent) == 1)
        network.stop()
        changes = 0
        while table.state.status == "playing":
            await decide(table)
            changes += 1
        assert changes > 3
        network.flow()
        await until(lambda: bool(network.sent[-1]["result"]))
        views = network.sent
        assert len(views) == 2  # the first, and one for all that happened since
        told = [event for view in views for event in view["events"]]
        everything = json.loads(bytes(table.state.events(None, 0)))
        assert told == everything

    at_a_table(tmp_path, visit)


def test_a_table_remembers_no_list_of_seats_for_each_of_its_visitors(tmp_path: Path) -> None:
    async def visit(table: Table, _: Connection, __: Network) -> None:
        for number in range(50):
            table.table_info(f"{number:032x}")
        assert bytes(table.seat_infos(ANN)) != bytes(table.seat_infos(BEN))
        assert len(table.room.seats) == 2  # who sits there, and all others

    at_a_table(tmp_path, visit)


def test_a_decision_does_not_count_when_the_seat_goes_to_another_device_before_it(
    tmp_path: Path,
) -> None:
    async def visit(table: Table, _: Connection, __: Network) -> None:
        seat = table.state.owing[0]
        token = await seating.link(table, ANN, seat)
        mine = Network()
        page = mine.page = Connection(
            table, ANN, seat, 0, mine.write, own=Bucket(9, 9), of_guest=Buckets(9, 9)
        )
        table.enter(page)
        running = asyncio.create_task(page.run(mine.receive, mine.send))
        claiming = asyncio.create_task(seating.claim(table, BEN, token))
        await asyncio.sleep(0)  # on its way to the disk: the seat is still Ann's
        path = a_path(table, seat)
        said = {"t": "decide", "id": "late", "seat": seat, "gate": table.state.gate, "path": path}
        page.hear(json.dumps(said))
        await claiming
        await until(lambda: any(told["t"] == "refused" or told.get("ok") for told in mine.sent))
        refused = mine.sent[-1]
        assert (refused["id"], refused["kind"]) == ("late", "not_yours")
        assert table.state.chairs[seat].guest == BEN
        running.cancel()

    at_a_table(tmp_path, visit)


def test_a_reader_that_takes_nothing_at_all_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "TOO_SLOW_S", 0.05)

    async def visit(table: Table, page: Connection, network: Network) -> None:
        await until(lambda: len(network.sent) == 1)
        network.stop()
        await decide(table)
        await until(lambda: network.sent[-1].get("code") == 4002)

    at_a_table(tmp_path, visit)
