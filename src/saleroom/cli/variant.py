"""saleroom variant: the file of a variant, or what one of your own changes."""

from __future__ import annotations

from collections.abc import Iterator

import click

from saleroom import catalogue

NAMES = ("variant", "designer", "source")  # these differ, and nothing is played otherwise for it


@click.command(
    help="The file of a shipped variant, to begin one of your own with; or, of a file of your own, "
    "whether it can be played and where it differs from the nearest shipped one.",
    short_help="A variant's file, or what yours changes.",
    epilog="Example: saleroom variant dutch standard > mine.toml",
)
@click.argument("game")
@click.argument("variant", required=False)
def variant(game: str, variant: str | None) -> None:
    names = catalogue.variants(game)
    wanted = variant or names[0]
    if not wanted.endswith(".toml"):
        click.echo(catalogue.source(game, wanted), nl=False)
        return
    mine = catalogue.load(game, wanted).table
    found = {name: _changes(catalogue.load(game, name).table, mine) for name in names}
    near = min(found, key=lambda name: len(found[name]))
    if not found[near]:
        click.echo(f"{wanted} is {game} {near}, number by number.")
        return
    click.echo(f"{wanted} can be played. It is {game} {near}, but for:")
    for key, (was, now) in found[near].items():
        click.echo(f"  {key}: {now} (was {was})")


def _changes(was: dict[str, object], now: dict[str, object]) -> dict[str, tuple[str, str]]:
    """Key -> what it was, and what it is now."""
    old, new = dict(_flat(was)), dict(_flat(now))
    return {
        key: (old.get(key, "nothing"), new.get(key, "nothing"))
        for key in {**old, **new}
        if old.get(key) != new.get(key) and key not in NAMES
    }


def _flat(value: object, key: str = "") -> Iterator[tuple[str, str]]:
    """Every value with its dotted key, as in `card[3].bid`."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _flat(inner, f"{key}.{name}" if key else name)
    elif isinstance(value, list) and any(isinstance(inner, dict) for inner in value):
        for place, inner in enumerate(value):
            yield from _flat(inner, f"{key}[{place}]")
    else:
        yield key, str(value).lower() if isinstance(value, bool) else str(value)
