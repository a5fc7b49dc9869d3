"""saleroom lab."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from saleroom import catalogue
from saleroom.cli import main


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["lab", *words, "--workers", "1"])


def test_two_variants_are_compared() -> None:
    done = run("pennies", "standard", "tiny", "--deals", "12")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith("pennies, 2 seats, house, seed 0: 12 deals, 24 games\n")
    assert "  B  tiny: seats [2] (was [2, 3]), coins [1, 2, 3, 4, 5, 6] (was " in done.stdout
    assert " The … is up for sale" in done.stdout
    assert "B  tiny: for sure\n" in done.stdout
    assert run("pennies", "standard", "tiny", "--deals", "12").stdout == done.stdout


@pytest.mark.parametrize(
    ("settings", "variants"),
    [
        (["lots=1"], ["lots=1"]),
        (["lots=1,3"], ["lots=1", "lots=3"]),
        (["lots = 1, 3"], ["lots=1", "lots=3"]),
        (["lots=1", "purse=2"], ["lots=1, purse=2"]),
        (["lots=1,3", "purse=2"], ["lots=1, purse=2", "lots=3, purse=2"]),
        (
            ["lots=1,3", "purse=2,4"],
            ["lots=1, purse=2", "lots=1, purse=4", "lots=3, purse=2", "lots=3, purse=4"],
        ),
        (["coins=[1, 2, 3, 4, 5, 6, 7, 8, 9]"], ["coins=[1, 2, 3, 4, 5, 6, 7, 8, 9]"]),
        (["coins[11]=20"], ["coins[11]=20"]),
    ],
)
def test_values_are_set_alone_and_together(settings: list[str], variants: list[str]) -> None:
    words = [word for setting in settings for word in ("--set", setting)]
    done = run("pennies", *words, "--deals", "2", "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["trial"]["variants"] == ["standard", *variants]


def test_a_text_needs_no_quotes() -> None:
    for said in ("steal=nobody", 'steal="nobody"'):
        done = run("dutch", "--set", said, "--deals", "2", "--json")
        assert json.loads(done.stdout)["changes"] == [{"steal": ['"winner"', '"nobody"']}]


def test_a_file_is_compared_with_what_is_shipped(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(catalogue.source("dutch", "standard").replace("hand = 5", "hand = 4"))
    done = run("dutch", "standard", str(mine), "--deals", "2")
    assert f"  B  {mine}: hand 4 (was 5)\n" in done.stdout


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["pennies"], "A trial compares two variants or more: name another one"),
        (["penies", "--set", "lots=1"], "There is no game 'penies'. Did you mean pennies?"),
        (["pennies", "large"], "pennies has no variant 'large'."),
        (["pennies", "--set", "lots"], "--set 'lots' is not KEY=VALUE, such as --set hand=4,6."),
        (["pennies", "--set", "lots="], "--set 'lots=' is not KEY=VALUE"),
        (["pennies", "--set", "lots={"], "--set 'lots={': { is no value of TOML, such as 4"),
        (["pennies", "--set", "lost=1"], "There is no key 'lost' in this variant. Did you mean lo"),
        (["pennies", "--set", "lots=1,1"], "lots=1 is named twice"),
        (["pennies", "tiny", "--seats", "3"], "pennies tiny is for 2 seats, not for 3."),
        (["pennies", "--set", "lots=1", "--bot", "nobody"], "There is no bot 'nobody'"),
        (["pennies", "--set", "lots=1", "--rival", "house"], "house cannot be its own rival"),
        (["pennies", "--set", "lots=1", "--deals", "0"], "A trial needs a deal or more"),
    ],
)
def test_a_misuse_is_a_sentence(words: list[str], why: str) -> None:
    done = run(*words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"Error: {why}")
    assert done.stderr.count("\n") == 1


def test_a_variant_that_cannot_be_played_is_a_sentence() -> None:
    done = run("dutch", "--set", "hand=0,4")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == (
        "Error: standard with hand = 0: hand: 0 is out of range; possible are 1 to 40.\n"
    )


def test_where_games_cannot_be_kept_nothing_is_played(tmp_path: Path) -> None:
    file = tmp_path / "notes"
    file.write_text("mine")
    done = run("pennies", "--set", "lots=1", "--out", str(file))
    assert done.exit_code == 2
    assert done.stderr == f"Error: {file} is a file, not a folder.\n"


@pytest.mark.once
def test_it_needs_no_numpy() -> None:
    line = "import sys; sys.modules['numpy'] = None; from saleroom.cli import main; main()"
    words = ["lab", "pennies", "--set", "lots=1", "--deals", "3", "--workers", "1"]
    done = subprocess.run([sys.executable, "-c", line, *words], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_value_of_one_of_many_things_is_told_with_its_name() -> None:
    done = run("sparrows", "base-short", "--set", "bids[1].value=70", "--deals", "1")
    assert "B  bids[1].value=70: three_pairs: bids[1].value 70 (was 60)" in done.stdout


@pytest.mark.once
def test_the_example_of_the_docs_is_what_the_command_says() -> None:
    text = (Path(__file__).parents[2] / "docs" / "lab.md").read_text(encoding="utf-8")
    command, _, rest = text.partition("    saleroom lab ")[2].partition("\n\n```\n")
    done = run(*command.split())
    for part in rest.partition("```")[0].split("...\n"):
        assert part in done.stdout
