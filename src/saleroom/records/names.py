"""Names of seats, where the sentences of the engine say @0, @1."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

# A seat, and whether it begins a sentence.
_SEAT = re.compile(r"(^|[.!?:] )?@(\d+)")


def default_name(seat: int) -> str:
    """What a seat is called where nobody has a name."""
    return f"seat {seat}"


def names_for(seats: int, names: Sequence[str] | None) -> tuple[str, ...]:
    """A name for each of so many seats; ValueError where these cannot be names."""
    if names is None:
        return tuple(default_name(seat) for seat in range(seats))
    if len(names) != seats:
        raise ValueError(f"There are {seats} seats and {len(names)} names.")
    for name in names:
        if not name.strip() or name != name.strip() or not name.isprintable():
            raise ValueError(f"{name!r} cannot be a name: it must be one line of letters.")
    return tuple(names)


def named(told: Any, names: Sequence[str]) -> Any:
    """Plain data, with these names in all its sentences."""
    if isinstance(told, str):
        if "@" not in told:
            return told
        return _SEAT.sub(lambda found: _name(found, names), told)
    if isinstance(told, dict):
        return {key: named(value, names) for key, value in told.items()}
    if isinstance(told, list | tuple):
        return [named(value, names) for value in told]
    return told


def _name(found: re.Match[str], names: Sequence[str]) -> str:
    seat = int(found[2])
    name = names[seat] if seat < len(names) else default_name(seat)
    if found[1] is not None and name == default_name(seat):
        name = name.capitalize()
    return f"{found[1] or ''}{name}"
