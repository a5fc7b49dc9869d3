"""What is compared: all that somebody is shown now, and all there is; and how a law says no."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

import msgspec

from saleroom.games.bits import choices
from saleroom.games.core import Event, Part, Position, Refusal, Rules

CODES = range(62)  # all choice codes that can be
NOTHING = "(nothing)"


class Broken(Exception):
    """A law does not hold: what is wrong, what should be, and what is."""

    def __init__(self, what: str, expected: object = "", found: object = "") -> None:
        super().__init__(what)
        self.what = what
        self.expected = expected
        self.found = found
        self.history: list[Any] = []  # the steps of the game, where whoever tries does not know


def must(holds: object, what: str, expected: object = "", found: object = "") -> None:
    """Say no unless it holds."""
    if not holds:
        raise Broken(what, expected, found)


def same(what: str, expected: object, found: object) -> None:
    """Say no unless both are the same bytes; of large things only what differs is told."""
    if text(expected) != text(found):
        where, one, other = _difference(expected, found)
        raise Broken(f"{what}{where}", one, other)


def text(thing: object) -> bytes:
    """Plain data as JSON. The order of keys counts: it could tell something too."""
    return msgspec.json.encode(thing)


# -- what is shown -------------------------------------------------------------------------------


def look(position: Position, viewer: int | None) -> dict[str, Any]:
    """All that a seat (None: a spectator) is shown, asked and told now, as plain data."""
    found: dict[str, Any] = {"view": position.view(viewer)}
    if viewer is None:
        return found
    if position.remembers:
        found["seen"] = position.seen(viewer)
    found["hint"] = position.hint(viewer)
    found["between"] = position.between(viewer)
    found["menu"] = menu = position.menu(viewer)
    if position.movers >> viewer & 1:
        found["part"] = part_as_data(position.part(viewer))
        found["words"] = [position.word(viewer, code) for code in CODES]
        found["labels"] = [position.label(viewer, code) for code in choices(menu)]
        found["refusals"] = [
            refusal_as_data(position.refusal(viewer, code))
            for code in CODES
            if not menu >> code & 1
        ]
    return found


def picture(rules: Rules, position: Position) -> dict[str, Any]:
    """All there is to see of a position, for everybody; two alike pictures are one position."""
    return {
        "wants": position.wants,
        "movers": position.movers,
        "over": position.over,
        "scores": position.scores(),
        "looks": {str(seat): look(position, seat) for seat in viewers(rules)},
    }


def sketch(rules: Rules, position: Position) -> dict[str, Any]:
    """The same in short: keys and menus in place of looks. Nothing here needs a form."""
    return {
        "wants": position.wants,
        "movers": position.movers,
        "over": position.over,
        "scores": position.scores(),
        "menus": [position.menu(seat) for seat in range(rules.seats)],
        "between": [position.between(seat) for seat in range(rules.seats)],
        "seen": [position.seen(seat) for seat in range(rules.seats)] if position.remembers else [],
    }


def told(rules: Rules, events: list[Event] | None, viewer: int | None) -> list[dict[str, object]]:
    """What somebody is told of what happened."""
    return [event.told(viewer, rules.words) for event in events or []]


def viewers(rules: Rules) -> Iterator[int | None]:
    """A spectator, then all seats."""
    yield None
    yield from range(rules.seats)


def part_as_data(part: Part) -> dict[str, object]:
    return {
        "key": part.key,
        "zones": part.zones,
        "many": part.many,
        "least": part.least,
        "most": part.most,
        "close": part.close,
        "secret": part.secret,
        "previews": part.previews,
        "fixed": part.fixed,
        "alike": part.alike,
    }


def refusal_as_data(refusal: Refusal) -> list[str]:
    return [type(refusal).__name__, str(refusal), refusal.rule]


# -- where two things differ ----------------------------------------------------------------------


def _difference(one: object, other: object) -> tuple[str, object, object]:
    """Where, and the two values there."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in {**one, **other}:
            here, there = one.get(key, NOTHING), other.get(key, NOTHING)
            if text(here) != text(there):
                where, *both = _difference(here, there)
                return f", {key}{where}", both[0], both[1]
        return ", order of keys", list(one), list(other)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        for number, (here, there) in enumerate(zip_longest(one, other, fillvalue=NOTHING)):
            if text(here) != text(there):
                where, *both = _difference(here, there)
                return f" {number}{where}", both[0], both[1]
    return "", one, other
