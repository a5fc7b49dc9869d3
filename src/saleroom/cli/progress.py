"""How far a command has come, for those that take their time."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any, NoReturn

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn

from saleroom.cli import Misused

if TYPE_CHECKING:
    from saleroom.arena.playing import Playing


def bar(*columns: ProgressColumn) -> Progress:
    """On stderr, where somebody is looking; it is gone when the result comes."""
    return Progress(
        *columns,
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )


@contextmanager
def planning() -> Iterator[None]:
    """What cannot be played is said in a sentence."""
    from saleroom.arena.plan import Unplayable

    try:
        yield
    except Unplayable as error:
        raise Misused(str(error)) from None
    except ModuleNotFoundError as error:
        raise click.ClickException(str(error)) from None


def play(run: Playing[Any, Any], workers: int | None) -> bool:
    """To the end, with a bar and the time left; was it stopped by Ctrl-C?"""
    from saleroom.arena.workers import WorkerLost

    with run:
        try:
            _play(run, workers or os.cpu_count() or 1)
        except KeyboardInterrupt:
            return True
        except WorkerLost as error:
            raise click.ClickException(str(error)) from None
    return False


def _play(run: Playing[Any, Any], workers: int) -> None:
    left = TextColumn("{task.fields[left]}")
    with bar(TextColumn("games"), BarColumn(), MofNCompleteColumn(), left) as shown:
        task = shown.add_task("", total=run.expected, completed=run.games, left="")
        began = time.monotonic()
        for number, _ in enumerate(run.play(workers), 1):
            expected, time_left = run.expected, ""
            if expected is not None:
                a_game = (time.monotonic() - began) / number
                seconds = round(a_game * max(0, expected - run.games))
                time_left = f"{timedelta(seconds=seconds)} left"
            shown.update(task, total=expected, completed=run.games, left=time_left)


def leave(run: Playing[Any, Any], out: str | None) -> NoReturn:
    """Say what is kept of what was stopped, and how to go on."""
    from saleroom.arena.paper import counted

    kept = f"To go on: the same command, with --out {out}." if out else "Nothing is kept."
    click.echo(f"Stopped after {counted(len(run.deals), 'deal')}. {kept}", err=True)
    sys.exit(1)
