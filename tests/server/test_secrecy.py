"""Nothing hidden leaves the server: messages are the same bytes in every world they could be in.

Whole games are played while the clock stands still. After every decision, for every person at the
table, a world that this person cannot tell from the true one and that really is another is put in
its place, and seats that had sealed an answer decide again in it; then all that the server says to
this person and to a spectator must be the same, byte for byte.

Two such twins of a person go on beside the true game, up to its end: the others decide and draw
otherwise in them, and at every step what is said since they were put there is compared. Where
something comes to light that is otherwise in both, a twin from before is looked for in which the
same comes to light; where many tries find none, a new one begins after that decision. The numbers
from which events are told and what is tried and refused are chosen by dice; when a twin ends, the
log is read again from every number since its beginning. How often all this succeeds is counted.
"""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from saleroom import catalogue
from saleroom.catalogue import games, variants
from saleroom.games.bits import Dice, place
from saleroom.games.chance import Dealer
from saleroom.games.core import Draw, Position, Refusal, Rules
from saleroom.laws.moments import a_decision, decisions, some, take
from saleroom.server import bots, messages
from saleroom.server.connection import Connection
from saleroom.server.house import House, Settings
from saleroom.server.limits import WITHOUT_LIMITS, Bucket, Buckets
from saleroom.server.log import Created, Dealt, Decided, Entry, SeatMade, Undone
from saleroom.server.messages import VERSION
from saleroom.server.state import State, Viewer
from saleroom.server.table import Table

from .players import Guest, Server, fill, play, run_apart

pytestmark = pytest.mark.once  # views are compared on both builds, by the laws
ANN, BO, NOBODY = "a" * 32, "b" * 32, "c" * 32
PEOPLE = (SeatMade("hot", ANN, "Ann", None, "a" * 32), SeatMade("hot", BO, "Bo", None, "b" * 32))
SECRET = "5" * 64  # of the shuffle
KIND = re.compile(rb'^{"(?:t|bot)":"(\w+)"')  # of a message, or who gave a hint

KEPT = 2  # so many twins of a person go on at a time
TRIES = 6  # so many worlds are drawn to find one that is really another;
MORE_TRIES = 40  # if none is, so many more tell whether there is another at all
WORLDS = 100  # so many are drawn to find one in which the same comes to light
ANY, FIRST = 8, 24  # decisions in a twin: so many at random, and the first so many


# -- a table, and what is said there ---------------------------------------------------------------


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock stands still: messages tell since when somebody is away."""
    monkeypatch.setattr(time, "time_ns", lambda: 1_700_000_000 * 10**9)


def waiting(game: str, variant: str, seats: tuple[SeatMade, ...]) -> State:
    """A table at which everybody sits, and nothing is dealt."""
    rules = catalogue.load(game, variant, len(seats))
    made = Created(
        game=game,
        variant=variant,
        table=rules.table,
        rules=rules.version,
        secret=SECRET,
        seats=seats,
        public=False,
        name="oak-lantern-42",
        maker=ANN,
        hints=True,
    )
    return State.begin("a-table", Entry(1, 0, None, None, made))


def seated(people: int, seats: int) -> tuple[SeatMade, ...]:
    """Ann, or Ann and Bo; all other seats are played by bots."""
    a_bot = SeatMade("bot", None, "Novice bot", "novice", "c" * 32)
    return (*PEOPLE[:people], *[a_bot] * (seats - people))


def in_a_house(folder: Path, visit: Callable[[House], Awaitable[None]]) -> None:
    async def main() -> None:
        house = House(Settings(folder, ("http://localhost",), bot_pause_s=0))
        try:
            await visit(house)
        finally:
            await house.close()

    run_apart(main())


class Nearby(bots.Thinkers):
    """Thinks here, takes any decision, and keeps what another process would have been sent."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[bytes] = []

    async def advise(self, name: str, position: Position, seat: int) -> list[int]:
        self.sent.append(bots.job(name, position, seat))
        return a_decision(position, seat, Dice(position.seen(seat)))


