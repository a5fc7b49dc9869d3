"""Lessons over HTTP: the views of a real table, kept nowhere."""

from __future__ import annotations

from collections.abc import Callable

from .players import Guest

New = Callable[[], Guest]
FIRST = "/api/games/dutch/lessons/first"
E4 = "/api/games/dutch/lessons/E4"


def test_the_lobby_says_which_games_can_be_learned(guest: New) -> None:
    offers = {offer["game"]: offer["lesson"] for offer in guest().get("/api/lobby")["games"]}
    assert offers == {"colours": True, "dutch": True, "pennies": False, "sparrows": True}
    book = guest().get("/api/games/dutch/rules")
    assert book["lessons"][:2] == ["first", "E2"]


def test_a_lesson_is_told_in_views_of_a_table(guest: New) -> None:
    learner = guest()
    learner.post("/api/me", {"name": "Ilse"})
    lesson = learner.get(FIRST)
    views = lesson["views"]
    assert [view["number"] for view in views] == list(range(1, len(views) + 1))
    assert [seat["name"] for seat in views[0]["seats"]] == ["Ilse", "Jeanne"]
    assert views[0]["rules"] is not None
    assert views[-1]["result"]["scores"] == [63, 52]
    step = lesson["steps"][0]
    form = views[step["after"] - 1]["view"]["form"]
    assert str(step["taps"][0]) in form["labels"]
    assert lesson["tried"][str(step["after"])]["viewer"] == 0


def test_a_lesson_hides_what_a_table_hides(guest: New) -> None:
    first = guest().get(FIRST)["views"][0]["view"]
    hidden = {zone["id"] for zone in first["zones"] if zone["cards"] is None}
    assert {"hand.1", "deck.1"} <= hidden


def test_the_engine_answers_an_example_and_keeps_nothing(guest: New) -> None:
    learner = guest()
    lesson = learner.get(E4)
    assert lesson["steps"] == []
    assert lesson["views"][-1]["view"]["form"] is not None
    answered = learner.post(E4, {"paths": lesson["line"]})["views"]
    assert answered[: len(lesson["views"])] == lesson["views"]
    assert answered[-1]["events"][-1]["key"] == "bought"
    assert learner.get(E4) == lesson
    assert learner.get("/api/lobby")["mine"] == []


def test_what_an_example_does_not_allow_is_refused_with_a_sentence(guest: New) -> None:
    answer = guest().ask("POST", E4, {"paths": [[45]]})
    assert answer.status == 409
    assert "Position 6 costs 6" in answer.data["error"]["says"]
    assert answer.data["error"]["rule"] == "D55"
    assert guest().ask("POST", E4, {"paths": [[]] * 31}).status == 400


def test_lessons_that_are_not_there_are_not_found(guest: New) -> None:
    for game, name in (("dutch", "E99"), ("pennies", "first"), ("chess", "first")):
        for method, body in (("GET", None), ("POST", {"paths": []})):
            answer = guest().ask(method, f"/api/games/{game}/lessons/{name}", body)
            assert answer.status == 404
