"""saleroom replay."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from saleroom.cli import main
from saleroom.records import Game, deal


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["replay", *map(str, words)])


@pytest.fixture
def record(tmp_path: Path) -> Path:
    game = deal("pennies", variant="tiny", seed=16, names=["Ada", "Ben"])
    for seat, decision in ((0, "pocket 3 bid 4"), (1, "pocket 1"), (0, "take 2 give 4")):
        game.choose(seat, decision)
    game.save(tmp_path / "evening.sale")
    return tmp_path / "evening.sale"


def test_the_whole_game_as_a_spectator_saw_it(record: Path) -> None:
    done = run(record)
    assert done.exit_code == 0
    assert (
        done.stdout
        == """\
1. deal
    Ada is dealt 2 coins.
    Ben is dealt 2 coins.
    The 2 is up for sale.
2. Ada: pocket ?
3. Ben: pocket ?
    Ada puts a coin into the pocket.
    Ada bids 4.
    Ben puts a coin into the pocket.
    Ben bids nothing.
    Ada has bid the most.
4. Ada: take 2 give 4
    Ada takes the 2 and gives the 4.

pennies tiny, round 1, over
  bag     6
  lot     -
  till    4
Ada, score 8
  purse   2
  pocket  3
  bid     -
Ben, score 7
  purse   5
  pocket  1
  bid     -
All lots are sold.
Ada wins with 8; Ben has 7. All lots are sold.
"""
    )
    assert done.stderr == "4 entries, all as the rules allow.\n"


def test_one_entry_as_a_seat_saw_it(record: Path) -> None:
    assert (
        run(record, "--at", "2", "--seat", "1").stdout
        == """\
2. Ada: pocket ?

pennies tiny, round 1, bid
  bag     1 unseen
  lot     2
  till    -
Ada
  purse   2 unseen
  pocket  -
  bid     -
Ben (you), score 6
  purse   1 5
  pocket  -
  bid     -
The 2 is up for sale; all seal their bids.
"""
    )


def test_everything_can_be_seen(record: Path) -> None:
    told = run(record, "--at", "2", "--seat", "all").stdout
    assert told.startswith("2. Ada: pocket 3 bid 4\n")
    assert "Ada\n  purse   3 4\n" in told
    assert "Ben\n  purse   1 5\n" in told


def test_json_is_the_moments(record: Path) -> None:
    moments = json.loads(run(record, "--json", "--seat", "0").stdout)
    assert [moment["said"] for moment in moments] == [
        *("deal", "pocket 3 bid 4", "pocket ?", "take 2 give 4")
    ]
    assert json.loads(run(record, "--json", "--seat", "0", "--at", "3").stdout) == moments[2]


def test_an_unfinished_game_is_replayed(record: Path) -> None:
    game = Game.from_text(record.read_text())
    game.back()
    game.save(record)
    done = run(record)
    assert done.exit_code == 0
    assert done.stdout.endswith("The game is unfinished after entry 3.\n")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--at", "5"], "There is no entry 5; evening.sale has entries 1 to 4."),
        (["--at", "0"], "There is no entry 0; evening.sale has entries 1 to 4."),
        (["--seat", "2"], "There is no seat 2; evening.sale has seats 0 to 1."),
        (["--seat", "Ada"], "'Ada' is neither the number of a seat nor all."),
    ],
)
def test_what_is_not_there_is_a_misuse(
    options: list[str], told: str, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(record.parent)
    done = run("evening.sale", *options)
    assert done.exit_code == 2
    assert told in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("2. 0 pocket 3", "2. 0 pocket 5", "Entry 2: The 5 is not in your purse (P4)."),
        ("3. 1 pocket 1", "3. 1 pokcet 1", "Entry 3: 'pokcet' is not understood here; possible: "),
        ("3. 1 pocket 1", "3. 0 pocket 1", "Entry 3: Seat 0 has nothing to decide now."),
        ("> bag 2", "> bag 4", "Entry 1: 4 cannot come from bag."),
        ("scores 8 7", "scores 9 7", "The header says sold, winners 0, scores 9 7, but after ent"),
        ("4. 0 take 2 give 4", "", "The header says sold, winners 0, scores 8 7, but after entry"),
        ("game: pennies", "game: penny", "There is no game 'penny'. Did you mean pennies?"),
        ("variant: tiny", "variant: huge", "pennies has no variant 'huge' of its own, and the"),
        ("rules: 1", "rules: 2", "was played by version 2 of the rules of pennies, and this prog"),
    ],
)
def test_the_first_wrong_entry_is_named(before: str, after: str, told: str, record: Path) -> None:
    text = record.read_text()
    assert before in text
    record.write_text(text.replace(before, after, 1))
    done = run(record)
    assert done.exit_code == 1
    assert done.stderr.startswith("Error: evening.sale")
    assert told in done.stderr
    assert (done.stdout, done.stderr.count("\n")) == ("", 1)
