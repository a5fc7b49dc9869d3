"""docs/cli.md is made from the commands themselves:

python tests/cli/test_reference.py > docs/cli.md
"""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from saleroom.cli import COMMANDS, main

ROOT = Path(__file__).parents[2]

INTRODUCTION = """\
# Commands

Results go to stdout, remarks to stderr.
Exit code 0: done.
Exit code 1: it failed, for example because a record is wrong.
Exit code 2: it was misused, for example with the name of a game that is not there.
"""


def helps() -> Iterator[tuple[str, str]]:
    """Each command and its help, as the terminal shows it."""
    top = click.Context(main, info_name="saleroom", terminal_width=80)
    yield "saleroom", main.get_help(top)
    for name in COMMANDS:
        command = main.get_command(top, name)
        assert command is not None
        context = click.Context(command, info_name=name, parent=top, terminal_width=80)
        yield f"saleroom {name}", command.get_help(context)


def reference() -> str:
    parts = [f"## {name}\n\n```\n{text}\n```\n" for name, text in helps()]
    return "\n".join([INTRODUCTION, *parts])


@pytest.mark.once
def test_the_reference_is_that_of_the_commands() -> None:
    assert (ROOT / "docs" / "cli.md").read_text(encoding="utf-8") == reference()


def test_every_help_has_one_example_that_calls_it() -> None:
    for name, text in helps():
        assert text.count("Example: ") == 1
        assert f"Example: {name} " in text


if __name__ == "__main__":
    print(reference(), end="")
