"""saleroom check."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from saleroom import laws
from saleroom.cli import main

CROOKED = """
from pennies import DEFAULT
from pennies.position import Pennies
from pennies.rules import PenniesRules

class Crooked(Pennies):
    def view(self, seat):
        return {**super().view(seat), "richest": max(map(self.value, self.purses))}

class CrookedRules(PenniesRules):
    def begin(self):
        return Crooked(self)

def make_rules(table, seats):
    return CrookedRules(table, seats)
"""


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["check", *words])


def test_a_sound_game_is_told_law_by_law() -> None:
    done = run("pennies", "--variant", "tiny", "--games", "2")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "pennies tiny, 2 seats, 2 games"
    tried = [law for law in laws.ALL if law.scope != "tree"]
    assert [line.split()[:2] for line in lines[1:]] == [["holds", law.name] for law in tried]
    assert done.stderr == ""  # the bar is for terminals


def test_json_is_the_report_as_data() -> None:
    words = ["pennies", "--seats", "3", "--games", "1", "--seed", "5"]
    done = run(*words, "--json")
    data = json.loads(done.stdout)
    assert (data["ok"], data["seats"], data["seed"], data["games"]) == (True, 3, 5, 1)
    assert run(*words, "--json").stdout == done.stdout


def test_exhaustive_adds_the_laws_of_all_games(tmp_path: Path) -> None:
    done = run("pennies", "--variant", str(smallest(tmp_path)), "--games", "1", "--exhaustive")
    assert done.exit_code == 0
    assert [line.split()[1] for line in done.stdout.splitlines()[-2:]] == ["recall", "posterior"]


@pytest.mark.slow
def test_a_large_game_cannot_be_walked_through() -> None:
    done = run("pennies", "--games", "1", "--exhaustive")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "more than 200,000 moments. Only a tiny variant" in done.stderr


def test_a_game_that_is_not_there_is_a_misuse() -> None:
    done = run("penies")
    assert done.exit_code == 2
    assert "Did you mean pennies?" in done.stderr


def test_a_broken_law_is_told_with_the_game_that_breaks_it(tmp_path: Path) -> None:
    install(tmp_path)
    command = "import sys; from saleroom.cli import main; main(sys.argv[1:])"
    done = subprocess.run(
        [sys.executable, "-c", command, "check", "crooked", "--games", "3"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1, done.stderr
    told = done.stdout.split("broken secrecy")[1]
    assert "In another world that seat 0 could be in, view, richest" in told
    assert "1. deal" in told


def smallest(folder: Path) -> Path:
    path = folder / "smallest.toml"
    path.write_text(
        'game = "pennies"\nvariant = "smallest"\nversion = 1\nseats = [2]\n'
        "coins = [1, 2, 3, 4]\npurse = 1\nlots = 1\n"
    )
    return path


def install(folder: Path) -> None:
    """A game of its own distribution, as somebody else would install it."""
    package = folder / "crooked"
    variants = package / "variants"
    variants.mkdir(parents=True)
    (package / "__init__.py").write_text(CROOKED)
    table = smallest(folder).read_text().replace("pennies", "crooked")
    (variants / "standard.toml").write_text(table)
    about = folder / "crooked-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: crooked\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[saleroom.games]\ncrooked = crooked\n")
