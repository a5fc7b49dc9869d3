"""The house: of each table there is one, whoever asks at the same moment."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from saleroom.games.core import NotAllowed
from saleroom.server import house as houses
from saleroom.server import limits, log, seating
from saleroom.server import table as tables
from saleroom.server.connection import Connection
from saleroom.server.errors import NotYours, SlowDown
from saleroom.server.house import House, Settings
from saleroom.server.limits import Bucket, Buckets
from saleroom.server.log import SeatMade
from saleroom.server.state import State
from saleroom.server.store import Unit, now
from saleroom.server.table import Table

from .players import run_apart
from .test_connection import a_path

ANN, BEN, CY = (name * 32 for name in "abc")
NONCE = "00" * 16
OPEN = SeatMade("open")


def in_a_house(folder: Path, visit: Callable[[House], Awaitable[None]]) -> None:
    async def main() -> None:
        house = House(Settings(folder, ("http://localhost",)))
        try:
            async with asyncio.timeout(20):
                await visit(house)
        finally:
            await house.close()

    run_apart(main())


async def pennies(house: House, *seats: SeatMade) -> Table:
    return await house.make(ANN, "pennies", "standard", seats, public=False)


def page(table: Table, guest: str, seat: int) -> Connection:
    plenty, of_guest = Bucket(1e9, 1e9), Buckets(1e9, 1e9)
    return Connection(table, guest, seat, 0, lambda _: None, own=plenty, of_guest=of_guest)


def test_a_table_that_somebody_has_asked_for_is_not_forgotten_before_it_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def visit(house: House) -> None:
        table = await pennies(house, OPEN, OPEN)
        table.used = time.monotonic() - 2 * houses.KEPT_S
        asked = await house.table(table.state.id)
        monkeypatch.setattr(houses, "KEPT_TABLES", 0)
        await pennies(house, OPEN, OPEN)  # room is made for another one
        await seating.sit(asked, ANN, "Ann", None, NONCE)
        assert await house.table(table.state.id) is asked

    in_a_house(tmp_path, visit)


def test_a_guest_plays_sixty_short_games_in_an_hour_and_no_more(tmp_path: Path) -> None:
    async def visit(house: House) -> None:
        for _ in range(60):
            table = await pennies(house, OPEN, OPEN)
            await seating.sit(table, ANN, "Ann", None, NONCE)
            await seating.end(table, ANN)
        with pytest.raises(SlowDown, match="60 tables in an hour"):
            await pennies(house, OPEN, OPEN)

    in_a_house(tmp_path, visit)


def test_two_who_want_a_rematch_at_once_get_one_table(tmp_path: Path) -> None:
    async def visit(house: House) -> None:
        table = await pennies(house, SeatMade("hot", ANN, "Ann"), SeatMade("hot", BEN, "Ben"))
        while table.state.status == "waiting":
            await asyncio.sleep(0)
        await seating.resign(table, ANN, 0)
        one, two = await asyncio.gather(house.rematch(table, ANN), house.rematch(table, BEN))
        assert one is two
        assert len(await house.store.tables_of(ANN, over=False)) == 1

    in_a_house(tmp_path, visit)


def test_a_table_that_is_found_while_it_is_being_made_is_one_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def visit(house: House) -> None:
        write, found = house.store.write, []

        async def slowly(unit: Unit) -> None:
            await write(unit)
            found.append(await house.table(unit.rows[0].table))  # as somebody may who has the list

        monkeypatch.setattr(house.store, "write", slowly)
        table = await pennies(house, OPEN, OPEN)
        assert [table] == found
        assert await house.table(table.state.id) is table

    in_a_house(tmp_path, visit)


def test_people_who_sit_down_at_once_get_a_seat_each(tmp_path: Path) -> None:
    async def visit(house: House) -> None:
        table = await pennies(house, OPEN, OPEN, OPEN)
        await asyncio.gather(
            *(seating.sit(table, who, who[0], None, NONCE) for who in (ANN, BEN, CY))
        )
        assert [chair.guest for chair in table.state.chairs] == [ANN, BEN, CY]
        with pytest.raises(NotAllowed, match="No seat is free"):
            await seating.sit(table, "d" * 32, "d", None, NONCE)

    in_a_house(tmp_path, visit)


def test_a_link_that_two_bring_at_once_takes_the_seat_once(tmp_path: Path) -> None:
    async def visit(house: House) -> None:
        table = await pennies(house, SeatMade("hot", ANN, "Ann"), OPEN)
        token = await seating.link(table, ANN, 0)
        _, refused = await asyncio.gather(
            *(seating.claim(table, who, token) for who in (BEN, CY)), return_exceptions=True
        )
        assert isinstance(refused, NotAllowed)
        assert table.state.chairs[0].guest == BEN

    in_a_house(tmp_path, visit)


def test_a_new_name_is_not_given_to_a_seat_that_is_lost_in_the_same_moment(tmp_path: Path) -> None:
    async def visit(house: House) -> None:
        table = await pennies(house, OPEN, OPEN)
        await seating.sit(table, ANN, "Ann", 0, NONCE)
        _, refused = await asyncio.gather(
            seating.get_up(table, ANN, 0),
            seating.rename(table, ANN, "Anna"),
            return_exceptions=True,
        )
        assert isinstance(refused, NotYours)
        assert [chair.name for chair in table.state.chairs] == ["", ""]

    in_a_house(tmp_path, visit)


def test_a_name_that_is_looked_up_while_another_is_chosen_does_not_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def visit(house: House) -> None:
        read, chosen = house.store.name_of, asyncio.Event()

        async def slowly(guest: str) -> str | None:
            found = await read(guest)
            await chosen.wait()
            return found

        monkeypatch.setattr(house.store, "name_of", slowly)
        looking = asyncio.create_task(house.name_of(ANN))
        await asyncio.sleep(0)
        await house.rename(ANN, "Anna")
        chosen.set()
        assert await looking == "Anna"
        assert await house.name_of(ANN) == "Anna"

    in_a_house(tmp_path, visit)


def test_names_are_remembered_of_so_many_guests_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_REMEMBERED", 2)

    async def visit(house: House) -> None:
        for guest in (ANN, BEN, CY):
            await house.rename(guest, "Kim")
        assert len(house._names) == 2
        assert await house.name_of(ANN) == "Kim"  # read again
        assert len(house._names) == 2

    in_a_house(tmp_path, visit)


def test_who_does_not_come_back_after_a_restart_can_be_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "AWAY_S", 0.1)

    async def visit(house: House) -> None:
        table = await pennies(house, SeatMade("hot", ANN, "Ann"), SeatMade("hot", BEN, "Ben"))
        ann = page(table, ANN, 0)
        table.enter(ann)
        while table.state.status == "waiting":
            await asyncio.sleep(0)
        ann._messages()
        assert ann._messages() == []
        while not (told := ann._messages()):  # nothing happens but that a minute has passed
            await asyncio.sleep(0.01)
        assert told[0].may.give == [1]  # type: ignore[attr-defined]

    in_a_house(tmp_path, visit)


def test_who_is_away_is_away_by_no_clock_that_a_host_can_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def visit(house: House) -> None:
        table = await pennies(house, SeatMade("hot", ANN, "Ann"), SeatMade("hot", BEN, "Ben"))
        for days in (-1, 1):
            monkeypatch.setattr(tables, "now", lambda days=days: now() + days * 86_400_000)
            assert not table.is_away(1)
        monkeypatch.setattr(tables, "AWAY_S", 0.1)
        monkeypatch.setattr(tables, "now", lambda: now() - 86_400_000)
        while not table.is_away(1):
            await asyncio.sleep(0.01)

    in_a_house(tmp_path, visit)


def test_a_seat_makes_the_log_of_its_table_longer_only_so_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "DETOURS", 5)

    async def visit(house: House) -> None:
        table = await pennies(house, *(SeatMade("hot", who, who[0]) for who in (ANN, BEN, CY)))
        while table.state.status == "waiting":
            await asyncio.sleep(0)
        for _ in range(4):
            await decide(table, 0)  # the first one counts, the others change its mind
        for _ in range(2):
            await seating.link(table, ANN, 0)
        for detour in (decide(table, 0), seating.link(table, ANN, 0)):
            with pytest.raises(NotAllowed, match="often enough"):
                await detour
        await seating.link(table, BEN, 1)
        gate = table.state.gate
        await decide(table, 1)
        await decide(table, 2)
        assert table.state.gate > gate
        await seating.resign(table, ANN, 0)
        with pytest.raises(NotAllowed, match="plays this seat on already"):
            await seating.resign(table, ANN, 0)
        read = State.fold(
            table.state.id, map(log.from_row, await house.store.entries(table.state.id))
        )
        assert read.detours == table.state.detours == [5, 1, 0]

    in_a_house(tmp_path, visit)


async def decide(table: Table, seat: int) -> None:
    """Any decision, in the open question."""
    gate, path = table.state.gate, a_path(table, seat)
    await table.do(seat, lambda state: state.check(seat, gate, path))


def test_a_table_that_cannot_be_read_is_in_nobodys_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def visit(house: House) -> None:
        good = await pennies(house, SeatMade("hot", ANN, "Ann"), OPEN)
        old = await pennies(house, SeatMade("hot", ANN, "Ann"), OPEN)  # the first in the list
        table = house.table

        async def read(key: str) -> Table:
            if key == old.state.id:
                raise NotAllowed("This table was made by version 0 of the rules.")
            return await table(key)

        monkeypatch.setattr(house, "table", read)
        assert await house.rename(ANN, "Ilse") == "Ilse"
        assert good.state.chairs[0].name == "Ilse"

    in_a_house(tmp_path, visit)
