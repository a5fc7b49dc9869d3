"""saleroom replay: a recorded game again, every entry checked."""

from __future__ import annotations

import click
import msgspec
from rich.console import Console

from saleroom.cli import Misused, options
from saleroom.records import Game, Moment, Viewer


@click.command(
    help="Check every entry of a record, and show the game as a spectator or a seat saw it.",
    short_help="Check a record, and show its game again.",
    epilog="Example: saleroom replay evening.sale --at 12 --seat 0",
)
@click.argument("file")
@click.option("--at", metavar="N", type=int, help="Only entry N, and the table just after it.")
@click.option(
    "--seat",
    metavar="S",
    callback=options.viewer,
    help="As this seat saw it, or `all` for everything.",
)
@options.as_json
def replay(file: str, at: int | None, seat: Viewer, as_json: bool) -> None:
    game = options.open_record(file)
    last = len(game.entries)
    if at is not None and not 1 <= at <= last:
        raise Misused(f"There is no entry {at}; {file} has entries 1 to {last}.")
    if seat not in (None, "all", *range(game.rules.seats)):
        raise Misused(f"There is no seat {seat}; {file} has seats 0 to {game.rules.seats - 1}.")
    moments = list(game.moments(seat))
    shown = moments if at is None else [moments[at - 1]]
    if as_json:
        click.echo(msgspec.json.encode(shown if at is None else shown[0]).decode())
    else:
        _show(game, shown)
    click.echo(f"{last} entries, all as the rules allow.", err=True)


def _show(game: Game, shown: list[Moment]) -> None:
    console = Console(highlight=False, soft_wrap=True, markup=False)
    for moment in shown:
        whose = "" if moment.seat is None else f"{game.names[moment.seat]}: "
        console.print(f"{moment.number}. {whose}{moment.said}", style="bold")
        for event in moment.events:
            console.print(f"    {event['says']}")
    console.print(f"\n{shown[-1]}")
    if shown[-1].number == len(game.entries):
        console.print(game.verdict(), style="bold")
