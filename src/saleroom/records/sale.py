"""Record files, NAME.sale: text that a person can read and write. docs/records.md describes it."""

from __future__ import annotations

import json
import re

from msgspec import UNSET
from msgspec.structs import replace

from saleroom.catalogue.tables import NotOffered, parse
from saleroom.records.record import FORMAT, BadRecord, Entry, Record, Result

UNFINISHED = "unfinished"
LONGEST_QUOTE = 80

KNOWN = ("saleroom", "game", "variant", "table", "rules", "seats", "chance", "result")

_LINE = re.compile(r"\r\n|\r|\n")
# What spaces stand around is stripped when it is found: a pattern would try all ways to share them.
_HEADER = re.compile(r"([^\s:#>][^:]*):(.*)")
_ENTRY = re.compile(r"\s*([0-9]{1,9})\s*\.(.*)")
_SEAT = re.compile(r"seat\s+([0-9]{1,9})")
_DECISION = re.compile(r"(?:seat\s+)?([0-9]{1,9})\s*:?\s+(\S.*)")
_DRAW = re.compile(r"\s*>(.*)")


# -- writing -------------------------------------------------------------------------------------


def write(record: Record) -> str:
    """The text of a record."""
    check_header(record)
    lines = [f"saleroom: {FORMAT}", f"game: {record.game}"]
    if record.variant is not None:
        lines.append(f"variant: {record.variant}")
    if record.table is not None:
        lines += ["table:", *("    " + line for line in _toml(record.table))]
    if record.rules is not None:
        lines.append(f"rules: {record.rules}")
    if record.seats is not None:
        lines.append(f"seats: {record.seats}")
    lines += [f"seat {seat}: {name}" for seat, name in sorted(record.names.items())]
    if record.chance:
        lines.append(f"chance: {record.chance}")
    if record.result is not UNSET:
        lines.append(f"result: {UNFINISHED if record.result is None else record.result}")
    lines += [f"{key}: {value}".rstrip() for key, value in record.extra.items()]
    lines.append("")
    for entry in record.entries:
        whose = "" if entry.seat is None else f"{entry.seat} "
        lines.append(f"{entry.number}. {whose}{entry.text}")
        lines += [f"    > {pile} {' '.join(drawn)}" for pile, drawn in entry.draws]
    return "\n".join(lines) + "\n"


def check_header(record: Record) -> None:
    """Refuse what would not come back from its line: programs may put anything there."""
    for key in record.extra:
        if key.lower() in KNOWN or _SEAT.fullmatch(key.lower()):
            raise BadRecord(f"{key!r} has a meaning of its own in the header of a record.")
    for key, value in [("chance", record.chance), *record.extra.items()]:
        line = f"{key}: {value}".rstrip()
        said = _HEADER.fullmatch(line)
        comes_back = said is not None and (said[1].rstrip(), said[2].strip()) == (key, value)
        if not comes_back or _LINE.search(line) or _ENTRY.fullmatch(line):
            raise BadRecord(f"{line!r} cannot stand in the header of a record.")


def _toml(table: dict[str, object]) -> list[str]:
    """A table of a variant as lines of TOML: its own keys, then its tables, then their entries."""
    lines, nested = [], []
    for key, value in table.items():
        if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
            for item in value:
                nested.append(f"[[{_key(key)}]]")
                nested += [f"{_key(inner)} = {_value(v)}" for inner, v in item.items()]
        else:
            lines.append(f"{_key(key)} = {_value(value)}")
    return lines + nested


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _value(key)


def _value(value: object) -> str:
    if isinstance(value, dict):
        inside = ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list):
        return f"[{', '.join(_value(item) for item in value)}]"
    if isinstance(value, str | bool):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(value)  # numbers, dates


# -- reading -------------------------------------------------------------------------------------


def read(text: str, where: str = "record") -> Record:
    """What a text says, not yet played; `where` is what the sentences call the file."""
    lines = _LINE.split(text.removeprefix("\ufeff"))
    header, table, first = _read_header(lines, where)
    if "game" not in header:
        raise BadRecord(f"{where} is not a record: its header has no line `game: NAME`.")
    saleroom = _number(header, "saleroom", where)
    check_format(FORMAT if saleroom is None else saleroom, where)
    names = {}
    for key in list(header):
        if seat := _SEAT.fullmatch(key):
            names[int(seat[1])] = header.pop(key)
    return Record(
        game=header.pop("game"),
        variant=header.pop("variant", None),
        table=table,
        rules=_number(header, "rules", where),
        seats=_number(header, "seats", where),
        names=names,
        chance=header.pop("chance", ""),
        result=_result(header.pop("result"), where) if "result" in header else UNSET,
        extra=header,
        entries=_read_entries(lines[first:], first, where),
    )