class Page:
    """A page at a table: what it says and all that it hears."""

    def __init__(self, table: Table, guest: str, seat: Viewer, since: int) -> None:
        self.heard: list[bytes] = []
        self._says: asyncio.Queue[MutableMapping[str, Any]] = asyncio.Queue()
        pace = WITHOUT_LIMITS
        own = Bucket(pace.commands_per_s, pace.commands_at_once)
        of_guest = Buckets(pace.guest_per_s, pace.guest_at_once)
        self.connection = Connection(
            table, guest, seat, since, self.heard.append, own=own, of_guest=of_guest
        )
        table.enter(self.connection)
        self._life = asyncio.create_task(self.connection.run(self._says.get, self._send))

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        raise AssertionError(f"nobody hangs up here: {message}")

    def say(self, *said: msgspec.Struct) -> None:
        for one in said:
            text = msgspec.json.encode(one).decode()
            self._says.put_nowait({"type": "websocket.receive", "text": text})

    async def end(self) -> None:
        self._says.put_nowait({"type": "websocket.disconnect"})
        await self._life

    @property
    def has_spoken(self) -> bool:
        """All it said has been heard."""
        return self._says.empty()


async def listen(*pages: Page) -> None:
    """Until nothing more is said."""
    quiet, heard = 0, -1
    while quiet < 4:
        await asyncio.sleep(0)
        before, heard = heard, sum(len(page.heard) for page in pages)
        spoken = all(page.has_spoken for page in pages)
        quiet = quiet + 1 if spoken and heard == before else 0


async def said(
    house: House, before: State, state: State, seat: int, since: int, says: list[msgspec.Struct]
) -> list[bytes]:
    """All that the server says to a person who comes back, and to a spectator.

    They come in just before the last thing happened, hear of that, and then they ask.
    """
    thinkers = Nearby()
    table = Table(before, house.store, thinkers, bot_pause_s=0)
    watching = Page(table, NOBODY, None, min(since, before.known(None)))
    await listen(watching)
    person = Page(table, (ANN, BO)[seat], seat, since)  # which the other is told
    await listen(watching, person)
    table.state = state
    for page in (watching, person):
        page.connection.wake()
    await listen(watching, person)
    watching.say(messages.Try("try", seat, state.gate, []), messages.Look(seat))
    person.say(*says)
    await listen(watching, person)
    answers: list[Any] = [table.table_info(ANN), table.table_info(NOBODY)]
    answers += [*log(state, seat, state.known(seat)), *log(state, None, state.known(None))]
    try:
        answers.append(await table.advice(seat))
    except Refusal as refusal:
        answers.append(repr(refusal))
    for page in (watching, person):
        await page.end()
    told = [msgspec.json.encode(answer) for answer in answers]
    return [*watching.heard, *person.heard, *told, *thinkers.sent]


def log(state: State, viewer: Viewer, first: int) -> Iterator[msgspec.Raw]:
    """The events since every number from this one on, and the pages before it."""
    for number in range(first, state.known(viewer) + 1):
        yield state.events(viewer, number)
        yield state.page(viewer, number)[0]


def asking(state: State, seat: int, dice: Dice) -> list[msgspec.Struct]:
    """Decisions to be tried, and what will be refused: of each kind one or more."""
    gate, last, other = state.gate, state.gate - 1, (seat + 1) % len(state.chairs)
    question = state.question
    wishes: list[list[int]] = [[], *([dice.below(62)] for _ in range(3))]
    says: list[msgspec.Struct] = []
    if question.menu(seat):
        path = a_decision(question, seat, dice)
        says += [messages.Try("path", seat, gate, path)]
        says += [messages.Try("other", seat, gate, a_decision(question, seat, dice))]
        wishes += [[*path[:-1], dice.below(62)], [*path, 0]]
    for number, wish in enumerate(wishes):
        kind = messages.Try if number % 2 else messages.Decide
        if kind is messages.Try or is_refused(state, seat, wish):
            says.append(kind(f"wish{number}", seat, gate, wish))
    if not state.may_take_back(seat):
        says.append(messages.TakeBack("back", seat, gate))
    return [
        *says,
        messages.Decide("late", seat, last, []),
        messages.TakeBack("late", seat, last),
        messages.Decide("foreign", other, gate, []),
        messages.Look(other),
        messages.Ping(),
    ]


def is_refused(state: State, seat: int, path: Sequence[int]) -> bool:
    """May this seat not decide so now?"""
    try:
        state.check(seat, state.gate, path)
    except Refusal:
        return True
    return False


# -- the true game ---------------------------------------------------------------------------------


