"""Options that several commands have, and how they open records."""

from __future__ import annotations

import os
from pathlib import Path

import click

from saleroom.bots import review
from saleroom.cli import Misused
from saleroom.records import BadRecord, Game, Viewer, read

variant = click.option(
    "--variant", metavar="V", help="A variant by name, or a file such as mine.toml."
)
seats = click.option("--seats", metavar="N", type=int, help="How many play.")
seed = click.option("--seed", metavar="N", type=int, help="Decides all that chance decides.")
seeded = click.option(
    "--seed",
    metavar="N",
    type=int,
    default=0,
    show_default=True,
    help="Decides all that chance decides.",
)
workers = click.option(
    "--workers",
    metavar="N",
    type=click.IntRange(min=1),
    help="How many games at a time.  [default: as many as there are cores]",
)
out = click.option(
    "--out", metavar="DIR", help="Keep the games in this folder, and go on with those in it."
)
data = click.option(
    "--data",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where tables are kept. Default: .saleroom if it is there, else the user's data folder.",
)


def _address(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if value is not None and not value.startswith(("postgresql://", "postgres://")):
        raise Misused(  # a password in it is not repeated
            "That is not the address of a database; "
            "possible is one such as postgresql://saleroom@localhost/saleroom."
        )
    return value


database = click.option(
    "--database",
    metavar="URL",
    envvar="SALEROOM_DATABASE",
    callback=_address,
    help="Keep tables in PostgreSQL, such as postgresql://saleroom@localhost/saleroom, instead. "
    "With a password in it, put it into the environment, as SALEROOM_DATABASE.",
)
as_json = click.option("--json", "as_json", is_flag=True, help="The result as JSON.")


def viewer(ctx: click.Context, param: click.Parameter, value: str | None) -> Viewer:
    """A seat by its number, `all` of them, or nobody: a spectator."""
    if value is None:
        return None
    if value == "all":
        return "all"
    if not (value.isdecimal() and len(value) < 10):
        raise click.BadParameter(f"{value!r} is neither the number of a seat nor all.", ctx, param)
    return int(value)


def _can_think(ctx: click.Context, param: click.Parameter, value: str) -> str:
    try:
        review.thinker(value)
    except ValueError as error:
        raise Misused(str(error)) from None
    return value


thinker = click.option(
    "--bot",
    "by",
    metavar="BOT",
    default=review.REVIEWER,
    show_default=True,
    callback=_can_think,
    help="Who thinks: `search:N`, `search:500ms` or `master`.",
)


def data_folder() -> Path:
    """Where tables are kept if nothing else is said."""
    here = Path(".saleroom")
    if here.is_dir():
        return here
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "saleroom"


def open_record(file: str) -> Game:
    """The game in a record, or a sentence about the file."""
    path = Path(file)
    try:
        return read(path)
    except FileNotFoundError:
        raise Misused(f"There is no file {file}.") from None
    except IsADirectoryError:
        raise Misused(f"{path} is a folder; a record is a file such as evening.sale.") from None
    except OSError as error:
        raise click.ClickException(f"{file} cannot be read: {error.strerror}.") from None
    except BadRecord as error:
        told = str(error)
        raise click.ClickException(
            told if told.startswith(path.name) else f"{path.name}: {told}"
        ) from None


def save(game: Game, file: str) -> None:
    """Write a record; only another record is overwritten, and nothing is lost by a failure."""
    path = Path(file)
    try:
        if path.is_file() and not _may_go(path):
            raise click.ClickException(
                f"{file} is there already and is not a record, so it was left as it is. "
                "Name another file."
            )
        game.save(path)
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror}.") from None
    except ValueError as error:  # no file can have this name
        raise click.ClickException(f"{file!r} cannot be written: {error}.") from None


def _may_go(path: Path) -> bool:
    with path.open("rb") as file:
        start = file.read(12)
    if start.startswith((b"saleroom:", b'{"saleroom":')) or not start:
        return True
    try:
        read(path)  # by hand it may begin in any way
    except BadRecord:
        return False
    return True
