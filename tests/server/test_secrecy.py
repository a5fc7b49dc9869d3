"""Nothing hidden leaves the server: messages are the same bytes in every world they could be in.

A world that the viewer cannot tell from the true one is put in its place, with other sealed answers
of the others; then every message to that viewer must be the same, byte for byte. And both worlds go
on: the others decide and draw otherwise, and as long as that stays hidden, so do the messages.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from saleroom.bots import bot
from saleroom.catalogue import games, variants
from saleroom.games.bits import Dice, choices, place
from saleroom.games.chance import Dealer
from saleroom.games.core import Draw, Rules
from saleroom.server.house import House, Settings
from saleroom.server.log import Entry, SeatMade
from saleroom.server.messages import VERSION
from saleroom.server.state import State, Viewer
from saleroom.server.table import Table

from .players import Guest, Server, fill, play, run_apart

pytestmark = pytest.mark.once  # views are compared on both builds, by the laws
ANN, BO, NOBODY = "a" * 32, "b" * 32, "c" * 32
FURTHER = 6  # so many decisions two worlds go on


def swapped(state: State, viewer: Viewer, knower: int, dice: Dice) -> State:
    """The same table in another world that this seat cannot tell from the true one."""
    twin = state.copy()
    assert state._before is not None
    before = state._before.copy()
    before.position = before.position.sample(knower, dice)
    game = before.copy()
    for seat, path in state._answers.items():
        if seat != viewer:
            path = tuple(_any_decision(before.position, seat, dice))
        game.move_on(seat, path)
        twin._answers[seat] = path
    twin._before, twin._forms = before, {}
    twin.game = game if state._answers else before
    twin._forget()
    return twin


def _any_decision(position, seat: int, dice: Dice) -> list[int]:  # type: ignore[no-untyped-def]
    world = position.clone()
    path: list[int] = []
    complete = False
    while not complete:
        path.append(bot("random").choose(world, seat, dice))
        complete = world.choose(seat, path[-1])
    return path


def said(table: Table, state: State, viewer: Viewer, since: int | None = None) -> list[bytes]:
    """All that the server would say to this viewer now, with what has happened since."""
    true, table.state = table.state, state
    try:
        guest = (ANN, BO)[viewer] if viewer is not None else NOBODY
        since = state.known(viewer) if since is None else since
        view = msgspec.json.encode(table.view(guest, viewer, since, [], first=True))
        answers = []
        for path in ([], [0], [61], [3, 4, 5], _lowest(state, viewer)):
            try:
                if viewer is not None:
                    state.check(viewer, state.gate, path)
                    answers += state.tried(viewer, state.gate, path)
            except Exception as refusal:
                answers.append(repr(refusal).encode())
        info = msgspec.json.encode(table.table_info(guest))
        log, _ = state.page(viewer, state.known(viewer))
        return [view, info, bytes(log), *(bytes(answer or b"") for answer in answers)]
    finally:
        table.state = true


def _lowest(state: State, viewer: Viewer) -> list[int]:
    """A decision that this viewer may take now."""
    path: list[int] = []
    if viewer in state.owing:
        world = state.question.clone()
        complete = False
        while not complete:
            path.append(choices(world.menu(viewer))[0])
            complete = world.choose(viewer, path[-1])
    return path


# -- two worlds go on ------------------------------------------------------------------------------


class Differ(Exception):
    """The viewer could tell the two worlds from each other, as the rules will have it."""


class First(Dealer):
    """Deals in the one world, and keeps what came."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.came: list[tuple[Draw, int]] = []

    def answer(self, rules: Rules, draw: Draw) -> int:
        self.came.append((draw, place(self.dice.member(draw.wants))))
        return self.came[-1][1]


