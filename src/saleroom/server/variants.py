"""A variant as a file and as single values: what somebody needs who wants to change it.

A changed variant is written by putting other values into the text of the shipped file, so that all
else in it stays as it was, comments included.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

from saleroom import catalogue
from saleroom.catalogue.changes import REMARKS, values
from saleroom.catalogue.tables import HEADING, NotOffered, Unknown, line_of, parse
from saleroom.games.core import Rules
from saleroom.server.messages import Changes, Differs, Kind, Own, Setting, VariantFile

MOST_TOLD = 60  # values that differ; with more it is another game
UNSAID = {*HEADING, *REMARKS}  # what a variant is and is called; the rest can be changed


def variant_file(game: str, variant: str) -> VariantFile:
    """A shipped variant."""
    rules = shipped(game, variant)
    text = catalogue.source(game, variant)
    return VariantFile(game, variant, _seats(rules), _settings(rules, text), text)


def changed_file(game: str, variant: str, changes: Changes) -> VariantFile:
    """A shipped variant with other values; NotOffered where there can be none."""
    rules = changed(shipped(game, variant), changes)
    text = catalogue.source(game, variant)
    written = _written(text, {**changes, "variant": rules.variant})
    table = parse(written, f"{rules.variant}.toml")
    table.pop("short", None)
    if table != rules.table:
        raise NotOffered(f"{rules.variant} cannot be written into the file of {variant}.")
    return VariantFile(game, rules.variant, _seats(rules), _settings(rules, text), written)


def shipped(game: str, variant: str, seats: int | None = None) -> Rules:
    """By its name alone: a path would be a file of the host."""
    known = catalogue.variants(game)
    if variant not in known:
        raise Unknown(f"{game} has no variant {variant!r}; it has {', '.join(known)}.")
    return catalogue.load(game, variant, seats)


def changed(rules: Rules, changes: Changes) -> Rules:
    """These rules with other values, each at a key that can be changed."""
    known = {key for key, _ in values(rules.table)} - UNSAID
    for key in changes:
        if key not in known:
            raise Unknown(f"{rules.game} {rules.variant} has nothing to change at {key!r}.")
    return catalogue.varied(rules, dict(changes))


@lru_cache(256)  # a game's rules are made once for all its tables
def own(rules: Rules) -> Own | None:
    """What players should know of a variant that is not shipped."""
    if catalogue.is_shipped(rules):
        return None
    near, differences = catalogue.nearest(rules)
    names = catalogue.names(rules.table)
    told = [Differs(key, names.get(key, ""), *pair) for key, pair in differences.items()]
    return Own(near, told[:MOST_TOLD])


def _seats(rules: Rules) -> list[int]:
    seats = rules.table["seats"]
    assert isinstance(seats, list)
    return seats


def _settings(rules: Rules, text: str) -> list[Setting]:
    """All that can be changed, in the order of the file."""
    found = []
    names = catalogue.names(rules.table)
    key: str
    value: Any
    for key, value in values(rules.table):
        place = _place(text, key)
        if key not in UNSAID and place is not None:
            found.append(Setting(key, names.get(key, ""), value, _kind(value), place.says))
    return found


def _kind(value: object) -> Kind:
    kinds: dict[type, Kind] = {bool: "switch", int: "number", str: "text", list: "list"}
    return kinds[type(value)]


def _written(text: str, changes: Mapping[str, object]) -> str:
    places = {key: _place(text, key) for key in changes}
    known = [(place, key) for key, place in places.items() if place is not None]
    for place, key in sorted(known, reverse=True):  # from the end, so that places stay true
        text = text[: place.start] + catalogue.shown(changes[key]) + text[place.end :]
    return text


# -- where a value stands --------------------------------------------------------------------------


class Place(NamedTuple):
    """Of a value in a text, with what is said of it at the end of its line."""

    start: int
    end: int
    says: str


_VALUE = r"""("(?:[^"\\]|\\.)*"|'[^']*'|\[[^\]]*\]|[^\s,}#]+)"""
_REMARK = re.compile(r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^"'#])*#\s*(.*)""")


@cache
def _place(text: str, key: str) -> Place | None:
    """None where it is not written in one line, as in a table with a key of several parts."""
    number = line_of(text, key)
    lines = text.split("\n")
    name = re.split(r"[.\[]", key)[-1].rstrip("]")
    said = lines[number - 1]
    found = re.search(rf"(?<![\w-]){re.escape(name)}\s*=\s*{_VALUE}", said)
    if number == 0 or found is None or not _is_value(found[1]):
        return None
    before = sum(len(line) + 1 for line in lines[: number - 1])
    remark = _REMARK.match(said, found.end())
    says = remark[1] if remark else ""
    return Place(before + found.start(1), before + found.end(1), says)


def _is_value(text: str) -> bool:
    try:
        return list(tomllib.loads(f"x = {text}")) == ["x"]
    except tomllib.TOMLDecodeError:
        return False
