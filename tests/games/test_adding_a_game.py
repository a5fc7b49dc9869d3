"""docs/adding-a-game.md: its code is that of examples/pennies, and makes a game that holds.

The blocks of a file follow each other in the text as in the file; only empty lines between two
blocks are left out.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from saleroom.catalogue import games

ROOT = Path(__file__).parents[2]
PENNIES = ROOT / "examples" / "pennies"
TEXT = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
OURS = [game for game in games() if (ROOT / "src" / "saleroom" / "games" / game).is_dir()]


def told() -> dict[str, str]:
    """File by file, the code in the text."""
    found: dict[str, str] = {}
    for name, code in re.findall(r"^```\w+ (\S+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL):
        found[name] = f"{found[name]}\n{code}" if name in found else code
    return found


def lines(code: str) -> list[str]:
    return [line for line in code.split("\n") if line]


def files() -> set[str]:
    made = {"__pycache__", "build"}
    return {
        path.relative_to(PENNIES).as_posix()
        for path in PENNIES.rglob("*")
        if path.is_file()
        and not any(part in made or part.endswith(".egg-info") for part in path.parts)
    }


@pytest.mark.once
def test_the_text_holds_every_file_of_the_game() -> None:
    assert set(told()) | {"src/pennies/py.typed"} == files()
    assert (PENNIES / "src/pennies/py.typed").read_bytes() == b""


@pytest.mark.once
@pytest.mark.parametrize("name", sorted(told()))
def test_the_code_in_the_text_is_the_code_of_the_game(name: str) -> None:
    assert lines(told()[name]) == lines((PENNIES / name).read_text(encoding="utf-8"))


@pytest.mark.once
def test_the_game_of_the_text_is_found_by_its_entry_point_and_keeps_the_laws(
    tmp_path: Path,
) -> None:
    """Put where an installer would put it, with nothing but what the text says."""
    code = told()
    for name, text in code.items():
        if name.startswith("src/"):
            file = tmp_path / name.removeprefix("src/")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    project = code["pyproject.toml"]
    (point,) = re.findall(r'^\[project\.entry-points\."(\S+)"\]\n(\w+) = "(\w+)"$', project, re.M)
    installed = tmp_path / "saleroom_pennies-0.1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Name: saleroom-pennies\nVersion: 0.1.0\n")
    (installed / "entry_points.txt").write_text(f"[{point[0]}]\n{point[1]} = {point[2]}\n")

    (command,) = re.findall(r"^saleroom (check .*)$", TEXT, re.MULTILINE)
    run = "import pennies, sys; print(pennies.__file__); from saleroom.cli import main; main()"
    before = [str(Path(p).resolve()) for p in os.environ.get("PYTHONPATH", "").split(":") if p]
    done = subprocess.run(
        [sys.executable, "-c", run, *command.split()],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *before])},
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    where, _, checked = done.stdout.partition("\n")
    assert Path(where).is_relative_to(tmp_path)
    assert f"```\n{checked}```\n" in TEXT  # the text shows what it says


@pytest.mark.once
@pytest.mark.parametrize("game", OURS)
def test_every_game_has_the_files_that_the_text_names(game: str) -> None:
    folder = ROOT / "src" / "saleroom" / "games" / game
    named = re.findall(r"^\| `(\S+?)` \|", TEXT, re.MULTILINE)
    assert len(named) == 12
    for pattern in named:
        assert list(folder.glob(pattern)), f"{game} has no {pattern}"
