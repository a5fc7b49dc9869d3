"""A connection of a page to a table: what it looks as, what it has seen, and what it is told.

It has one slot: that something has changed. The view is put together when it can be sent, so a slow
reader costs one view, and loses no event.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from saleroom.games.core import NotUnderstood, Refusal
from saleroom.server import limits, messages, metrics
from saleroom.server.errors import NotYours, SlowDown, kind_of
from saleroom.server.failpoints import reach
from saleroom.server.messages import Decide, FromPage, Look, Ping, React, TakeBack, Try

if TYPE_CHECKING:
    from saleroom.server.log import Body
    from saleroom.server.state import State
    from saleroom.server.table import Table

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Write = Callable[[bytes], None]  # puts a message on its way at once

MOST_NOTICES = 16
MOST_STRIKES = 20  # messages in vain: then the connection is closed
TOO_SLOW_S = 10.0
REACTION_S = 5.0

log = logging.getLogger(__name__)
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(FromPage).decode


class Connection:
    """One socket at one table."""

    def __init__(
        self,
        table: Table,
        guest: str,
        seat: int | None,
        since: int,
        write: Write,
        *,
        own: limits.Bucket,
        of_guest: limits.Buckets,
    ) -> None:
        self.table = table
        self.guest = guest
        self.seat = seat  # looked as
        self.born = time.monotonic()
        self._since = since
        self._write = write
        self._own = own
        self._of_guest = of_guest
        self._words = limits.Bucket(1 / REACTION_S, 1)
        self._strikes = 0
        self._stale = True  # a view is due
        self._first = True
        self._presence = False
        self._ok: list[messages.Ok] = []
        self._notices: list[msgspec.Struct] = []
        self._closing: tuple[int, str] | None = None
        self._loop = asyncio.get_running_loop()
        self._due = False  # something is to be sent in a moment
        self._too_slow: asyncio.TimerHandle | None = None  # what was sent piles up, until then
        self._listening: asyncio.Task[None] | None = None

    # -- from the table ------------------------------------------------------------------------

    def wake(self) -> None:
        """Something has changed."""
        self._stale = True
        self._go_on()

    def wake_presence(self) -> None:
        """Somebody has come or gone."""
        self._presence = True
        self._go_on()

    @property
    def is_closing(self) -> bool:
        return self._closing is not None

    def close(self, code: int, reason: str) -> None:
        """End it, after nothing more."""
        self._closing = self._closing or (code, reason)
        if self._listening is not None:
            self._listening.cancel()

    def tell(self, notice: msgspec.Struct) -> None:
        """A small message besides the views."""
        if len(self._notices) >= MOST_NOTICES and self._due:
            self._send_on()
        if len(self._notices) < MOST_NOTICES:
            self._notices.append(notice)
        self._go_on()

    def _go_on(self) -> None:
        """Send what is due once all has been said, unless the reader is behind."""
        if not self._due and self._listening is not None and self._too_slow is None:
            self._due = True
            self._loop.call_soon(self._send_on)

    # -- to the page -----------------------------------------------------------------------------

    def _send_on(self) -> None:
        self._due = False
        if self._closing is not None or self._too_slow is not None:
            return
        try:
            for message in self._messages():
                self._write(_encode(message))
                reach("first_view")
        except Exception:
            log.exception("a connection failed")
            self.close(1011, "failed")

    def pause(self) -> None:
        """What was sent piles up: nothing more for now, and not for ever."""
        if self._too_slow is None:
            self._too_slow = self._loop.call_later(TOO_SLOW_S, self.close, 4002, "too_slow")

    def resume(self) -> None:
        """The reader has caught up."""
        if self._too_slow is not None:
            self._too_slow.cancel()
            self._too_slow = None
        self._go_on()

    def _messages(self) -> list[msgspec.Struct]:
        """What is due now."""
        due, self._notices = self._notices, []
        if self.seat is not None and self.seat not in self.table.state.seats_of(self.guest):
            self._look(None)  # the seat was left, or taken to another device
        if self._stale:
            ok, self._ok = self._ok, []
            view = self.table.view(self.guest, self.seat, self._since, ok, first=self._first)
            self._first = False
            self._since = view.number
            self._stale = self._presence = False
            metrics.VIEWS.add()
            return [view, *due]
        if self._presence:
            self._presence = False
            seats = self.table.seat_infos(self.guest)
            return [messages.Presence(seats, self.table.watching()), *due]
        return due

    # -- from the page ---------------------------------------------------------------------------

    async def run(self, receive: Receive, send: Send) -> None:
        """From the first view to the end."""
        self._listening = asyncio.create_task(self._listen(receive))
        self._go_on()
        try:
            if self._closing is None:
                await asyncio.wait({self._listening})
        finally:
            self._listening.cancel()
            if self._too_slow is not None:
                self._too_slow.cancel()
        if self._closing is not None:
            code, reason = self._closing
            metrics.CLOSED.labels(str(code)).inc()
            with suppress(TimeoutError, OSError, RuntimeError):  # the last: it was closed already
                async with asyncio.timeout(TOO_SLOW_S):
                    await send({"type": "websocket.close", "code": code, "reason": reason})
        elif (error := self._listening.exception()) is not None:
            log.error("a connection failed", exc_info=error)

    async def _listen(self, receive: Receive) -> None:
        """The long way; what is plain comes to `hear` by itself."""
        while (message := await receive())["type"] != "websocket.disconnect":
            if message["type"] == "websocket.receive":
                self.hear(message.get("text") or message.get("bytes") or b"")

    def hear(self, text: str | bytes) -> None:
        """A message of the page."""
        if self._closing is not None:
            return
        fast = not (self._own.take() and self._of_guest.take(self.guest))
        try:
            said = _decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._strike()
            self._refuse("", NotUnderstood(f"That message means nothing here: {error}."))
            return
        if fast:
            self._strike()
            self._slow_down(said)
        else:
            self._do(said)

    def _do(self, said: FromPage) -> None:
        if isinstance(said, Ping):
            self.tell(messages.Pong())
        elif isinstance(said, Look):
            self._look(said.seat)
        elif isinstance(said, React):
            self._react(said)
        else:
            try:
                self.table.state.must_hold(self.guest, said.seat)
                self._command(said)
            except Refusal as refusal:
                self._refuse(said.id, refusal)

    def _slow_down(self, said: FromPage) -> None:
        sentence = "That was too fast; wait a moment."
        if isinstance(said, Ping | Look | React):
            self.tell(messages.Notice("slow_down", sentence))
        else:
            self._refuse(said.id, SlowDown(sentence))

    def _command(self, said: Decide | TakeBack | Try) -> None:
        seat, gate = said.seat, said.gate
        if isinstance(said, Try):
            view, events = self.table.state.tried(seat, gate, said.path)
            self.tell(messages.Tried(said.id, view, events))
            return

        def propose(state: State) -> Body:
            state.must_hold(self.guest, seat)  # who may have lost it while this waited
            if isinstance(said, Decide):
                return state.check(seat, gate, said.path)
            return state.check_take_back(seat, gate)

        def answered(answer: int | Refusal) -> None:
            if isinstance(answer, Refusal):
                self._refuse(said.id, answer)
            else:
                self._ok.append(messages.Ok(said.id, answer))
                self.wake()

        self.table.ask(seat, said.id, propose, answered)

    def _look(self, seat: int | None) -> None:
        if seat is not None:
            try:
                self.table.state.must_hold(self.guest, seat)
            except Refusal as refusal:
                self._refuse("", refusal)
                return
        self.seat = seat
        self._since = self.table.state.known(seat)
        self.wake()

    def _react(self, said: React) -> None:
        if said.seat not in self.table.state.seats_of(self.guest):
            self._refuse("", NotYours(f"Seat {said.seat} is not yours."))
        elif self._words.take():
            self.table.react(said.seat, said.what)
        else:
            self.tell(messages.Notice("slow_down", "One reaction in five seconds is enough."))

    def _refuse(self, command: str, refusal: Refusal) -> None:
        self.tell(messages.Refused(command, kind_of(refusal), str(refusal), refusal.rule))

    def _strike(self) -> None:
        self._strikes += 1
        if self._strikes >= MOST_STRIKES:
            self.close(1008, "flood")
