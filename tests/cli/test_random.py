"""saleroom random."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from saleroom.cli import main
from saleroom.records import Game, read


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["random", *map(str, words)])


def test_it_writes_a_finished_game_and_says_who_has_won(tmp_path: Path) -> None:
    out = tmp_path / "evening.sale"
    done = run("pennies", "--seed", "3", "--out", out)
    assert done.exit_code == 0
    assert done.stdout == "Seat 0 wins with 37; seat 1 has 22. All lots are sold.\n"
    assert done.stderr == f"7 entries written to {out}.\n"
    game = read(out)
    assert game.over
    assert game.chance == "seed 3"


def test_the_seed_decides_deal_and_choices(tmp_path: Path) -> None:
    same = [run("dutch", "--seed", "7").stdout for _ in range(2)]
    assert same[0] == same[1]
    assert run("dutch", "--seed", "8").stdout != same[0]


def test_without_out_the_record_itself_is_the_result() -> None:
    done = run("dutch", "--variant", "offering", "--seed", "1")
    assert done.stderr == ""
    assert Game.from_text(done.stdout).text() == done.stdout


def test_without_a_seed_there_is_another_game_each_time() -> None:
    assert run("dutch").stdout != run("dutch").stdout


def test_variant_and_seats_can_be_chosen() -> None:
    game = Game.from_text(run("pennies", "--variant", "standard", "--seats", "3").stdout)
    assert game.rules.seats == 3


def test_json_is_the_same_game(tmp_path: Path) -> None:
    done = run("pennies", "--seed", "3", "--json")
    assert Game.from_json(done.stdout).text() == run("pennies", "--seed", "3").stdout
    written = run("pennies", "--seed", "3", "--json", "--out", tmp_path / "evening.sale")
    assert json.loads(written.stdout) == {"ending": "sold", "winners": [0], "scores": [37, 22]}


def test_a_record_is_overwritten_and_nothing_else_is(tmp_path: Path) -> None:
    record, notes = tmp_path / "evening.sale", tmp_path / "notes.txt"
    notes.write_text("precious")
    record.touch()  # a file that a program made to be written to
    for seed in ("1", "2"):
        assert run("pennies", "--seed", seed, "--out", record).exit_code == 0
    assert read(record).chance == "seed 2"
    refused = run("pennies", "--out", notes)
    assert refused.exit_code == 1
    assert refused.stderr == (
        f"Error: {notes} is there already and is not a record, so it was left as it is. "
        "Name another file.\n"
    )
    assert notes.read_text() == "precious"


def test_out_may_be_a_device() -> None:
    assert run("pennies", "--seed", "1", "--out", os.devnull).exit_code == 0


def test_out_may_be_a_pipe() -> None:
    command = [sys.executable, "-c", "from saleroom.cli import main; main()"]
    done = subprocess.run(
        [*command, "random", "pennies", "--out", "/dev/stdout"], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout[:11]) == (0, "saleroom: 1")


@pytest.mark.parametrize("out", ["missing/evening.sale", "file/evening.sale", "."])
def test_where_nothing_can_be_written_nothing_is(
    out: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    done = run("pennies", "--seed", "1", "--out", out)
    assert done.exit_code == 1
    assert done.stderr.startswith(f"Error: {out} cannot be written: ")
    assert (done.stdout, done.stderr.count("\n")) == ("", 1)
    assert [path.name for path in tmp_path.rglob("*")] == ["file"]
