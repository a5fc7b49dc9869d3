"""saleroom check: does a game keep the laws that every game must keep?"""

from __future__ import annotations

import sys

import click
import msgspec
from rich.progress import BarColumn, MofNCompleteColumn, SpinnerColumn, TextColumn

from saleroom import catalogue, laws
from saleroom.cli import Misused, options, progress


@click.command(
    help="Try the laws that every game must keep, and show the shortest game that breaks one.",
    epilog="Example: saleroom check dutch --variant mine.toml --games 50",
)
@click.argument("game")
@options.variant
@options.seats
@click.option(
    "--games",
    metavar="N",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    help="How many random games.",
)
@click.option(
    "--seed", metavar="N", type=int, default=0, show_default=True, help="The first game's seed."
)
@click.option(
    "--exhaustive", is_flag=True, help="Walk through every game too; for tiny variants only."
)
@options.as_json
def check(
    game: str,
    variant: str | None,
    seats: int | None,
    games: int,
    seed: int,
    exhaustive: bool,
    as_json: bool,
) -> None:
    rules = catalogue.load(game, variant, seats)
    what_is_tried = TextColumn("{task.description}")
    with progress.bar(SpinnerColumn(), what_is_tried, BarColumn(), MofNCompleteColumn()) as bar:
        task = bar.add_task("", total=games)

        def advance(what: str, done: int, total: int) -> None:
            bar.update(task, description=what, completed=done, total=total or None)

        try:
            report = laws.check(
                rules, games=games, seed=seed, exhaustive=exhaustive, progress=advance
            )
        except laws.TooLarge as too_large:
            raise Misused(str(too_large)) from None
    click.echo(msgspec.json.encode(report.as_data()).decode() if as_json else str(report))
    if not report.ok:
        sys.exit(1)
