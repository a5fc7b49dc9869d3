"""The whole application: pages and API by Starlette, sockets beside it, safety around both."""

from __future__ import annotations

import logging
import re
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import msgspec
from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from saleroom.games.core import Refusal
from saleroom.server import http, identity, limits, metrics
from saleroom.server.connection import Connection, Receive, Send
from saleroom.server.errors import NotFound, Unreadable, WrongOrigin
from saleroom.server.house import House
from saleroom.server.messages import VERSION
from saleroom.server.sockets import EXTENSION
from saleroom.server.store import StoreDown

Scope = MutableMapping[str, Any]

log = logging.getLogger(__name__)
_encode = msgspec.json.Encoder().encode

HEADERS = [
    (
        b"content-security-policy",
        (
            b"default-src 'self'; connect-src 'self'; img-src 'self' data:; object-src 'none'; "
            b"base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
        ),
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
]
# Over plain http from another machine a browser ignores this one, and complains.
OPENER = (b"cross-origin-opener-policy", b"same-origin")
LOOPBACK = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:[0-9]+)?")
TABLE = re.compile(r"/t/([a-z2-7]{16})")
SOCKET = re.compile(r"/t/([a-z2-7]{16})/socket")
PAGES = ("/", "/t/{id}", "/r/{id}", "/learn/{game}", "/learn/{game}/{lesson}", "/lab")