class First(Dealer):
    """Deals in the true world, and keeps what came."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.came: list[tuple[Draw, int]] = []

    def answer(self, rules: Rules, draw: Draw) -> int:
        self.came.append((draw, place(self.dice.member(draw.wants))))
        return self.came[-1][1]


Deed = tuple[int | None, Dealt | Decided | Undone]  # of a seat, or of the table


@dataclass
class Step:
    """Something has happened in the true world."""

    asked: State  # as it was when the question was put that was open then
    deeds: list[Deed]  # what has happened since, the last just now
    before: State
    after: State
    came: list[tuple[Draw, int]]

    @property
    def is_sealed(self) -> bool:
        """The question is still open."""
        return self.after.gate == self.before.gate

    def is_hidden(self, seat: int) -> bool:
        """Something was drawn that this seat does not see."""
        return any(not draw.seers >> seat & 1 for draw, _ in self.came)


def after(state: State, deed: Deed, dealer: Dealer) -> State:
    seat, body = deed
    found = state.copy()
    found.apply(Entry(state.number + 1, 0, seat, None, body), dealer)
    return found


def played(state: State, seed: int) -> Iterator[Step]:
    """A whole game from the deal on, decided at random, with changes of mind and take-backs."""
    dice, chance = Dice(seed), random.Random(seed)
    asked = state
    deeds: list[Deed] = [(None, Dealt())]
    while state.status != "over":
        dealer = First(dice)
        now = after(state, deeds[-1], dealer)
        step = Step(asked, deeds, state, now, dealer.came)
        yield step
        state = now
        if state.status == "over":
            return
        if not step.is_sealed:
            asked, deeds = state, []
        answered = [seat for seat in range(len(state.chairs)) if state.change_of_mind(seat)]
        seat = chance.choice([*state.owing, *answered])
        deed: Deed = (seat, Decided(state.gate, tuple(a_decision(state.question, seat, dice))))
        if state.may_take_back(seat) and chance.random() < 0.2:
            deed = (seat, state.check_take_back(seat, state.gate))
        deeds = [*deeds, deed]


# -- its twins -------------------------------------------------------------------------------------


@dataclass
class Twin:
    """Another world, in which a seat has seen the same."""

    seat: int
    asked: State  # as it was when the open question was put
    before: State  # as it was one decision ago
    state: State
    known: int  # to a spectator, when it was put in the place of the true one


class Differ(Exception):
    """The seat could tell the two worlds from each other, as the rules will have it."""


class Second(Dealer):
    """Deals in a twin: what the seat sees as in the true world, the rest otherwise."""

    def __init__(self, came: list[tuple[Draw, int]], seat: int, dice: Dice) -> None:
        self.left = list(came)
        self.seat = seat
        self.dice = dice

    def answer(self, rules: Rules, draw: Draw) -> int:
        if not self.left:
            raise Differ
        there, outcome = self.left.pop(0)
        if (there.pile, there.shuffle, there.seers) != (draw.pile, draw.shuffle, draw.seers):
            raise Differ
        if draw.seers >> self.seat & 1:
            if not draw.wants >> outcome & 1:
                raise Differ
            return outcome
        soon = sum(
            1 << outcome
            for later, outcome in self.left
            if later.pile == draw.pile and later.seers >> self.seat & 1
        )
        return place(self.dice.member(draw.wants & ~soon or draw.wants))


def position(state: State) -> Position:
    assert state.game is not None
    return state.game.position


def is_other(one: State, two: State, seat: int) -> bool:
    """Somebody else has something else there."""
    here, there = position(one), position(two)
    return any(
        here.seen(other) != there.seen(other) and here.view(other) != there.view(other)
        for other in range(len(one.chairs))
        if other != seat
    )


def swapped(asked: State, world: Position) -> State:
    """The same table in another world; only here the inside of a state is touched."""
    twin = asked.copy()
    assert asked.game is not None
    twin.game = twin._before = asked.game.copy()
    twin.game.position = world
    twin._forms = {}
    twin._forget()
    return twin


def decided_again(
    state: State, deeds: list[Deed], twin_of: int, dice: Dice, *, alike: bool
) -> State:
    """Seats that have sealed an answer decide again here: as in the true world, or otherwise."""
    for seat, body in deeds:
        assert seat is not None
        assert isinstance(body, Decided)
        path = body.path
        may = not is_refused(state, seat, path)
        if seat != twin_of and not (alike and may):
            path = tuple(a_decision(state.question, seat, dice))
        state = after(state, (seat, Decided(state.gate, path)), First(dice))
    return state


def another(step: Step, seat: int, dice: Dice, count: Counter[str]) -> Twin | None:
    """A world that this seat cannot tell from the true one; None where there is no other."""
    asked, deeds = (step.asked, step.deeds) if step.is_sealed else (step.after, [])
    for number in range(TRIES + MORE_TRIES):
        world = swapped(asked, asked.question.sample(seat, dice))
        if is_other(asked, world, seat):
            count["moments"] += 1
            count["swapped"] += number < TRIES
            break
    twin = Twin(seat, world, step.before, world, asked.known(None))
    twin.state = decided_again(world, deeds, seat, dice, alike=False)
    return twin if is_other(step.after, twin.state, seat) else None


def follow(step: Step, twin: Twin, dice: Dice) -> Twin | None:
    """The twin, where something has happened that looks the same to its seat; or there is none."""
    seat, body = step.deeds[-1]
    if isinstance(body, Decided) and step.is_sealed:
        assert seat is not None
        path = body.path
        if seat != twin.seat:
            path = tuple(a_decision(twin.state.question, seat, dice))
        now = after(twin.state, (seat, Decided(body.gate, path)), First(dice))
        return replace(twin, before=twin.state, state=now)
    starts = [twin.state]
    if len(step.deeds) > 1:
        starts.append(decided_again(twin.asked, step.deeds[:-1], twin.seat, dice, alike=True))
    for start in starts:
        for deed in _alike(step, start, twin.seat, dice):
            dealer = Second(step.came, twin.seat, dice)
            try:
                now = after(start, deed, dealer)
            except Differ:
                continue
            if not dealer.left and seen(now, twin.seat) == seen(step.after, twin.seat):
                return replace(twin, asked=now, before=start, state=now)
    return None


def _alike(step: Step, start: State, seat: int, dice: Dice) -> Iterator[Deed]:
    """What could happen in a twin and look the same, up to the first draw."""
    mover, body = step.deeds[-1]
    if mover is None or mover == seat or not isinstance(body, Decided):
        yield from [step.deeds[-1]] * (TRIES if step.came else 1)  # draws that may come otherwise
        return
    there = position(step.before).clone()
    take(there, mover, list(body.path))
    world = position(start)
    paths = [a_decision(world, mover, dice) for _ in range(ANY)]
    paths += some(decisions(world, mover), FIRST)
    if not is_refused(start, mover, body.path):
        paths.append(list(body.path))
    for path in paths:
        here = world.clone()
        take(here, mover, path)
        if here.seen(seat) == there.seen(seat) and bool(here.wants) == bool(there.wants):
            yield mover, Decided(body.gate, tuple(path))


def seen(state: State, seat: int) -> int:
    return position(state).seen(seat)


def crossing(step: Step, seat: int, dice: Dice) -> Twin | None:
    """A twin from before this step in which the same comes to light; it differs then or now."""
    known = step.asked.known(None)
    for _ in range(WORLDS):
        asked = swapped(step.asked, step.asked.question.sample(seat, dice))
        state = decided_again(asked, step.deeds[:-1], seat, dice, alike=True)
        twin = follow(step, Twin(seat, asked, asked, state, known), dice)
        if twin is not None and (
            is_other(step.asked, asked, seat) or is_other(step.after, twin.state, seat)
        ):
            return twin
    return None


# -- both side by side -----------------------------------------------------------------------------


class Watch:
    """A person and a spectator, who hear the same in the true game and in twins beside it."""

    def __init__(self, house: House, begun: State, seat: int, count: Counter[str]) -> None:
        self.house = house
        self.seat = seat
        self.count = count
        self.kinds: set[bytes] = set()  # of messages that were compared
        self.dice = Dice(seat)
        self.twins = [Twin(seat, begun, begun, begun, 1)]  # its deal is another

    async def go_on(self, step: Step) -> None:
        """Something has happened."""
        count, seat, dice = self.count, self.seat, self.dice
        if step.after.status == "over":  # all is open
            for twin in self.twins:
                self.read_again(step.before, twin)
            return
        went_on = []
        for twin in self.twins:
            followed = follow(step, twin, dice)
            if followed is not None:
                went_on.append(followed)
            else:
                self.read_again(step.before, twin)
        if self.twins or step.is_hidden(seat):
            if not went_on and step.before.game is not None:
                found = crossing(step, seat, dice)
                went_on = [found] if found else []
            count["steps"] += 1
            count["crossed"] += bool(went_on)
        fresh = another(step, seat, dice, count)
        await self.compare(step, [*went_on, fresh] if fresh else went_on)
        self.twins = [twin for twin in went_on if is_other(step.after, twin.state, seat)]
        if fresh and len(self.twins) < KEPT:
            self.twins.append(fresh)

    async def compare(self, step: Step, twins: list[Twin]) -> None:
        if not twins:
            return
        oldest, latest = min(twin.known for twin in twins), step.before.known(self.seat)
        since = oldest + self.dice.below(latest - oldest + 1) if oldest < latest else latest
        says = asking(step.after, self.seat, self.dice)
        true = await said(self.house, step.before, step.after, self.seat, since, says)
        for twin in twins:
            other = await said(self.house, twin.before, twin.state, self.seat, since, says)
            for one, two in zip(true, other, strict=True):
                assert one == two
            self.count["twins"] += 1
        self.count["messages"] += len(true)
        self.kinds |= {kind for message in true for kind in KIND.findall(message)}

    def read_again(self, state: State, twin: Twin) -> None:
        """The log of a running game, from every number on."""
        for viewer in (self.seat, None):
            true, other = (log(each, viewer, twin.known) for each in (state, twin.state))
            for one, two in zip(true, other, strict=True):
                assert one == two


def tables() -> Iterator[tuple[str, str, int, int]]:
    """Every rule set with three seats where it can be, and the seeds of its games."""
    for game in games():
        for variant in variants(game):
            seats = catalogue.load(game, variant).table["seats"]
            assert isinstance(seats, list)
            for seed in range(2 if 3 in seats else 4):
                yield game, variant, 3 if 3 in seats else 2, seed
    yield "sparrows", "base-short", 5, 3


@pytest.mark.parametrize(("game", "variant", "seats", "seed"), list(tables()))
@pytest.mark.usefixtures("still")
def test_every_message_is_the_same_in_another_world(
    tmp_path: Path, game: str, variant: str, seats: int, seed: int
) -> None:
    count: Counter[str] = Counter()
    people = 1 + seed % 2  # Ann among bots, or Ann and Bo

    async def visit(house: House) -> None:
        begun = waiting(game, variant, seated(people, seats))
        watches = [Watch(house, begun, seat, count) for seat in range(people)]
        for step in played(begun, seed):
            for watch in watches:
                await watch.go_on(step)
            count["decisions"] += 1
        heard = set.intersection(*(watch.kinds for watch in watches))
        hints = {b"master"} if people == 1 else set()  # they are had alone among bots
        assert heard == {b"view", b"presence", b"tried", b"refused", b"pong"} | hints

    in_a_house(tmp_path, visit)
    print(
        "{decisions} decisions, {messages} messages in {twins} twins; of {moments} moments with "
        "other worlds {swapped} in one that differs; of {steps} steps {crossed} with a twin from "
        "before".format(**count)
    )
    assert count["swapped"] >= 0.9 * count["moments"] > 0
    assert count["crossed"] >= 0.8 * count["steps"] > 0


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
            again = game.at(last)
            for order in ((0, 1, None), (None, 1, 0), (1, 0, None)):
                anew = table.state.copy()
                anew._forget()
                for viewer in order:
                    told = msgspec.json.decode(anew.events(viewer, anew.known(viewer) - 1))
                    expected = again.events(last, viewer)
                    assert told[-len(expected) :] == expected
            differed += again.events(last, 0) != again.events(last, 1)
            seat = table.state.owing[0]
            path = a_decision(table.state.question, seat, dice)
            await table.do(seat, lambda s, seat=seat, path=path: s.check(seat, s.gate, path))

    in_a_house(tmp_path, visit)
    assert differed >= 8


@pytest.mark.usefixtures("still")
def test_a_changed_mind_changes_no_byte_for_the_others(tmp_path: Path) -> None:
    async def visit(house: House) -> None:
        seats = (SeatMade("hot", ANN, "Ann"), SeatMade("hot", BO, "Bo"))
        table = await house.make(ANN, "dutch", "standard", seats, public=False)
        while table.state.status == "waiting":
            await asyncio.sleep(0)
        dice = Dice(1)
        begun, heard = table.state, set()
        for _ in range(10):
            path = a_decision(table.state.question, 0, dice)
            await table.do(0, lambda s, path=path: s.check(0, s.gate, path))
            heard.add(tuple(await said(house, begun, table.state, 1, 1, [])))
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
