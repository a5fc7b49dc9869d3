"""One value of a variant file, checked: what it must be, or a sentence about what is wrong.

Every game reads its tables with these, so that bad input is refused in the same words. A key is
told with all that leads to it: `card[3].bid`, `deck.copies.7`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from string import ascii_lowercase, digits

from saleroom.games.core import BadVariant

REMARKS = ["designer", "source"]


def heading(
    table: dict[str, object], game: str, needed: list[str], allowed: Sequence[str] = ()
) -> None:
    """The keys of a whole table, and what all games say in it: game, remarks, version."""
    keys(table, "", needed, [*REMARKS, *allowed])
    one_of(table, "game", [game])
    for remark in REMARKS:
        if remark in table:
            text(table, remark)
    if table["version"] != 1 or isinstance(table["version"], (bool, float)):
        raise BadVariant("version", f"{shown(table['version'])} is not known; it must be 1.")


def name_of(table: dict[str, object]) -> str:
    name = text(table, "variant")
    if not (name and set(name) <= set(ascii_lowercase + digits + "-_")):
        raise BadVariant(
            "variant", f'"{name}" is not a name; use small letters, digits, "-" and "_".'
        )
    return name


def keys(table: dict[str, object], at: str, needed: list[str], allowed: list[str]) -> None:
    """Refuse an unknown key, then a missing one: a misspelt key is both, the first says more."""
    for key in table:
        if key not in needed and key not in allowed:
            near = get_close_matches(str(key), needed + allowed, 1)
            hint = f"Did you mean {near[0]}?" if near else f"Possible: {', '.join(needed)}."
            raise BadVariant(f"{at}{key}", f"there is no such key. {hint}")
    for key in needed:
        if key not in table:
            raise BadVariant(f"{at}{key}", "is missing; every key must be there.")


def number(table: dict[str, object], key: str, least: int, most: int, at: str = "") -> int:
    return whole(table[key], at + key, least, most)


def whole(value: object, key: str, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadVariant(key, f"{shown(value)} is not a whole number from {least} to {most}.")
    if not least <= value <= most:
        raise BadVariant(key, f"{value} is out of range; possible are {least} to {most}.")
    return value


def are_whole(values: object) -> bool:
    return isinstance(values, list) and all(type(value) is int for value in values)


def switch(table: dict[str, object], key: str, at: str = "") -> bool:
    value = table[key]
    if not isinstance(value, bool):
        raise BadVariant(at + key, f"{shown(value)} is neither true nor false.")
    return value


def text(table: dict[str, object], key: str) -> str:
    value = table[key]
    if not isinstance(value, str):
        raise BadVariant(key, f"{shown(value)} is not a text in quotes.")
    return value


def list_of(table: dict[str, object], key: str, of: str, at: str = "") -> list[object]:
    value = table[key]
    if not isinstance(value, list):
        raise BadVariant(at or key, f"{shown(value)} is not a list of {of}.")
    return value


def suits(table: dict[str, object], key: str, at: str = "") -> list[str]:
    """Names of suits: at least one, each with an initial of its own, since cards are written so."""
    names: list[str] = []
    for i, name in enumerate(list_of(table, key, 'names, such as ["blue", "green"]', at + key)):
        here = f"{at}{key}[{i}]"
        if not (isinstance(name, str) and name and set(name) <= set(ascii_lowercase)):
            raise BadVariant(here, f"{shown(name)} is not a word of small letters a to z.")
        for other in names:
            if other[0] == name[0]:
                raise BadVariant(
                    here,
                    f'"{name}" begins like "{other}", but cards are written with the initial '
                    "of their suit: every suit needs its own.",
                )
        names.append(name)
    if not names:
        raise BadVariant(at + key, "there is none; use at least one.")
    return names


def seats(number: int, possible: list[int]) -> None:
    """Refuse a number of seats that a variant is not made for."""
    if number not in possible:
        numbers = either(map(str, possible))
        raise BadVariant("seats", f"this variant is for {numbers} seats, not for {number}.")


def one_of(table: dict[str, object], key: str, possible: list[str], at: str = "") -> str:
    value = table[key]
    if not (isinstance(value, str) and value in possible):
        words = either(f'"{word}"' for word in possible)
        raise BadVariant(at + key, f"{shown(value)} is not possible; it must be {words}.")
    return value


def shown(value: object) -> str:
    """A value as it stands in a file."""
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)


def inner(table: dict[str, object], key: str, needed: list[str], at: str = "") -> dict[str, object]:
    """A table inside the table, with exactly these keys."""
    value = table[key]
    if not isinstance(value, dict):
        raise BadVariant(at + key, f"{shown(value)} is not a table of {', '.join(needed)}.")
    keys(value, f"{at}{key}.", needed, [])
    return value


def either(words: Iterable[str]) -> str:
    """Words of which one is meant, as a sentence lists them."""
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last
