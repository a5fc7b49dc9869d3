"""Bots at tables know what their seat knows, and cannot stop a game."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from saleroom.bots import bot
from saleroom.bots.table import path
from saleroom.games.bits import Dice
from saleroom.games.core import Position
from saleroom.records import deal
from saleroom.server import bots, seating
from saleroom.server import workers as processes
from saleroom.server.bots import OFFERED, Thinkers, job
from saleroom.server.errors import TryAgain
from saleroom.server.house import House, Settings
from saleroom.server.log import SeatMade
from saleroom.server.workers import Workers
from tests.processes import descendants

from .players import PATIENCE_S, Guest, Server, play, run_apart


@pytest.mark.parametrize(
    ("game", "variant"), [("dutch", "standard"), ("dutch", "offering"), ("pennies", "standard")]
)
def test_a_worker_is_sent_the_same_bytes_in_every_world_its_seat_could_be_in(
    game: str, variant: str
) -> None:
    play = deal(game, variant=variant, seed=3)
    compared = 0
    while not play.over:
        for seat in play.movers:
            true = play.position
            for seed in range(3):
                other = true.sample(seat, Dice(seed))
                assert job("random", other, seat) == job("random", true, seat)
                compared += 1
        seat = play.movers[0]
        play.move_on(seat, path(play, seat, bot("random")))
    assert compared > 9


def test_a_bot_that_fails_is_replaced_by_any_legal_decision(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bots, "OVERDUE_S", 0.0)
    play = deal("pennies", seed=1)

    async def think() -> list[int]:
        thinkers = Thinkers(1)
        try:
            return await thinkers.think("search:400", play.position, 0)
        finally:
            await thinkers.workers.close()

    assert play.check(0, run_apart(think()))
    assert "search:400 gave no answer: TimeoutError()" in caplog.text


def test_a_bot_that_waits_for_others_to_think_is_not_overdue(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bots, "OVERDUE_S", 2.0)
    play = deal("pennies", seed=1)

    async def think() -> None:
        thinkers = Thinkers(1)
        try:
            await thinkers.workers.run(abs, -1)  # the process is there
            thoughts = [thinkers.think("search:400ms", play.position, 0) for _ in range(6)]
            await asyncio.gather(*thoughts)
        finally:
            await thinkers.workers.close()

    run_apart(think())
    assert "gave no answer" not in caplog.text


def test_who_waits_behind_a_bot_that_hangs_is_answered_all_the_same() -> None:
    async def ask() -> float:
        workers = Workers(1)
        try:
            hanging = asyncio.create_task(workers.run(time.sleep, 1.0))
            await asyncio.sleep(0.1)
            # A pool hands out a job more than it has workers; the last one is still in its queue.
            waiting = [asyncio.create_task(workers.run(abs, -1.0)) for _ in range(3)]
            await asyncio.sleep(0.1)
            workers.replace()
            answers = await asyncio.gather(*waiting)
            await hanging
            return sum(answers)
        finally:
            await workers.close()

    assert run_apart(ask()) == 3


def test_the_process_of_a_job_without_end_is_ended() -> None:
    async def ask() -> int:
        workers = Workers(1, longest_s=0.3)
        try:
            with pytest.raises(BrokenProcessPool):
                await workers.run(time.sleep, 600.0)
            workers.replace()
            return await workers.run(abs, -1)
        finally:
            await workers.close()

    assert run_apart(ask()) == 1


def test_jobs_whose_process_dies_are_asked_once_more() -> None:
    async def ask() -> float:
        workers = Workers(1)
        try:
            process = await workers.run(os.getpid)
            jobs = [workers.run(time.sleep, 0.3), workers.run(abs, -7)]
            answers = asyncio.gather(*jobs)
            await asyncio.sleep(0.1)
            os.kill(process, signal.SIGKILL)
            return (await answers)[1]
        finally:
            await workers.close()

    assert run_apart(ask()) == 7


def test_the_end_does_not_wait_for_a_long_job(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "ENDING_S", 0.2)

    async def ask() -> float:
        workers = Workers(1)
        long = asyncio.create_task(workers.run(time.sleep, 600.0))
        await asyncio.sleep(0.5)
        began = time.monotonic()
        await workers.close()
        with pytest.raises(asyncio.CancelledError):
            await long
        return time.monotonic() - began

    assert run_apart(ask()) < PATIENCE_S


def test_a_hint_that_nobody_thought_of_is_no_hint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "OVERDUE_S", 0.0)
    me = "a" * 32

    async def main() -> None:
        house = House(Settings(tmp_path, ("http://localhost",)))
        seats = (SeatMade("hot", me, "Ann"), SeatMade("bot", None, "Random bot", "random"))
        table = await house.make(me, "pennies", "standard", seats, public=False)
        try:
            async with asyncio.timeout(PATIENCE_S):
                while table.state.status == "waiting":
                    await asyncio.sleep(0.01)
            with pytest.raises(TryAgain, match="The bot gave no answer"):
                await table.advice(0)
        finally:
            await house.close()

    run_apart(main())


def test_a_server_that_is_stopped_while_bots_think_ends_with_their_thoughts(
    server: Server,
) -> None:
    host = Guest(server)
    host.get("/api/lobby")
    table = host.table("sparrows", "open", "expert", "expert", "expert")
    host.sit(table)
    assert server.stop() == 0
    server.start()
    page = host.connect(table, seat=0)
    page.until(lambda m: m["t"] == "view" and m["view"] and m["view"]["form"])


def test_every_bot_that_is_offered_can_play() -> None:
    for offer in OFFERED:
        assert bot(offer.bot)
        assert offer.says


def test_a_bot_takes_over_and_the_game_ends(server: Server) -> None:
    host, friend = Guest(server), Guest(server)
    for guest in (host, friend):
        guest.get("/api/lobby")
    table = host.table("pennies", "open", "open", "random")
    host.sit(table)
    friend.sit(table)
    friend.post(f"/api/t/{table}/resign", {"seat": 1})  # of three seats: a bot plays on
    page = host.connect(table)
    play({0: page}, random.Random(1))
    assert len(page.view["result"]["scores"]) == 3
    assert page.view["seats"][1]["kind"] == "bot"


def test_a_bot_does_not_decide_for_a_player_who_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guests = [name * 32 for name in "abc"]

    async def main() -> None:
        ready = asyncio.Event()

        async def think(_: Thinkers, __: str, position: Position, seat: int) -> list[int]:
            await ready.wait()
            return bots._decide(job("random", position, seat))

        monkeypatch.setattr(Thinkers, "think", think)
        house = House(Settings(tmp_path, ("http://localhost",), bot_pause_s=0))
        seats = tuple(SeatMade("hot", guest, guest[0]) for guest in guests)
        table = await house.make(guests[0], "pennies", "standard", seats, public=False)
        try:
            async with asyncio.timeout(10):
                while table.state.status == "waiting":
                    await asyncio.sleep(0)
                await seating.resign(table, guests[1], 1)  # of three seats: a bot plays on
                _, thought = table._thoughts[1]
                await seating.sit(table, guests[1], "b", 1, "")
                ready.set()
                await thought
                assert table.state.owing == (0, 1, 2)
                await seating.resign(table, guests[1], 1)
                while 1 in table.state.owing:  # and now it decides, at the same question
                    await asyncio.sleep(0)
        finally:
            await house.close()

    run_apart(main())


def test_who_plays_bots_alone_may_ask_for_a_hint(server: Server) -> None:
    host, friend = Guest(server), Guest(server)
    for guest in (host, friend):
        guest.get("/api/lobby")
    table = host.table("pennies", "open", "random", variant="tiny")
    host.sit(table, 0)
    page = host.connect(table)
    begun = page.until(lambda m: m["t"] == "view" and m["view"] and m["view"]["form"])
    told = host.post(f"/api/t/{table}/advice", {"seat": 0})
    assert told["bot"] == "master"
    labels = begun["view"]["form"]["labels"]
    assert told["words"].startswith(labels[str(told["path"][0])])
    assert friend.ask("POST", f"/api/t/{table}/advice", {"seat": 0}).status == 403
    for third in ([], ["random"]):
        among_people = host.table("pennies", "open", "open", *third)
        host.sit(among_people, 0)
        friend.sit(among_people, 1)
        refused = host.ask("POST", f"/api/t/{among_people}/advice", {"seat": 0})
        assert refused.status == 409
        assert "where all others are bots" in refused.data["error"]["says"]


def test_hints_are_counted_by_guest_and_by_house_and_not_by_table(
    serve: Callable[..., Server],
) -> None:
    """Who has many tables has no more of them, and neither has who is a new guest each time."""
    server = serve("--origin", "http://play.example.org", limits=True)

    def ask(host: Guest, tables: int, address: str) -> list[int]:
        found = []
        for _ in range(tables):
            seats = [{"kind": "hot"}, {"kind": "hot"}]
            wish = {"game": "pennies", "seats": seats}
            made = host.ask("POST", "/api/tables", wish, X_Forwarded_For=address)
            path = f"/api/t/{made.data['table']['id']}/advice"
            found.append(host.ask("POST", path, {"seat": 0}, X_Forwarded_For=address))
        assert all("hint" in answer.data["error"]["says"] for answer in found)
        return [answer.status for answer in found]

    # Among people there is none, and that is said at once: 409, or else that these were too many.
    host = Guest(server)
    host.get("/api/lobby")
    told = ask(host, 25, "192.0.2.1")
    assert told[:5] == [409] * 5
    assert told[-1] == 429
    assert ask(Guest(server), 1, "192.0.2.1") == [409]
    many = [status for _ in range(250) for status in ask(Guest(server), 1, "192.0.2.2")]
    assert many[:50] == [409] * 50
    assert many[-1] == 429
    assert ask(Guest(server), 1, "192.0.2.3") == [409]


def workers_of(server: Server) -> set[int]:
    """The processes of a server whose bots have played a game."""
    host = Guest(server)
    host.get("/api/lobby")
    table = host.table("pennies", "open", "random")
    host.sit(table)
    play({0: host.connect(table)}, random.Random(1))
    assert server.process is not None
    family = descendants(server.process.pid)
    assert len(family) >= 2
    return family


@pytest.mark.once
def test_when_the_server_is_killed_its_workers_end_too(serve: Callable[..., Server]) -> None:
    server = serve()
    family = workers_of(server)
    server.kill()
    until = time.monotonic() + PATIENCE_S
    while any(Path(f"/proc/{pid}/cmdline").exists() for pid in family):
        assert time.monotonic() < until, "a worker is still there"
        time.sleep(0.05)


@pytest.mark.once
def test_ctrl_c_goes_to_the_workers_too_and_none_of_them_complains(server: Server) -> None:
    family = workers_of(server)
    assert server.process is not None
    for pid in (*family, server.process.pid):  # as a terminal does
        os.kill(pid, signal.SIGINT)
    server.wait()  # and `end` reads what was said
