"""saleroom backup: a copy of all tables, also while the server runs."""

from __future__ import annotations

from pathlib import Path

import click
from rich.progress import BarColumn, TextColumn

from saleroom.cli import Misused, options, progress


@click.command(
    help="Copy all tables and the keys into a new folder, while the server runs or not. "
    "The copy is of one moment, and every log in it is read again; serve it with --data.",
    short_help="A copy of all tables, while the server runs.",
    epilog="Example: saleroom backup monday",
)
@click.argument("folder", type=click.Path(path_type=Path))
@options.data
@options.database
def backup(folder: Path, data: Path | None, database: str | None) -> None:
    from saleroom.server.backup import NoBackup, back_up
    from saleroom.server.store import StoreDown

    if database is not None:
        raise Misused(
            "These tables are in PostgreSQL, which has a command of its own: pg_dump. "
            "Copy the file of keys in the data folder too."
        )
    said = TextColumn("{task.description}")
    with progress.bar(said, BarColumn()) as shown:
        task = shown.add_task("")

        def tell(what: str, done: int, whole: int) -> None:
            shown.update(task, description=what, completed=done, total=whole)

        try:
            copied = back_up(data or options.data_folder(), folder, tell)
        except NoBackup as error:
            raise Misused(str(error)) from None
        except StoreDown as error:
            raise click.ClickException(str(error)) from None
    click.echo(f"{folder} holds {copied.tables} tables with {copied.entries} entries.")
    if copied.unreadable:
        click.echo(
            f"{len(copied.unreadable)} of them cannot be read by this program, as when a game is "
            f"not installed; they are copied as they are: {', '.join(copied.unreadable)}.",
            err=True,
        )
    if copied.changed:
        raise click.ClickException(
            "Read again, these end otherwise than they did, so the rules have changed: "
            f"{', '.join(copied.changed)}. They are copied as they are."
        )
