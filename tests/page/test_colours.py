"""Stick to Colours in real Chromium: whole games by clicking what glows, and every screen."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .people import Person, must_read_the_same_end, play_on
from .test_access import look

pytestmark = [pytest.mark.once, pytest.mark.slow]

Come = Callable[..., Person]
LINK = "Anybody with the link"
BOT = "Random bot"


def gather(person: Come, *, rules: str, number: int) -> list[Person]:
    """People at one table: one makes it, the others follow the link."""
    people = [person() for _ in range(number)]
    host, *friends = people
    host.open()
    host.creates(game="Colours", rules=rules, seats=("Me", *[LINK] * len(friends)))
    for friend in friends:
        friend.page.goto(host.page.url)
        friend.page.get_by_role("button", name="Sit down").click()
    expect(host.confirm).to_be_visible()
    return people


def against_bots(alone: Person, *, rules: str, number: int) -> None:
    alone.open()
    alone.creates(game="Colours", rules=rules, seats=("Me", *[BOT] * (number - 1)))
    expect(alone.confirm).to_be_visible()


def hand(page: Page, seat: int) -> list[str]:
    found = page.locator(f'[data-zone="hand.{seat}"][data-card]')
    return [found.nth(i).get_attribute("data-card") or "" for i in range(found.count())]


def test_two_people_play_matching_to_the_end_and_see_it_again(person: Come) -> None:
    people = gather(person, rules="Matching", number=2)
    play_on(people, lambda: all(each.is_over for each in people))
    for each in people:
        expect(each.page.get_by_text("Final points")).to_be_visible()
    must_read_the_same_end(people)
    page = people[0].page
    look(page, "over")
    page.set_viewport_size({"width": 360, "height": 740})
    look(page, "over, on a phone")
    page.get_by_role("link", name="Review").click()
    expect(page.locator(".sheets section")).to_have_count(2)
    look(page, "review, on a phone")
    page.set_viewport_size({"width": 1280, "height": 800})
    look(page, "review")
    page.keyboard.press("Home")
    expect(page.locator(".market [data-card]")).to_have_count(5)
    assert [len(hand(page, seat)) for seat in (0, 1)] == [2, 2]
    page.get_by_label("Whose view").select_option(label="A spectator")
    expect(page.locator('[data-zone="hand.0"][data-card]')).to_have_count(0)


def test_three_people_play_free_raising_to_the_end(person: Come) -> None:
    people = gather(person, rules="Free raising", number=3)
    play_on(people, lambda: all(each.is_over for each in people))
    for each in people:
        expect(each.page.locator(".rv", has_text=re.compile(r"\d+ points?"))).to_have_count(2)
    must_read_the_same_end(people)


def test_an_opening_by_keyboard_alone(person: Come) -> None:
    """A number chooses the lot and then a card to refuse; Shift and a number a card of the hand."""
    alone = person()
    against_bots(alone, rules="Free raising", number=3)
    page = alone.page
    page.keyboard.press("2")
    expect(page.locator(".lotbox button")).to_be_focused()
    expect(alone.confirm).to_have_text("Choose 1 card")
    page.keyboard.press("3")
    page.keyboard.press("Shift+Digit1")
    expect(page.get_by_role("group", name=re.compile("^Your offer: 2, to open"))).to_be_visible()
    expect(page.locator(".warning")).to_contain_text("discarded, even if you pass later")
    page.keyboard.press("Shift+Digit1")
    expect(page.get_by_role("group", name=re.compile("^Your offer: 1, to open"))).to_be_visible()
    expect(page.locator(".warning")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text("You open")


def test_a_card_that_one_refuses_says_so(person: Come) -> None:
    """Win something by refusing a card; from then on that card cannot be chosen."""
    alone = person()
    mine = alone.page.locator(".mk div.touch[aria-describedby]:has(.dim)")

    def is_asked() -> bool:
        """So that nothing moves before the click."""
        return mine.count() > 0 and alone.glowing.count() > 0

    while not is_asked():  # there are games in which nothing is refused
        against_bots(alone, rules="Free raising", number=4)
        play_on([alone], lambda: is_asked() or alone.is_over)
    alone.stops_the_clock()
    mine.first.click()
    expect(alone.status).to_contain_text("You refuse")
    alone.status.get_by_role("button", name=re.compile("Why")).click()
    expect(alone.page.locator(".text .asked")).to_contain_text(re.compile("C13|C31"))


def test_nobody_sees_the_hand_of_another(person: Come) -> None:
    host, friend, third = gather(person, rules="Matching", number=3)
    watcher = person()
    watcher.page.goto(host.page.url)
    expect(watcher.page.get_by_text("You are watching")).to_be_visible()
    assert [len(hand(host.page, seat)) for seat in range(3)] == [2, 0, 0]
    assert [len(hand(friend.page, seat)) for seat in range(3)] == [0, 2, 0]
    assert [len(hand(third.page, seat)) for seat in range(3)] == [0, 0, 2]
    assert [len(hand(watcher.page, seat)) for seat in range(3)] == [0, 0, 0]


def test_three_on_one_device_pass_it_on(person: Come) -> None:
    alone = person()
    alone.open()
    page = alone.page
    page.get_by_role("button", name="Hot seat").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_text("Colours", exact=True).click()
    sheet.get_by_role("group", name="Seats", exact=True).get_by_text("3", exact=True).click()
    page.get_by_role("button", name="Start").click()
    for seat in range(3):
        cover = page.get_by_role("button", name="Hold to lift")
        expect(cover).to_be_visible()
        assert page.locator("[data-card]").count() == 0
        cover.click(delay=800)
        expect(alone.confirm).to_be_visible()
        assert len(hand(page, seat)) == 2
        page.locator(".acts").get_by_text("Pass the token").click()
        alone.confirm.click()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1280, 800), (360, 740)])
def test_all_screens_of_a_table_of_four(person: Come, theme: str, size: tuple[int, int]) -> None:
    width, height = size
    alone = person(color_scheme=theme, viewport={"width": width, "height": height})
    against_bots(alone, rules="Matching", number=4)
    page = alone.page
    look(page, "opening")
    page.locator(".mk button.touch").first.click()
    page.locator(".mk button.touch").last.click()
    page.locator(".a-me button.touch").last.click()
    look(page, "offer")
    alone.confirm.click()
    raising = page.get_by_role("button", name="Pass", exact=True)
    play_on([alone], lambda: alone.is_over or raising.count() > 0)
    look(page, "raise")
    play_on([alone], lambda: alone.is_over or page.locator(".token").count() > 5)
    look(page, "tokens")


def test_on_a_phone_a_large_offer_says_what_becomes_of_each_card(person: Come) -> None:
    alone = person(phone=True)
    market = alone.page.locator(".mk button.touch.legal")

    def may_raise() -> bool:
        """By all that lies in the market, and the hand besides."""
        return market.count() == 5 and alone.page.locator(".a-me button.touch.legal").count() > 0

    against_bots(alone, rules="Free raising", number=4)
    while not may_raise():
        play_on([alone], lambda: may_raise() or alone.is_over)
        if alone.is_over:
            against_bots(alone, rules="Free raising", number=4)
    for _ in range(5):
        market.first.click()
    alone.page.locator(".a-me button.touch.legal").first.click()
    told = alone.page.get_by_role("group", name=re.compile("Your offer: 6"))
    edge = told.bounding_box()
    assert edge
    beyond = f"""words => words.filter((each) => {{
      const text = document.createRange();
      text.selectNodeContents(each);
      return text.getBoundingClientRect().right > {edge["x"] + edge["width"]};
    }}).map((each) => each.innerText)"""
    assert told.locator(".fate > span").evaluate_all(beyond) == []


def test_the_first_card_out_of_the_hand_asks_once_more(person: Come) -> None:
    alone = person()
    alone.open()
    alone.plays_now(game="Stick to Colours")
    page = alone.page
    expect(page.locator(".rv")).to_have_count(2)
    page.locator(".mk button.touch").first.click()
    page.locator(".a-me button.touch").first.click()
    alone.stops_the_clock()
    alone.confirm.click()
    expect(alone.status).to_contain_text("win or not? Confirm once more")
    expect(page.locator(".log")).not_to_contain_text("You open")
    alone.confirm.click()
    expect(page.locator(".log")).to_contain_text("You open")