class Second(Dealer):
    """Deals in the other: what this seat sees as in the first, the rest otherwise."""

    def __init__(self, first: First, seat: int) -> None:
        self.first = first
        self.seat = seat
        self.left = list(first.came)

    def answer(self, rules: Rules, draw: Draw) -> int:
        if not self.left:
            raise Differ
        there, outcome = self.left.pop(0)
        if (there.pile, there.shuffle, there.seers) != (draw.pile, draw.shuffle, draw.seers):
            raise Differ
        if not draw.seers >> self.seat & 1:
            return place(self.first.dice.member(draw.wants))
        if not draw.wants >> outcome & 1:
            raise Differ
        return outcome


def _after(state: State, seat: int, path: list[int], dealer: Dealer) -> State:
    after = state.copy()
    entry = Entry(state.number + 1, 0, seat, None, state.check(seat, state.gate, path))
    after.apply(entry, dealer)
    return after


def _one_further(one: State, two: State, knower: int, dice: Dice) -> tuple[State, State]:
    """A decision in each world, such that this seat cannot tell them apart; or they differ."""
    seat = min(one.owing, key=lambda owing: owing == knower)  # others first, sealed
    path = _any_decision(one.question, seat, dice)
    first = First(dice)
    after = _after(one, seat, path, first)
    for _ in range(1 if seat == knower else 20):
        try:
            theirs = path if seat == knower else _any_decision(two.question, seat, dice)
            other = _after(two, seat, theirs, Second(first, knower))
        except Differ:  # another decision may look the same
            continue
        if _seen(after, knower) == _seen(other, knower):
            return after, other
    raise Differ


def _seen(state: State, seat: int) -> object:
    assert state.game is not None
    return state.game.position.seen(seat)


def go_on(table: Table, one: State, two: State, knower: int, dice: Dice) -> int:
    """Play two worlds on, and compare all that the knower and a spectator hear; how often."""
    since = [(viewer, one.known(viewer)) for viewer in (knower, None)]
    compared = 0
    while compared < FURTHER:
        try:
            one, two = _one_further(one, two, knower, dice)
        except Differ:
            break
        if one.status == "over":
            break  # all is open
        for viewer, number in since:
            assert said(table, one, viewer, number) == said(table, two, viewer, number)
        compared += 1
    return compared


def in_a_house(folder: Path, visit: Callable[[House], Awaitable[None]]) -> None:
    async def main() -> None:
        house = House(Settings(folder, ("http://localhost",), bot_pause_s=0))
        try:
            await visit(house)
        finally:
            await house.close()

    run_apart(main())


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("game", "variant"), [(game, name) for game in games() for name in variants(game)]
)
def test_every_message_is_the_same_in_another_world(
    tmp_path: Path, game: str, variant: str, seed: int
) -> None:
    compared = further = 0

    async def visit(house: House) -> None:
        nonlocal compared, further
        seats = (SeatMade("hot", ANN, "Ann"), SeatMade("hot", BO, "Bo"))
        table = await house.make(ANN, game, variant, seats, public=False, hints=True)
        while table.state.status == "waiting":
            await asyncio.sleep(0)
        dice, chance = Dice(seed), random.Random(seed)
        while table.state.status == "playing":
            # What was made for an earlier moment and kept is what would be made now.
            anew = table.state.copy()
            anew._forget()
            for viewer in (0, 1, None):
                assert said(table, anew, viewer) == said(table, table.state, viewer)
            # A spectator knows less than either seat, so the worlds of both look the same.
            for viewer, knower in ((0, 0), (1, 1), (None, 0), (None, 1)):
                twin = swapped(table.state, viewer, knower, dice)
                assert said(table, twin, viewer) == said(table, table.state, viewer)
                compared += 1
                if viewer is not None:
                    further += go_on(table, table.state, twin, knower, dice)
            state = table.state
            may_act = [*state.owing, *state._answers]
            seat = chance.choice(may_act)  # also changes of mind
            path = _any_decision(state.question, seat, dice)
            await table.do(seat, lambda s, seat=seat, path=path: s.check(seat, s.gate, path))

    in_a_house(tmp_path, visit)
    print(f"{compared} times in another world, and {further} times as both went on")
    assert compared >= 8
    assert further >= compared // 4 or compared < 100  # a game of few decisions lies open soon


