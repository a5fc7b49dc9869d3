"""uvicorn's HTTP protocol for people whom nobody knows: they say soon and briefly what they want.

Without this a connection may say nothing for ever, or name headers until the memory is full.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

SILENT_S = 20.0  # so long a connection may be open without a request that is complete
MOST_AROUND = 65_536  # bytes of a request besides its body: address and headers, trailers, chunks

_quiet = logging.getLogger("saleroom.doorway")
_quiet.setLevel(logging.ERROR)  # what strangers get wrong fills no log


class Doorway(HttpToolsProtocol):
    """A connection over HTTP."""

    _around = 0
    _patience: asyncio.TimerHandle | None = None  # while a request is awaited

    def __init__(self, *settings: Any, **more: Any) -> None:
        super().__init__(*settings, **more)
        self.logger = _quiet

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await_request()

    def _await_request(self) -> None:
        self._calm()
        self._patience = self.loop.call_later(SILENT_S, self.transport.abort)

    def _calm(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def data_received(self, data: bytes) -> None:
        self._around += len(data)
        super().data_received(data)
        if self._around > MOST_AROUND:
            self.transport.abort()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._around = 0  # of what came together with it; more will follow if it is long

    def on_headers_complete(self) -> None:
        self._calm()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._around = max(0, self._around - len(body))
        super().on_body(body)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not (self.transport.is_closing() or self.pipeline):
            self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._calm()
        super().connection_lost(exc)
