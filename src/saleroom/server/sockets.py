"""uvicorn's WebSocket protocol, with a short way between a page and its table.

A table says and hears the same small kinds of text all the time. They take no queue, no task and no
turn of the loop of their own; whatever is unusual takes uvicorn's way, and the handshake, pings and
the end are always uvicorn's.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from saleroom.server import frames, limits
from saleroom.server.connection import TOO_SLOW_S, Connection

EXTENSION = "saleroom.sockets"  # where the application finds its socket in the scope


class Sockets(WebSocketsSansIOProtocol):
    """A socket; with a page at its end once it was let in."""

    page: Connection | None = None
    plain = True  # the library is between two frames, so whole ones may pass it by

    def __init__(self, *settings: Any, **more: Any) -> None:
        super().__init__(*settings, **more)
        self._bytes = _bucket(limits.Pace())

    def enter(self, page: Connection, pace: limits.Pace) -> None:
        """A page has come to its table."""
        self._bytes = _bucket(pace)
        self.page = page

    # -- from the page ---------------------------------------------------------------------------

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.handshake_initiated and not self.handshake_complete:
            self.scope["extensions"][EXTENSION] = {"socket": self}

    def data_received(self, data: bytes) -> None:
        if not self._bytes.take(len(data)):
            self.transport.abort()  # a flood, of whatever: no more time for it
            return
        if self.plain and self.handshake_initiated:
            found = None if self.page is None else frames.whole(data)
            if found is not None:
                self._take(found)
                return
            self.plain = False
        super().data_received(data)

    def _take(self, found: list[tuple[bytes, bytes]]) -> None:
        assert self.page is not None
        for frame, text in found:
            if self.transport.is_closing():
                return
            if not text:
                super().data_received(frame)
            elif not self.close_sent:
                self.loop.call_soon(self.page.hear, text)

    # -- to the page -----------------------------------------------------------------------------

    def write(self, text: bytes) -> None:
        """Put a message on its way."""
        if not (self.close_sent or self.transport.is_closing()):
            self.transport.write(frames.frame(text))

    def pause_writing(self) -> None:
        """Who does not read is not heard either: pings are answered, and answers would pile up."""
        super().pause_writing()
        self.transport.pause_reading()
        if self.page is not None:
            self.page.pause()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()
        if self.page is not None:
            self.page.resume()

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # with a refusal; else uvicorn calls it a fault of ours

    # -- the end ---------------------------------------------------------------------------------

    def leave(self) -> None:
        """The page has left its table; what could not be sent to it by now never will be."""
        self.page = None
        self.scope["extensions"].pop(EXTENSION, None)
        if not self.writable.is_set():
            self.transport.abort()
        self._end_soon()

    def eof_received(self) -> None:
        super().eof_received()
        self._end_soon()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._end_soon()

    def _end_soon(self) -> None:
        """A socket closes after all was sent; who reads nothing cannot keep it open for ever."""
        self.loop.call_later(TOO_SLOW_S, self.transport.abort)

    def shutdown(self) -> None:
        """The server ends; who is leaving already, or does not read, is not told so."""
        if self.transport.is_closing() or not self.writable.is_set():
            self.stop_keepalive()
            self.transport.abort()
        else:
            super().shutdown()


def _bucket(pace: limits.Pace) -> limits.Bucket:
    return limits.Bucket(pace.bytes_per_s, pace.bytes_at_once)
