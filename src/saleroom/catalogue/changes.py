"""Single values of a variant by their dotted keys: all there are, what differs, other ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from difflib import get_close_matches

from saleroom.catalogue.tables import HEADING, Unknown

REMARKS = ("variant", "designer", "source")  # these differ, and nothing is played otherwise for it
LONGEST_NAME = 40

_STEP = re.compile(r"\.?([^.\[\]]+)|\[([0-9]{1,9})\]")


def values(table: object, key: str = "") -> Iterator[tuple[str, object]]:
    """Every value with its key, as in `card[3].bid`."""
    if isinstance(table, dict):
        for name, inner in table.items():
            yield from values(inner, f"{key}.{name}" if key else name)
    elif isinstance(table, list) and any(isinstance(inner, dict) for inner in table):
        for place, inner in enumerate(table):
            yield from values(inner, f"{key}[{place}]")
    else:
        yield key, table


def names(table: dict[str, object]) -> dict[str, str]:
    """Key of a value that belongs to one of a list of things, such as `bids[1].value` -> what that
    thing is called: the first text in it."""
    things: dict[str, str] = {}
    for key, value in values(table):
        thing = key.rpartition(".")[0]
        if thing.endswith("]") and isinstance(value, str):
            things.setdefault(thing, value)
    owned = {key: key.rpartition(".")[0] for key, _ in values(table)}
    return {key: things[thing] for key, thing in owned.items() if thing in things}


def shown(value: object) -> str:
    """As it could stand in a file."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(shown, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def differences(was: dict[str, object], now: dict[str, object]) -> dict[str, tuple[str, str]]:
    """Key -> what it was, and what it is now."""
    old = {key: shown(value) for key, value in values(was)}
    new = {key: shown(value) for key, value in values(now)}
    return {
        key: (old.get(key, "nothing"), new.get(key, "nothing"))
        for key in {**old, **new}
        if old.get(key) != new.get(key) and key not in REMARKS
    }


def changed(table: dict[str, object], changes: dict[str, object]) -> dict[str, object]:
    """The table with other values, under a name that tells them."""
    found = deepcopy(table)
    for key, value in changes.items():
        _put(found, key, value)
    told = "-".join(f"{key}-{value}" for key, value in changes.items())
    found["variant"] = re.sub(r"[^a-z0-9_]+", "-", told.lower())[:LONGEST_NAME].strip("-")
    return found


def _put(table: dict[str, object], key: str, value: object) -> None:
    """In the place of the value that stands there; a key that is not there may be misspelt."""
    if key in HEADING and key != "seats":
        raise Unknown(f"{key} is not for changing: that would be another game, not a variant.")
    steps = _STEP.findall(key)
    place: object = table
    for name, number in steps[:-1]:
        place = _inside(place, name, number)
    name, number = steps[-1] if steps else ("", "")
    if isinstance(place, dict) and name in place:
        place[name] = value
    elif isinstance(place, list) and number and int(number) < len(place):
        place[int(number)] = value
    else:
        known = [key for key, _ in values(table)]
        near = get_close_matches(key, known, 1)
        plain = ", ".join(key for key in known if "[" not in key)
        hint = f"Did you mean {near[0]}?" if near else f"Possible: {plain}."
        raise Unknown(f"There is no key {key!r} in this variant. {hint}")


def _inside(place: object, name: str, number: str) -> object:
    if isinstance(place, dict):
        return place.get(name)
    if isinstance(place, list) and number and int(number) < len(place):
        return place[int(number)]
    return None
