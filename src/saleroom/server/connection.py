"""A connection of a page to a table: what it looks as, what it has seen, and its sender.

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
        *,
        own: limits.Bucket,
        of_guest: limits.Buckets,
    ) -> None:
        self.table = table
        self.guest = guest
        self.seat = seat  # looked as
        self.born = time.monotonic()
        self._since = since
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
        self._due = False  # something was said to the sender, ...
        self._sleeper: asyncio.Future[None] | None = None  # ... who waits for that with this
        self._sending = False
        self._sent = 0  # messages
        self._under_way: int | None = None  # the message that was, at the last look

    # -- from the table ------------------------------------------------------------------------

    def wake(self) -> None:
        """Something has changed."""
        self._stale = True
        self._go_on()

    def wake_presence(self) -> None:
        """Somebody has come or gone."""
        self._presence = True
        self._go_on()

    def close(self, code: int, reason: str) -> None:
        """End it, after nothing more."""
        self._closing = self._closing or (code, reason)
        self._go_on()

    def tell(self, notice: msgspec.Struct) -> None:
        """A small message besides the views."""
        if len(self._notices) < MOST_NOTICES:
            self._notices.append(notice)
        self._go_on()

    def _go_on(self) -> None:
        """Wake the sender, where it sleeps."""
        self._due = True
        if self._sleeper is not None and not self._sleeper.done():
            self._sleeper.set_result(None)

    # -- both directions -------------------------------------------------------------------------

    async def run(self, receive: Receive, send: Send) -> None:
        """From the first view to the end."""
        both = {
            asyncio.create_task(self._send_on(send)),
            asyncio.create_task(self._receive_on(receive)),
        }
        try:
            ended: set[asyncio.Task[None]] = set()
            while not ended and not self._is_stuck():
                ended, _ = await asyncio.wait(
                    both, timeout=TOO_SLOW_S, return_when=asyncio.FIRST_COMPLETED
                )
        finally:
            for task in both:
                task.cancel()
            for result in await asyncio.gather(*both, return_exceptions=True):
                if isinstance(result, Exception) and not isinstance(result, OSError):
                    log.error("a connection failed", exc_info=result)
        if self._closing is not None:
            code, reason = self._closing
            metrics.CLOSED.labels(str(code)).inc()
            with suppress(TimeoutError, OSError):
                async with asyncio.timeout(TOO_SLOW_S):
                    await send({"type": "websocket.close", "code": code, "reason": reason})

    async def _send_on(self, send: Send) -> None:
        loop = asyncio.get_running_loop()
        while self._closing is None:
            self._due, self._sending = False, True
            for message in self._messages():
                await send({"type": "websocket.send", "text": _encode(message).decode()})
                self._sent += 1
                reach("first_view")
            self._sending = False
            if not self._due:
                self._sleeper = loop.create_future()
                await self._sleeper

    def _is_stuck(self) -> bool:
        """Is a message still under way that was so when this was last asked?"""
        before, self._under_way = self._under_way, self._sent if self._sending else None
        if before is None or before != self._under_way:
            return False
        self.close(4002, "too_slow")
        return True

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
            metrics.VIEWS.inc()
            return [view, *due]
        if self._presence:
            self._presence = False
            seats = self.table.seat_infos(self.guest)
            return [messages.Presence(seats, self.table.watching()), *due]
        return due

    async def _receive_on(self, receive: Receive) -> None:
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            if message["type"] != "websocket.receive":
                continue
            fast = not (self._own.take() and self._of_guest.take(self.guest))
            try:
                said = _decode(message.get("text") or message.get("bytes") or b"")
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                self._strike()
                self._refuse("", NotUnderstood(f"That message means nothing here: {error}."))
                continue
            if fast:
                self._strike()
                self._slow_down(said)
            else:
                self._hear(said)

    def _hear(self, said: FromPage) -> None:
        if isinstance(said, Ping):
            self.tell(messages.Pong())
        elif isinstance(said, Look):
            self._look(said.seat)
        elif isinstance(said, React):
            self._react(said)
        else:
            try:
                self.table.must_hold(self.guest, said.seat)
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
                self.table.must_hold(self.guest, seat)
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
