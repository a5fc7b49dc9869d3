"""saleroom verify: was the game dealt as it was promised?"""

from __future__ import annotations

import click
import msgspec

from saleroom.cli import options
from saleroom.games.core import Refusal
from saleroom.records import Game
from saleroom.server.proof import dealer_of


@click.command(
    help="Check every decision of a record, and every draw against the commitment it was dealt by.",
    epilog="Example: saleroom verify evening.sale",
)
@click.argument("record")
@options.as_json
def verify(record: str, as_json: bool) -> None:
    game = options.open_record(record)
    draws = check(game)
    if as_json:
        found = {
            "record": record,
            "verified": True,
            "commitment": game.extra["commitment"],
            "entries": len(game.entries),
            "draws": draws,
        }
        click.echo(msgspec.json.encode(found).decode())
        return
    click.echo(
        f"{record}: verified. All {draws} draws of its {len(game.entries)} entries follow from the "
        f"secret committed to as {game.extra['commitment'][:16]}… and the nonces of the seats."
    )


def check(game: Game) -> int:
    """How many draws were checked; refuses at the first that is not the promised one."""
    dealer = dealer_of(game)
    again = Game(game.rules, dealer, names=game.names)
    draws = 0
    for entry in game.entries:
        if entry.seat is not None:
            again.dealer = dealer
            again.move_on(entry.seat, entry.path)
        promised = again.entries[-1].draws
        if promised != entry.draws:
            raise Refusal(
                f"Entry {entry.number}: {_told(entry.draws)} was drawn, but secret and nonces "
                f"give {_told(promised)}."
            )
        draws += sum(len(drawn) for _, drawn in entry.draws)
    return draws


def _told(draws: tuple[tuple[str, tuple[str, ...]], ...]) -> str:
    lines = [f"{pile} {' '.join(drawn)}" for pile, drawn in draws]
    return "; ".join(lines) or "nothing"
