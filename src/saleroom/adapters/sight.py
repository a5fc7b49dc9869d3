"""What a seat sees, as a vector of one fixed size for all games.

A vector is made from the seat's view, and from nothing else that depends on hidden things: in every
world that the seat cannot tell from the true one it is the same. It has these pieces:

seat    which seat sees this
menu    the choice codes of its menu
path    the codes it has chosen of an open decision
facts   every fact of the view, each in the place that a hash of its name gives it

A view is plain data, and differs from game to game; so a fact is named by its way through the data
and what stands there: `zones.hand.0:G4` counts the cards G4 in the hand of seat 0, `phase=trade` is
there or not, and a number n is there as `round=3` and, to be compared with others, as n / 8 in the
place of `round`. Two facts can share a place, as in any table of hashes; with 2048 places and some
two hundred facts in a view few do.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from zlib import crc32

import numpy as np

from saleroom.games.bits import choices
from saleroom.games.core import Position, Rules

FACTS = 2048
UNIT = 8  # a number n counts n / 8 ...
MOST = 1000.0  # ... and no place holds more than this, or less than its negative
UNTOLD = {"game", "variant", "viewer", "form", "says"}  # always alike, or said better elsewhere

Pieces = dict[str, slice]


def pieces(rules: Rules) -> Pieces:
    """Where each piece of a vector stands; the last one ends it."""
    sizes = {"seat": rules.seats, "menu": rules.choices, "path": rules.choices, "facts": FACTS}
    found: Pieces = {}
    begin = 0
    for name, size in sizes.items():
        found[name] = slice(begin, begin + size)
        begin += size
    return found


def size(rules: Rules) -> int:
    """How long a vector is."""
    return rules.seats + 2 * rules.choices + FACTS


def fill(vector: Any, position: Position, viewer: int | None, path: list[int]) -> None:
    """Write into a vector what a seat (None: a spectator) sees that has begun this path."""
    where = pieces(position.rules)
    vector[: where["facts"].stop] = 0
    if viewer is not None:
        vector[where["seat"]][viewer] = 1
        vector[where["menu"]][choices(position.menu(viewer))] = 1
        vector[where["path"]][path] = 1
    facts = vector[where["facts"]]
    for name, amount in told(position.view(viewer)):
        facts[crc32(name.encode()) % FACTS] += amount
    np.clip(facts, -MOST, MOST, out=facts)


def told(view: dict[str, Any]) -> Iterator[tuple[str, float]]:
    """The facts of a view: the name of each, and how much it counts."""
    for key, value in view.items():
        if key == "zones":
            for zone in value:
                yield from _zone(f"zones.{zone['id']}", zone)
        elif key not in UNTOLD:
            yield from _facts(key, value)


def _zone(name: str, zone: dict[str, Any]) -> Iterator[tuple[str, float]]:
    yield from _facts(f"{name}.count", zone["count"])
    for card in zone["cards"] or []:
        thing = f"{name}:{card['card']}"
        yield thing, 1.0
        for mark, value in card.items():
            if mark not in ("card", "code"):
                yield from _facts(f"{thing}.{mark}", value)


def _facts(name: str, value: Any) -> Iterator[tuple[str, float]]:
    if isinstance(value, dict):
        for key, part in value.items():
            if key not in UNTOLD:
                yield from _facts(f"{name}.{key}", part)
    elif isinstance(value, list | tuple):
        for number, part in enumerate(value):
            yield from _facts(f"{name}.{number}", part)
    elif value is not None and value is not False:
        yield f"{name}={value}", 1.0
        if isinstance(value, int):
            yield name, value / UNIT
