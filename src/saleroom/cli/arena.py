"""saleroom arena: which bot is better, and how sure can one be?"""

from __future__ import annotations

import os
import sys
import time
from datetime import timedelta

import click
import msgspec
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn

from saleroom.arena.match import make
from saleroom.arena.plan import Unplayable
from saleroom.arena.run import Run
from saleroom.arena.table import counted, times
from saleroom.arena.workers import WorkerLost
from saleroom.cli import Misused, options, progress


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
@click.option(
    "--workers",
    metavar="N",
    type=click.IntRange(min=1),
    help="How many games at a time.  [default: as many as there are cores]",
)
@click.option(
    "--out", metavar="DIR", help="Keep the games in this folder, and go on with those in it."
)
@click.option(
    "--seed",
    metavar="N",
    type=int,
    default=0,
    show_default=True,
    help="Decides all that chance decides.",
)
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
    try:
        run = Run(make(game, variant, seats, names, seed), games=games, until=until, out=out)
    except Unplayable as error:
        raise Misused(str(error)) from None
    except ModuleNotFoundError as error:
        raise click.ClickException(str(error)) from None
    is_stopped = False
    with run:
        try:
            _play(run, workers or os.cpu_count() or 1)
        except KeyboardInterrupt:
            is_stopped = True
        except WorkerLost as error:
            raise click.ClickException(str(error)) from None
    if run.deals:
        table = run.table()
        click.echo(msgspec.json.encode(table).decode() if as_json else str(table))
        click.echo(f"\n{times(run.thoughts())}", err=True)
    if is_stopped:
        kept = f"To go on: the same command, with --out {out}." if out else "Nothing is kept."
        click.echo(f"Stopped after {counted(len(run.deals), 'deal')}. {kept}", err=True)
        sys.exit(1)


def _play(run: Run, workers: int) -> None:
    """To the end, with a bar and the time left where somebody is looking."""
    left = TextColumn("{task.fields[left]}")
    with progress.bar(TextColumn("games"), BarColumn(), MofNCompleteColumn(), left) as bar:
        task = bar.add_task("", total=run.expected, completed=run.games, left="")
        began = time.monotonic()
        for number, _ in enumerate(run.play(workers), 1):
            expected, time_left = run.expected, ""
            if expected is not None:
                a_game = (time.monotonic() - began) / number
                seconds = round(a_game * max(0, expected - run.games))
                time_left = f"{timedelta(seconds=seconds)} left"
            bar.update(task, total=expected, completed=run.games, left=time_left)
