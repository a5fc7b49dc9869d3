"""What people ask of a table besides decisions: to sit down, to leave, to be replaced, to end it.

Each becomes an entry of the table's log, if the state at that moment allows it.
"""

from __future__ import annotations

import hashlib
import secrets
from functools import partial

import msgspec

from saleroom.games.core import NotAllowed
from saleroom.server import bots, identity, log
from saleroom.server.errors import Taken
from saleroom.server.log import Body
from saleroom.server.state import State
from saleroom.server.table import Table


async def sit(table: Table, guest: str, name: str, seat: int | None, nonce: str) -> None:
    """Take a free seat, or the own one back; where none is named, the first there is."""
    while True:
        wanted = _seat_for(table, guest) if seat is None else seat
        try:
            await _sit_at(table, guest, name, wanted, nonce)
            return
        except Taken:
            if seat is not None:
                raise  # else somebody was quicker, and there may be another


def _seat_for(table: Table, guest: str) -> int:
    free = [s for s, chair in enumerate(table.state.chairs) if chair.kind == "open"]
    possible = [*table.state.seats_of(guest), *free]
    if not possible:
        raise NotAllowed("No seat is free at this table; you can watch.")
    return possible[0]


async def _sit_at(table: Table, guest: str, name: str, seat: int, nonce: str) -> None:
    chairs = table.state.chairs
    if not 0 <= seat < len(chairs):
        raise NotAllowed(f"There is no seat {seat}; there are 0 to {len(chairs) - 1}.")
    chair = chairs[seat]
    if chair.guest == guest and chair.kind == "person" and not chair.left:
        return  # sits there already

    def propose(state: State) -> Body:
        chair = state.chairs[seat]
        if state.status == "over":
            raise NotAllowed("The game at this table has ended.")
        if chair.guest == guest and chair.kind != "kept":
            return log.Returned()
        if chair.kind == "open" or (chair.kind == "kept" and chair.guest == guest):
            return log.Seated(guest, name, nonce)
        raise Taken("Somebody else has this seat.")

    await table.do(seat, propose)
    table.miss(guest)


async def link(table: Table, guest: str, seat: int) -> str:
    """A token that takes this seat to another device; a newer one replaces it."""
    table.state.must_hold(guest, seat)
    token = secrets.token_hex(16)

    def propose(state: State) -> Body:
        if state.status == "over":
            raise NotAllowed("The game at this table has ended.")
        state.must_hold(guest, seat)
        if state.chairs[seat].kind == "kept":  # with a seat goes the nonce of who has sat down
            raise NotAllowed("Sit down first; then the seat can go on at another device.")
        return log.Linked(_check(token))

    await table.do(seat, propose)
    return token


async def claim(table: Table, guest: str, token: str) -> None:
    """Whoever brings the token has the seat, and who had it before looks on."""
    check = _check(token)
    seat = next((seat for seat, known in table.state.links.items() if known == check), None)

    def propose(state: State) -> Body:
        if seat is None or state.links.get(seat) != check:
            raise NotAllowed("This link has been used already, or a newer one was made.")
        return log.Moved(guest)

    await table.do(seat, propose)
    table.miss(guest)


async def get_up(table: Table, guest: str, seat: int) -> None:
    table.state.must_hold(guest, seat)

    def propose(state: State) -> Body:
        if state.status == "over":
            raise NotAllowed("The game at this table has ended.")
        if state.chairs[seat].guest != guest or state.chairs[seat].left:
            raise NotAllowed("You have left this seat already.")
        return log.Left()

    await table.do(seat, propose)


async def resign(table: Table, guest: str, seat: int) -> None:
    table.state.must_hold(guest, seat)

    def propose(state: State) -> Body:
        state.must_hold(guest, seat)
        if state.status != "playing":
            raise NotAllowed("Only a game that is being played can be resigned.")
        if state.rules.seats == 2:
            return log.Resigned()
        if state.chairs[seat].kind == "bot":
            raise NotAllowed("A bot plays this seat on already.")
        return log.Given(bots.SUBSTITUTE)

    await table.do(seat, propose)


async def give(table: Table, guest: str, seat: int) -> None:
    """Let a bot play on for a seat that is away."""
    if not table.state.seats_of(guest):
        raise NotAllowed("Only who plays at this table can do that.")
    if not 0 <= seat < len(table.state.chairs) or not table.is_away(seat):
        raise NotAllowed("Only a player who is away for a minute, or has left, is replaced.")

    def propose(state: State) -> Body:
        if state.status != "playing" or state.chairs[seat].kind != "person":
            raise NotAllowed("There is nobody to be replaced.")
        return log.Given(bots.SUBSTITUTE)

    await table.do(seat, propose)


async def end(table: Table, guest: str) -> None:
    if not table.may_end(table.state.seats_of(guest)):
        raise NotAllowed(
            "A table is ended by who plays there, when the others are bots or one is away."
        )

    def propose(state: State) -> Body:
        if state.status == "over":
            raise NotAllowed("The game at this table has ended.")
        return log.Abandoned()

    await table.do(None, propose)


async def rename(table: Table, guest: str, wish: str) -> None:
    mine = table.state.seats_of(guest)
    for seat, name in zip(mine, identity.told_apart([wish] * len(mine)), strict=True):
        if table.state.status != "over" and table.state.chairs[seat].name != name:
            await table.do(seat, partial(_named, guest, seat, name))


def _named(guest: str, seat: int, name: str, state: State) -> Body:
    state.must_hold(guest, seat)  # who may have lost it while this waited
    return log.Named(name)


def rematch_seats(table: Table) -> tuple[log.SeatMade, ...]:
    """The same players, each one seat further."""
    made = []
    for seat, was in enumerate(table.state.made.seats):
        chair = table.state.chairs[seat]
        if was.kind == "bot":
            made.append(log.SeatMade("bot", bot=was.bot))
        elif was.kind == "hot" and chair.guest == was.guest:
            made.append(log.SeatMade("hot", chair.guest, chair.name))
        elif chair.guest is None:
            made.append(log.SeatMade("open"))
        else:
            made.append(log.SeatMade("kept", chair.guest, chair.name))
    made = [made[-1], *made[:-1]]
    titles = bots.titles([seat.bot for seat in made])
    return tuple(
        msgspec.structs.replace(seat, name=seat.name or title)
        for seat, title in zip(made, titles, strict=True)
    )


def played_on(
    seats: tuple[log.SeatMade, ...], own: int, guest: str, name: str
) -> tuple[log.SeatMade, ...]:
    """One plays on, and bots play all others: those that did, and substitutes for people."""
    kinds = [None if seat == own else was.bot or bots.SUBSTITUTE for seat, was in enumerate(seats)]
    names = identity.told_apart([title or name for title in bots.titles(kinds)])
    return with_nonces(
        tuple(
            log.SeatMade("bot", None, called, bot) if bot else log.SeatMade("hot", guest, called)
            for bot, called in zip(kinds, names, strict=True)
        )
    )


def with_nonces(seats: tuple[log.SeatMade, ...]) -> tuple[log.SeatMade, ...]:
    """Seats that no other browser will sit at have their nonces from the start."""
    return tuple(
        msgspec.structs.replace(seat, nonce=secrets.token_hex(16))
        if seat.kind in ("hot", "bot")
        else seat
        for seat in seats
    )


def _check(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
