"""saleroom random: a finished game of random choices."""

from __future__ import annotations

import click
import msgspec

from saleroom.cli import options
from saleroom.games.bits import Dice
from saleroom.games.core import any_decision
from saleroom.records import Game, deal


@click.command(
    help="Play a game of random choices to its end, and write its record.",
    short_help="A finished game of random choices.",
    epilog="Example: saleroom random dutch --seed 7 --out evening.sale",
)
@click.argument("game")
@options.variant
@options.seats
@options.seed
@click.option("--out", metavar="FILE", help="Where the record goes; without it, to the terminal.")
@options.as_json
def random(
    game: str,
    variant: str | None,
    seats: int | None,
    seed: int | None,
    out: str | None,
    as_json: bool,
) -> None:
    play = deal(game, variant=variant, seats=seats, seed=seed)
    finish(play)
    if out is None:
        click.echo(play.to_json() if as_json else play.text(), nl=False)
        return
    options.save(play, out)
    if as_json:
        click.echo(msgspec.json.encode(play.result).decode())
    else:
        click.echo(play.verdict())
    count = len(play.entries)
    click.echo(f"{count} {'entry' if count == 1 else 'entries'} written to {out}.", err=True)


def finish(game: Game) -> None:
    """Choose at random until the game is over; its seed decides the choices too."""
    dice = Dice(int(game.chance.removeprefix("seed ")))
    while not game.over:
        seat = game.movers[dice.below(len(game.movers))]
        game.move_on(seat, any_decision(game.position, seat, dice))
