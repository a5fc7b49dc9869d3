"""saleroom play, at the keyboard."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from saleroom import catalogue
from saleroom.bots.table import ask
from saleroom.cli import main
from saleroom.games import notation
from saleroom.records import deal, read


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def play(typed: str, *words: str) -> Result:
    line = words or ("pennies", "--variant", "tiny", "--seed", "16", "--bots", "random")
    return CliRunner().invoke(main, ["play", *line], input=typed)


def test_the_table_the_status_and_numbered_choices_are_shown() -> None:
    told = play("").stdout
    assert told.startswith("""
Seat 0 is dealt 3, 4.
random is dealt 2 coins.
The 2 is up for sale.

pennies tiny, round 1, bid
  bag     1 unseen
  lot     2
  till    -
seat 0 (you), score 7
  purse   3 4
  pocket  -
  bid     -
random
  purse   2 unseen
  pocket  -
  bid     -
The 2 is up for sale; all seal their bids.
  1. Pocket the 3
  2. Pocket the 4
> """)


def test_a_game_is_played_to_its_end_by_numbers_and_saved() -> None:
    done = play("1\n1\n1\n1\n1\nsave evening.sale\n\n")
    assert done.exit_code == 0
    game = read("evening.sale")
    assert game.over
    assert game.entries[2].text == "pocket 3 bid 4"
    assert game.verdict() in done.stdout
    assert game.names == ("seat 0", "random")


def test_several_things_are_chosen_at_once_in_any_order() -> None:
    done = play("1\n3 1\nsave evening.sale\nquit\n", "pennies", "--seed", "7", "--bots", "random")
    assert "Choose 0 to 2:\n" in done.stdout
    assert "There is no choice" not in done.stdout
    assert [entry.text for entry in read("evening.sale").entries if entry.seat == 0] == [
        "pocket 1 bid 2"
    ]


def test_notation_will_do_too() -> None:
    play("pocket 4 bid 3\nsave evening.sale\n")
    assert [e.text for e in read("evening.sale").entries if e.seat == 0] == ["pocket 4 bid 3"]


def test_a_begun_decision_can_be_begun_again() -> None:
    play("1\n0\n2\n1\nsave evening.sale\n")
    assert [e.text for e in read("evening.sale").entries if e.seat == 0] == ["pocket 4 bid 3"]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("9", "There is no choice 9; there are 1 to 2."),
        ("0", "There is no choice 0; there are 1 to 2."),
        ("1 2", "Choose one."),
        ("pocket 5", "The 5 is not in your purse (P4)."),
        ("what", "'what' is not understood here; possible: 3, 4."),
        ("9" * 5000, "There is no choice"),
        (", ,", "The decision is not complete; next comes one of: 3, 4."),
    ],
)
def test_what_cannot_be_is_refused_and_asked_again(typed: str, told: str) -> None:
    done = play(f"{typed}\n")
    assert done.exit_code == 0
    assert told in done.stdout
    assert done.stdout.count("1. Pocket the 3") == 2


def test_an_empty_line_asks_again() -> None:
    assert play("\n").stdout.count("1. Pocket the 3") == 2


def test_the_end_of_input_is_polite_and_says_how_to_save() -> None:
    done = play("1\n")
    assert done.exit_code == 0
    assert done.stderr.endswith(
        "Left after entry 2, seed 16. To keep a game, type `save FILE` before you leave.\n"
    )


def test_a_saved_game_can_be_gone_on_with() -> None:
    saved = play("save evening.sale\nquit\n")
    assert "Saved. To go on with it: saleroom play --resume evening.sale\n" in saved.stderr
    assert read("evening.sale").result is None
    done = play("1\n1\n1\n1\n1\n", "--resume", "evening.sale")  # who sits where is in the record
    assert done.exit_code == 0
    assert done.stderr.endswith("Kept in evening.sale.\n")
    game = read("evening.sale")
    assert game.over
    assert game.names == ("seat 0", "random")
    assert game.verdict() in done.stdout


def test_a_record_written_by_hand_is_gone_on_with_too() -> None:
    by_hand = "# at the Red Lion\ngame: pennies\nvariant: tiny\n1. deal\n> bag 3 4 1 5 2\n"
    Path("evening.sale").write_text(by_hand)
    resumed = play("1\n1\n", "--resume", "evening.sale", "--bots", "random")
    assert resumed.exit_code == 0
    assert [e.text for e in read("evening.sale").entries if e.seat == 0] == ["pocket 3 bid 4"]


def test_a_game_is_kept_as_it_goes_on_and_resumed_in_the_same_seat() -> None:
    line = ("dutch", "--seed", "7", "--bots", "random", "--seat", "1", "--save", "evening.sale")
    left = play("1\n", *line)
    assert "Kept. To go on with it: saleroom play --resume evening.sale\n" in left.stderr
    entries = read("evening.sale").entries
    assert [entry.seat for entry in entries[:3]] == [None, 0, 1]
    resumed = play("", "--resume", "evening.sale")
    assert "seat 1 (you)" in resumed.stdout
    assert "is dealt" not in resumed.stdout  # told from the own last decision on
    assert "Seat 1 sets 1 of their own cards aside." in resumed.stdout
    assert read("evening.sale").entries == entries


def test_the_bots_of_a_record_can_be_sent_away() -> None:
    play("save evening.sale\n")
    resumed = play("", "--resume", "evening.sale", "--bots", "person")
    assert "Seat 0 is next, and the others look away.\nEnter shows the table.\n" in resumed.stdout
    assert read("evening.sale").names == ("seat 0", "seat 1")


def test_a_finished_game_is_shown_and_left() -> None:
    play("1\n1\n1\n1\n1\nsave evening.sale\n\n")
    done = play("", "--resume", "evening.sale")
    assert done.exit_code == 0
    assert read("evening.sale").verdict() in done.stdout


# -- what else can be typed ------------------------------------------------------------------------


def test_help_lists_what_can_be_typed() -> None:
    done = play("help\n")
    for word in ("hint", "back", "table", "rule NUMBER", "save FILE", "quit"):
        assert f"\n{word} " in done.stderr
    assert done.stdout.count("1. Pocket the 3") == 2


@pytest.mark.parametrize(
    ("typed", "understood"), [("?", "help"), ("HELP", "help"), ("Undo", "back"), ("exit", "quit")]
)
def test_what_other_programs_call_it_is_understood(typed: str, understood: str) -> None:
    assert play(f"{typed}\n").output == play(f"{understood}\n").output


def test_a_rule_is_quoted() -> None:
    said = catalogue.clause("pennies", "P4").replace("**", "")
    done = play("rule p4\nRules P4\n")
    assert done.stdout.count(said) == 2
    assert done.stdout.count("1. Pocket the 3") == 3


def test_a_rule_that_there_is_not_is_a_sentence() -> None:
    assert "pennies has no rule p99. " in play("rule p99\n").stderr
    assert "All: saleroom rules pennies." in play("rule\n").stderr


def test_a_hint_is_what_the_search_would_decide() -> None:
    game = deal("pennies", variant="tiny", seed=16)
    advice = ask(game, 0, "search:200")
    words = notation.speak(game.position, 0, game.check(0, advice))
    assert words.startswith("Pocket")
    told = f"search:200 would say: {words} ({advice})\n"
    assert told in play("hint\n").stdout
    assert told in play("1\nhint\n").stdout  # also when begun
    play(f"{advice}\nsave evening.sale\n")
    assert [e.text for e in read("evening.sale").entries if e.seat == 0] == [advice]


def test_the_table_is_shown_again() -> None:
    assert play("table\n").stdout.count("pennies tiny, round 1, bid\n") == 2


def test_a_decision_of_the_own_turn_is_taken_back_where_the_rules_allow_it() -> None:
    line = ("dutch", "--seed", "7", "--bots", "random", "--save", "evening.sale")
    play("aside b1\n", *line)
    entries = read("evening.sale").entries
    Path("evening.sale").unlink()
    done = play("aside b1\nback\nbuy 3 with b2 g6 g7\nback\nback\n", *line)
    assert "Taken back: buy 3 with b2 g6 g7.\n" in done.stdout
    refused = "Nothing can be taken back: only your own last decisions of this turn, while nothing"
    assert done.stdout.count(refused) == 2  # not what was sealed, before and after
    assert read("evening.sale").entries == entries


def test_nothing_is_taken_back_where_the_rules_do_not_allow_it() -> None:
    refused = "In pennies a decision stands once it is made.\n"
    assert refused in play("back\n").stdout


def test_several_bots_are_told_apart_by_their_seats() -> None:
    line = ("sparrows", "--seats", "4", "--seed", "3", "--bots", "random,search:2,random")
    told = play("raise\nquit\n", *line).stdout
    assert "\nrandom (1), score 0\n" in told
    assert "\nsearch:2, score 0\n" in told
    assert "\nrandom (3), score 0\n" in told


def test_saving_where_it_cannot_be_is_said_and_the_game_goes_on() -> None:
    Path("notes.txt").write_text("precious")
    done = play("save no/x.sale\nsave notes.txt\nsave\nquit\n")
    assert "no/x.sale cannot be written: " in done.stderr
    assert "notes.txt is there already and is not a record" in done.stderr
    assert "Name a file: save evening.sale.\n" in done.stderr
    assert Path("notes.txt").read_text() == "precious"


def test_any_seat_can_be_taken() -> None:
    line = ("pennies", "--variant", "tiny", "--seed", "16", "--bots", "random", "--seat", "1")
    assert "seat 1 (you), score 6\n  purse   1 5\n" in play("", *line).stdout


def test_a_search_plays() -> None:
    line = ("pennies", "--variant", "tiny", "--seed", "16", "--bots", "search:20")
    done = play("1\n1\n1\n1\n1\n\n", *line)
    assert done.exit_code == 0
    assert "search:20 has" in done.stdout or "search:20 wins" in done.stdout


@pytest.mark.parametrize("variant", ["standard", "offering"])
def test_dutch_is_played_to_its_end(variant: str) -> None:
    typed = "1\n1 2\n1 2 3\n1 2 3 4\n1 2 3 4 5\n1 2 3 4 5 6\n" * 300
    line = ("dutch", "--variant", variant, "--seed", "7", "--bots", "random")
    done = play(f"{typed}save evening.sale\n", *line)
    assert done.exit_code == 0
    assert read("evening.sale").over


def typing(*answers: str | type[BaseException]) -> Callable[[str], str]:
    """A keyboard: lines, and keys that interrupt."""
    rest = iter(answers)

    def answer(prompt: str) -> str:
        following = next(rest)
        if isinstance(following, str):
            return following
        raise following

    return answer


def test_ctrl_c_says_how_to_save_and_a_second_one_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    ctrl_c = KeyboardInterrupt
    keys = typing(ctrl_c, "save evening.sale", ctrl_c, "1", ctrl_c, ctrl_c)
    monkeypatch.setattr("builtins.input", keys)
    done = play("")
    assert done.exit_code == 0
    remarks = done.stderr.splitlines()
    warning = "`save FILE` keeps the game; Ctrl-C once more leaves it."
    saved = "Saved. To go on with it: saleroom play --resume evening.sale"
    assert remarks[1:7] == ["", warning, saved, "", warning, ""]
    assert remarks[7] == warning
    assert remarks[8].startswith("Left after entry 2, seed 16.")
    assert read("evening.sale").result is None