def check_format(number: int, where: str) -> None:
    """Before all else: a newer file may mean anything else by what it says."""
    if number != FORMAT:
        raise BadRecord(
            f"{where} has record format {number}, and this program reads format {FORMAT}."
        )


def _read_header(
    lines: list[str], where: str
) -> tuple[dict[str, str], dict[str, object] | None, int]:
    """The header, the table in it, and the number of lines before the first entry."""
    header: dict[str, str] = {}
    toml: list[str] | None = None  # the lines of the table, each where it stands in the file
    in_table = False
    first = len(lines)
    for number, line in enumerate(lines):
        in_table = in_table and (not line.strip() or line[0].isspace())
        if toml is not None:
            toml.append(line if in_table else "")
        if in_table or not line.strip() or line.lstrip().startswith("#"):
            continue
        if _ENTRY.fullmatch(line):
            first = number
            break
        said = _HEADER.fullmatch(line)
        if said is None:
            raise BadRecord(
                f"{where}, line {number + 1}: {_quoted(line)} is neither a header line "
                "`key: value` nor an entry `1. deal`."
            )
        key, value = said[1].rstrip(), said[2].strip()
        if key.lower() in KNOWN or _SEAT.fullmatch(key.lower()):
            key = key.lower()
        if key in header or (key == "table" and toml is not None):
            raise BadRecord(f"{where}, line {number + 1}: {key} is there already.")
        if key == "table":
            in_table, toml = True, [*[""] * number, value]
        else:
            header[key] = value
    if toml is None:
        return header, None, first
    try:
        return header, parse("\n".join(toml).rstrip(), where), first
    except NotOffered as error:
        raise BadRecord(str(error)) from None


def _number(header: dict[str, str], key: str, where: str) -> int | None:
    value = header.pop(key, None)
    if value is None:
        return None
    if not re.fullmatch(r"[0-9]{1,9}", value):
        raise BadRecord(f"{where}: {key} is {_quoted(value)}, and must be a number.")
    return int(value)


def _result(text: str, where: str) -> Result | None:
    ending, *pieces = [piece.strip() for piece in text.split(",")]
    if ending == UNFINISHED and not pieces:
        return None
    found: dict[str, tuple[int, ...]] = {}
    for piece in pieces:
        said = re.fullmatch(r"(winners|scores)((?:\s+-?[0-9]{1,9})+)", piece)
        if said is None or said[1] in found:
            break
        found[said[1]] = tuple(int(number) for number in said[2].split())
    if not re.fullmatch(r"[\w-]+", ending) or len(found) < len(pieces):
        raise BadRecord(
            f"{where}: result is {_quoted(text)}, and must be {UNFINISHED}, or how the game ended, "
            "such as `sold, winners 1, scores 4 7`."
        )
    return Result(ending, found.get("winners", ()), found.get("scores", ()))


def _read_entries(lines: list[str], before: int, where: str) -> list[Entry]:
    entries: list[Entry] = []
    draws: list[list[tuple[str, tuple[str, ...]]]] = []  # of each
    for number, whole in enumerate(lines, before + 1):
        line = re.sub(r"(^|\s)#.*", "", whole)
        if not line.strip():
            continue
        if draw := _DRAW.fullmatch(line):
            pile, *drawn = draw[1].replace(",", " ").split() or [""]
            draws[-1].append((pile.removesuffix(":"), tuple(drawn)))
        elif said := _ENTRY.fullmatch(line):
            entries.append(_entry(int(said[1]), said[2].strip(), len(entries) + 1))
            draws.append([])
        else:
            raise BadRecord(
                f"{where}, line {number}: {_quoted(line)} is neither an entry such as "
                f"`{len(entries) + 1}. 0 pass` nor a draw such as `> deck r7`."
            )
    return [replace(entry, draws=tuple(came)) for entry, came in zip(entries, draws, strict=True)]


def _entry(number: int, said: str, expected: int) -> Entry:
    if number != expected:
        raise BadRecord(f"Entry {number}: Entry {expected} should stand here.")
    if said == "deal":
        return Entry(number, None, said)
    decision = _DECISION.fullmatch(said)
    if decision is None:
        raise BadRecord(
            f"Entry {number}: {_quoted(said)} is not a seat and its decision, such as `0 pass`."
        )
    return Entry(number, int(decision[1]), decision[2])


def _quoted(text: str) -> str:
    """What somebody wrote, as far as a sentence has room for it."""
    text = text.strip()
    return repr(text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…")
