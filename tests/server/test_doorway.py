"""Connections of strangers: whoever says nothing, or never stops, takes nothing from the others."""

from __future__ import annotations

import asyncio
import resource
import socket
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from saleroom.server import doorway

from .players import PATIENCE_S, Guest, Server, run_apart

BEGIN = b"POST /api/me HTTP/1.1\r\nHost: x\r\n"


def talk(server: Server, *pieces: bytes) -> bytes:
    """What comes back for these bytes; nothing where the connection is cut off."""
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE_S) as line:
        try:
            for piece in pieces:
                line.sendall(piece)
            return line.recv(100)
        except OSError:
            return b""


ENDLESS = {
    "headers": [BEGIN, *[b"A: " + b"x" * 8_000 + b"\r\n"] * 500],
    "one header": [BEGIN + b"A: ", *[b"x" * 8_000] * 500],
    "the address": [b"GET /", *[b"x" * 8_000] * 500],
    "trailers": [
        BEGIN + b"Transfer-Encoding: chunked\r\n\r\n0\r\n",
        *[b"A: " + b"x" * 8_000 + b"\r\n"] * 500,
    ],
}


@pytest.mark.parametrize("pieces", ENDLESS.values(), ids=ENDLESS)
def test_a_request_whose_head_does_not_end_is_cut_off(server: Server, pieces: list[bytes]) -> None:
    assert talk(server, *pieces, b"\r\n\r\n") == b""
    assert talk(server, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").startswith(b"HTTP/1.1 200")


def test_long_bodies_come_through(server: Server) -> None:
    """Also when they come in many chunks."""
    body = b"x" * 400_000
    head = BEGIN.replace(b"/api/me", b"/api/review") + b"Origin: " + server.origin.encode()
    whole = head + b"\r\nContent-Length: %d\r\n\r\n" % len(body) + body
    chunks = [b"%x\r\n%b\r\n" % (4_000, body[at : at + 4_000]) for at in range(0, 400_000, 4_000)]
    torn = [head + b"\r\nTransfer-Encoding: chunked\r\n\r\n", *chunks, b"0\r\n\r\n"]
    assert talk(server, whole).startswith(b"HTTP/1.1 400")  # no record, but read to its end
    assert talk(server, *torn).startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost: x\r\n"])
@pytest.mark.parametrize("answered", [False, True])
def test_a_connection_that_asks_for_nothing_is_closed(
    said: bytes, answered: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doorway, "SILENT_S", 0.05)

    async def app(_: Any, receive: Any, send: Any) -> None:
        await asyncio.sleep(0.2)  # whoever waits for an answer is not silent
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def main() -> bytes:
        loop = asyncio.get_running_loop()
        near, far = socket.socketpair()
        config = uvicorn.Config(app, timeout_keep_alive=600)
        config.load()
        state = ServerState()
        with near, far:
            await loop.connect_accepted_socket(lambda: doorway.Doorway(config, state, {}), near)
            far.setblocking(False)
            if answered:
                await loop.sock_sendall(far, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                assert (await loop.sock_recv(far, 1_000)).startswith(b"HTTP/1.1 204")
            await loop.sock_sendall(far, said)
            async with asyncio.timeout(PATIENCE_S):
                return await loop.sock_recv(far, 1_000)

    assert run_apart(main()) == b""


def test_what_strangers_get_wrong_fills_no_log(serve: Callable[..., Server]) -> None:
    server = serve()
    before = server.output.read_text()
    for _ in range(20):
        assert talk(server, b"nonsense\r\n\r\n").startswith(b"HTTP/1.1 400")
        talk(server, b"GET / HTTP/1.1\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n")
    Guest(server).get("/api/lobby")
    assert server.output.read_text() == before


def test_silent_connections_do_not_keep_others_out(serve: Callable[..., Server]) -> None:
    """However few files a system lets a program open at first."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 2_000:
        pytest.skip("this system lets no program open many files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
    try:
        server = serve()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 1_000), hard))
    try:
        with ExitStack() as silent:
            for _ in range(400):
                address = ("127.0.0.1", server.port)
                silent.enter_context(socket.create_connection(address, PATIENCE_S))
            Guest(server).get("/api/lobby")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