def test_events_are_the_same_whoever_is_told_of_them_first(tmp_path: Path) -> None:
    differed = 0

    async def visit(house: House) -> None:
        nonlocal differed
        seats = (SeatMade("hot", ANN, "Ann"), SeatMade("hot", BO, "Bo"))
        table = await house.make(ANN, "dutch", "standard", seats, public=False)
        while table.state.status == "waiting":
            await asyncio.sleep(0)
        dice = Dice(1)
        while table.state.status == "playing":
            game = table.state.game
            assert game is not None
            last = len(game.entries)
            for order in ((0, 1, None), (None, 1, 0), (1, 0, None)):
                anew = table.state.copy()
                anew._forget()
                for viewer in order:
                    told = msgspec.json.decode(anew.events(viewer, anew.known(viewer) - 1))
                    expected = game.events(last, viewer)
                    assert told[-len(expected) :] == expected
            differed += game.events(last, 0) != game.events(last, 1)
            seat = table.state.owing[0]
            path = _any_decision(table.state.question, seat, dice)
            await table.do(seat, lambda s, seat=seat, path=path: s.check(seat, s.gate, path))

    in_a_house(tmp_path, visit)
    assert differed >= 8


def test_a_changed_mind_changes_no_byte_for_the_others(tmp_path: Path) -> None:
    async def visit(house: House) -> None:
        seats = (SeatMade("hot", ANN, "Ann"), SeatMade("hot", BO, "Bo"))
        table = await house.make(ANN, "dutch", "standard", seats, public=False)
        while table.state.status == "waiting":
            await asyncio.sleep(0)
        dice = Dice(1)
        heard = set()
        for _ in range(10):
            path = _any_decision(table.state.question, 0, dice)
            await table.do(0, lambda s, path=path: s.check(0, s.gate, path))
            heard.add((*said(table, table.state, 1), *said(table, table.state, None)))
        assert len(heard) == 1
        assert table.state.known(0) == table.state.known(1) + 9

    in_a_house(tmp_path, visit)


def test_the_secret_of_the_shuffle_is_in_no_frame_before_the_end(server: Server) -> None:
    one, two = Guest(server), Guest(server)
    for guest in (one, two):
        guest.get("/api/lobby")
    table = one.table("pennies", "open", "open")
    one.sit(table, 0)
    two.sit(table, 1)
    pages = {0: one.connect(table), 1: two.connect(table)}
    play(pages, random.Random(1))
    secret = msgspec.json.decode(server.log(table)[0][4])["secret"]
    frames = [frame for page in pages.values() for frame in page.frames]
    assert not any(secret in frame for frame in frames)
    assert secret in one.ask("GET", f"/api/t/{table}/record").raw.decode()


@pytest.mark.parametrize("what", ["record", "record.json", "review", "proof"])
def test_records_are_closed_while_the_game_goes_on(server: Server, what: str) -> None:
    guest = Guest(server)
    guest.get("/api/lobby")
    table = guest.table("pennies", "hot", "hot")
    guest.connect(table).until(lambda m: m["t"] == "view" and m["view"])  # it has begun
    answer = guest.ask("GET", f"/api/t/{table}/{what}")
    assert answer.status == 409
    assert answer.data["error"]["kind"] == "not_allowed"


def test_the_wire_has_a_version(server: Server) -> None:
    guest = Guest(server)
    guest.get("/api/lobby")
    table = guest.table("pennies", "open", "open")
    page = guest.connect(table)
    first = page.first()
    assert first["v"] == VERSION == 1
    assert first["view"] is None
    assert first["waiting"] == "Waiting for players: 0 of 2 seated."
    assert fill(None, random.Random(0)) == []
