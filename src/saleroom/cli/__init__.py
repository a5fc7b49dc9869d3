"""The commands. Results go to stdout, remarks to stderr; exit 0 done, 1 failed, 2 misused."""

from __future__ import annotations

import errno
import sys
from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import version
from io import TextIOWrapper
from keyword import iskeyword

import click

from saleroom.catalogue import NotOffered, Unknown
from saleroom.games.bits import compiled
from saleroom.games.core import Refusal
from saleroom.records import BadRecord

COMMANDS = (
    *("arena", "backup", "check", "export", "hint", "import", "lab", "migrate", "play", "random"),
    *("replay", "review", "rules", "serve", "variant", "verify"),
)


class Misused(click.ClickException):
    """The command line names something that is not there."""

    exit_code = 2


class _Commands(click.Group):
    """Each command is in the file of its name, which is opened when it is needed.

    What is wrong with what people hand in is said in a sentence, here for all commands.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        name = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
        command: click.Command = getattr(import_module(f"saleroom.cli.{name}"), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS:
            near = get_close_matches(args[0].lower(), COMMANDS, 1)
            hint = f" Did you mean {near[0]}?" if near else ""
            ctx.fail(f"There is no command {args[0]!r}.{hint} Possible: {', '.join(COMMANDS)}.")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except Unknown as error:
            raise Misused(f"{error} See saleroom {ctx.invoked_subcommand} --help.") from error
        except (BadRecord, NotOffered, Refusal) as error:
            raise click.ClickException(str(error)) from error
        except OSError as error:
            if error.filename is not None:
                raise click.ClickException(f"{error.filename}: {error.strerror}.") from error
            if error.errno == errno.ENOSPC:
                raise click.ClickException(f"The result is cut off: {error.strerror}.") from error
            raise


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        build = "compiled" if compiled() else "interpreted"
        click.echo(f"saleroom {version('saleroom')} ({build})")
        ctx.exit()


@click.command(
    cls=_Commands,
    help="Auction card games: exact rules, records and bots.",
    epilog="Example: saleroom play dutch",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Say the version, and whether the engine is compiled.",
)
def main() -> None:
    """What a terminal cannot show, or nobody can read, is written as its number."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="backslashreplace")
