"""The law of a game, its rules.md, whole and by number.

A clause is a rule (`- **D57** [both] text`), a ruling (a table row `| R34 | question | ... |`) or a
worked example (`**E4 Elizabeth, purchase** text`, up to the next heading or example).
"""

from __future__ import annotations

import re
from functools import cache

from saleroom.catalogue.shelf import folder
from saleroom.catalogue.tables import Unknown

_RULE = re.compile(r"- \*\*([A-Z]+\d+)\*\*\s*(.*)")
_EXAMPLE = re.compile(r"\*\*([A-Z]+\d+)\b\s*(.*)")
_ROW = re.compile(r"\|\s*\**([A-Z]+\d+)\**\s*\|")


def law(game: str) -> str:
    """The rules of a game, the text that its tests cite by number."""
    return (folder(game) / "rules.md").read_text(encoding="utf-8")


def guide(game: str) -> str | None:
    """The guide for players, where a game has one."""
    file = folder(game) / "guide.md"
    return file.read_text(encoding="utf-8") if file.is_file() else None


@cache
def clauses(game: str) -> dict[str, str]:
    """Number -> text of each rule, ruling and example, in the order of the law."""
    found: dict[str, list[str]] = {}
    columns: list[str] = []
    number = ""  # of the clause that a line may still belong to
    is_example = False
    for line in law(game).splitlines():
        if row := _ROW.match(line):
            found.setdefault(row[1], [_told(columns, _cells(line)[1:])])
            number = ""
        elif line.startswith("|"):
            if not set(line) <= set("|-: "):
                columns = _cells(line)[1:]
            if not is_example:
                number = ""
        elif (start := _RULE.match(line)) or (start := _EXAMPLE.match(line)):
            number, is_example = start[1], not line.startswith("-")
            # The title of an example is bold up to its end; number and title part here.
            found.setdefault(number, [f"**{start[2]}" if is_example else start[2]])
        elif line.startswith(("#", "---")) or not (line.strip() or is_example):
            number = ""
        elif number and (is_example or line.startswith(" ")):
            found[number].append(line)
        else:
            number = ""
    return {number: "\n".join(lines).strip() for number, lines in found.items()}


def clause(game: str, number: str) -> str:
    """The text of one rule, ruling or example."""
    known = clauses(game)
    wanted = number.strip().upper()
    if wanted in known:
        return known[wanted]
    raise Unknown(f"{game} has no rule {number}. {_nearest(wanted, list(known))}".rstrip())


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]]


def _told(columns: list[str], cells: list[str]) -> str:
    named = zip(columns, cells, strict=False)
    return "\n".join(f"{column}: {cell}" for column, cell in named if cell)


def _nearest(wanted: str, known: list[str]) -> str:
    """The nearest numbers of the same letter, or else the first and last of each letter."""
    asked = re.fullmatch(r"([A-Z]+)([0-9]{1,9})", wanted)
    alike = [number for number in known if asked and re.fullmatch(rf"{asked[1]}\d+", number)]
    if asked and alike:
        letters, count = asked[1], int(asked[2])
        alike.sort(key=lambda number: abs(int(number.removeprefix(letters)) - count))
        near = sorted(alike[:3], key=lambda number: int(number.removeprefix(letters)))
        return f"The nearest are {', '.join(near)}."
    spans: dict[str, list[str]] = {}
    for number in known:
        spans.setdefault(number.rstrip("0123456789"), []).append(number)
    told = [f"{numbers[0]} to {numbers[-1]}" for numbers in spans.values()]
    return f"Possible: {', '.join(told)}." if told else ""
