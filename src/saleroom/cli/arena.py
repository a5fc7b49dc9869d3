"""saleroom arena: which bot is better, and how sure can one be?"""

from __future__ import annotations

import click
import msgspec

from saleroom.arena.match import make
from saleroom.arena.run import Run
from saleroom.arena.table import times
from saleroom.cli import options, progress


@click.command(
    help="Let bots play against each other, every deal from every seat, and see who is better.",
    epilog="Example: saleroom arena dutch --bots search:200,random --games 200 --out match",
)
@click.argument("game")
@click.option(
    "--bots", metavar="A,B,C", required=True, help="Who plays: two or more, each pair meets."
)
@click.option(
    "--games",
    metavar="N",
    type=int,
    help="Games for each pair, rounded up to whole deals.  [default: 100]",
)
@click.option(
    "--until",
    metavar="WIDTH",
    type=float,
    help="Play until the interval of each pair is narrower, such as 0.1.",
)
@options.variant
@options.seats
@options.workers
@options.out
@options.seeded
@options.as_json
def arena(
    game: str,
    bots: str,
    games: int | None,
    until: float | None,
    variant: str | None,
    seats: int | None,
    workers: int | None,
    out: str | None,
    seed: int,
    as_json: bool,
) -> None:
    names = [name.strip() for name in bots.split(",")]
    with progress.planning():
        run = Run(make(game, variant, seats, names, seed), games=games, until=until, out=out)
    is_stopped = progress.play(run, workers)
    if run.deals:
        table = run.table()
        click.echo(msgspec.json.encode(table).decode() if as_json else str(table))
        click.echo(f"\n{times(run.thoughts())}", err=True)
    if is_stopped:
        progress.leave(run, out)
