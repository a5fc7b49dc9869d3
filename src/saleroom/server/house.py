"""The house: every part of the server, who gets what, and the tables that are in memory."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import msgspec
from msgspec import Struct

from saleroom import catalogue, records
from saleroom.games.core import NotAllowed, Refusal, Rules
from saleroom.server import bots, identity, limits, log, metrics, seating, stores
from saleroom.server.errors import NotFound, SlowDown, Unreadable
from saleroom.server.identity import Signer
from saleroom.server.lab import Lab
from saleroom.server.log import (
    Abandoned,
    Body,
    Created,
    Dealt,
    Decided,
    Entry,
    Rematch,
    SeatMade,
)
from saleroom.server.messages import PlayOn
from saleroom.server.replays import Uploads
from saleroom.server.reviews import Reviews
from saleroom.server.sqlite import SQLite
from saleroom.server.state import State
from saleroom.server.store import Guest, Row, StoreDown, Unit, now
from saleroom.server.table import OVERDUE_S, Table, unit

KEPT_TABLES = 5_000
KEPT_S = 600.0  # after its last use, while there are no more than these
IN_HAND_S = 10.0  # whoever asked for it may still be about to use it
REPLAYS_AT_ONCE = 2

logger = logging.getLogger(__name__)


class Settings(Struct, frozen=True):
    """How the server is run."""

    data: Path  # of the keys, and of the tables where no database is named
    origins: tuple[str, ...]  # exactly these may send commands
    page: Path | None = None  # the built page
    bot_pause_s: float = 0.6
    workers: int | None = None
    lab: bool = True  # may guests compare variants?
    pace: limits.Pace = limits.Pace()
    database: str | None = None  # an address of PostgreSQL


class House:
    """One server process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        secure = any(origin.startswith("https:") for origin in settings.origins)
        settings.data.mkdir(parents=True, exist_ok=True)
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self.others = stores.others(settings.database, self._tables)
        self.store = SQLite(settings.data) if self.others is None else self.others.store
        self.signer = Signer.open(settings.data / "keys", secure=secure)
        self.thinkers = bots.Thinkers(settings.workers)
        self.reviews = Reviews()
        self.uploads = Uploads()
        pace = settings.pace
        self.lab = Lab(pace.trials_of_address) if settings.lab else None
        self.commands = limits.Buckets(pace.guest_per_s, pace.guest_at_once)
        self.requests = limits.Buckets(pace.guest_per_s, pace.guest_at_once)
        many = pace.guests_of_address
        self.requests_of = limits.Buckets(pace.guest_per_s * many, pace.guest_at_once * many)
        tables = pace.tables_per_hour * many
        self.makers = limits.Buckets(tables / 3600, tables)
        names = pace.names_per_min
        self.namers = limits.Buckets(names / 60, names)
        self.namers_of = limits.Buckets(names * many / 60, names * many)
        hints = pace.hints_per_min / 60
        self.hints = limits.Buckets(hints, pace.hints_at_once)
        self.hints_of = limits.Buckets(hints * many, pace.hints_at_once * many)
        self.doors = limits.Doors(pace.connects_per_min, pace.connects_open)
        self.replays = asyncio.Semaphore(REPLAYS_AT_ONCE)  # they take long for the others
        self.replaying: Counter[str] = Counter()  # by guest, and by address
        self.connections = 0
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._names: OrderedDict[str, str] = OrderedDict()

    # -- tables ----------------------------------------------------------------------------------

    async def table(self, key: str) -> Table:
        """The table of this id, or of this spoken name, with all that has happened there."""
        table = await self._in_memory(key)
        if self.others is not None:
            await table.refresh()
        return table

    async def _in_memory(self, key: str) -> Table:
        """The same, but for what another process has done in the last moment."""
        if "-" in key:
            found = await self.store.find(key)
            if found is None:
                raise NotFound(f"There is no open public table called {key}.")
            key = found
        if key in self._tables:
            self._tables.move_to_end(key)
            self._tables[key].used = time.monotonic()
            return self._tables[key]
        if key not in self._loading:
            self._loading[key] = asyncio.create_task(self._load(key))
            self._loading[key].add_done_callback(lambda _: self._loading.pop(key, None))
        return await asyncio.shield(self._loading[key])

    async def _load(self, key: str) -> Table:
        rows = await self.store.entries(key)
        if not rows:
            raise NotFound("There is no such table.")
        started = time.perf_counter()
        state = _folded(key, rows)
        metrics.FOLD_SECONDS.observe(time.perf_counter() - started)
        written = [row.check_sum for row in rows if row.check_sum is not None]
        if written and written[-1] != state.check_sum():
            metrics.MISMATCHES.inc()
            logger.error("table %s ends at %s, not at %s", key, state.check_sum(), written[-1])
        return self._keep(state, rows[-1].at)

    def _keep(self, state: State, at: int = 0) -> Table:
        """A table whose last entry was made at this time, if another process may have made it."""
        if state.id in self._tables:  # a new one can be found before its maker hears of it
            return self._tables[state.id]
        table = Table(
            state,
            self.store,
            self.thinkers,
            bot_pause_s=self.settings.bot_pause_s,
            others=self.others,
        )
        self._tables[state.id] = table
        if self.others is not None:
            self.others.ask_who(state.id)
        if self.others is not None and now() - at < OVERDUE_S * 1_000:
            table.sweep_later()
        else:
            table.chores()
        self._forget()
        return table

    def _forget(self) -> None:
        """Tables that nobody needs go; their logs stay. No table must be here twice."""
        at = time.monotonic()
        for key, table in list(self._tables.items()):
            kept = KEPT_S if len(self._tables) <= KEPT_TABLES else IN_HAND_S
            if at - table.used > kept and table.is_idle:
                del self._tables[key]
        metrics.TABLES.set(len(self._tables))

    async def make(
        self,
        guest: str,
        game: str,
        variant: str,
        seats: tuple[SeatMade, ...],
        *,
        public: bool,
        hints: bool = False,
        rules: Rules | None = None,
    ) -> Table:
        """A new table, by the rules of this name or by others that are given; the secret of its
        shuffle is fixed before anybody sits down."""
        await self._must_have_room(guest)
        rules = rules or catalogue.load(game, variant, len(seats))
        created = Created(
            game=game,
            variant=rules.variant,
            table=rules.table,
            rules=rules.version,
            secret=secrets.token_hex(32),
            seats=seating.with_nonces(seats),
            public=public,
            name=identity.spoken_name(),
            maker=guest,
            hints=hints,
        )
        return await self._open(created)

    async def _open(self, created: Created, played: Sequence[records.Entry] = ()) -> Table:
        """A table with its first entry, and where a game is played on, with what was played."""
        entries = [Entry(1, now(), None, None, created)]
        state = State.begin(identity.new_table(), entries[0])
        for each in played:
            dealt = each.seat is None
            body = Dealt(each.draws) if dealt else Decided(state.gate, each.path, each.draws)
            entries.append(Entry(state.number + 1, now(), each.seat, None, body))
            state.apply(entries[-1])
        await self.store.write(unit(None, state, entries))
        return self._keep(state)

    async def _must_have_room(self, guest: str) -> None:
        lately, live = await self.store.made_by(guest, now() - 3_600_000)
        if lately >= self.settings.pace.tables_per_hour:
            raise SlowDown(f"You have made {lately} tables in an hour; play at one of them.")
        if live >= self.settings.pace.tables_live:
            raise SlowDown(f"You have {live} tables that have not ended; end one of them.")

    async def rematch(self, table: Table, guest: str) -> Table:
        """The next table of the same players; asked again, the same one."""
        async with table.rematching:  # so two who ask at once get one table
            if table.state.next is None:
                made = table.state.made
                is_shipped = catalogue.is_offered(made.game, made.variant)
                new = await self.make(
                    guest,
                    made.game,
                    made.variant,
                    seating.rematch_seats(table),
                    public=made.public,
                    hints=made.hints,
                    rules=None if is_shipped else table.state.rules,
                )
                try:
                    await table.do(None, partial(_rematch, new.state.id))
                except NotAllowed:  # another process has made one meanwhile
                    await new.do(None, lambda _: Abandoned())
        assert table.state.next is not None
        return await self.table(table.state.next)

    async def play_on(self, table: Table, guest: str, wish: PlayOn) -> Table:
        """A finished game again from just after an entry, against bots, at a table of its own."""
        await self._must_have_room(guest)
        game = table.state.record()
        last = len(game.entries)
        if wish.entry > last:
            raise NotAllowed(f"There is no entry {wish.entry}; there are 1 to {last}.")
        if wish.entry == last and game.position.over:
            raise NotAllowed("There the game is over; play on from an earlier entry.")
        seat = wish.seat
        if seat is None:  # the own one, else who decided next
            own = table.state.seats_of(guest)
            seat = own[0] if own else game.entries[wish.entry % last].seat or 0
        if seat >= game.rules.seats:
            raise NotAllowed(f"There is no seat {seat}; there are 0 to {game.rules.seats - 1}.")
        made = table.state.made
        created = msgspec.structs.replace(
            made,
            secret=secrets.token_hex(32),
            seats=seating.played_on(made.seats, seat, guest, await self.name_of(guest)),
            public=False,
            name=identity.spoken_name(),
            maker=guest,
            hints=True,
            origin=f"table {made.name} up to entry {wish.entry}, then another shuffle",
        )
        return await self._open(created, game.entries[: wish.entry])

    # -- guests ----------------------------------------------------------------------------------

    async def name_of(self, guest: str) -> str:
        """What a guest is called; nothing is kept of those who have not chosen a name."""
        if self.others is not None:  # it may have been changed there
            return await self.store.name_of(guest) or identity.first_name(guest)
        if guest not in self._names:
            found = await self.store.name_of(guest) or identity.first_name(guest)
            if guest not in self._names:  # a new one may have been chosen meanwhile
                self._remember(guest, found)
        return self._names[guest]

    async def rename(self, guest: str, wish: str) -> str:
        """A new name, at all live tables of this guest too."""
        name = identity.fair_name(wish)
        await self.store.write(Unit(guest=Guest(guest, name, now())))
        self._remember(guest, name)
        for line, _ in await self.store.tables_of(guest, over=False):
            with suppress(Refusal, StoreDown):  # at a table that cannot be read the old name stays
                table = await self.table(line.id)
                await seating.rename(table, guest, name)
        return name

    def _remember(self, guest: str, name: str) -> None:
        self._names[guest] = name
        if len(self._names) > limits.MOST_REMEMBERED:
            self._names.popitem(last=False)

    # -- coming and going --------------------------------------------------------------------------

    async def open(self) -> None:
        """Before anybody comes in; StoreDown where that cannot be."""
        await self.store.open()
        if self.others is not None:
            self.others.open()

    async def close(self) -> None:
        """What is under way becomes durable; the pages have been told to come back."""
        pools = [self.thinkers.workers, self.reviews.workers, self.uploads.workers]
        if self.lab is not None:
            pools.append(self.lab.workers)
        await asyncio.gather(*(workers.close() for workers in pools))
        await (self.others or self.store).close()


def _rematch(new: str, state: State) -> Body:
    if state.next is not None:
        raise NotAllowed("The next table has been made already.")
    return Rematch(new)


def _folded(key: str, rows: list[Row]) -> State:
    """The state that these rows lead to; refused in a sentence where there is none."""
    try:
        return State.fold(key, map(log.from_row, rows))
    except Unreadable:
        raise
    except Exception as error:  # its own words may name what is hidden
        logger.error("table %s cannot be read: %s", key, type(error).__name__)
        raise Unreadable("The log of this table cannot be read by this program.") from None
