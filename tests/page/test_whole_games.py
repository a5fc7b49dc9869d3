"""Whole games in real Chromium, by two, three and five people: click what glows.

Other numbers of people and both editions of Dutch are played in the tests of each game.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .people import Person, must_read_the_same_end, play_on

pytestmark = [pytest.mark.once, pytest.mark.slow]

Come = Callable[..., Person]


@pytest.mark.parametrize(
    ("game", "rules", "length", "number"),
    [
        ("Colours", "Free raising", "", 2),
        ("Colours", "Matching", "", 3),
        ("Sparrows", "Base game", "Short game", 3),
        ("Sparrows", "With upgrades", "Short game", 5),
    ],
)
def test_people_play_a_whole_game_and_all_read_the_same_end(
    person: Come, game: str, rules: str, length: str, number: int
) -> None:
    people = [person() for _ in range(number)]
    host, *friends = people
    host.open()
    seats = ("Me", *["Anybody with the link"] * len(friends))
    host.creates(game=game, rules=rules, length=length, seats=seats)
    for friend in friends:
        friend.page.goto(host.page.url)
        friend.page.get_by_role("button", name="Sit down").click()
    play_on(people, lambda: all(each.is_over for each in people))
    for each in people:
        expect(each.page.get_by_text("Final points")).to_be_visible()
    must_read_the_same_end(people)
    host.page.get_by_role("link", name="Review").click()
    expect(host.page.locator("h1")).to_contain_text("win")
