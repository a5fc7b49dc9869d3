"""The fold of a table's log, without a store and without sockets."""

from __future__ import annotations

from typing import Any

from saleroom import catalogue
from saleroom.server.log import (
    Body,
    Created,
    Dealt,
    Decided,
    Draws,
    Entry,
    Left,
    Seated,
    SeatMade,
)
from saleroom.server.state import State


def stealing() -> dict[str, Any]:
    """Dutch where every card can steal: who loses the first bid has one card left."""
    cards = [{"face": str(n), "bid": n, "vp": n, "powers": ["steal"]} for n in range(9)]
    few = {"suits": ["blue"], "deal": 2, "hand": 2, "prices": [1], "card": cards}
    return {**catalogue.load("dutch").table, **few}


class Table:
    """A table of two, dealt; what happens there is folded at once."""

    def __init__(self, variant: dict[str, Any], draws: Draws) -> None:
        seats = tuple(SeatMade("hot", "ann", name, nonce="00") for name in ("Ann", "Ben"))
        made = Created("dutch", "standard", variant, 1, "00", seats, False, "", "ann")
        self.state = State.begin("table", Entry(1, 0, None, None, made))
        self.apply(None, Dealt(draws))

    def apply(self, seat: int | None, body: Body) -> None:
        self.state.apply(Entry(self.state.number + 1, 0, seat, None, body))

    def decide(self, seat: int, text: str, draws: Draws = ()) -> None:
        assert self.state.game is not None
        path = self.state.game.check(seat, text)
        self.apply(seat, Decided(self.state.gate, tuple(path), draws))


def test_who_sat_down_last_gives_the_nonce_whoever_deals() -> None:
    table = catalogue.load("dutch", "standard").table
    made = Created("dutch", "standard", table, 1, "00", (SeatMade("open"),) * 2, False, "", "ann")
    here, there = (State.begin("table", Entry(1, 0, None, None, made)) for _ in range(2))
    seated = (Seated("ann", "Ann", "01"), Seated("ben", "Ben", "02"))
    for number, body in enumerate((*seated, Left(), Seated("cy", "Cy", "03")), 2):
        entry = Entry(number, 0, min(number - 2, 1), None, body)
        if isinstance(body, Left):
            here.dealer()  # it could be dealt, and was not
        here.apply(entry)
        there.apply(entry)
    here.apply(
        Entry(6, 0, None, None, there.apply(Entry(6, 0, None, None, Dealt()), there.dealer()))
    )
    assert here.dealer().nonces == (b"\x01", b"\x03")


def test_a_bid_that_one_seat_alone_had_to_decide_stands_when_it_is_turned_up() -> None:
    deal = (("auction", ("b7", "b8")), ("auction", ("b1", "b2")), ("auction", ("b0",)))
    table = Table(stealing(), deal)
    table.decide(0, "aside b7")
    table.decide(1, "aside b1")
    assert not table.state.may_take_back(0)
    table.decide(0, "use b8 b2")
    assert table.state.may_take_back(0)
    table.decide(0, "end")
    table.decide(1, "end", (("auction", ("b3",)), ("deck.0", ("b2",))))
    assert table.state.owing == (0,)  # b1 is all that seat 1 has
    table.decide(0, "aside b2")  # 7 : 1
    assert table.state.owing == (0,)
    assert not table.state.may_take_back(0)
