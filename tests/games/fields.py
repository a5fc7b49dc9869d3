"""What a position holds, whatever its fields are called."""

from __future__ import annotations

from functools import cache

SHARED = {"rules", "law", "events"}  # what a copy has in common with its original, or has not
MEMORY = {"remembers", "public_key", "key", "known", "old", "dealt", "deeds"}

State = tuple[object, ...]


def held(thing: object, besides: frozenset[str] = frozenset()) -> object:
    """The values of all fields of a thing, and of the things in it, but for these."""
    if thing is None or isinstance(thing, int | bytes | tuple):
        return thing
    if isinstance(thing, list):
        return tuple(held(inner, besides) for inner in thing)
    return tuple(
        (name, held(getattr(thing, name), besides))
        for name in _names(type(thing))
        if name not in besides
    )


def state(position: object) -> State:
    """All there is on the table, and nothing of what is only remembered."""
    found = held(position, frozenset(MEMORY))
    assert isinstance(found, tuple)
    return found


@cache
def _names(kind: type) -> list[str]:
    """Those with a value in the class, and those that are only declared."""
    declared = [name for one in kind.__mro__ for name in vars(one).get("__annotations__", ())]
    names = {name for name in (*dir(kind), *declared) if not name.startswith("_")} - SHARED
    return sorted(name for name in names if not callable(getattr(kind, name, None)))
