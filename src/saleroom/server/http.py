"""Everything that is asked over HTTP, as docs/wire.md lists it."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar, TypeVarTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from saleroom import catalogue
from saleroom.games.core import NotAllowed, NotUnderstood, Refusal
from saleroom.records import Viewer, lessons
from saleroom.server import bots, identity, limits, messages, replays, seating, variants
from saleroom.server import lab as trials
from saleroom.server import lessons as teaching
from saleroom.server.errors import (
    SAID,
    NotFound,
    NotYours,
    SlowDown,
    TooLarge,
    TryAgain,
    kind_of,
    status_of,
)
from saleroom.server.house import House
from saleroom.server.log import SeatMade
from saleroom.server.messages import (
    AtSeat,
    Attempt,
    Claim,
    Compare,
    NewTable,
    PlayOn,
    Rename,
    Sit,
    Vary,
)
from saleroom.server.proof import proof
from saleroom.server.store import Chair, Line, StoreDown
from saleroom.server.table import Table

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
Handler = Callable[["Asked"], Awaitable[Response]]

LONGEST_SENTENCE = 1_000

_encode = msgspec.json.Encoder().encode


class Asked:
    """A request, and who asks."""

    def __init__(self, house: House, request: Request, guest: str) -> None:
        self.house = house
        self.request = request
        self.guest = guest
        self.address = limits.household(request.client.host if request.client else "")

    async def body(self, kind: type[T]) -> T:
        """The body as this structure, or refused with what is wrong with it."""
        raw = await self._bytes(limits.BODY)
        content = self.request.headers.get("content-type", "").partition(";")[0].strip()
        if content != "application/json":
            raise NotUnderstood("Send JSON, with Content-Type: application/json.")
        try:
            return msgspec.json.decode(raw, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise NotUnderstood(f"That is not what belongs here: {error}.") from None

    async def text(self, most: int) -> str:
        try:
            return (await self._bytes(most)).decode()
        except UnicodeDecodeError:
            raise NotUnderstood("That is not UTF-8 text.") from None

    async def _bytes(self, most: int) -> bytes:
        raw = bytearray()
        try:
            async with asyncio.timeout(limits.BODY_S):
                async for chunk in self.request.stream():
                    raw += chunk
                    if len(raw) > most:
                        raise TooLarge(f"That is more than {most} bytes.")
        except TimeoutError:
            raise TryAgain("That took too long to arrive; try again.") from None
        return bytes(raw)

    def must_have_lab(self) -> trials.Lab:
        """The lab, or refused where the host wants none."""
        if self.house.lab is None:
            raise NotFound("This saleroom has no lab.")
        return self.house.lab

    async def table(self) -> Table:
        return await self.house.table(self.request.path_params["id"])

    def must_make_few(self) -> None:
        """Refuse one more table of an address that has made many."""
        if not self.house.makers.take(self.address):
            raise SlowDown("Many tables were made from your address; play at one of them.")

    def number(self, key: str) -> int | None:
        """A number in the query."""
        said = self.request.query_params.get(key)
        if said is None or said == "":
            return None
        if not (said.isascii() and said.isdigit() and len(said) < 16):
            raise NotUnderstood(f"{key} must be a number from 0 on.")
        return int(said)

    async def replayed(self, work: Callable[[*Ts], T], *given: *Ts) -> T:
        """What comes out of a game played through again; only few are at a time, and of those who
        wait for their turn nobody fills the queue alone."""
        house = self.house
        most = {
            self.guest: limits.REPLAYS_OF_GUEST,
            self.address: limits.REPLAYS_OF_ADDRESS,
        }
        if any(house.replaying[who] >= number for who, number in most.items()):
            raise SlowDown("Other games are being played through for you; wait for one of them.")
        house.replaying += Counter([*most])
        try:
            async with house.replays:
                return await asyncio.to_thread(work, *given)
        finally:
            house.replaying -= Counter([*most])


# -- lobby -----------------------------------------------------------------------------------------


async def lobby(asked: Asked) -> Response:
    return _json(await lobby_of(asked.house, asked.guest))


async def lobby_of(house: House, guest: str) -> messages.Lobby:
    """What this guest can do here."""
    me = messages.Me(await house.name_of(guest))
    mine = await house.store.tables_of(guest, over=False)
    return messages.Lobby(
        me=me,
        games=[_offer(game) for game in catalogue.games()],
        bots=list(bots.OFFERED),
        open=_lines(await house.store.open_tables(), guest),
        mine=_lines(mine, guest, await _turns(house, [line.id for line, _ in mine])),
        finished=_lines(await house.store.tables_of(guest, over=True), guest),
        lab=house.lab is not None,
    )


@cache
def _offer(game: str) -> messages.GameOffer:
    """Looked up once: what is installed stays the same while the server runs."""
    found = []
    for variant in catalogue.variants(game):
        seats = catalogue.load(game, variant).table["seats"]
        assert isinstance(seats, list)
        short = catalogue.is_offered(game, f"{variant}-short")
        found.append(messages.Variant(variant, seats, short))
    return messages.GameOffer(game, found, lessons.FIRST in lessons.names(game))


async def _turns(house: House, tables: list[str]) -> dict[str, tuple[int, ...]]:
    """Who owes a decision at these tables; one that cannot be read has nobody waiting."""
    found = {}

    async def ask(key: str) -> None:
        with suppress(Refusal, StoreDown):
            found[key] = (await house.table(key)).state.owing

    await asyncio.gather(*map(ask, tables))  # at once, since they share a query
    return found


def _lines(
    found: list[tuple[Line, list[Chair]]],
    guest: str,
    turns: Mapping[str, tuple[int, ...]] = MappingProxyType({}),
) -> list[messages.TableLine]:
    return [
        messages.TableLine(
            id=line.id,
            name=line.name,
            game=line.game,
            variant=line.variant,
            status=line.status,  # type: ignore[arg-type]
            public=bool(line.public),
            players=[chair.name for chair in chairs],
            yours=[chair.seat for chair in chairs if chair.guest == guest],
            your_turn=any(
                chair.guest == guest and chair.bot is None and chair.seat in turns.get(line.id, ())
                for chair in chairs
            ),
            touched=line.touched,
            says=line.says,
        )
        for line, chairs in found
    ]


async def rename(asked: Asked) -> Response:
    wish = await asked.body(Rename)
    if not (asked.house.namers.take(asked.guest) and asked.house.namers_of.take(asked.address)):
        raise SlowDown("Those were many names; keep this one for a while.")
    return _json(messages.Me(await asked.house.rename(asked.guest, wish.name)))


async def new_table(asked: Asked) -> Response:
    wish = await asked.body(NewTable)
    house, guest = asked.house, asked.guest
    if wish.game not in catalogue.games():
        raise NotUnderstood(f"There is no game {wish.game!r} here.")
    known = catalogue.variants(wish.game)
    variant = known[0] if wish.variant is None else wish.variant
    if not catalogue.is_offered(wish.game, variant):
        raise NotUnderstood(f"{wish.game} has no variant {variant!r}; it has {', '.join(known)}.")
    rules = None
    if wish.changes:
        asked.must_have_lab()
        first = variants.shipped(wish.game, variant, len(wish.seats))
        rules = variants.changed(first, wish.changes)
    seats = []
    for seat in wish.seats:
        if seat.kind == "bot":
            if not bots.is_offered(seat.bot):
                offered = ", ".join(offer.bot for offer in bots.OFFERED)
                raise NotUnderstood(f"There is no bot {seat.bot!r}; possible: {offered}.")
            seats.append(SeatMade("bot", bot=seat.bot))
        elif seat.kind == "hot":
            seats.append(SeatMade("hot", guest, await house.name_of(guest)))
        else:
            seats.append(SeatMade("open"))
    if all(seat.kind == "bot" for seat in seats):
        raise NotAllowed("A table needs at least one seat for a person.")
    hints = wish.hints
    if hints is None:
        hints = len([seat for seat in seats if seat.kind != "bot"]) == 1
    titles = bots.titles([seat.bot for seat in seats])
    names = identity.told_apart(
        [seat.name or title for seat, title in zip(seats, titles, strict=True)]
    )
    named = tuple(
        msgspec.structs.replace(seat, name=name) for seat, name in zip(seats, names, strict=True)
    )
    asked.must_make_few()
    table = await house.make(
        guest, wish.game, variant, named, public=wish.public, hints=hints, rules=rules
    )
    return _json(table.table_info(guest), 201)


# -- a table ---------------------------------------------------------------------------------------


async def table_info(asked: Asked) -> Response:
    return _json((await asked.table()).table_info(asked.guest))


async def sit(asked: Asked) -> Response:
    wish = await asked.body(Sit)
    table = await asked.table()
    name = await asked.house.name_of(asked.guest)
    await seating.sit(table, asked.guest, name, wish.seat, wish.nonce or secrets.token_hex(16))
    return _json(table.table_info(asked.guest))


async def link(asked: Asked) -> Response:
    wish = await asked.body(AtSeat)
    table = await asked.table()
    return _json(messages.SeatLink(await seating.link(table, asked.guest, wish.seat)))


async def claim(asked: Asked) -> Response:
    wish = await asked.body(Claim)
    table = await asked.table()
    await seating.claim(table, asked.guest, wish.token)
    return _json(table.table_info(asked.guest))


async def leave(asked: Asked) -> Response:
    wish = await asked.body(AtSeat)
    table = await asked.table()
    await seating.get_up(table, asked.guest, wish.seat)
    return _json(table.table_info(asked.guest))


async def resign(asked: Asked) -> Response:
    wish = await asked.body(AtSeat)
    table = await asked.table()
    await seating.resign(table, asked.guest, wish.seat)
    return _json(table.table_info(asked.guest))


async def give(asked: Asked) -> Response:
    wish = await asked.body(AtSeat)
    table = await asked.table()
    await seating.give(table, asked.guest, wish.seat)
    return _json(table.table_info(asked.guest))


async def advice(asked: Asked) -> Response:
    wish = await asked.body(AtSeat)
    table = await asked.table()
    table.state.must_hold(asked.guest, wish.seat)
    if not (asked.house.hints.take(asked.guest) and asked.house.hints_of.take(asked.address)):
        raise SlowDown("Those were many hints; decide for yourself for a while.")
    return _json(await table.advice(wish.seat))


async def end(asked: Asked) -> Response:
    table = await asked.table()
    await seating.end(table, asked.guest)
    return _json(table.table_info(asked.guest))


async def rematch(asked: Asked) -> Response:
    table = await asked.table()
    if not table.state.seats_of(asked.guest):
        raise NotYours("Only who has played here can ask for a rematch.")
    if table.state.status != "over":
        raise NotAllowed("The game has not ended yet.")
    if table.state.next is None:
        asked.must_make_few()
    return _json((await asked.house.rematch(table, asked.guest)).table_info(asked.guest))


async def play_on(asked: Asked) -> Response:
    wish = await asked.body(PlayOn)
    table = await asked.table()
    asked.must_make_few()
    return _json((await asked.house.play_on(table, asked.guest, wish)).table_info(asked.guest), 201)


async def log_page(asked: Asked) -> Response:
    table = await asked.table()
    seat, before = asked.number("seat"), asked.number("before")
    if seat is not None:
        table.state.must_hold(asked.guest, seat)
    state = table.state
    known = state.known(seat)
    events, first = state.page(seat, known if before is None else min(before, known))
    return _json(messages.LogPage(events, first))


# -- after the game --------------------------------------------------------------------------------


async def record(asked: Asked) -> Response:
    state = (await asked.table()).state
    game = state.record()
    as_json = asked.request.url.path.endswith(".json")
    file = f"{state.made.game}-{state.made.name}.{'json' if as_json else 'sale'}"
    return Response(
        game.to_json() if as_json else game.text(),
        media_type="application/json" if as_json else "text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{file}"'},
    )


async def review(asked: Asked) -> Response:
    game = (await asked.table()).state.record()
    return _json(await asked.replayed(replays.moments, game, _viewer(asked)))


async def chances(asked: Asked) -> Response:
    state = (await asked.table()).state
    return _json(asked.house.reviews.of(state.id, state.record(), asked.address))


async def review_record(asked: Asked) -> Response:
    text = await asked.text(limits.RECORD)
    found = await asked.house.uploads.of(asked.address, text, _viewer(asked))
    return _json(msgspec.Raw(found))


def _viewer(asked: Asked) -> Viewer:
    return "all" if asked.request.query_params.get("seat") == "all" else asked.number("seat")


async def proof_of(asked: Asked) -> Response:
    game = (await asked.table()).state.record()
    return _json(await asked.replayed(proof, game))


# -- to learn by -----------------------------------------------------------------------------------


async def rule_book(asked: Asked) -> Response:
    game = _game(asked)
    return _json(
        messages.RuleBook(
            game,
            catalogue.law(game),
            catalogue.guide(game),
            catalogue.clauses(game),
            list(lessons.names(game)),
        )
    )


async def lesson(asked: Asked) -> Response:
    game, name = _lesson(asked)
    learner = await asked.house.name_of(asked.guest)
    return _json(await asked.replayed(teaching.lesson, game, name, learner))


async def attempt(asked: Asked) -> Response:
    game, name = _lesson(asked)
    paths = (await asked.body(Attempt)).paths
    learner = await asked.house.name_of(asked.guest)
    views = await asked.replayed(teaching.answer, game, name, learner, paths)
    return _json(messages.Attempted(views))


def _game(asked: Asked) -> str:
    game: str = asked.request.path_params["game"]
    if game not in catalogue.games():
        raise NotFound(f"There is no game {game!r} here.")
    return game


def _lesson(asked: Asked) -> tuple[str, str]:
    game, name = _game(asked), asked.request.path_params["lesson"]
    if name not in lessons.names(game):
        raise NotFound(f"{game} has no lesson {name!r}.")
    return game, name


# -- the lab ---------------------------------------------------------------------------------------


async def variant_file(asked: Asked) -> Response:
    return _json(variants.variant_file(_game(asked), asked.request.path_params["variant"]))


async def vary(asked: Asked) -> Response:
    changes = (await asked.body(Vary)).changes
    game, variant = _game(asked), asked.request.path_params["variant"]
    return _json(variants.changed_file(game, variant, changes))


async def lab(asked: Asked) -> Response:
    asked.must_have_lab()
    games = [_offer(game) for game in catalogue.games()]
    return _json(messages.Lab(games, list(trials.BOTS), trials.SEED))


async def compare(asked: Asked) -> Response:
    wish = await asked.body(Compare)
    return _json(asked.must_have_lab().compare(asked.guest, asked.address, wish))


async def stop(asked: Asked) -> Response:
    wish = await asked.body(Compare)
    return _json(asked.must_have_lab().stop(asked.guest, wish))


# -- for the host ----------------------------------------------------------------------------------


async def healthz(asked: Asked) -> Response:
    return Response("ok\n", media_type="text/plain")


async def readyz(asked: Asked) -> Response:
    ready = await asked.house.store.is_ready()
    said = "ready\n" if ready else "not ready\n"
    return Response(said, 200 if ready else 503, media_type="text/plain")


class Endpoint(NamedTuple):
    """What is asked where, and what is answered; None: text of another kind."""

    method: str
    path: str
    handler: Handler
    takes: type | None = None
    gives: type | None = None
    status: int = 200


ENDPOINTS = (
    Endpoint("GET", "/api/lobby", lobby, gives=messages.Lobby),
    Endpoint("POST", "/api/me", rename, Rename, messages.Me),
    Endpoint("POST", "/api/tables", new_table, NewTable, messages.TableInfo, 201),
    Endpoint("GET", "/api/t/{id}", table_info, gives=messages.TableInfo),
    Endpoint("POST", "/api/t/{id}/sit", sit, Sit, messages.TableInfo),
    Endpoint("POST", "/api/t/{id}/link", link, AtSeat, messages.SeatLink),
    Endpoint("POST", "/api/t/{id}/claim", claim, Claim, messages.TableInfo),
    Endpoint("POST", "/api/t/{id}/leave", leave, AtSeat, messages.TableInfo),
    Endpoint("POST", "/api/t/{id}/resign", resign, AtSeat, messages.TableInfo),
    Endpoint("POST", "/api/t/{id}/give", give, AtSeat, messages.TableInfo),
    Endpoint("POST", "/api/t/{id}/advice", advice, AtSeat, messages.Advice),
    Endpoint("POST", "/api/t/{id}/end", end, gives=messages.TableInfo),
    Endpoint("POST", "/api/t/{id}/rematch", rematch, gives=messages.TableInfo),
    Endpoint("POST", "/api/t/{id}/on", play_on, PlayOn, messages.TableInfo, 201),
    Endpoint("GET", "/api/t/{id}/log", log_page, gives=messages.LogPage),
    Endpoint("GET", "/api/t/{id}/record", record),
    Endpoint("GET", "/api/t/{id}/record.json", record),
    Endpoint("GET", "/api/t/{id}/review", review, gives=messages.Review),
    Endpoint("POST", "/api/t/{id}/chances", chances, gives=messages.Chances),
    Endpoint("POST", "/api/review", review_record, gives=messages.Review),
    Endpoint("GET", "/api/t/{id}/proof", proof_of, gives=messages.Proof),
    Endpoint("GET", "/api/games/{game}/rules", rule_book, gives=messages.RuleBook),
    Endpoint("GET", "/api/games/{game}/lessons/{lesson}", lesson, gives=messages.Lesson),
    Endpoint("POST", "/api/games/{game}/lessons/{lesson}", attempt, Attempt, messages.Attempted),
    Endpoint(
        "GET", "/api/games/{game}/variants/{variant}", variant_file, gives=messages.VariantFile
    ),
    Endpoint("POST", "/api/games/{game}/variants/{variant}", vary, Vary, messages.VariantFile),
    Endpoint("GET", "/api/lab", lab, gives=messages.Lab),
    Endpoint("POST", "/api/lab", compare, Compare, messages.Comparison),
    Endpoint("POST", "/api/lab/stop", stop, Compare, messages.Comparison),
    Endpoint("GET", "/healthz", healthz),
    Endpoint("GET", "/readyz", readyz),
)


def routes(house: House) -> list[BaseRoute]:
    """The endpoints for Starlette; what is refused comes out in one shape."""

    def answering(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            guest: str = request.scope["guest"]
            try:
                asked = Asked(house, request, guest)
                if request.method == "POST" and not (
                    house.requests.take(guest) and house.requests_of.take(asked.address)
                ):
                    raise SlowDown("That was too fast; wait a moment.")
                return await handler(asked)
            except SAID as refusal:
                return refused(refusal)

        return answer

    return [
        Route(endpoint.path, answering(endpoint.handler), methods=[endpoint.method])
        for endpoint in ENDPOINTS
    ]


def refused(refusal: Exception) -> Response:
    """The one shape of all answers that refuse."""
    rule = getattr(refusal, "rule", "")
    says = str(refusal)
    if len(says) > LONGEST_SENTENCE:  # it quotes what was sent
        says = says[:LONGEST_SENTENCE] + "…"
    failure = messages.Failure(kind_of(refusal), says, rule)
    return _json(messages.Refusal(failure), status_of(refusal))


def _json(answer: Any, status: int = 200) -> Response:
    return Response(
        _encode(answer),
        status,
        media_type="application/json",
        headers={"Cache-Control": "no-store"},
    )
