"""saleroom itself."""

from importlib.metadata import version

import pytest
from click.testing import CliRunner

from saleroom.cli import COMMANDS, main
from saleroom.games.bits import compiled


def test_the_version_says_which_build_it_is() -> None:
    build = "compiled" if compiled() else "interpreted"
    told = CliRunner().invoke(main, ["--version"])
    assert (told.exit_code, told.stdout) == (0, f"saleroom {version('saleroom')} ({build})\n")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_says_how_to_use_it(name: str) -> None:
    told = CliRunner().invoke(main, [name, "--help"])
    assert told.exit_code == 0
    assert told.stdout.startswith(f"Usage: main {name} ")


def test_without_a_command_all_are_listed() -> None:
    told = CliRunner().invoke(main, [])
    assert told.exit_code == 2
    assert [name for name in COMMANDS if f"\n  {name} " not in told.output] == []


def test_a_mistyped_command_is_guessed() -> None:
    told = CliRunner().invoke(main, ["replai"])
    assert told.exit_code == 2
    assert "There is no command 'replai'. Did you mean replay? Possible: arena," in told.stderr
