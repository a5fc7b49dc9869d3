"""The games that are installed, their variants, and the rules made of a variant.

A game is an entry point of the group `saleroom.games`: a name, and a package that has a function
`make_rules(table, seats)`, the name of its DEFAULT variant, and the files `variants/*.toml` and
`rules.md`.
"""

from __future__ import annotations

from copy import deepcopy
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib import import_module, resources
from importlib.metadata import EntryPoint, entry_points
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Protocol, cast

import msgspec

from saleroom.catalogue import tables
from saleroom.catalogue.changes import changed, differences, shown
from saleroom.catalogue.tables import NotOffered, Unknown
from saleroom.games.checks import either
from saleroom.games.core import BadVariant, Rules

GROUP = "saleroom.games"
SHORT = "-short"  # behind the name of a variant: the same game in less time


class _Package(Protocol):
    """What a game's package offers."""

    DEFAULT: str

    def make_rules(self, table: dict[str, object], seats: int) -> Rules: ...


@cache
def _announced() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def games() -> list[str]:
    """The names of the games that are installed."""
    return sorted(_announced())


def variants(game: str) -> list[str]:
    """The names of a game's shipped variants, its default first."""
    default = _package(game).DEFAULT
    names = {
        file.name.removesuffix(".toml")
        for file in (folder(game) / "variants").iterdir()
        if file.name.endswith(".toml")
    }
    return [default, *sorted(names - {default})]


def is_offered(game: str, variant: str) -> bool:
    """Is this the name of a shipped variant, or of its short game?"""
    name = variant.removesuffix(SHORT)
    return name in variants(game) and (name == variant or "short" in _shipped(game, name)[0])


def _offered(game: str) -> list[str]:
    named = (name + end for name in variants(game) for end in ("", SHORT))
    return [name for name in named if is_offered(game, name)]


def load(game: str, variant: str | None = None, seats: int | None = None) -> Rules:
    """The rules of a game: by the name of a shipped variant, or by the path of a .toml file.

    A variant may have a table `short` of numbers that make it a short game: `base-short`.
    """
    known = variants(game)
    if variant is None:
        variant = known[0]
    name = variant.removesuffix(SHORT)
    if name in known:
        table, text = _shipped(game, name)
        where = f"{name}.toml"
    elif not name.endswith(".toml"):
        raise Unknown(
            f"{game} has no variant {variant!r}. {_nearest(variant, _offered(game))}"
            "A file of your own ends in .toml."
        )
    else:
        path = Path(name)
        where = path.name
        table, text = tables.open_table(path)
        if table.get("game", game) != game:
            raise tables.wrong(
                text, where, "game", f"this is a variant of {table['game']}, not of {game}."
            )
    full = make(deepcopy(table), seats=seats, text=text, where=where)
    if "short" not in table and name == variant:
        return full
    table = deepcopy(tables.shortened(table, where))
    short = make(table, seats=seats, text=text, where=where, part="short.")
    return full if name == variant else short


def make(
    table: dict[str, object],
    *,
    seats: int | None = None,
    text: str = "",
    where: str = "the table",
    part: str = "",
) -> Rules:
    """The rules of a table of plain data; what follows it serves the sentence if it is wrong."""
    tables.check_heading(table, text, where)
    table = _alone(table)
    package = _package(str(table["game"]))
    possible = cast(list[int], table["seats"])
    if seats is None:
        seats = possible[0]
    elif seats not in possible:
        numbers = either(map(str, possible))
        raise Unknown(
            f"{table['game']} {table['variant']} is for {numbers} seats, not for {seats}."
        )
    try:
        return package.make_rules(table, seats)
    except BadVariant as wrong:
        raise tables.wrong(text, where, part + wrong.key, wrong.reason) from None


def _alone(table: dict[str, object]) -> dict[str, object]:
    """A variant without its short game."""
    return {key: value for key, value in table.items() if key != "short"}


def varied(rules: Rules, changes: dict[str, object]) -> Rules:
    """The same rules with other values at these keys, such as {"hand": 4, "card[3].bid": 2}."""
    told = ", ".join(f"{key} = {shown(value)}" for key, value in changes.items())
    where = f"{rules.variant} with {told}"
    return make(changed(rules.table, changes), seats=rules.seats, where=where)


def shared(table: dict[str, object], seats: int) -> Rules:
    """The rules of a table that was right before; one for all who ask, as rules never change."""
    return _made_of(msgspec.json.encode(table), seats)


@lru_cache(256)
def _made_of(table: bytes, seats: int) -> Rules:
    return make(msgspec.json.decode(table), seats=seats)


def source(game: str, variant: str) -> str:
    """The file of a shipped variant, as it is written."""
    if variant not in (known := variants(game)):
        if is_offered(game, variant):
            whole = variant.removesuffix(SHORT)
            raise Unknown(f"{variant} has no file of its own: it is the table `short` of {whole}.")
        raise Unknown(f"{game} has no file {variant!r}. {_nearest(variant, known)}".rstrip())
    return _shipped(game, variant)[1]


def is_shipped(rules: Rules) -> bool:
    """Is this one of the game's own variants, number by number?"""
    if rules.game not in games() or not is_offered(rules.game, rules.variant):
        return False
    return load(rules.game, rules.variant, rules.seats).table == rules.table


def nearest(rules: Rules) -> tuple[str, dict[str, tuple[str, str]]]:
    """The shipped variant that differs least from these rules, and how: key -> was, is."""
    found = {
        name: differences(_alone(_shipped(rules.game, name)[0]), rules.table)
        for name in variants(rules.game)
    }
    near = min(found, key=lambda name: len(found[name]))
    return near, found[near]


def folder(game: str) -> Traversable:
    """Where the files of a game lie."""
    _package(game)
    return resources.files(_announced()[game].value)


@cache
def _package(game: str) -> _Package:
    if game not in _announced():
        raise Unknown(f"There is no game {game!r}. {_nearest(game, games())}".rstrip())
    entry = _announced()[game]
    try:
        return cast(_Package, import_module(entry.value))
    except ImportError as error:
        by = f" (announced by {entry.dist.name})" if entry.dist else ""
        raise NotOffered(f"The game {game}{by} cannot be loaded: {error}.") from error


@cache
def _shipped(game: str, variant: str) -> tuple[dict[str, object], str]:
    file = folder(game) / "variants" / f"{variant}.toml"
    text = file.read_text(encoding="utf-8")
    return tables.parse(text, file.name), text


def _nearest(name: str, known: list[str]) -> str:
    near = get_close_matches(name.lower(), known, 1)
    hint = f"Did you mean {near[0]}? " if near else ""
    return f"{hint}Possible: {', '.join(known)}. " if known else hint
