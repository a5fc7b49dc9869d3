"""uvicorn's WebSocket protocol, with a short way for the text that a table sends all the time."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

TEXT = 0x81  # the only frame of a message, and text


def frame(text: bytes) -> bytes:
    """A whole message of a server, as RFC 6455 frames it in section 5.2."""
    size = len(text)
    if size < 126:
        return bytes((TEXT, size)) + text
    if size < 1 << 16:
        return bytes((TEXT, 126)) + size.to_bytes(2) + text
    return bytes((TEXT, 127)) + size.to_bytes(8) + text


class Sockets(WebSocketsSansIOProtocol):
    """A connection; what it does by itself is uvicorn's."""

    async def send(self, message: MutableMapping[str, Any]) -> None:  # type: ignore[override]
        is_open = self.handshake_complete and not self.close_sent and self.initial_response is None
        if not (is_open and message["type"] == "websocket.send" and message.get("text")):
            await super().send(message)  # type: ignore[arg-type]
            return
        if not self.writable.is_set():
            await self.writable.wait()
        if self.disconnected or self.transport.is_closing():
            raise ClientDisconnected
        self.transport.write(frame(message["text"].encode()))
