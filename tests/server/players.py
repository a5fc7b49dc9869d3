"""A real server in its own process, and players with real sockets."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import asyncpg
from websockets.sync.client import ClientConnection, connect

PATIENCE_S = 120.0  # then it hangs, on any machine
SALEROOM = str(Path(sys.executable).with_name("saleroom"))


def run_apart(work: Coroutine[Any, Any, Any]) -> Any:
    """In a thread of its own: a browser that tests share has a loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def ask(address: str, query: str, *values: object) -> list[Any]:
    """What a database answers."""

    async def work() -> list[Any]:
        connection = await asyncpg.connect(address)
        try:
            return [tuple(record) for record in await connection.fetch(query, *values)]
        finally:
            await connection.close()

    found: list[Any] = run_apart(work())
    return found


class Server:
    """`saleroom serve` on a free port, or on a socket that is held open for it; it can be killed
    and started again on the same data."""

    def __init__(
        self,
        data: Path,
        *options: str,
        limits: bool = False,
        database: str | None = None,
        held: socket.socket | None = None,
    ) -> None:
        self.data = data
        self.database = database  # the address of PostgreSQL
        self.options = options if limits else ("--without-limits", *options)
        self.held = [] if held is None else [held.fileno()]
        with held.dup() if held else socket.create_server(("127.0.0.1", 0)) as known:
            self.port = known.getsockname()[1]
        self.origin = f"http://127.0.0.1:{self.port}"
        self.pages: list[Socket] = []  # all that were ever opened
        self.process: subprocess.Popen[bytes] | None = None
        self.output = data / "output.txt"

    def start(self, **environment: str) -> None:
        self.data.mkdir(parents=True, exist_ok=True)
        place = [f"--fd={held}" for held in self.held] or [f"--port={self.port}"]
        where = {"SALEROOM_DATABASE": self.database} if self.database else {}
        with self.output.open("ab") as output:
            self.process = subprocess.Popen(
                [SALEROOM, "serve", *place,
                 "--data", str(self.data), "--bot-pause", "0", *self.options],
                stdout=output, stderr=output, env={**os.environ, **where, **environment},
                pass_fds=self.held,
            )  # fmt: skip
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise AssertionError(self.output.read_text())
            try:
                with socket.create_connection(("127.0.0.1", self.port), 1):
                    return
            except OSError:
                time.sleep(0.02)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """As kill -9: nothing is said and nothing is finished."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Politely; its exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE_S)

    def wait(self) -> None:
        """Until it has died by itself."""
        assert self.process is not None
        self.process.wait(PATIENCE_S)

    @property
    def is_up(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def end(self) -> None:
        """After a test: it must not have complained."""
        for page in self.pages:
            page.raw.close()
        if self.is_up:
            self.stop()
        assert "Traceback" not in self.output.read_text(), self.output.read_text()

    def log(self, table: str) -> list[tuple[Any, ...]]:
        """The log of a table as it lies on the disk."""
        columns = "number, seat, command_id, kind, body"
        if self.database is not None:
            return ask(
                self.database,
                f"select {columns} from entry where table_id = $1 order by number",
                table,
            )
        with closing(apsw.Connection(str(self.data / "saleroom.sqlite"))) as connection:
            rows = connection.execute(
                f"select {columns} from entry where table_id = ? order by number", (table,)
            )
            return rows.fetchall()


class Answer:
    """What came back over HTTP."""

    def __init__(self, status: int, headers: Any, raw: bytes) -> None:
        self.status = status
        self.headers = headers
        self.raw = raw

    @property
    def data(self) -> Any:
        return json.loads(self.raw)


class Guest:
    """Somebody with a browser: a cookie, requests and sockets."""

    def __init__(self, server: Server, origin: str | None = None) -> None:
        self.server = server
        self.origin = origin or server.origin  # the address in the browser
        self.cookie = ""

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        origin: str | None = "own",
        **headers: str,
    ) -> Answer:
        request = urllib.request.Request(self.origin + path, method=method)
        if body is not None:
            is_text = isinstance(body, str)
            request.data = body.encode() if is_text else json.dumps(body).encode()
            request.add_header("Content-Type", "text/plain" if is_text else "application/json")
        if origin is not None:
            request.add_header("Origin", self.origin if origin == "own" else origin)
        if self.cookie:
            request.add_header("Cookie", self.cookie)
        for key, value in headers.items():
            request.add_header(key.replace("_", "-"), value)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as response:
                answer = Answer(response.status, response.headers, response.read())
        except urllib.error.HTTPError as error:
            with error:
                answer = Answer(error.code, error.headers, error.read())
        if set_cookie := answer.headers.get("Set-Cookie"):
            self.cookie = set_cookie.partition(";")[0]
        return answer

    def get(self, path: str) -> Any:
        answer = self.ask("GET", path)
        assert answer.status == 200, answer.raw
        return answer.data

    def post(self, path: str, body: Any = None) -> Any:
        answer = self.ask("POST", path, body)
        assert answer.status in (200, 201), answer.raw
        return answer.data

    def table(
        self, game: str, *seats: str, variant: str | None = None, public: bool = False, **more: Any
    ) -> str:
        """A new table: `open`, `hot`, or the name of a bot."""
        wishes = [
            {"kind": seat} if seat in ("open", "hot") else {"kind": "bot", "bot": seat}
            for seat in seats
        ]
        body = {"game": game, "seats": wishes, "public": public, "variant": variant, **more}
        table: str = self.post("/api/tables", body)["table"]["id"]
        return table

    def sit(self, table: str, seat: int | None = None) -> Any:
        return self.post(f"/api/t/{table}/sit", {"seat": seat})

    def connect(
        self, table: str, seat: int | None = None, since: int = 0, more: str = ""
    ) -> Socket:
        return Socket(self, table, seat, since, more)


class Socket:
    """A page at a table."""

    def __init__(
        self, guest: Guest, table: str, seat: int | None, since: int = 0, more: str = ""
    ) -> None:
        self.guest = guest
        self.table = table
        asked = "" if seat is None else f"&seat={seat}"
        self.raw: ClientConnection = connect(
            f"ws{guest.origin[4:]}/t/{table}/socket?since={since}{asked}{more}",
            origin=guest.origin,  # type: ignore[arg-type]
            additional_headers={"Cookie": guest.cookie},
            compression=None,
            max_size=None,
            max_queue=None,
            close_timeout=1,
            open_timeout=PATIENCE_S,
        ).__enter__()
        guest.server.pages.append(self)
        self.frames: list[str] = []  # everything that ever came
        self.view: Any = None  # the last view message
        self.events: list[Any] = []
        self._count = 0

    def __enter__(self) -> Socket:
        return self

    def __exit__(self, *_: object) -> None:
        self.raw.close()

    def say(self, **message: Any) -> None:
        self.raw.send(json.dumps(message))

    def hear(self, timeout: float = PATIENCE_S) -> Any:
        """The next message."""
        text = self.raw.recv(timeout)
        assert isinstance(text, str)
        self.frames.append(text)
        message = json.loads(text)
        if message["t"] == "view":
            self.view = message
            self.events += message["events"] or []
        return message

    def until(self, wanted: Callable[[Any], bool], timeout: float = PATIENCE_S) -> Any:
        """The next message of which this is so."""
        end = time.monotonic() + timeout
        while True:
            message = self.hear(max(0.01, end - time.monotonic()))
            if wanted(message):
                return message

    def catch_up(self) -> None:
        """Hear all that the server had to say before it got this ping."""
        self.say(t="ping")
        self.until(lambda message: message["t"] == "pong")
        self.frames.pop()  # that one was asked for

    def first(self) -> Any:
        return self.until(lambda message: message["t"] == "view")

    def command(self, kind: str, seat: int, path: list[int] | None = None, **more: Any) -> Any:
        """Send a command; its view with `ok`, or its refusal."""
        self._count += 1
        name = more.pop("id", f"c{self._count}-{os.urandom(3).hex()}")
        message = {"t": kind, "id": name, "seat": seat, "gate": self.view["gate"], **more}
        if path is not None:
            message["path"] = path
        self.say(**message)
        return self.until(lambda m: answers(m, name))

    def decide(self, seat: int, path: list[int], **more: Any) -> Any:
        return self.command("decide", seat, path, **more)


def answers(message: Any, name: str) -> bool:
    """Is this the answer to the command of this id?"""
    if message["t"] == "view":
        return any(ok["id"] == name for ok in message["ok"])
    return message.get("id") == name


def fill(form: Any, dice: random.Random) -> list[int]:
    """Any decision that the form allows, as a path."""
    path: list[int] = []
    gone: list[int] = []  # `*` is what follows anything, less what was chosen
    while form:
        things = things_of(form, gone)
        if "one" in form:
            path.append(dice.choice(things)[0])
            then = form.get("then", {})
            if str(path[-1]) not in then:
                gone.append(path[-1])
            form = then.get(str(path[-1])) or then.get("*")
        else:
            deck = [number for number, thing in enumerate(things) for _ in thing]
            least, most = form["set"]
            chosen = dice.sample(deck, dice.randint(least, min(most or len(deck), len(deck))))
            # Of alike things so many are sent from the front.
            path += sorted(c for n, thing in enumerate(things) for c in thing[: chosen.count(n)])
            if "close" in form and len(chosen) < (most or len(deck) + 1):
                path.append(form["close"])
            form = None
    return path


def things_of(form: Any, gone: list[int]) -> list[list[int]]:
    """What a form offers, each thing as the list of its codes, without what was chosen before."""
    zones = form["one"] if "one" in form else form["of"]
    things = [
        list(thing) if isinstance(thing, list) else [thing] for z in zones.values() for thing in z
    ]
    for code in gone:
        for thing in things:
            if code in thing:
                thing.remove(code)
    return [thing for thing in things if thing]


def play(sockets: dict[int, Socket], dice: random.Random, *, most: int = 10_000) -> int:
    """Random decisions of these seats until the game is over; how many."""
    made = 0
    end = time.monotonic() + PATIENCE_S
    while made < most:
        assert time.monotonic() < end, "nobody has anything to decide"
        moved = False
        for seat, page in sockets.items():
            if page.view is None:
                page.first()
            while page.view["result"] is None and seat in page.view["owing"]:
                form = page.view["view"]["form"]
                answer = page.decide(seat, fill(form, dice))
                assert answer["t"] == "view", answer
                made += 1
                moved = True
        if all(page.view["result"] for page in sockets.values()):
            break
        if moved:
            end = time.monotonic() + PATIENCE_S
        else:
            time.sleep(0.002)  # a bot may be thinking
            for page in sockets.values():
                page.catch_up()
    return made
