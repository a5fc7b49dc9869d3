"""saleroom hint: what a bot would decide at the end of an unfinished record."""

from __future__ import annotations

import click
import msgspec

from saleroom.bots.review import hint as hint_for
from saleroom.cli import Misused, options


@click.command(
    help="Say what a bot would decide where a record ends, knowing what the seat knows, and the "
    "chance to win with it.",
    short_help="What a bot would decide where a record ends.",
    epilog="Example: saleroom hint evening.sale --seat 0",
)
@click.argument("record")
@click.option("--seat", metavar="S", type=int, help="For this seat.  [default: all that decide]")
@options.thinker
@options.as_json
def hint(record: str, seat: int | None, by: str, as_json: bool) -> None:
    game = options.open_record(record)
    if seat is not None and not 0 <= seat < game.rules.seats:
        raise Misused(f"There is no seat {seat}; {record} has seats 0 to {game.rules.seats - 1}.")
    if game.over:
        raise click.ClickException(
            f"{record}: The game is over, and nobody has anything to decide."
        )
    if seat is not None and seat not in game.movers:
        movers = " and ".join(f"@{mover}" for mover in game.movers)
        have = "has" if len(game.movers) == 1 else "have"
        told = game.named(f"@{seat} has nothing to decide now; {movers} {have}.")
        raise click.ClickException(f"{record}: {told}")
    hints = [hint_for(game, mover, by) for mover in (game.movers if seat is None else (seat,))]
    if as_json:
        click.echo(msgspec.json.encode(hints).decode())
        return
    for each in hints:
        click.echo(
            f"{game.names[each.seat]}: {each.decision} ({each.words}); "
            f"the chance to win is {each.chance:.2f}."
        )
