"""Both builds do the same: equal seeds give equal games, step by step."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = Path(__file__).with_name("fingerprint.py")
GAMES = 100

pytestmark = [pytest.mark.once, pytest.mark.slow]


def start(**environment: str) -> subprocess.Popen[str]:
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.Popen(
        [sys.executable, SCRIPT, str(GAMES)],
        env=clean | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_compiled_and_interpreted_games_are_the_same() -> None:
    compiled, interpreted = start(), start(PYTHONPATH=str(ROOT / "src"))
    told, remark = compiled.communicate()
    told_too, remark_too = interpreted.communicate()
    assert (compiled.returncode, interpreted.returncode) == (0, 0), remark + remark_too
    assert remark.startswith("compiled build"), "Install the compiled build: make install"
    assert remark_too.startswith("interpreted build")
    assert len(told.splitlines()) > 2
    assert told == told_too
