"""saleroom verify: was the game dealt as it was promised?"""

from __future__ import annotations

import re
from itertools import zip_longest

import click
import msgspec

from saleroom.cli import options
from saleroom.games.chance import Dealer, Seeded
from saleroom.games.core import Refusal
from saleroom.records import Game
from saleroom.server.proof import dealer_of


@click.command(
    help="Check every decision of a record, and every draw against what it was dealt by: the "
    "commitment of a table, or a seed.",
    epilog="Example: saleroom verify evening.sale",
)
@click.argument("record")
@options.as_json
def verify(record: str, as_json: bool) -> None:
    game = options.open_record(record)
    try:
        dealer, promise = promised(game)
        draws = check(game, dealer, promise)
    except Refusal as refusal:
        raise click.ClickException(f"{record}: {refusal}") from None
    if as_json:
        found = {
            "record": record,
            "verified": True,
            "commitment": game.extra.get("commitment"),
            "seed": dealer.seed if isinstance(dealer, Seeded) else None,
            "entries": len(game.entries),
            "draws": draws,
        }
        click.echo(msgspec.json.encode(found).decode())
        return
    click.echo(
        f"{record}: verified. All {draws} draws of its {len(game.entries)} entries follow from "
        f"{promise}."
    )


def promised(game: Game) -> tuple[Dealer, str]:
    """Who must have dealt this game, and what its draws follow from."""
    seed = re.fullmatch(r"seed (-?[0-9]{1,99})", game.chance)
    if seed and "commitment" not in game.extra:
        return Seeded(int(seed[1])), f"seed {seed[1]}"
    if not game.extra.keys() & {"secret", "nonces", "commitment"}:
        raise Refusal(
            "Its header has neither `chance: seed N` nor the lines `secret:`, `nonces:` and "
            "`commitment:` of a table, so its shuffle cannot be verified."
        )
    dealer = dealer_of(game)
    committed = game.extra["commitment"][:16]
    return dealer, f"the secret committed to as {committed}… and the nonces of the seats"


def check(game: Game, dealer: Dealer, promise: str) -> int:
    """How many draws were checked; refuses at the first that is not the promised one."""
    again = Game(game.rules, dealer, names=game.names)
    draws = 0
    for entry in game.entries:
        if entry.seat is not None:
            again.dealer = dealer
            again.move_on(entry.seat, entry.path)
        due = again.entries[-1].draws
        if due != entry.draws:
            found, follows = next(
                pair for pair in zip_longest(entry.draws, due) if pair[0] != pair[1]
            )
            raise Refusal(
                f"Entry {entry.number}: {_told(found)} was drawn, but from {promise} "
                f"follows {_told(follows)}."
            )
        draws += sum(len(drawn) for _, drawn in entry.draws)
    return draws


def _told(draw: tuple[str, tuple[str, ...]] | None) -> str:
    return f"{draw[0]} {' '.join(draw[1])}" if draw else "nothing"
