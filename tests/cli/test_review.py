"""saleroom review and saleroom hint."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from saleroom.bots.review import hint, review
from saleroom.cli import main
from saleroom.records import Game, deal

pytestmark = pytest.mark.once

SVG = "{http://www.w3.org/2000/svg}"


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [*map(str, words), "--bot", "search:300"])


@pytest.fixture
def game() -> Game:
    """Ben has 1 and 5, and what is in the pocket counts twice."""
    game = deal("pennies", variant="tiny", seed=16, names=["Ada", "<Ben>"])
    for seat, decision in ((0, "pocket 3 bid 4"), (1, "pocket 1"), (0, "take 2 give 4")):
        game.choose(seat, decision)
    return game


@pytest.fixture
def record(game: Game, tmp_path: Path) -> Path:
    game.save(tmp_path / "evening.sale")
    return tmp_path / "evening.sale"


def test_every_decision_is_shown_with_its_chances_and_then_the_turning_points(
    record: Path, game: Game
) -> None:
    done = run("review", record)
    assert (done.exit_code, done.stderr) == (0, "")
    found = review(game, "search:300")
    lines = done.stdout.splitlines()
    for each in found.decisions:
        row = next(line for line in lines if line.split()[:1] == [str(each.entry)])
        chances = f"{each.before:.2f} {each.after:.2f}"
        told = f"{each.entry} {game.names[each.seat]} {each.decision} {chances}"
        assert " ".join(row.split()) == f"{told} {each.better or ''}".strip()
    assert found.turning_points
    start = lines.index("Turning points:")
    assert lines[start + 1 :] == [
        *(point.says for point in found.turning_points),
        "",
        "Ada wins with 8; <Ben> has 7. All lots are sold.",
    ]


def test_in_a_narrow_terminal_words_and_numbers_stay_whole(
    record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wide = run("review", record).stdout.replace("─", "")
    monkeypatch.setenv("COLUMNS", "40")
    narrow = run("review", record).stdout.replace("─", "")
    assert sorted(narrow.split()) == sorted(wide.split())


def test_an_unfinished_game_is_reviewed(record: Path, game: Game) -> None:
    begun = game.at(1)
    begun.choose(0, "pocket 4")  # nothing is better
    begun.save(record)
    done = run("review", record)
    assert done.exit_code == 0
    assert done.stdout.endswith(
        "There was no turning point.\n\nThe game is unfinished after entry 2.\n"
    )


def test_json_is_the_review(record: Path, game: Game) -> None:
    told = json.loads(run("review", record, "--json").stdout)
    found = review(game, "search:300")
    assert set(told) == {
        *("game", "variant", "names", "bot", "entries"),
        *("result", "decisions", "turning_points"),
    }
    assert [each["loss"] for each in told["decisions"]] == [each.loss for each in found.decisions]
    worst = max(told["decisions"], key=lambda each: each["loss"])
    assert set(worst) == {
        *("entry", "seat", "decision", "words"),
        *("before", "after", "loss", "better", "better_words"),
    }
    assert worst["loss"] == worst["before"] - worst["after"] > 0
    assert [each["says"] for each in told["turning_points"]] == [
        each.says for each in found.turning_points
    ]


def test_the_drawing_has_a_line_for_each_seat_and_a_dot_for_each_turning_point(
    record: Path, game: Game, tmp_path: Path
) -> None:
    drawing = tmp_path / "evening.svg"
    for _ in range(2):  # a drawing may be replaced
        done = run("review", record, "--svg", drawing)
        assert (done.exit_code, done.stderr) == (0, f"Drawn in {drawing}.\n")
    drawn = ElementTree.parse(drawing).getroot()
    lines = [line.attrib["points"].split() for line in drawn.findall(f"{SVG}polyline")]
    found = review(game, "search:300")
    assert [len(points) for points in lines] == [
        1 + 2 * sum(each.seat == seat for each in found.decisions) for seat in range(2)
    ]
    ends = [float(points[-1].split(",")[1]) for points in lines]
    assert ends[0] < ends[1]  # Ada has won, and up is more
    dots = [dot.findtext(f"{SVG}title") for dot in drawn.findall(f"{SVG}circle")]
    assert dots == [point.says for point in found.turning_points]
    assert {"Ada", "<Ben>"} <= {text.text for text in drawn.findall(f"{SVG}text")}


def test_a_hint_is_said_in_notation_and_in_words(record: Path, game: Game) -> None:
    begun = game.at(2)
    begun.save(record)
    done = run("hint", record)
    told = hint(begun, 1, "search:300")
    assert done.stdout == (
        f"<Ben>: {told.decision} ({told.words}); the chance to win is {told.chance:.2f}.\n"
    )
    assert told.words.startswith("Pocket the 5")
    told_as_data = json.loads(run("hint", record, "--seat", "1", "--json").stdout)
    assert told_as_data == [
        dict(seat=1, decision=told.decision, words=told.words, chance=told.chance)
    ]


def test_all_seats_that_owe_a_decision_get_a_hint(record: Path, game: Game) -> None:
    game.at(1).save(record)
    seats = [line.partition(":")[0] for line in run("hint", record).stdout.splitlines()]
    assert seats == ["Ada", "<Ben>"]
    assert run("hint", record, "--seat", "0").stdout.startswith("Ada: pocket ")
