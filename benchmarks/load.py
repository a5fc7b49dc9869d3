"""Players for the benchmark of the server: cheap enough that they never bound a run.

A table has two players and a spectator, each on a socket of its own. A decision is sent when both
players have seen the one before. The same for Saleroom (Dutch) and for boardgame.io.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

sys.path.append(str(Path(__file__).parents[1]))
from tests.server.players import fill


class Load:
    """What happened at all tables."""

    def __init__(self, seed: int, think_s: float = 0.0) -> None:
        self.dice = random.Random(seed)
        self.think_s = think_s
        self.decisions = 0  # seen by both players
        self.delays: list[float] = []  # from sending to the other player's receipt
        self.bytes = 0
        self.views = 0


class Table:
    """Two players who decide as the game asks, so many times."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.left = 0
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._seen = [-1, -1]  # by seat: the number of the last view
        self._answers: dict[int, Callable[[], None]] = {}  # by seat: how it would decide now
        self._sent_at = 0.0
        self._sender = -1

    def begin(self, most: int) -> None:
        self.left = most
        self._go_on()

    def seen(self, seat: int, number: int, answer: Callable[[], None] | None, over: bool) -> None:
        """A player has a view; when both have the same, the next decision is made."""
        load = self.load
        if number <= self._seen[seat]:
            return
        self._seen[seat] = number
        self._answers.pop(seat, None)
        if answer is not None:
            self._answers[seat] = answer
        if self._sender == 1 - seat:
            load.delays.append(time.perf_counter() - self._sent_at)
        if self._seen[0] == self._seen[1] and self._sender >= 0:
            load.decisions += 1
            if over or not self.left:
                self.done.set_result(None)
            else:
                self._go_on()

    def _go_on(self) -> None:
        load = self.load
        pause = load.dice.uniform(0.5, 1.5) * load.think_s
        if pause:
            asyncio.get_running_loop().call_later(pause, self._decide)
        else:
            self._decide()

    def _decide(self) -> None:
        self.left -= 1
        self._sender = min(self._answers)
        answer = self._answers.pop(self._sender)
        self._sent_at = time.perf_counter()
        answer()


class Page(WSListener):  # type: ignore[misc]
    """One socket."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.transport: WSTransport = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self.hear(frame.get_payload_as_bytes())

    def hear(self, text: bytes) -> None:
        raise NotImplementedError

    def say(self, text: bytes) -> None:
        self.transport.send(WSMsgType.TEXT, text)


# -- Saleroom --------------------------------------------------------------------------------------


class Game(Struct):
    form: Any = None


class View(Struct):
    """As much of a message as a player needs."""

    t: str
    number: int = 0
    gate: int | None = None
    result: Any = None
    view: Game | None = None


_view = msgspec.json.Decoder(View).decode


class SaleroomPage(Page):
    def __init__(self, load: Load, table: Table, seat: int | None) -> None:
        super().__init__(load)
        self.table = table
        self.seat = seat

    def hear(self, text: bytes) -> None:
        self.load.views += 1
        self.load.bytes += len(text)
        if self.seat is None:
            return
        message = _view(text)
        if message.t != "view" or message.view is None:
            return
        form = message.view.form
        answer = (lambda: self.decide(message.gate, form)) if form else None
        self.table.seen(self.seat, message.number, answer, message.result is not None)

    def decide(self, gate: int | None, form: Any) -> None:
        dice = self.load.dice
        said = {
            "t": "decide",
            "id": f"{dice.getrandbits(60):x}",
            "seat": self.seat,
            "gate": gate,
            "path": fill(form, dice),
        }
        self.say(msgspec.json.encode(said))


class Saleroom:
    """Tables of Dutch at a running server."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.origin = f"http://127.0.0.1:{port}"

    async def table(self, load: Load) -> tuple[Table, list[Page]]:
        cookies = [(await asyncio.to_thread(self._ask, "/api/lobby"))[1] for _ in range(3)]
        key = await asyncio.to_thread(self._new_game, cookies)
        table = Table(load)
        pages: list[Page] = []
        for seat, cookie in zip((None, 0, 1), reversed(cookies), strict=True):
            pages.append(SaleroomPage(load, table, seat))
            await self._connect(pages[-1], key, cookie)
        return table, pages

    async def _connect(self, page: Page, key: str, cookie: str) -> None:
        await ws_connect(
            lambda: page,
            f"ws://127.0.0.1:{self.port}/t/{key}/socket",
            extra_headers={"Cookie": cookie, "Origin": self.origin},
        )

    def _new_game(self, cookies: list[str]) -> str:
        made, _ = self._ask("/api/tables", {"game": "dutch", "seats": [{"kind": "open"}] * 2})
        key: str = made["table"]["id"]
        for seat in (0, 1):
            self._ask(f"/api/t/{key}/sit", {"seat": seat}, cookies[2 - (1 + seat)])
        return key

    def _ask(self, path: str, body: Any = None, cookie: str = "") -> tuple[Any, str]:
        request = urllib.request.Request(self.origin + path)
        request.add_header("Origin", self.origin)
        if cookie:
            request.add_header("Cookie", cookie)
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request, timeout=30) as answer:
            set_cookie = (answer.headers.get("Set-Cookie") or cookie).partition(";")[0]
            return json.loads(answer.read()), set_cookie


# -- boardgame.io, over its own protocol: socket.io in a WebSocket ---------------------------------

SPACE = "/peer,"


class PeerPage(Page):
    def __init__(self, load: Load, table: Table, match: str, seat: int | None) -> None:
        super().__init__(load)
        self.table = table
        self.match = match
        self.seat = seat

    def hear(self, text: bytes) -> None:
        kind = text[:2]
        if kind[:1] == b"0":
            self.say(f"40{SPACE}".encode())
        elif kind == b"40":
            player = None if self.seat is None else str(self.seat)
            self._emit("sync", self.match, player, None, 2)
        elif kind[:1] == b"2":
            self.say(b"3")
        elif kind == b"42":
            self._event(text)

    def _event(self, text: bytes) -> None:
        self.load.views += 1
        self.load.bytes += len(text)
        if self.seat is None:
            return
        name, _, *told = msgspec.json.decode(text[2 + len(SPACE) :])
        if name not in ("sync", "update"):
            return
        state = told[0]["state"] if name == "sync" else told[0]
        number = state["_stateID"]
        mine = state["ctx"]["currentPlayer"] == str(self.seat)
        answer = (lambda: self._decide(number)) if mine else None
        self.table.seen(self.seat, number, answer, over=False)

    def _decide(self, number: int) -> None:
        payload = {
            "type": "play",
            "args": [self.load.dice.randrange(7)],
            "playerID": str(self.seat),
            "credentials": None,
        }
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._emit("update", action, number, self.match, str(self.seat))

    def _emit(self, *what: object) -> None:
        self.say(f"42{SPACE}".encode() + msgspec.json.encode(what))


class Boardgame:
    """Matches at a running boardgame.io."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def table(self, load: Load) -> tuple[Table, list[Page]]:
        table = Table(load)
        match = f"{load.dice.getrandbits(60):x}"
        pages: list[Page] = []
        for seat in (None, 0, 1):
            pages.append(PeerPage(load, table, match, seat))
            address = f"ws://127.0.0.1:{self.port}/socket.io/?EIO=4&transport=websocket"
            await ws_connect(lambda page=pages[-1]: page, address)
        return table, pages
