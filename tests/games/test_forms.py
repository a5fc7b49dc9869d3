"""Forms of long decisions: what is asked is known, in whatever order things were chosen."""

from __future__ import annotations

from typing import Any

from saleroom.games import forms
from saleroom.games.bits import count, shl
from saleroom.games.core import Part, Position


class Row(Position):
    """One seat lays so many of its things in a row, one by one; then it may call out, or not."""

    def __init__(self, things: int, picks: int, taken: list[int] | None = None) -> None:
        self.things = things
        self.picks = picks
        self.taken = taken or []
        self.movers = 1

    def clone(self) -> Position:
        return Row(self.things, self.picks, list(self.taken))

    def menu(self, seat: int) -> int:
        if len(self.taken) == self.picks:
            return 3 << self.things
        return shl(1, self.things) - 1 & ~sum(shl(1, code) for code in self.taken)

    def step(self, seat: int, choice: int) -> bool:
        self.taken.append(choice)
        return len(self.taken) > self.picks

    def part(self, seat: int) -> Part:
        if len(self.taken) == self.picks:
            return Part("call", {"buttons": 3 << self.things})
        return Part("lay", {"hand": shl(1, self.things) - 1 & self.menu(seat)})

    def label(self, seat: int, choice: int) -> str:
        return f"Number {choice}"


class Fussy(Row):
    """Who has laid 0 before 1 may not call 0 any more: the order matters after all."""

    def clone(self) -> Position:
        return Fussy(self.things, self.picks, list(self.taken))

    def menu(self, seat: int) -> int:
        found = super().menu(seat)
        if len(self.taken) == self.picks and self.taken[:2] == [0, 1]:
            found &= found - 1
        return found


def test_a_decision_of_twenty_parts_has_a_form() -> None:
    node: Any = forms.form(Row(24, 20), 0)
    for _ in range(20):
        assert (node["key"], list(node["then"])) == ("lay", ["*"])
        assert node["one"] == {"hand": list(range(24))}
        node = node["then"]["*"]
    assert node["one"] == {"buttons": [24, 25]}


def test_where_the_order_matters_the_form_says_so() -> None:
    position = Fussy(3, 2)
    assert count(position.menu(0)) == 3
    node: Any = forms.form(position, 0)
    calls = {
        (first, second): node["then"][first]["then"].get(
            second, node["then"][first]["then"].get("*")
        )
        for first in "01"
        for second in "01"
        if first != second
    }
    assert calls["0", "1"]["one"] == {"buttons": [4]}
    assert calls["1", "0"]["one"] == {"buttons": [3, 4]}
