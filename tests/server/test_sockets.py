"""The short way of plain frames, the long way for all the rest; and how a socket ends."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from uvicorn.server import ServerState
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.protocol import CLIENT, Protocol, State

from saleroom.server import frames, limits, sockets

from .players import PATIENCE_S, Guest, Server, Socket, run_apart


def masked(frame: Frame) -> bytes:
    return bytes(frame.serialize(mask=True))


texts = st.text(st.characters(max_codepoint=127), min_size=1, max_size=300) | st.integers(
    126, frames.LONGEST
).map("x".__mul__)
plain = texts.map(lambda text: Frame(Opcode.TEXT, text.encode()))
control = st.builds(
    Frame, st.sampled_from([Opcode.PING, Opcode.PONG, Opcode.CLOSE]), st.binary(max_size=125)
)
odd = st.one_of(
    st.builds(Frame, st.just(Opcode.BINARY), st.binary(max_size=20)),
    st.builds(Frame, st.just(Opcode.CONT), st.binary(max_size=20)),
    st.builds(Frame, st.just(Opcode.TEXT), st.just(b"torn"), fin=st.just(False)),
    st.just(Frame(Opcode.TEXT, "Größe".encode())),
    st.just(Frame(Opcode.TEXT, b"\xff")),
    st.just(Frame(Opcode.TEXT, b"x" * (frames.LONGEST + 1))),
    st.just(Frame(Opcode.TEXT, b"x" * (1 << 16))),
)


def test_the_longest_frame_is_that_of_the_limits() -> None:
    assert frames.LONGEST == limits.FRAME


@given(st.lists(plain | control, max_size=5))
def test_whole_frames_are_read_as_the_library_writes_them(sent: list[Frame]) -> None:
    written = [masked(frame) for frame in sent]
    found = frames.whole(b"".join(written))
    assert found == [
        (data, bytes(frame.data) if frame.opcode is Opcode.TEXT else b"")
        for data, frame in zip(written, sent, strict=True)
    ]


@given(st.lists(plain | control, max_size=2), plain | control, st.data())
def test_a_torn_frame_is_for_the_library(before: list[Frame], last: Frame, data: Any) -> None:
    end = masked(last)
    cut = data.draw(st.integers(1, len(end) - 1))
    assert frames.whole(b"".join(map(masked, before)) + end[:cut]) is None


@given(st.lists(plain | control, max_size=2), odd, st.lists(plain, max_size=1))
def test_a_frame_of_another_kind_is_for_the_library(
    before: list[Frame], other: Frame, after: list[Frame]
) -> None:
    assert frames.whole(b"".join(map(masked, [*before, other, *after]))) is None


def test_a_frame_that_is_not_masked_or_has_bits_of_an_extension_is_for_the_library() -> None:
    words = Frame(Opcode.TEXT, b"as a server would")
    assert frames.whole(bytes(words.serialize(mask=False))) is None
    packed = masked(words)
    assert frames.whole(bytes((packed[0] | 0x40,)) + packed[1:]) is None


@given(st.binary(max_size=40) | st.sampled_from([125, 126, 65_535, 65_536]).map(bytes))
def test_the_library_reads_what_a_table_writes(text: bytes) -> None:
    page = Protocol(CLIENT, max_size=None)
    page.receive_data(frames.frame(text))
    (heard,) = page.events_received()
    assert isinstance(heard, Frame)
    assert (heard.opcode, heard.data, heard.fin) == (Opcode.TEXT, text, True)


def test_a_page_may_tear_its_messages_anywhere(server: Server) -> None:
    guest = Guest(server)
    guest.get("/api/lobby")
    for cut in (0, 1, 2, 5, 6, 7, 20):
        page = guest.connect(guest.table("pennies", "hot", "hot"), seat=0)
        page.first()
        asked = [json.dumps({"t": "look", "seat": seat}).encode() for seat in (1, 0, 7, 1)]
        stream = b"".join(
            [
                masked(Frame(Opcode.TEXT, asked[0])),
                masked(Frame(Opcode.TEXT, asked[1][:9], fin=False)),
                masked(Frame(Opcode.PING, b"still there?")),
                masked(Frame(Opcode.CONT, asked[1][9:])),
                masked(Frame(Opcode.TEXT, asked[2])),
                masked(Frame(Opcode.BINARY, asked[3])),
            ]
        )
        for part in (stream[:cut], stream[cut : cut + 70], stream[cut + 70 :]):
            page.raw.socket.sendall(part)
        page.raw.send('{"t":"ping"}')
        refused = page.until(lambda told: told["t"] == "refused")
        assert refused["says"] == "Seat 7 is not yours."
        page.until(lambda told: told["t"] == "pong")
        assert page.view["seat"] == 1


def test_a_message_within_another_is_against_the_protocol(server: Server) -> None:
    guest = Guest(server)
    guest.get("/api/lobby")
    page = guest.connect(guest.table("pennies", "hot", "hot"), seat=0)
    page.first()
    page.raw.socket.sendall(masked(Frame(Opcode.TEXT, b'{"t":', fin=False)))
    page.raw.socket.sendall(masked(Frame(Opcode.PING, b"heard?")))
    time.sleep(0.2)  # or both come as one, and are no whole frames anyway
    page.raw.socket.sendall(masked(Frame(Opcode.TEXT, b'{"t":"ping"}')))
    with pytest.raises(ConnectionClosed) as closed:
        page.until(lambda told: told["t"] == "pong")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1002


def test_a_message_that_is_nested_too_deeply_is_refused(server: Server) -> None:
    guest = Guest(server)
    guest.get("/api/lobby")
    page = guest.connect(guest.table("pennies", "hot", "hot"), seat=0)
    page.first()
    page.raw.send('{"more":' + "[" * 4_000)  # where it looks for what kind of message it is
    refused = page.until(lambda told: told["t"] == "refused")
    assert refused["kind"] == "not_understood"
    page.say(t="ping")
    page.until(lambda told: told["t"] == "pong")


# -- who asks too much, does not read, or goes -----------------------------------------------------


def test_who_is_sent_away_and_agrees_is_gone_at_once(server: Server) -> None:
    """And not after the ten seconds that the library waits for the answer."""
    guest = Guest(server)
    guest.get("/api/lobby")
    page = guest.connect(guest.table("pennies", "hot", "hot"), seat=0)
    page.first()
    page.raw.socket.sendall(masked(Frame(Opcode.TEXT, b"nonsense")) * 20)
    began = time.monotonic()
    with pytest.raises(ConnectionClosed) as closed:
        page.until(lambda told: told["t"] == "never")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008
    assert time.monotonic() - began < 8


def test_a_flood_is_cut_off_whatever_it_is_made_of(serve: Callable[..., Server]) -> None:
    server = serve(limits=True)
    guest = Guest(server)
    guest.get("/api/lobby")
    page = guest.connect(guest.table("pennies", "hot", "hot"), seat=0)
    page.first()
    pongs = masked(Frame(Opcode.PONG, b"")) * 100_000

    def flood() -> None:
        for _ in range(100):
            page.raw.socket.sendall(pongs)
            time.sleep(0.01)

    with pytest.raises(OSError, match=r"reset|[Bb]roken|Bad file"):
        flood()
    assert guest.get("/api/lobby")


def test_every_command_that_the_pace_allows_is_answered(serve: Callable[..., Server]) -> None:
    server = serve(limits=True)
    guest = Guest(server)
    guest.get("/api/lobby")
    page = guest.connect(guest.table("pennies", "hot", "hot"), seat=0)
    page.first()
    said = [
        {"t": "decide", "id": f"n{n}", "seat": 0, "gate": 1, "path": [99 % 62]} for n in range(19)
    ]
    page.raw.socket.sendall(
        b"".join(masked(Frame(Opcode.TEXT, json.dumps(one).encode())) for one in said)
    )
    answered = [page.until(lambda told: told["t"] == "refused")["id"] for _ in said]
    assert answered == [one["id"] for one in said]


def test_a_guest_has_four_connections_at_a_table_however_they_come(server: Server) -> None:
    guest = Guest(server)
    guest.get("/api/lobby")
    table = guest.table("pennies", "hot", "hot")
    pages = [guest.connect(table, seat=0) for _ in range(9)]

    def closed_with(page: Socket) -> int | None:
        try:
            page.say(t="ping")
            page.until(lambda told: told["t"] == "pong")
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else -1
        return None

    codes = [closed_with(page) for page in pages]
    assert sorted(codes, key=str) == [4001] * 5 + [None] * 4


def test_a_server_ends_well_while_somebody_does_not_read(serve: Callable[..., Server]) -> None:
    server = serve()
    guest = Guest(server)
    guest.get("/api/lobby")
    page = guest.connect(guest.table("pennies", "hot", "hot"), seat=0)
    page.first()
    pings = masked(Frame(Opcode.PING, b"x" * 125)) * 500
    stream = page.raw.socket
    stream.settimeout(1.0)
    with suppress(OSError):  # the server hears no more once its answers pile up
        for _ in range(1_000):
            stream.sendall(pings)
    assert server.stop() == 0
    assert "Traceback" not in server.output.read_text()


@pytest.mark.parametrize("end", ["leaves", "says no more", "misses a ping"])
def test_who_goes_and_reads_nothing_does_not_keep_the_socket(
    end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is too little to send for the transport to call it too much, and so it would wait."""
    monkeypatch.setattr(sockets, "TOO_SLOW_S", 0.05)

    async def app(_: Any, __: Any, ___: Any) -> None:
        """Nobody comes to a table here."""

    async def main() -> None:
        loop = asyncio.get_running_loop()
        near, far = socket.socketpair()
        near.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_096)
        state = ServerState()
        config = uvicorn.Config(app, ws_ping_interval=0.01, ws_ping_timeout=0.01)
        with near, far:
            _, here = await loop.connect_accepted_socket(
                lambda: sockets.Sockets(config, state, {}), near
            )
            here.transport.write(bytes(60_000))
            assert here.transport.get_write_buffer_size() > 0
            assert here.writable.is_set()
            if end == "leaves":
                here.scope = {"extensions": {}}  # type: ignore[typeddict-item]
                here.leave()
                here.transport.close()
            elif end == "says no more":
                far.shutdown(socket.SHUT_WR)
            else:
                here.conn.state = State.OPEN
                here.start_keepalive()
            async with asyncio.timeout(PATIENCE_S):
                while here in state.connections:
                    await asyncio.sleep(0.01)

    run_apart(main())
