"""saleroom review: what a recorded game turned on."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
from rich.table import Table

from saleroom.bots.review import Rated, Review, decisions, told
from saleroom.cli import curve, options, progress
from saleroom.records import Game, files

NARROWEST = 64  # letters; a narrower terminal folds lines better than a table folds words


@click.command(
    help="Rate every decision of a record, from what its seat knew, and say what the game turned "
    "on.",
    short_help="What a recorded game turned on.",
    epilog="Example: saleroom review evening.sale --svg evening.svg",
)
@click.argument("record")
@options.thinker
@click.option("--svg", metavar="FILE", help="Draw the chances to win, too.")
@options.as_json
def review(record: str, by: str, svg: str | None, as_json: bool) -> None:
    game = options.open_record(record)
    if svg is not None:
        _must_be_free(svg)
    found = told(game, by, _rated(game, by))
    if svg is not None:
        _draw(found, svg)
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
    else:
        _show(found, game)


def _rated(game: Game, by: str) -> list[Rated]:
    """All decisions, with a bar where somebody is looking."""
    with progress.bar(TextColumn("entries"), BarColumn(), MofNCompleteColumn()) as bar:
        task = bar.add_task("", total=len(game.entries))
        rated = []
        for each in decisions(game, by):
            rated.append(each)
            bar.update(task, completed=each.entry)
    return rated


# -- the table -------------------------------------------------------------------------------------


def _show(found: Review, game: Game) -> None:
    console = Console(highlight=False, soft_wrap=True, markup=False)
    console.width = max(console.width, NARROWEST)
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for column in ("entry", "who", "decision", "before", "after", "better"):
        is_number = column in ("entry", "before", "after")
        table.add_column(column, justify="right" if is_number else "left", overflow="fold")
    for each in found.decisions:
        chances = f"{each.before:.2f}", f"{each.after:.2f}"
        row = found.names[each.seat], each.decision, *chances, each.better or ""
        table.add_row(str(each.entry), *row)
    console.print(table)
    console.print("Turning points:" if found.turning_points else "There was no turning point.")
    for point in found.turning_points:
        console.print(point.says)
    console.print(f"\n{game.verdict()}", style="bold")


# -- the drawing -----------------------------------------------------------------------------------


def _must_be_free(file: str) -> None:
    """Before anybody thinks: only another drawing is overwritten."""
    path = Path(file)
    try:
        with path.open("rb") as there:
            if there.read(4) != b"<svg":
                raise click.ClickException(
                    f"{file} is there already and is not a drawing, so it was left as it is. "
                    "Name another file."
                )
    except FileNotFoundError:
        if not path.parent.is_dir():
            raise click.ClickException(f"{file} cannot be written: no such folder.") from None
    except OSError as error:
        raise click.ClickException(f"{file} cannot be written: {error.strerror}.") from None
    except ValueError as error:  # no file can have this name
        raise click.ClickException(f"{file!r} cannot be written: {error}.") from None


def _draw(found: Review, file: str) -> None:
    try:
        files.write(Path(file), curve.svg(found))
    except OSError as error:
        raise click.ClickException(f"{file} cannot be written: {error.strerror}.") from None
    click.echo(f"Drawn in {file}.", err=True)
