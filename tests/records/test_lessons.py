"""Every lesson and every worked example to try, through the engine: none can drift from the law."""

from __future__ import annotations

import pytest

from saleroom import catalogue
from saleroom.catalogue import Unknown
from saleroom.records import BadRecord, Game, lessons
from saleroom.records.lessons import Lesson, Step

GAMES = ("dutch", "sparrows", "colours")
GUIDED = [(game, lessons.FIRST) for game in GAMES]
EXAMPLES = [(game, name) for game in GAMES for name in lessons.names(game) if name != lessons.FIRST]
FILLED_IN = {"bid", "done"}  # by the page: a tap on a card presses the one, Confirm the other


def zone(game: Game, name: str, seat: int = 0) -> str:
    zones = {each["id"]: each["cards"] for each in game.look(seat)["zones"]}
    return " ".join(card["card"] for card in zones[name])


# -- what every file must be -----------------------------------------------------------------------


@pytest.mark.parametrize(("game", "name"), [*GUIDED, *EXAMPLES])
def test_a_lesson_is_short_and_about_rules_that_exist(game: str, name: str) -> None:
    lesson = lessons.load(game, name)
    sentences = [step.says for step in lesson.step] or [lesson.says]
    for says in sentences:
        assert 0 < len(says) <= 140, says
        assert says.endswith("."), says
        assert "!" not in says
    cited = {step.rule for step in lesson.step} or {name}
    assert cited <= set(catalogue.clauses(game))


@pytest.mark.parametrize(("game", "name"), GUIDED)
def test_the_steps_of_a_guided_round_lead_through_all_of_it(game: str, name: str) -> None:
    lesson, whole = lessons.load(game, name), lessons.played(game, name)
    assert 3 <= len(lesson.step) <= 8
    assert [step.after for step in lesson.step] == sorted(step.after for step in lesson.step)
    for number, entry in enumerate(whole.entries[1:], 1):  # the entry comes after so many others
        here = [step for step in lesson.step if step.after == number]
        tapped = [word for step in here for word in step.tap.split()]
        if entry.seat == lesson.seat:
            assert here[-1].tap, "the learner's decision is made in the last step before it"
            words = _words(whole.at(number), lesson.seat, entry.path)
            assert sorted(set(words) - FILLED_IN) == sorted(tapped)
        else:
            assert tapped == []
    last = lesson.step[-1]
    assert (last.after, last.tap) == (len(whole.entries), "")
    assert whole.over


def _words(game: Game, seat: int, path: tuple[int, ...]) -> list[str]:
    position, found = game.position.clone(), []
    for code in path:
        found.append(position.word(seat, code).split()[-1])
        position.choose(seat, code)
    return found


@pytest.mark.parametrize(("game", "name"), EXAMPLES)
def test_an_example_begins_with_a_choice_and_can_go_as_in_the_law(game: str, name: str) -> None:
    lesson, whole = lessons.load(game, name), lessons.played(game, name)
    assert lesson.seat in lessons.answered(whole, lesson, []).movers
    line = [list(e.path) for e in whole.entries[lesson.begins :] if e.seat == lesson.seat]
    assert line
    assert lessons.answered(whole, lesson, line).entries == whole.entries


# -- what the lessons say is so --------------------------------------------------------------------


def test_dutch_says_what_happens() -> None:
    """D15, D57, D37, D71, D84, as its sentences tell them."""
    game = lessons.played("dutch", "first")
    assert game.at(3).look(0)["totals"] == [16, 8]
    bought = game.at(4)
    assert zone(bought, "discards.0") == "g1 g6"
    assert zone(bought, "auction_discards") == "b7"
    assert zone(game.at(5), "cashed.0") == "r3"
    assert zone(game, "display") == "pP b5 p3 r4 p6 b8", "the lots have moved left"
    bonuses = {each["suit"]: each["points"] for each in game.look(0)["scores"][0]["bonuses"]}
    assert (bonuses["green"], bonuses.get("red", 0)) == (3, 0)
    assert game.result is not None
    assert game.result.scores == (63, 52)


