"""Variant files: TOML in, a table of plain data out, or a sentence with file, line and key."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path


class NotOffered(ValueError):
    """No such game or variant, or one that cannot be played: which, why, and what is possible."""


class Unknown(NotOffered):
    """A name that nothing here answers to."""


# What every variant file says before its own keys; of `seats`, the first number is the default.
HEADING = {
    "game": "the name of a game in quotes",
    "variant": "a name in quotes",
    "version": "a number, the version of the rules",
    "seats": "the possible numbers of seats, such as [2]",
}

TOO_LARGE = "a number in it is larger than a whole number of TOML can be."
TOO_DEEP = "is not TOML that can be read: it is nested too deeply."
DEEPEST = 20  # levels of nesting; a variant has three

_NO_KEY = re.compile(r"""  "(?:[^"\\\n] | \\.)* "?  |  '[^'\n]*'?  |  \#.*  """, re.VERBOSE)


def open_table(path: Path) -> tuple[dict[str, object], str]:
    """The table of a variant file, and its text."""
    try:
        text = path.read_text(encoding="utf-8-sig")  # some editors begin a file with a mark
    except UnicodeDecodeError:
        raise NotOffered(f"{path.name} is not UTF-8 text, as a variant file must be.") from None
    except FileNotFoundError:
        raise Unknown(f"There is no variant file {path}.") from None
    except IsADirectoryError:
        raise Unknown(f"{path} is a folder; a variant is a file such as mine.toml.") from None
    except OSError as error:
        raise NotOffered(f"{path} cannot be read: {error.strerror}.") from None
    return parse(text, path.name), text


def parse(text: str, where: str) -> dict[str, object]:
    """The table of a TOML text; `where` is what the sentences call the file."""
    if any(line.count(".") > DEEPEST for line in _NO_KEY.sub("", text).split("\n")):
        raise NotOffered(f"{where} {TOO_DEEP}")  # a key a.a.a.a ... takes the parser very long
    try:
        table = tomllib.loads(text)
    except RecursionError:
        raise NotOffered(f"{where} {TOO_DEEP}") from None
    except tomllib.TOMLDecodeError as error:
        told = re.fullmatch(r"(.*) \(at (?:line (\d+).*|end of document)\)", str(error))
        reason = told[1] if told else str(error)
        line = (told and told[2]) or text.count("\n") + 1
        raise NotOffered(f"{where}, line {line}: this is not TOML: {_small(reason)}.") from None
    except ValueError:  # more digits than Python reads
        raise NotOffered(f"{where}: {TOO_LARGE}") from None
    _must_be_small(table, where, DEEPEST)
    return table


def _must_be_small(value: object, where: str, levels: int) -> None:
    """TOML promises whole numbers of 64 bits; Python may not even be able to show larger ones."""
    if isinstance(value, dict | list):
        if not levels:
            raise NotOffered(f"{where} {TOO_DEEP}")
        for inner in value.values() if isinstance(value, dict) else value:
            _must_be_small(inner, where, levels - 1)
    elif isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise NotOffered(f"{where}: {TOO_LARGE}")


def shortened(table: dict[str, object], where: str) -> dict[str, object]:
    """The table with the numbers of its short game, as a variant of its own."""
    changes = table.get("short")
    if not isinstance(changes, dict):
        raise Unknown(f"{where} has no short game: it needs a table `short`.")
    return overlaid({**table, "variant": f"{table.get('variant')}-short"}, changes)


def overlaid(table: dict[str, object], changes: dict[str, object]) -> dict[str, object]:
    """The table with other values; in a table inside it, those that are named."""
    found = dict(table)
    for key, value in changes.items():
        old = found.get(key)
        inside = isinstance(old, dict) and isinstance(value, dict)
        found[key] = {**old, **value} if inside else value  # type: ignore[dict-item]
    return found


def check_heading(table: dict[str, object], text: str, where: str) -> None:
    """Refuse a table without the keys that are the same for every game."""
    for key, meaning in HEADING.items():
        value = table.get(key)
        if key not in table:
            raise wrong(text, where, key, f"is missing; it must be {meaning}.")
        if not _fits(key, value):
            shown = f'"{value}"' if isinstance(value, str) else value
            raise wrong(text, where, key, f"{shown} is not {meaning}.")


def _fits(key: str, value: object) -> bool:
    if key == "seats":
        return isinstance(value, list) and value != [] and all(type(n) is int for n in value)
    if key == "version":
        return type(value) is int
    return isinstance(value, str) and value != "" and value.isprintable() and value == value.strip()


def wrong(text: str, where: str, key: str, reason: str) -> NotOffered:
    """The sentence about a wrong value: file, line, key, and what the game says of it."""
    line = line_of(text, key)
    place = f"{where}, line {line}" if line else where
    return NotOffered(f"{place}: {key}: {reason}")


_HEADER = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]")
_ASSIGNED = re.compile(r"""\s*([A-Za-z0-9_."'\- ]+?)\s*=""")


def line_of(text: str, key: str) -> int:
    """Where a dotted key such as `card[3].bid` stands in a TOML text, counted from 1.

    A key that has no line of its own has that of the nearest one around it; 0 if there is none.
    """
    lines = _lines_of_keys(text)
    while key:
        if key in lines:
            return lines[key]
        key = re.sub(r"(\[\d+\]|\.?[^.\[\]]+)$", "", key)
    return 0


def _lines_of_keys(text: str) -> dict[str, int]:
    lines: dict[str, int] = {}
    entries: dict[str, int] = {}
    prefix = ""
    array, entry = "", 0  # of entries `{ ... }`, each on a line of its own
    for number, line in enumerate(text.split("\n"), 1):
        if array and line.lstrip().startswith("{"):
            lines[f"{array}[{entry}]"] = number
            entry += 1
        elif array and line.lstrip().startswith("]"):
            array = ""
        elif header := _HEADER.match(line):
            prefix = _plain(header[2])
            if header[1] == "[[":
                entries[prefix] = entries.get(prefix, -1) + 1
                lines.setdefault(prefix, number)
                prefix = f"{prefix}[{entries[prefix]}]"
            lines.setdefault(prefix, number)
            prefix += "."
        elif assigned := _ASSIGNED.match(line):
            key = prefix + _plain(assigned[1])
            lines.setdefault(key, number)
            if line.partition("#")[0].rstrip().endswith("["):
                array, entry = key, 0
    return lines


def _plain(key: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in key.split("."))


def _small(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
