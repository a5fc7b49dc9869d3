"""Six of Sparrows in real Chromium: whole games by clicking what glows, plans, hidden hands."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .people import Person, play_on
from .test_access import look
from .test_tables import faces

pytestmark = [pytest.mark.once, pytest.mark.slow]

Come = Callable[..., Person]


def friends(person: Come, *, rules: str = "Base game", length: str = "") -> list[Person]:
    host, friend = person(), person()
    host.open()
    seats = ("Me", "Anybody with the link")
    host.creates(game="Sparrows", rules=rules, length=length, seats=seats)
    friend.page.goto(host.page.url)
    friend.page.get_by_role("button", name="Sit down").click()
    for each in (host, friend):
        expect(each.confirm).to_be_visible()
    return [host, friend]


def presses(person: Person, name: str) -> None:
    person.page.locator(".acts .others").get_by_role("button", name=name, exact=True).click()
    person.confirm.click()


def what_the_page_counts_is_what_the_server_says(page: Page) -> None:
    """Of the own bid, at the end, when all hands lie open."""
    told = page.locator(".wish.out .rib").get_by_text("You: ").all_inner_texts()
    counted = page.locator(".toward .good").count()
    assert counted == sum(text.endswith("made") for text in told)


def test_two_people_play_a_whole_game_and_see_it_again(person: Come) -> None:
    people = friends(person, length="Short game")
    play_on(people, lambda: all(each.is_over for each in people))
    for each in people:
        expect(each.status).to_contain_text("win")
        expect(each.page.get_by_text("Final points")).to_be_visible()
        what_the_page_counts_is_what_the_server_says(each.page)
    said = [each.status.inner_text() for each in people]
    assert sum(each.startswith("You win") for each in said) == 1
    assert sum("; you have " in each for each in said) == 1
    totals = sorted(people[0].page.locator(".score .tot").all_inner_texts())
    page = people[0].page
    page.get_by_role("link", name="Review").click()
    expect(page.locator("h1")).to_contain_text("win")
    expect(page.locator(".sum .num")).to_have_count(2)
    assert sorted(page.locator(".sum .num").all_inner_texts()) == totals
    page.keyboard.press("Home")
    expect(page.locator(".num-at")).to_contain_text("1 of")
    expect(page.locator(".still .wish")).to_have_count(6)
    page.get_by_label("Whose view").select_option(label="A spectator")
    expect(page.locator('.still [data-zone^="hand."][data-card]')).to_have_count(0)


def plays_with_bots(person: Come, seats: int, **options: object) -> Person:
    alone = person(**options)
    alone.open()
    bots = ("Random bot",) * (seats - 1)
    alone.creates(game="Sparrows", rules="With upgrades", length="Short game", seats=("Me", *bots))
    return alone


def test_the_next_round_waits_until_the_last_has_been_looked_at(person: Come) -> None:
    alone = person()
    alone.open()
    bots = ("Random bot",) * 2
    alone.creates(game="Sparrows", rules="Base game", seats=("Me", *bots))
    page = alone.page
    alone.stops_the_clock()
    play_on([alone], lambda: page.locator(".opened").count() > 0)
    begun = len(page.locator(".log .rd").get_by_text("Round").all())
    expect(page.locator(".steps b")).to_contain_text(f"Round {begun},")
    gained = page.locator(".opened .total").all_inner_texts()
    totals = page.locator(".score .tot").all_inner_texts()
    assert sorted(each.removesuffix("in all") for each in gained) == sorted(totals)
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".log .rd").get_by_text("Round")).to_have_count(begun + 1)


def test_a_short_game_has_the_guide_of_its_edition_and_among_five_a_bot_plays_on(
    person: Come,
) -> None:
    alone = plays_with_bots(person, 5)
    page = alone.page
    page.get_by_role("button", name="Rules", exact=True).click()
    expect(page.locator(".text h3", has_text="Upgrades")).to_be_visible()
    expect(page.locator(".text h3", has_text="Base game")).to_have_count(0)
    page.get_by_role("button", name="Leave, resign").click()
    page.get_by_role("button", name="Resign…").click()
    expect(page.get_by_role("button", name="a bot plays on")).to_be_visible()


def test_who_has_resigned_watches_a_bot_until_the_seat_is_taken_back(person: Come) -> None:
    host, friend = person(), person()
    host.open()
    host.creates(game="Sparrows", seats=("Me", "Anybody with the link", "Random bot"))
    friend.page.goto(host.page.url)
    friend.page.get_by_role("button", name="Sit down").click()
    expect(host.confirm).to_be_visible()
    page = host.page
    page.get_by_role("button", name="Leave, resign").click()
    page.get_by_role("button", name="Resign…").click()
    page.get_by_role("button", name="a bot plays on").click()
    expect(host.status).to_contain_text("A bot plays on in your place.")
    expect(host.glowing).to_have_count(0)
    page.get_by_role("button", name="Take your seat back").click()
    expect(page.get_by_role("button", name="Take your seat back")).to_have_count(0)
    play_on([friend], lambda: host.confirm.is_visible())


def test_the_verdict_on_five_seats_leaves_a_phone_its_cards(person: Come) -> None:
    alone = person(phone=True)
    alone.open()
    bots = ("Random bot",) * 4
    alone.creates(game="Sparrows", rules="Base game", length="Short game", seats=("Me", *bots))
    play_on([alone], lambda: alone.is_over)
    page = alone.page
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    hidden = "place => place.scrollHeight - place.clientHeight"
    assert page.locator(".a-me").evaluate(hidden) <= 1
    cut = (
        "all => all.filter(each => each.scrollWidth > each.clientWidth).map(each => each.innerText)"
    )
    assert page.locator(".a-rivals .sub").evaluate_all(cut) == []
    page.get_by_role("link", name="Review").click()
    expect(page.locator('.still [data-zone^="hand."][data-card]')).to_have_count(5 * 6)
    assert page.locator(".a-rivals :is(.called, .sub)").evaluate_all(cut) == []


def state_of(page: Page) -> str:
    """What the table asks or shows, in two words; empty while nothing is asked."""
    if page.locator(".acts").get_by_text("Rematch").count():
        return "over"
    if page.locator(".opened").count():
        return "scored"
    words = page.locator("#confirm").all_inner_texts()
    asked = words[0].split() if words else []
    return "Take" if asked[:1] == ["Take"] else " ".join(asked[:2])


def test_a_whole_game_with_upgrades_and_three_seats(person: Come) -> None:
    alone = plays_with_bots(person, 3)
    play_on([alone], lambda: alone.is_over)
    expect(alone.status).to_contain_text("win")
    look(alone.page, "over")


@pytest.mark.parametrize(
    ("seats", "theme", "size"), [(4, "light", (1280, 800)), (5, "dark", (360, 740))]
)
def test_every_state_of_two_rounds_can_be_read(
    person: Come, seats: int, theme: str, size: tuple[int, int]
) -> None:
    width, height = size
    alone = plays_with_bots(
        person, seats, color_scheme=theme, viewport={"width": width, "height": height}
    )
    asks = alone.page.locator("#confirm, .opened, .acts:has-text('Rematch')").first
    seen: dict[str, int] = {}
    while seen.get("scored", 0) < 2 and "over" not in seen:
        expect(asks).to_be_visible()
        state = state_of(alone.page)
        if state and state not in seen:
            look(alone.page, state)
        seen[state] = seen.get(state, 0) + 1
        if state:  # then nobody else can change it
            alone.act()
    assert "Raise or" in seen
    assert seen.keys() & {"scored", "over"}  # a very good first round ends it


def test_the_card_planned_while_raising_is_chosen_for_who_wins_the_step(person: Come) -> None:
    host, friend = friends(person)
    host.page.keyboard.press("3")
    planned = host.page.locator('[data-nth="3"] .wish')
    expect(planned).to_have_attribute("aria-pressed", "true")
    expect(host.status).to_contain_text("Raise for")
    name = planned.get_attribute("data-card") or ""
    host.page.keyboard.press("Enter")
    expect(host.page.get_by_role("button", name="Change")).to_be_visible()
    assert friend.page.locator(".wish[aria-pressed=true]").count() == 0  # the plan stays at home
    presses(friend, "Pass")
    chosen = host.page.locator(".wish.chosen")
    expect(chosen).to_have_attribute("data-card", name)
    expect(host.confirm).to_contain_text("Take " + name.replace("_", " ").title())
    host.confirm.click()
    expect(friend.page.locator(f'.wish.out[data-card="{name}"]')).to_be_visible()
    expect(friend.page.locator(".a-rivals .st")).to_contain_text(name.replace("_", " ").title())
    expect(friend.page.locator(".track .now")).to_contain_text("Token 2")


def test_a_plan_is_taken_back_by_a_second_tap_and_a_pass_is_made_by_key(person: Come) -> None:
    host, _ = friends(person)
    card = host.page.locator('[data-nth="1"] button')
    card.click()
    expect(host.confirm).to_be_enabled()
    card.click()
    expect(host.confirm).to_be_disabled()
    host.page.keyboard.press("p")
    expect(host.confirm).to_contain_text("Pass this step")
    host.confirm.click()
    expect(host.page.get_by_role("button", name="Change")).to_be_visible()


def test_a_spectator_sees_the_market_and_the_table_but_no_hand(person: Come) -> None:
    host, friend = friends(person)
    watcher = person()
    watcher.page.goto(host.page.url)
    expect(watcher.page.get_by_text("You are watching")).to_be_visible()
    expect(watcher.page.locator(".wish")).to_have_count(6)
    expect(watcher.page.locator(".a-rivals .cell")).to_have_count(2)
    assert faces(watcher.page, "table") == faces(host.page, "table") != []
    hidden = faces(host.page, "hand.0") + faces(friend.page, "hand.1")
    assert len(hidden) == 2
    for card in hidden:
        assert watcher.page.locator(f'[data-card="{card}"]').count() == 0


def test_hot_seat_hides_hand_and_plan_of_the_one_before(person: Come) -> None:
    alone = person()
    alone.open()
    alone.page.get_by_role("button", name="Hot seat").click()
    alone.page.get_by_role("dialog").get_by_text("Sparrows", exact=True).click()
    alone.page.get_by_role("button", name="Start").click()
    cover = alone.page.get_by_role("button", name="Hold to lift")
    hands: list[str] = []
    for seat in range(2):
        expect(cover).to_be_visible()
        assert alone.page.locator("[data-card], .gl").count() == 0
        cover.click(delay=800)
        expect(alone.confirm).to_be_visible()
        assert alone.page.locator(".wish.chosen").count() == 0
        for card in hands:
            assert alone.page.locator(f'[data-card="{card}"]').count() == 0
        hands += faces(alone.page, f"hand.{seat}")
        assert len(hands) == seat + 1
        alone.page.locator('[data-nth="2"] button').click()
        alone.confirm.click()
    takes = alone.page.get_by_role("button", name=re.compile("^Take "))
    expect(cover.or_(takes)).to_be_visible()  # one of them has won the step, and takes a card


# -- chances, reasons and tips ---------------------------------------------------------------------


def test_each_bid_card_shows_its_chance_until_hints_are_hidden(person: Come) -> None:
    host, _ = friends(person)
    page = host.page
    foot = page.locator(".wish .ch")
    expect(foot).to_have_count(6)
    for says in foot.all_inner_texts():
        assert re.fullmatch(r"(chance|about)\s+([<>]?\d+)%\s+avg [+\u2212]?\d+", says.strip()), says
    expect(page.get_by_text("Chances from the 38 cards you cannot see.")).to_be_visible()
    page.get_by_role("button", name="Hide hints").click()
    expect(foot).to_have_count(0)
    page.reload()
    expect(page.get_by_role("button", name="Show hints")).to_be_visible()
    expect(foot).to_have_count(0)


def test_a_table_without_hints_has_no_chances(person: Come) -> None:
    alone = person()
    alone.open()
    page = alone.page
    page.get_by_role("button", name="Create a table").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_text("Sparrows", exact=True).click()
    sheet.get_by_label("Seat 2").select_option(label="Random bot")
    sheet.get_by_label("Hints: show the chance of each bid card").uncheck()
    sheet.get_by_role("button", name="Create the table").click()
    expect(page.locator(".wish")).to_have_count(6)
    expect(page.locator(".wish .ch")).to_have_count(0)
    expect(page.get_by_role("button", name="Show hints")).to_have_count(0)


def test_a_bid_card_that_is_taken_says_whose_it_is_and_the_rule_opens(person: Come) -> None:
    host, friend = friends(person)
    host.page.keyboard.press("2")
    host.confirm.click()
    presses(friend, "Pass")
    host.confirm.click()
    taken = friend.page.locator(".wish.out")
    expect(taken).to_have_count(1)
    friend.stops_the_clock()
    taken.click()
    expect(friend.status).to_contain_text("already")
    friend.status.get_by_role("button", name=re.compile("Why")).click()
    expect(friend.page.locator(".text .asked")).to_contain_text("S22")


def test_a_tip_is_given_once_on_a_device(person: Come) -> None:
    host, friend = friends(person)
    host.stops_the_clock()
    for each in (host, friend):
        each.page.keyboard.press("1")
        each.confirm.click()
    tip = host.page.locator(".tip").get_by_text("Several raised")
    expect(tip).to_be_visible()
    host.page.get_by_role("button", name="Dismiss the tip").click()
    expect(tip).to_have_count(0)
    friend.page.get_by_role("button", name="Settings").click()
    expect(friend.page.get_by_role("button", name="Show them again")).to_be_enabled()
    host.page.reload()
    expect(host.page.locator(".wish")).to_have_count(6)
    expect(tip).to_have_count(0)


def test_a_tip_goes_with_the_next_decision_of_ones_own(person: Come) -> None:
    people = friends(person)
    for each in people:
        each.stops_the_clock()
        each.page.keyboard.press("1")
        each.confirm.click()
    tips = [each.page.locator(".tip.on") for each in people]
    for tip in tips:
        expect(tip).to_contain_text("Several raised")
    takes = re.compile("^Take ")
    decider, other = (0, 1) if people[0].confirm.get_by_text(takes).count() else (1, 0)
    people[decider].confirm.click()
    expect(tips[decider]).to_have_count(0)
    assert tips[other].count() == 1


def test_a_tip_on_a_phone_covers_nothing_and_moves_nothing(person: Come) -> None:
    host, friend = friends(person)
    for each in (host, friend):
        each.page.set_viewport_size({"width": 360, "height": 740})
        each.stops_the_clock()
        each.page.locator(".wish.legal").first.click()
        each.confirm.click()
    for each in (host, friend):
        expect(each.page.locator(".tip")).to_contain_text("Several raised")
        tip = each.page.locator(".tip").bounding_box()
        assert tip
        things = each.page.locator(".wish, .acts .btn")
        boxes = [things.nth(i).bounding_box() for i in range(things.count())]
        assert len(boxes) >= 6
        for box in filter(None, boxes):
            assert box["y"] + box["height"] <= tip["y"] or box["y"] >= tip["y"] + tip["height"]
        each.page.get_by_role("button", name="Dismiss the tip").click()
        expect(each.page.locator(".tip")).to_be_empty()
        assert [things.nth(i).bounding_box() for i in range(things.count())] == boxes


def test_play_now_is_a_table_of_four(person: Come) -> None:
    alone = person()
    alone.open()
    alone.plays_now(game="Six of Sparrows")
    expect(alone.page.locator(".a-rivals .cell")).to_have_count(3)
