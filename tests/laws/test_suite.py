"""The suite itself: what it reports, how it shortens a failure, and what it never does."""

import json

import pytest

from saleroom import catalogue, laws
from saleroom.games.core import Position
from saleroom.laws.moments import Step, entries, game
from saleroom.laws.people import allowed_by
from saleroom.laws.worlds import number_of_answers
from tests.laws import broken
from tests.laws.broken import Pennies, pennies


def test_a_report_names_the_law_and_tells_the_game() -> None:
    report = laws.check(pennies(broken.LeaksByRefusal), games=10)
    assert not report.ok
    assert list(report.failures) == ["secrecy", "untold"]
    failure = report.failures["secrecy"]
    assert failure.expected != failure.found
    assert failure.entries[:1] == ["1. deal"]
    told = str(report)
    assert "broken secrecy" in told
    assert f"steps of the game with seed {failure.seed}:" in told
    assert failure.expected in told


def test_the_shortest_failing_game_is_kept() -> None:
    rules = pennies(broken.WithoutWinners, variant="standard")
    lengths = [sum(1 for _ in game(rules, seed)) - 1 for seed in range(30)]
    assert len(set(lengths)) > 3
    report = laws.check(rules, games=30, laws=laws.named(["results"]))
    assert report.failures["results"].steps == min(lengths)


def test_a_failure_of_a_law_alone_is_found_with_all_others_too() -> None:
    rules = pennies(broken.DeadEnd)
    alone = laws.check(rules, games=5, laws=laws.named(["menus"])).failures["menus"]
    together = laws.check(rules, games=5).failures["menus"]
    assert (alone.what, alone.seed, alone.steps) == (together.what, together.seed, together.steps)


def test_the_entries_of_a_failure_are_those_of_a_record() -> None:
    moment = list(game(pennies(), 3))[-1]
    told = entries(moment.rules, moment.history)
    assert told[0] == "1. deal"
    assert [line.split()[0] for line in told[1:4]] == [">", ">", ">"]
    assert told[4].startswith("2. ")
    assert len(told) == 4 + sum(step.completed for step in moment.history)


def test_an_open_decision_stands_at_the_end_of_the_entries() -> None:
    rules = pennies()
    deal = [Step(None, code) for code in (0, 1, 2, 3, 4)]
    told = entries(rules, [*deal, Step(1, 2), Step(0, 1)])
    assert told[-2:] == ["   0 pocket 2 ...", "   1 pocket 3 ..."]


def test_a_report_is_plain_data() -> None:
    report = laws.check(pennies(broken.CurtRefusal), games=2)
    data = json.loads(json.dumps(report.as_data()))
    assert data["ok"] is False
    assert [result["law"] for result in data["results"]] == [
        law.name for law in laws.ALL if law.scope != "tree"
    ]


def test_equal_seeds_give_equal_reports() -> None:
    reports = [laws.check(pennies(), games=3, seed=7) for _ in range(2)]
    assert reports[0] == reports[1]
    assert reports[0] != laws.check(pennies(), games=3, seed=8)


def test_how_often_a_world_is_really_another_is_counted() -> None:
    report = laws.check(pennies(variant="standard"), games=3, laws=laws.named(["secrecy"]))
    (result,) = report.results
    counts = result.counts
    assert 0.8 * counts["moments"] < counts["tried in one"] <= counts["with other worlds"]
    assert counts["with other worlds"] <= counts["moments"]


def test_progress_is_told() -> None:
    told: list[tuple[str, int, int]] = []
    laws.check(pennies(), games=3, progress=lambda *step: told.append(step))
    assert ("moments of random games", 2, 3) in told
    assert ("whole games", 0, 3) in told


def test_a_law_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="There is no law 'mercy'; there are complete, ends"):
        laws.named(["secrecy", "mercy"])


def test_an_incomplete_game_is_not_tried_further() -> None:
    class Headless(Pennies):
        step = Position.step

    report = laws.check(pennies(Headless), games=2)
    assert list(report.failures) == ["complete"]
    assert sum(result.checked for result in report.results) == 1


def test_a_game_that_cannot_be_played_is_not_tried_further() -> None:
    report = laws.check(pennies(broken.TurnWithoutEnd), games=1)
    assert list(report.failures) == ["ends"]
    assert "-      secrecy    not tried, since the game cannot be played." in str(report)
    alone = laws.check(pennies(broken.CrashesAtTheEnd), games=1, laws=laws.named(["words"]))
    assert "no such seat" in alone.failures["ends"].found