class App:
    """The ASGI application."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._web = Starlette(
            routes=[*http.routes(house), *_pages(house, house.settings.page)],
            exception_handlers={404: _not_found, 405: _not_found, 500: _broken},
        )
        self._web.add_middleware(GZipMiddleware, minimum_size=1_000, compresslevel=5)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._lifespan(receive, send)

    # -- HTTP ------------------------------------------------------------------------------------

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = _headers(scope)
        known = self.house.signer.read(headers.get("cookie", ""))
        guest = known[0] if known else identity.new_guest()
        scope["guest"] = guest
        extra = list(HEADERS)
        if self.house.signer.secure or LOOPBACK.fullmatch(headers.get("host", "")):
            extra.append(OPENER)
        if known is None or known[1]:
            extra.append((b"set-cookie", self.house.signer.write(guest).encode()))

        async def send_safely(message: Scope) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *extra]
            await send(message)

        if scope["method"] not in ("GET", "HEAD") and not self._is_own(headers):
            refusal = http.refused(WrongOrigin("That was asked from another site."))
            await refusal(scope, receive, send_safely)
            return
        await self._web(scope, receive, send_safely)

    def _is_own(self, headers: dict[str, str]) -> bool:
        """Does it come from a page of ours?"""
        if headers.get("sec-fetch-site") == "cross-site":
            return False
        return headers.get("origin") in self.house.settings.origins

    # -- sockets ---------------------------------------------------------------------------------

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()  # websocket.connect
        headers = _headers(scope)
        address = limits.household(scope["client"][0] if scope.get("client") else "")
        house = self.house
        found = SOCKET.fullmatch(scope["path"])
        if not self._is_own(headers):
            await _deny(scope, send, 403)
        elif found is None:
            await _deny(scope, send, 404)
        elif house.connections >= limits.CONNECTIONS:
            await _deny(scope, send, 503)
        elif not house.doors.enter(address):
            await _deny(scope, send, 429)
        else:
            house.connections += 1
            metrics.CONNECTIONS.set(house.connections)
            try:
                await self._serve(found[1], scope, headers, receive, send)
            finally:
                house.doors.leave(address)
                house.connections -= 1
                metrics.CONNECTIONS.set(house.connections)

    async def _serve(
        self, key: str, scope: Scope, headers: dict[str, str], receive: Receive, send: Send
    ) -> None:
        query = parse_qs(scope["query_string"].decode("latin-1"))
        if query.get("v", [str(VERSION)]) != [str(VERSION)]:
            await _turn_away(send, 4003, "reload")
            return
        try:
            table = await self.house.table(key)
        except (NotFound, Unreadable):
            await _turn_away(send, 4004, "gone")  # a page cannot see a status of HTTP here
            return
        except (Refusal, StoreDown):
            await _deny(scope, send, 503)
            return
        known = self.house.signer.read(headers.get("cookie", ""))
        guest = known[0] if known else identity.new_guest()
        mine = table.state.seats_of(guest)
        if not mine and table.watching() >= limits.SPECTATORS:
            await _deny(scope, send, 503)
            return
        seat = _number(query, "seat")
        if seat is None and "seat" not in query and len(mine) == 1:
            seat = mine[0]
        if seat not in mine:
            seat = None
        since = min(_number(query, "since") or 0, table.state.known(seat))
        pace = self.house.settings.pace
        socket = scope["extensions"][EXTENSION]["socket"]
        connection = Connection(
            table,
            guest,
            seat,
            since,
            socket.write,
            own=limits.Bucket(pace.commands_per_s, pace.commands_at_once),
            of_guest=self.house.commands,
        )
        cookie = [] if known else [(b"set-cookie", self.house.signer.write(guest).encode())]
        await send({"type": "websocket.accept", "headers": cookie})
        table.enter(connection)
        socket.enter(connection, pace)
        try:
            await connection.run(receive, send)
        finally:
            table.leave(connection)
            socket.leave()

    # -- beginning and end -------------------------------------------------------------------------

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                await send({"type": "lifespan.startup.complete"})
            elif message["type"] == "lifespan.shutdown":
                await self.house.close()
                await send({"type": "lifespan.shutdown.complete"})
                return


def _headers(scope: Scope) -> dict[str, str]:
    return {key.decode("latin-1"): value.decode("latin-1") for key, value in scope["headers"]}


def _number(query: dict[str, list[str]], key: str) -> int | None:
    said = query.get(key, [""])[0]
    return int(said) if re.fullmatch(r"[0-9]{1,15}", said) else None


async def _deny(scope: Scope, send: Send, status: int) -> None:
    """Refuse a socket before it is one."""
    if "websocket.http.response" in scope.get("extensions", {}):
        await send({"type": "websocket.http.response.start", "status": status, "headers": HEADERS})
        await send({"type": "websocket.http.response.body", "body": b""})
    else:
        await send({"type": "websocket.close", "code": 1008})


async def _turn_away(send: Send, code: int, reason: str) -> None:
    """Close a socket with a code that its page understands."""
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": code, "reason": reason})


def _pages(house: House, folder: Path | None) -> list[BaseRoute]:
    """One HTML for all addresses of the page, and its files."""

    async def page(request: Request) -> Response:
        if folder is None or not (folder / "index.html").is_file():
            return Response(
                "The page is not built; `make play` builds it.\n", 503, media_type="text/plain"
            )
        html = (folder / "index.html").read_bytes()
        known = await _known(house, request)
        if known is None:
            return Response(html, media_type="text/html", headers={"Cache-Control": "no-cache"})
        kind, data = known
        block = b'<script type="application/json" id="known" data-kind="%s">%s</script>' % (
            kind,
            data.replace(b"<", rb"\u003c"),
        )
        inlined = html.replace(b'<div id="app">', block + b'<div id="app">')
        return Response(inlined, media_type="text/html", headers={"Cache-Control": "no-store"})

    found: list[BaseRoute] = [Route(path, page) for path in PAGES]
    if folder is not None and folder.is_dir():
        found.append(Mount("/", StaticFiles(directory=folder)))
    return found


async def _known(house: House, request: Request) -> tuple[bytes, bytes] | None:
    """What the page would ask for first, so that it can show it at once."""
    guest: str = request.scope["guest"]
    try:
        if request.url.path == "/":
            return b"lobby", _encode(await http.lobby_of(house, guest))
        if found := TABLE.fullmatch(request.url.path):
            table = await house.table(found[1])
            mine = table.state.seats_of(guest)
            seat = mine[0] if len(mine) == 1 else None
            return b"view", _encode(table.view(guest, seat, 0, [], first=True))
    except (Refusal, StoreDown):
        pass  # the page asks by itself, and shows why not
    return None


async def _not_found(request: Request, __: Exception) -> Response:
    """People are led to the lobby, programs are told."""
    if request.method == "GET" and "text/html" in request.headers.get("accept", ""):
        return RedirectResponse("/?lost", 303)
    return http.refused(NotFound("There is nothing here."))


async def _broken(request: Request, error: Exception) -> Response:
    return Response(
        b'{"error":{"kind":"broken","says":"Something went wrong here.","rule":""}}',
        500,
        media_type="application/json",
    )
