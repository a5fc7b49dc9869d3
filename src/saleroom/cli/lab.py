"""saleroom lab: what do other numbers do to a game?"""

from __future__ import annotations

import itertools
import tomllib

import click
import msgspec

from saleroom.arena import lab as trials
from saleroom.arena.trial import make
from saleroom.cli import Misused, options, progress

_Values = tuple[str, list[object]]  # a key, and what it is to be in turn


def _values(ctx: click.Context, param: click.Parameter, said: tuple[str, ...]) -> list[_Values]:
    """Each KEY=VALUE,VALUE as a key and the values of TOML it is to have."""
    return [_value(one) for one in said]


def _value(said: str) -> _Values:
    key, equals, told = (part.strip() for part in said.partition("="))
    if not (key and equals and told):
        raise Misused(f"--set {said!r} is not KEY=VALUE, such as --set hand=4,6.")
    try:
        return key, tomllib.loads(f"x = [{told}]")["x"]
    except ValueError:
        words = [word.strip() for word in told.split(",")]
        if all(word.replace("_", "").replace("-", "").isalnum() for word in words):
            return key, list(words)  # texts, without their quotes
        raise Misused(
            f'--set {said!r}: {told} is no value of TOML, such as 4, true or "all".'
        ) from None


@click.command(
    help="Let bots play variants of a game, and see what differs: how long it lasts, who wins, "
    "how close it is, what happens how often, and how much skill decides. "
    "The first variant is what the others are compared to; variants are names or .toml files.",
    short_help="What other numbers do to a game.",
    epilog="Example: saleroom lab dutch --set hand=4,6 --rival random",
)
@click.argument("game")
@click.argument("variants", nargs=-1)
@click.option(
    "--set",
    "changes",
    metavar="KEY=V[,V]",
    multiple=True,
    callback=_values,
    help="The first variant with another value; several values, one variant each.",
)
@click.option(
    "--deals",
    metavar="N",
    type=int,
    default=trials.DEALS,
    show_default=True,
    help="How many deals every variant plays.",
)
@click.option("--bot", metavar="BOT", default="house", show_default=True, help="Who plays.")
@click.option(
    "--rival",
    metavar="BOT",
    help="A weaker bot: how often does the other win alone among these?",
)
@options.seats
@options.workers
@options.out
@options.seeded
@options.as_json
def lab(
    game: str,
    variants: tuple[str, ...],
    changes: list[_Values],
    deals: int,
    bot: str,
    rival: str | None,
    seats: int | None,
    workers: int | None,
    out: str | None,
    seed: int,
    as_json: bool,
) -> None:
    keys = [key for key, _ in changes]
    grid = itertools.product(*(values for _, values in changes)) if changes else ()
    with progress.planning():
        trial = make(
            game,
            variants,
            changes=[dict(zip(keys, values, strict=True)) for values in grid],
            seats=seats,
            bot=bot,
            rival=rival,
            seed=seed,
        )
        run = trials.Run(trial, deals, out)
    is_stopped = progress.play(run, workers)
    if run.deals:
        found = run.findings()
        click.echo(msgspec.json.encode(found).decode() if as_json else str(found))
    if is_stopped:
        progress.leave(run, out)
