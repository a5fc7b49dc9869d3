"""A live table: its state, the queue of commands, and who is connected.

A batch of commands is tried on a copy of the state; its entries go to the store; when they are on
the disk the copy becomes the state and everybody is told. Until then nobody knows of them.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, Protocol

import msgspec

from saleroom.games import notation
from saleroom.games.core import NotAllowed, NotYourTurn, Refusal
from saleroom.server import bots, limits, log, messages, metrics, variants
from saleroom.server.connection import Connection
from saleroom.server.errors import SlowDown, TryAgain, kind_of
from saleroom.server.failpoints import reach
from saleroom.server.log import Body, Entry
from saleroom.server.state import Chair, State, Viewer
from saleroom.server.store import Behind, Line, Row, Store, StoreDown, Unit, now
from saleroom.server.store import Chair as ChairLine

AWAY_S = 60.0  # then others may give the seat to a bot, or end the table
AGAIN_S = 1.0  # after this what could not be written is tried again
OVERDUE_S = 10.0  # then we do what the process that appended an entry should have done
LOSSES = 5  # so often a command may find that another process was first

logger = logging.getLogger(__name__)
_encode = msgspec.json.Encoder().encode


Propose = Callable[[State], Body]  # makes the body of an entry, or refuses
Answered = Callable[[int | Refusal], None]  # told the number that the sender may know


class Command:
    """Something to be done at a table."""

    def __init__(
        self, seat: int | None, name: str | None, propose: Propose, answered: Answered
    ) -> None:
        self.seat = seat
        self.name = name  # the sender's own, the same when it is sent again
        self.propose = propose
        self.answered = answered  # told before anybody else
        self.since = time.perf_counter()
        self.losses = 0  # how often another process was first
        self.key = f"{seat}:{name}"


class Room:
    """Who is at the table, as it is told until somebody comes, goes or sits down."""

    def __init__(self, chairs: list[Chair], watching: int) -> None:
        self.chairs = chairs
        self.watching = watching
        self.seats: dict[tuple[int, ...], msgspec.Raw] = {}  # by whose they are


class Absence(NamedTuple):
    """Since when somebody is away: by a clock that no host sets, and as people are told."""

    begun: float
    since: int  # ms since 1970


Answers = list[tuple[Command, int | Refusal]]


class Others(Protocol):
    """The other processes that serve this table too."""

    def say_here(self, table: str, guests: list[str], watching: int) -> None: ...
    def say_reacted(self, table: str, seat: int, what: messages.Reaction) -> None: ...


class Table:
    """One table in memory."""

    def __init__(
        self,
        state: State,
        store: Store,
        thinkers: bots.Thinkers,
        *,
        bot_pause_s: float,
        others: Others | None = None,
    ) -> None:
        self.state = state  # durable: what is here is on the disk
        self.connections: set[Connection] = set()
        self.used = time.monotonic()
        self._store = store
        self._thinkers = thinkers
        self._advising = False
        self._bot_pause_s = bot_pause_s
        self._queue: list[Command] = []
        self._writing = False  # a batch is on its way to the disk, or we are catching up
        self._thoughts: dict[int, tuple[int, asyncio.Task[None]]] = {}  # by seat: gate and task
        self._dealing: asyncio.Task[None] | None = None
        self._changed = time.monotonic()
        self._away: dict[str, Absence] = {}  # by guest
        self._here: dict[str, int] = {}  # guest -> how many connections
        self._info: tuple[tuple[str, str | None], msgspec.Raw] | None = None
        self._room = Room(state.chairs, 0)
        self.rematching = asyncio.Lock()
        self._others = others
        self._head = 0  # of the log, as far as other processes have told
        self._elsewhere: dict[str, tuple[list[str], int]] = {}  # by process: guests, how many watch
        self._settled: list[asyncio.Future[None]] = []  # told when that has ended
        for chair in state.chairs:
            if chair.guest is not None:
                self.miss(chair.guest)

    # -- commands --------------------------------------------------------------------------------

    async def do(self, seat: int | None, propose: Propose, *, name: str | None = None) -> int:
        """Have something done; the number its seat may know it by. Refusals are raised."""
        done: asyncio.Future[int | Refusal] = asyncio.get_running_loop().create_future()

        def answered(answer: int | Refusal) -> None:
            if not done.cancelled():
                done.set_result(answer)

        self.ask(seat, name, propose, answered)
        answer = await done
        if isinstance(answer, Refusal):
            raise answer
        return answer

    def ask(self, seat: int | None, name: str | None, propose: Propose, answered: Answered) -> None:
        """Have something done; `answered` is called when that is durable, or refused."""
        command = Command(seat, name, propose, answered)
        reach("received")
        if len(self._queue) >= limits.TABLE_QUEUE:
            full = TryAgain("This table has too much to do; try again in a moment.")
            self._answer([(command, full)])
            return
        self._queue.append(command)
        self._work()

    def _work(self) -> None:
        """Try what waits, and have it written: one batch after another, one at a time."""
        self.used = time.monotonic()
        while self._queue and not self._writing:
            batch, self._queue = self._queue, []
            draft, entries, answers = self._tried(batch)
            reach("applied")
            if entries:
                self._writing = True
                done = partial(self._written, draft, entries, answers)
                self._store.put(unit(self.state, draft, entries), done)
            else:
                self._answer(answers)

    def _tried(self, batch: list[Command]) -> tuple[State, list[Entry], Answers]:
        """A copy of the state in which these commands have happened, as far as they may."""
        draft = self.state
        entries: list[Entry] = []
        answers: Answers = []
        for command in batch:
            if command.name is not None and command.key in draft.commands:
                answers.append((command, draft.commands[command.key]))  # done already
                continue
            attempt = draft.copy()
            try:
                entry = Entry(
                    draft.number + 1, now(), command.seat, command.name, command.propose(draft)
                )
                dealer = attempt.dealer() if draft.is_full else None
                body = attempt.apply(entry, dealer)
                _must_go_on(command.seat, draft, attempt)
            except Refusal as refusal:
                answers.append((command, refusal))
            except Exception:
                logger.exception("table %s, after entry %d", self.state.id, draft.number)
                answers.append((command, TryAgain("Something went wrong here; try again.")))
            else:
                draft = attempt
                entries.append(Entry(entry.number, entry.at, entry.seat, entry.command, body))
                answers.append((command, draft.known(command.seat)))
        return draft, entries, answers

    def _written(
        self, draft: State, entries: list[Entry], answers: Answers, failure: StoreDown | None
    ) -> None:
        """The batch is on the disk, and now it has happened; or nothing has."""
        self._writing = False
        if failure is None:
            self._become(draft, entries, answers)
        elif isinstance(failure, Behind):
            self._try_again([command for command, _ in answers])
        else:
            self._answer([(command, TryAgain(str(failure))) for command, _ in answers])
        self._go_on()
        if not self._writing:
            self.chores()

    def _become(self, draft: State, entries: list[Entry], answers: Answers) -> None:
        """These entries have happened, and everybody may know."""
        new = draft.history[len(self.state.history) :]
        told_all = any(item.only is None for item in new)
        moved = draft.chairs is not self.state.chairs
        self.state = draft
        self._changed = time.monotonic()
        self._answer(answers)
        self._tell(None if told_all else {entry.seat for entry in entries})
        if moved:
            self.say_here()

    # -- beside other processes --------------------------------------------------------------------

    def _try_again(self, commands: list[Command]) -> None:
        """Another process was first: they come before all others when we know what it did."""
        metrics.CONFLICTS.inc()
        self._head = max(self._head, self.state.number + 1)
        for command in commands:
            command.losses += 1
        busy = TryAgain("Too much happens at this table; try again in a moment.")
        self._answer([(each, busy) for each in commands if each.losses >= LOSSES])
        self._queue = [each for each in commands if each.losses < LOSSES] + self._queue

    def hear(self, head: int, rows: list[Row]) -> None:
        """Another process has appended up to this number; these are the last of its entries."""
        if head <= self.state.number:
            return
        self._head = max(self._head, head)
        if self._writing:
            return  # when that has ended
        if rows and rows[0].number <= self.state.number + 1 and rows[-1].number == head:
            metrics.WAKEUPS.add("inline")
            self._follow(rows)
            self._work()
        else:
            metrics.WAKEUPS.add("read")
            self._catch_up()

    async def refresh(self) -> None:
        """Know all that was in the log when this was asked."""
        rows = await self._store.after(self.state.id, self.state.number)
        if not rows:
            return
        head = rows[-1].number
        self.hear(head, rows)
        while self._writing and self.state.number < head:
            settled: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._settled.append(settled)
            await settled

    def _catch_up(self) -> None:
        self._writing = True
        self._begin(self._read_on())

    async def _read_on(self) -> None:
        """Until then nothing is appended here."""
        try:
            told = self._head
            self._follow(await self._store.after(self.state.id, self.state.number))
            if self._head == told:  # else there is more by now
                self._head = self.state.number
        except Exception as failure:  # whatever it is, those who wait must hear of it
            if not isinstance(failure, StoreDown):
                logger.exception("table %s cannot be followed", self.state.id)
            waiting, self._queue = self._queue, []
            busy = TryAgain("The table could not be read; nothing has changed.")
            self._answer([(command, busy) for command in waiting])
            self._head = 0  # it will be told again
        self._writing = False
        self._go_on()

    def _go_on(self) -> None:
        """Nothing is on its way: know what others have done, and then try what waits."""
        if self._settled:
            settled, self._settled = self._settled, []
            for each in settled:
                if not each.done():
                    each.set_result(None)
        if self._head > self.state.number:
            self._catch_up()
        else:
            self._work()

    def _follow(self, rows: list[Row]) -> None:
        """What others have appended has happened here too; they do what comes of it."""
        draft = self.state.copy()
        entries = [log.from_row(row) for row in rows if row.number > draft.number]
        for entry in entries:
            draft.apply(entry)
        if not entries:
            return
        self._become(draft, entries, [])
        for chair in draft.chairs:
            if chair.guest is not None and chair.guest not in self._away:
                self.miss(chair.guest)
        self.sweep_later()

    def sweep_later(self) -> None:
        """Another process does what comes of this; if it does not, we do."""
        asyncio.get_running_loop().call_later(OVERDUE_S, self._sweep, self.state.number)

    def _sweep(self, number: int) -> None:
        if self.state.number == number:
            self.chores()

    def others_are_here(self, process: str, guests: list[str], watching: int) -> None:
        """Who is at this table by way of another process."""
        before = self._guests_elsewhere()
        self._elsewhere.pop(process, None)
        if guests or watching:
            self._elsewhere[process] = guests, watching
        after = self._guests_elsewhere()
        for guest in after:
            self._away.pop(guest, None)
        for guest in before - after:
            self.miss(guest)
        self._tell_presence(None)

    def lose(self, process: str) -> None:
        """It says nothing any more."""
        if process in self._elsewhere:
            self.others_are_here(process, [], 0)

    def _guests_elsewhere(self) -> set[str]:
        return {guest for guests, _ in self._elsewhere.values() for guest in guests}

    def say_here(self) -> None:
        """Tell other processes who is at this table by way of ours."""
        if self._others is not None:
            guests = [guest for guest in self._here if self.state.seats_of(guest)]
            self._others.say_here(self.state.id, guests, self._watching_here())

    def _answer(self, answers: Answers) -> None:
        for command, answer in answers:
            if isinstance(answer, Refusal):
                metrics.DECISIONS.add(self.state.rules.game, kind_of(answer))
            else:
                metrics.DECISIONS.add(self.state.rules.game, "ok")
                metrics.DURABLE_SECONDS.observe(time.perf_counter() - command.since)
            command.answered(answer)

    def _tell(self, seats: set[int | None] | None) -> None:
        """Wake the connections that look as one of these seats; None: all of them."""
        for connection in self.connections:
            if seats is None or connection.seat in seats:
                connection.wake()

    # -- what the server does by itself ------------------------------------------------------------

    def chores(self) -> None:
        """Deal when all have sat down; let bots think. Nothing is done twice."""
        state = self.state
        if state.status == "waiting" and state.is_full and _is_done(self._dealing):
            self._dealing = self._begin(self._deal())
        if state.status != "playing":
            return
        for seat in state.owing:
            chair = state.chairs[seat]
            gate, thought = self._thoughts.get(seat, (0, None))
            if chair.bot is not None and (gate != state.gate or _is_done(thought)):
                thought = self._begin(self._think(seat, chair.bot, state.gate))
                self._thoughts[seat] = (state.gate, thought)

    async def _deal(self) -> None:
        try:
            await self.do(None, _dealt)
        except TryAgain:
            await asyncio.sleep(AGAIN_S)
        except Refusal:
            logger.info("table %s: somebody got up before the deal", self.state.id)
        self._dealing = None
        self.chores()

    async def _think(self, seat: int, bot: str, gate: int) -> None:
        asked = self._changed
        position = self.state.question

        def propose(state: State) -> Body:
            if state.chairs[seat].bot is None:
                raise NotYourTurn("The player is back.")
            return state.check(seat, gate, path)

        try:
            path = await self._thinkers.think(bot, position, seat)
            # People like to see one act after the other; a sealed one can be there at once.
            if len(self.state.owing) == 1:
                await asyncio.sleep(max(0.0, asked + self._bot_pause_s - time.monotonic()))
            await self.do(seat, propose, name=f"bot:{gate}")
        except TryAgain:
            await asyncio.sleep(AGAIN_S)
            self._thoughts.pop(seat, None)
            self.chores()
        except Refusal:
            logger.info("table %s: a thought of seat %d came too late", self.state.id, seat)

    async def advice(self, seat: int) -> messages.Advice:
        """What a bot would decide for this seat; among people nobody is whispered to."""
        state = self.state
        others = state.chairs[:seat] + state.chairs[seat + 1 :]
        if any(chair.kind != "bot" for chair in others):
            raise NotAllowed("A hint can be had where all others are bots.")
        if state.game is None or seat not in state.owing:
            raise NotYourTurn("You have nothing to decide now.")
        if self._advising:
            raise SlowDown("One moment: a hint is being thought of already.")
        self._advising = True
        try:
            path = await self._thinkers.advise(bots.ADVISER, state.question, seat)
        finally:
            self._advising = False
        words = state.game.named(notation.speak(state.question, seat, path))
        return messages.Advice(bots.ADVISER, path, words)

    def _begin(self, work: Any) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        task.add_done_callback(_report)
        return task

    # -- who is here -------------------------------------------------------------------------------

    def enter(self, connection: Connection) -> None:
        """A connection begins; of too many of one guest the oldest go."""
        guest = connection.guest
        mine = [each for each in self.connections if each.guest == guest and not each.is_closing]
        mine.sort(key=lambda each: each.born)
        for oldest in mine[: max(0, len(mine) + 1 - limits.CONNECTIONS_OF_GUEST)]:
            oldest.close(4001, "replaced")
        self.connections.add(connection)
        self._here[guest] = self._here.get(guest, 0) + 1
        self.used = time.monotonic()
        self._away.pop(connection.guest, None)
        self._tell_presence(connection)
        self.say_here()

    def leave(self, connection: Connection) -> None:
        """A connection has ended."""
        self.connections.discard(connection)
        self.used = time.monotonic()
        self._here[connection.guest] -= 1
        gone = not self._here[connection.guest]
        if gone:
            del self._here[connection.guest]
        if gone and self.state.seats_of(connection.guest):
            self.miss(connection.guest)
        self._tell_presence(connection)
        self.say_here()

    def miss(self, guest: str) -> None:
        """Who holds a seat and is not here is away from now on; others may do more in a while."""
        if guest not in self._here and guest not in self._guests_elsewhere():
            self._away[guest] = Absence(time.monotonic(), now())
            asyncio.get_running_loop().call_later(AWAY_S + 0.1, self._tell, None)

    def _tell_presence(self, mover: Connection | None) -> None:
        self._room = self._look_round()
        for connection in self.connections:
            if connection is not mover:
                connection.wake_presence()

    def watching(self) -> int:
        """How many look on who hold no seat."""
        return self.room.watching

    @property
    def room(self) -> Room:
        if self._room.chairs is not self.state.chairs:  # replaced when one of them changes
            self._room = self._look_round()
        return self._room

    def _look_round(self) -> Room:
        elsewhere = sum(watching for _, watching in self._elsewhere.values())
        return Room(self.state.chairs, self._watching_here() + elsewhere)

    def _watching_here(self) -> int:
        holders = {chair.guest for chair in self.state.chairs}
        return sum(connection.guest not in holders for connection in self.connections)

    def is_away(self, seat: int) -> bool:
        """Is nobody there to play this seat, and has been so for a while?"""
        chair = self.state.chairs[seat]
        if chair.kind != "person" or chair.guest is None:
            return False
        absence = self._away.get(chair.guest)
        return chair.left or (absence is not None and time.monotonic() - absence.begun >= AWAY_S)

    @property
    def is_idle(self) -> bool:
        """Nobody needs it in memory."""
        thinking = any(not task.done() for _, task in self._thoughts.values())
        return not (self.connections or self._writing or self._queue or thinking)

    # -- what is told ------------------------------------------------------------------------------

    def table_info(self, guest: str) -> messages.TableInfo:
        return messages.TableInfo(self._table(), self.seat_infos(guest), self.watching())

    def seat_infos(self, guest: str) -> msgspec.Raw:
        """Who sits where, as JSON."""
        told = self.room.seats
        mine = tuple(self.state.seats_of(guest))
        if mine not in told:
            seats = [self._seat_info(seat, seat in mine) for seat in range(len(self.state.chairs))]
            told[mine] = msgspec.Raw(_encode(seats))
        return told[mine]

    def _seat_info(self, seat: int, yours: bool) -> messages.SeatInfo:
        chair: Chair = self.state.chairs[seat]
        here = chair.bot is not None or chair.guest in self._here
        here = here or chair.guest in self._guests_elsewhere()
        absence = None if here or chair.guest is None else self._away.get(chair.guest)
        return messages.SeatInfo(
            seat=seat,
            kind=chair.kind,  # type: ignore[arg-type]
            name=chair.name,
            bot=chair.bot,
            yours=yours,
            here=here,
            away_since=None if absence is None else absence.since,
            left=chair.left,
            nonce=chair.nonce,
        )

    def _table(self) -> msgspec.Raw:
        state = self.state
        known = state.status, state.next
        if self._info is None or self._info[0] != known:
            told = messages.Table(
                id=state.id,
                name=state.made.name,
                game=state.made.game,
                variant=state.made.variant,
                public=state.made.public,
                status=state.status,  # type: ignore[arg-type]
                commitment=state.commitment,
                next=state.next,
            )
            self._info = known, msgspec.Raw(_encode(told))
        return self._info[1]

    def view(
        self, guest: str, seat: Viewer, since: int, ok: list[messages.Ok], *, first: bool
    ) -> messages.View:
        """All that this viewer may see now, and what has happened since."""
        state = self.state
        return messages.View(
            v=messages.VERSION,
            number=state.known(seat),
            seat=seat,
            table=self._table(),
            seats=self.seat_infos(guest),
            watching=self.watching(),
            view=state.look(seat),
            hint=state.hint(seat),
            gate=state.gate if state.owing else None,
            owing=list(state.owing),
            waiting=state.waiting(seat),
            events=state.events(seat, since),
            may=self.may(guest, seat),
            result=state.outcome(),
            ok=ok,
            rules=state.made.table if first else None,
            own=variants.own(state.rules) if first else None,
        )

    def may(self, guest: str, seat: Viewer) -> messages.May:
        state = self.state
        mine = state.seats_of(guest)
        if not mine:
            return messages.NOTHING
        playing = state.status == "playing"
        others = (s for s in range(len(state.chairs)) if playing and s not in mine)
        return messages.May(
            take_back=seat is not None and state.may_take_back(seat),
            change=state.change_of_mind(seat),
            give=[s for s in others if self.is_away(s)],
            end=self.may_end(mine),
            resign=playing and seat is not None,
        )

    def may_end(self, mine: list[int]) -> bool:
        if not mine or self.state.status == "over":
            return False
        others = [s for s in range(len(self.state.chairs)) if s not in mine]
        people = [s for s in others if self.state.chairs[s].kind == "person"]
        return not people or any(self.is_away(seat) for seat in people)

    def react(self, seat: int, what: messages.Reaction) -> None:
        """A word over the table; nobody keeps it."""
        self.show_reaction(seat, what)
        if self._others is not None:
            self._others.say_reacted(self.state.id, seat, what)

    def show_reaction(self, seat: int, what: messages.Reaction) -> None:
        for connection in self.connections:
            connection.tell(messages.Reacted(seat, what))


def _is_done(task: asyncio.Task[None] | None) -> bool:
    return task is None or task.done()


def _dealt(state: State) -> Body:
    if state.game is not None or not state.is_full or state.ended:
        raise NotAllowed("The game cannot be dealt now.")
    return log.Dealt()


def _must_go_on(seat: int | None, before: State, after: State) -> None:
    """A log is read again from its beginning, so nobody makes it longer for ever."""
    if seat is not None and limits.DETOURS <= before.detours[seat] < after.detours[seat]:
        raise NotAllowed("That was done often enough at this seat; now the game must go on.")


def unit(before: State | None, after: State, entries: list[Entry]) -> Unit:
    """What the store writes for these entries; lists only when they change."""
    ended = after.status == "over" and (before is None or before.status != "over")
    last = entries[-1].number
    rows = tuple(
        log.to_row(after.id, entry, after.check_sum() if ended and entry.number == last else None)
        for entry in entries
    )
    if before is not None and before.status == after.status and before.chairs == after.chairs:
        return Unit(rows)
    outcome = after.outcome()
    line = Line(
        id=after.id,
        name=after.made.name,
        created=after.first.at,
        maker=after.made.maker,
        game=after.made.game,
        variant=after.made.variant,
        rules=after.made.rules,
        public=int(after.made.public),
        status=after.status,
        says="" if outcome is None else outcome.says,
        touched=entries[-1].at,
    )
    chairs = tuple(
        ChairLine(seat, chair.guest, chair.bot, chair.name)
        for seat, chair in enumerate(after.chairs)
    )
    return Unit(rows, line, chairs)


def _report(task: asyncio.Task[Any]) -> None:
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, Refusal):
        logger.error("a chore failed", exc_info=error)
