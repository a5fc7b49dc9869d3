"""saleroom rules: the law of a game."""

from __future__ import annotations

import click
from rich.console import Console
from rich.markdown import Markdown

from saleroom import catalogue


@click.command(
    help="The rules of a game, whole, or one rule, ruling or example by its number.",
    short_help="The rules of a game, or one of them.",
    epilog="Example: saleroom rules dutch D57",
)
@click.argument("game")
@click.argument("rule", required=False)
def rules(game: str, rule: str | None) -> None:
    if rule is None:
        text = catalogue.law(game)
    else:
        text = f"**{rule.strip().upper()}** {catalogue.clause(game, rule)}"
    console = Console()
    if console.is_terminal:
        console.print(Markdown(text))
    else:
        click.echo(text.rstrip("\n"))
