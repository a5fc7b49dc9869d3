"""saleroom variant: the file of a variant, or what one of your own changes."""

from __future__ import annotations

import click

from saleroom import catalogue


@click.command(
    help="The file of a shipped variant, to begin one of your own with; or, of a file of your own, "
    "whether it can be played and where it differs from the nearest shipped one.",
    short_help="A variant's file, or what yours changes.",
    epilog="Example: saleroom variant dutch standard > mine.toml",
)
@click.argument("game")
@click.argument("variant", required=False)
def variant(game: str, variant: str | None) -> None:
    wanted = variant or catalogue.variants(game)[0]
    if not wanted.endswith(".toml"):
        click.echo(catalogue.source(game, wanted), nl=False)
        return
    near, differences = catalogue.nearest(catalogue.load(game, wanted))
    if not differences:
        click.echo(f"{wanted} is {game} {near}, number by number.")
        return
    click.echo(f"{wanted} can be played. It is {game} {near}, but for:")
    for key, (was, now) in differences.items():
        click.echo(f"  {key}: {now} (was {was})")
