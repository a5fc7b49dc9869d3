"""Tables as plain text, the same whatever terminal there is."""

from __future__ import annotations

from io import StringIO

from rich import box
from rich.console import Console
from rich.table import Table as Grid

WIDTH = 100  # columns


def grid(*columns: str) -> Grid:
    """A table with these headings; what has none stands at the left."""
    found = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    for number, column in enumerate(columns):
        found.add_column(column, justify="right" if number else "left", overflow="fold")
    return found


def written(table: Grid) -> str:
    paper = StringIO()
    Console(
        file=paper,
        width=WIDTH,
        color_system=None,
        markup=False,  # a name is a name
        emoji=False,
        highlight=False,
    ).print(table)
    return "\n".join(line.rstrip() for line in paper.getvalue().splitlines() if line.strip()) + "\n"


def counted(number: int, thing: str) -> str:
    """1 deal, 2 deals."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
