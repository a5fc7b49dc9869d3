"""saleroom import: tables out of an export."""

from __future__ import annotations

from pathlib import Path

import click
from rich.progress import BarColumn, TextColumn

from saleroom.cli import Misused, options, progress


@click.command(
    "import",
    help="Bring in the tables of an export where no server runs: all of them or, if "
    "anything is wrong, none. Each log is read as if it were played. A table that is there already "
    "is left alone if it is the same.",
    short_help="Bring in the tables of an export.",
    epilog="Example: saleroom import tables.jsonl --data .saleroom",
)
@click.argument("file", type=click.Path(path_type=Path))
@options.data
@options.database
def import_(file: Path, data: Path | None, database: str | None) -> None:
    from saleroom.server.archive import BadExport, bring_in, read
    from saleroom.server.store import StoreDown
    from saleroom.server.stores import writing

    if not file.is_file():
        raise Misused(f"There is no file {file}.")
    to = data or options.data_folder()
    try:
        with progress.bar(TextColumn("{task.description}"), BarColumn()) as shown:
            task = shown.add_task("read")

            def tell(done: int, whole: int) -> None:
                shown.update(task, completed=done, total=whole)

            for _ in read(file, tell):  # so that a bad one has not even opened the folder
                pass
            shown.update(task, description="written")
            with writing(to, database) as logs:
                arrived = bring_in(logs, file, tell)
    except (BadExport, StoreDown) as error:
        raise click.ClickException(f"{error} Nothing was imported.") from None
    place = to if database is None else "The database"
    click.echo(f"{place} has {arrived.tables} more tables with {arrived.entries} entries.")
    if arrived.there:
        click.echo(f"{arrived.there} were there already, with the same logs.", err=True)
