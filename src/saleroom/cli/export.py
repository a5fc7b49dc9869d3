"""saleroom export: all tables as lines of JSON."""

from __future__ import annotations

from pathlib import Path

import click
from rich.progress import BarColumn, TextColumn

from saleroom.cli import Misused, options, progress


@click.command(
    help="Write the logs of all tables, or of those named, into a new file as lines of JSON, while "
    "the server runs or not. Hands, decks and secrets are in it: it is for its owner only.",
    short_help="The logs of all tables as lines of JSON.",
    epilog="Example: saleroom export tables.jsonl",
)
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("tables", metavar="[TABLE]...", nargs=-1)
@click.option("--without", metavar="TABLE", multiple=True, help="Leave this table out.")
@options.data
@options.database
def export(
    file: Path,
    tables: tuple[str, ...],
    without: tuple[str, ...],
    data: Path | None,
    database: str | None,
) -> None:
    from saleroom.server.archive import NoExport
    from saleroom.server.archive import export as write
    from saleroom.server.store import NoTables, StoreDown
    from saleroom.server.stores import reading

    try:
        with progress.bar(TextColumn("written"), BarColumn()) as shown:
            task = shown.add_task("")
            with reading(data or options.data_folder(), database) as logs:
                end = write(
                    logs,
                    file,
                    only=tables,
                    without=without,
                    progress=lambda done, whole: shown.update(task, completed=done, total=whole),
                )
    except (NoExport, NoTables) as error:
        raise Misused(str(error)) from None
    except StoreDown as error:
        raise click.ClickException(str(error)) from None
    click.echo(
        f"{file} holds {end.tables} tables with {end.entries} entries, "
        f"and the names of {end.guests} guests."
    )