def test_sparrows_says_what_happens() -> None:
    """S14, S21, S38, S39."""
    game = lessons.played("sparrows", "first")
    assert zone(game.at(1), "hand.0") == "s7"
    assert zone(game.at(1), "table") == "e2"
    assert game.at(10).movers == (1,), "Noor is nearer the dealer"
    assert game.at(13).movers == (0,)
    assert game.result is not None
    assert game.result.scores == (80 // 4, -10, 40 // 5)


def test_colours_says_what_happens() -> None:
    """C28, C38, C46, C63."""
    game = lessons.played("colours", "first")
    assert zone(game.at(6), "hand.0") == "R7 G7 B7"
    market = {e["card"]: e["refuse"] for e in _market(game.at(6))}
    assert [card for card, seats in market.items() if 0 in seats] == ["B2", "R9"]
    assert game.at(7).movers == (2,), "who refused the lot is not asked"
    assert game.result is not None
    assert game.result.scores == (6, 0, 0)


def _market(game: Game) -> list[dict[str, list[int]]]:
    return next(each["cards"] for each in game.look(0)["zones"] if each["id"] == "market")


@pytest.mark.parametrize(
    ("game", "name", "scores"),
    [
        ("sparrows", "E12", (-10, 0)),
        ("sparrows", "E21", (27, 80, -10)),
        ("sparrows", "E26", (57, 100)),
        ("sparrows", "E28", (-20, 0)),
        ("colours", "E22", (9, 0)),
    ],
)
def test_examples_score_as_in_the_law(game: str, name: str, scores: tuple[int, ...]) -> None:
    result = lessons.played(game, name).result
    assert result is not None
    assert result.scores == scores


def test_examples_lay_cards_as_in_the_law() -> None:
    elizabeth = lessons.played("dutch", "E4")
    assert zone(elizabeth, "discards.0") == "b3 b4 b8 bP"
    assert zone(elizabeth, "auction_discards") == ""
    frida = lessons.played("dutch", "E6")
    assert zone(frida, "discards.0") == "p3 p4 p8 pP"
    assert zone(lessons.played("colours", "E2"), "hand.0") == "R5 G7"


# -- another way than the law's --------------------------------------------------------------------


def test_the_others_and_the_deck_go_on_when_the_learner_does_something_else() -> None:
    """E28 itself tells what One Quatro would have scored with the same cards: 260 (S43)."""
    lesson, whole = lessons.load("sparrows", "E28"), lessons.played("sparrows", "E28")
    take = whole.at(lesson.begins).check(0, "take one_quatro + match_together")
    partner = lessons.answered(whole, lesson, [take]).check(0, "partner 1")
    result = lessons.answered(whole, lesson, [take, partner]).result
    assert result is not None
    assert result.scores[0] == 260


def test_who_cannot_decide_as_written_waits() -> None:
    """In E4 of Colours Bo adds G1; if it has been offered before, he does not know what to do."""
    lesson, whole = lessons.load("colours", "E4"), lessons.played("colours", "E4")
    bid = whole.at(lesson.begins).check(1, "bid R4 G1")
    game = lessons.answered(whole, lesson, [bid])
    assert game.movers == (2,)
    assert len(game.entries) == lesson.begins + 1


# -- files that cannot be --------------------------------------------------------------------------


def test_a_lesson_that_is_not_there_is_refused() -> None:
    with pytest.raises(Unknown, match="dutch has no lesson 'E99'"):
        lessons.load("dutch", "E99")
    assert lessons.names("pennies") == ()


def test_a_file_that_is_no_lesson_is_refused_with_its_name() -> None:
    with pytest.raises(BadRecord, match=r"mine\.toml: .*colour"):
        lessons.parse('title = "x"\ncolour = 1', "mine.toml")


def test_a_step_that_taps_nothing_of_the_decision_is_found() -> None:
    whole = lessons.played("dutch", "first")
    wrong = Lesson("x", "standard", ["a", "b"], "", step=[Step(2, "Tap it.", "D7", "g8")])
    with pytest.raises(KeyError, match="g8"):
        lessons.taps(whole, wrong)
