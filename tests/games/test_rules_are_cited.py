"""Every rule and every worked example has a test that cites its number."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.uncited import cited, games, rules_of, uncited

pytestmark = pytest.mark.once


@pytest.mark.parametrize("game", games())
def test_no_rule_is_without_a_test(game: str) -> None:
    assert uncited(game) == []


@pytest.mark.parametrize(
    ("game", "last"),
    [("dutch", {"D": 92, "H": 12, "E": 39}), ("sparrows", {"S": 87, "R": 38, "E": 35})],
)
def test_the_numbers_of_a_game_are_all_found(game: str, last: dict[str, int]) -> None:
    numbers = rules_of(game)
    for letter, number in last.items():
        assert [n for n in numbers if n[0] == letter] == [f"{letter}{i + 1}" for i in range(number)]


def test_the_numbers_of_colours_are_all_found() -> None:
    numbers = rules_of("colours")
    for letter, last in (("C", 72), ("A", 3), ("P", 9), ("Q", 29), ("E", 26), ("X", 5)):
        assert [n for n in numbers if n[0] == letter] == [f"{letter}{i + 1}" for i in range(last)]


def test_a_rule_without_a_test_would_be_listed(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(
        'def test_d2_is_cited(): pass\ndef test_other():\n    """So is D3."""\ndef d4(): pass\n'
    )
    assert cited(tmp_path) == {"D2", "D3"}


def test_the_script_prints_what_is_missing() -> None:
    script = Path(__file__).parents[1] / "uncited.py"
    run = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    assert run.stdout == ""