def test_a_failure_in_whole_games_tells_the_game_too() -> None:
    report = laws.check(pennies(broken.CountsItsGames), games=3, laws=laws.named(["repeatable"]))
    assert report.failures["repeatable"].entries[0] == "1. deal"


def test_laws_have_names_and_sentences_of_their_own() -> None:
    assert len({law.name for law in laws.ALL}) == len(laws.ALL)
    assert all(law.sentence.endswith(".") for law in laws.ALL)


# -- answers to forms ------------------------------------------------------------------------------


def test_what_a_form_allows_is_listed_in_the_order_of_codes() -> None:
    form = {"one": {"hand": [3, 1], "buttons": [7]}, "then": {"1": {"one": {"hand": [4]}}}}
    assert list(allowed_by(form)) == [[1, 4], [3], [7]]


def test_what_was_chosen_is_not_offered_again() -> None:
    form = {"one": {"hand": [1, 2]}, "then": {"*": {"one": {"hand": [1, 2, 3]}}}}
    assert list(allowed_by(form)) == [[1, 2], [1, 3], [2, 1], [2, 3]]


@pytest.mark.parametrize(
    ("bounds", "answers"),
    [
        ([0, None], [[1, 2, 9], [1, 9], [2, 9], [9]]),
        ([1, 1], [[1, 9], [2, 9]]),
        ([2, None], [[1, 2, 9]]),
    ],
)
def test_a_set_is_answered_in_rising_order_and_closed(
    bounds: list[int | None], answers: list[list[int]]
) -> None:
    assert list(allowed_by({"set": bounds, "of": {"hand": [2, 1]}, "close": 9})) == answers


def test_a_set_without_a_button_is_complete_when_it_is_full() -> None:
    answers = list(allowed_by({"set": [2, 2], "of": {"hand": [1, 2], "stake": [3]}}))
    assert answers == [[1, 2], [1, 3], [2, 3]]


def test_of_alike_things_so_many_are_answered_from_the_front() -> None:
    form = {"set": [2, None], "of": {"market": [[0, 2], 1], "hand": [[5, 5]]}, "close": 9}
    assert [path[:-1] for path in allowed_by(form)] == [
        [0, 1, 2, 5, 5],
        [0, 1, 2, 5],
        [0, 1, 2],
        [0, 1, 5, 5],
        [0, 1, 5],
        [0, 1],
        [0, 2, 5, 5],
        [0, 2, 5],
        [0, 2],
        [0, 5, 5],
        [0, 5],
        [1, 5, 5],
        [1, 5],
        [5, 5],
    ]


def test_one_of_alike_things_is_answered_by_the_first_and_then_gone() -> None:
    form = {"one": {"market": [[0, 2]]}, "then": {"*": {"one": {"market": [[0, 2], 4]}}}}
    assert list(allowed_by(form)) == [[0, 2], [0, 4]]


def test_answers_are_counted_as_they_are_listed() -> None:
    later = {"one": {"hand": [1, 2, 3], "buttons": [7, 8]}}
    form = {"one": {"hand": [1, 2], "buttons": [9]}, "then": {"*": later}}
    assert number_of_answers(form) == len(list(allowed_by(form))) == 4 + 4 + 5
    form["then"] = {"1": {"one": {"hand": [2]}}, "9": later}
    assert number_of_answers(form) == len(list(allowed_by(form))) == 1 + 1 + 5


def test_alike_things_lie_alike_only_where_as_many_are_left() -> None:
    row = {"market": [[0, 2], 5, 7]}
    rest = {"set": [1, None], "of": row, "close": 9}
    form = {"one": row, "then": {"*": {"one": row, "then": {"*": rest}}}}
    # The pair may be chosen from again, the others not; of the two things left any or both.
    assert number_of_answers(form) == (3 + 2 + 2) * 3


def test_a_decision_of_ten_parts_is_checked_like_any_other() -> None:
    table = catalogue.load("dutch", "standard").table
    ten = {**table, "variant": "ten", "deal": 16, "hand": 14, "set_aside": 10, "rounds": 1}
    report = laws.check(catalogue.make(ten), games=1, laws=laws.named(["answers", "fair"]))
    assert report.ok, str(report)
    assert all(result.checked for result in report.results)
