"""saleroom migrate: tables of SQL for this version of the program."""

from __future__ import annotations

from pathlib import Path

import click

from saleroom.cli import options


@click.command(
    help="Make the tables of SQL in a new database, or bring those of an older program to this "
    "one. PostgreSQL needs it before the first start and after an update; in a data folder the "
    "server does it by itself.",
    short_help="Prepare a database for this program.",
    epilog="Example: saleroom migrate --database postgresql://saleroom@localhost/saleroom",
)
@options.data
@options.database
def migrate(data: Path | None, database: str | None) -> None:
    from saleroom.server import stores
    from saleroom.server.store import StoreDown

    try:
        before, version = stores.migrate(data or options.data_folder(), database)
    except StoreDown as error:
        raise click.ClickException(str(error)) from None
    if before == version:
        click.echo(f"The tables of SQL are of version {version} already.")
    else:
        click.echo(f"The tables of SQL are of version {version} now.")
