"""What a phone must show, though there is little room: sheets, answers, cards in the air."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from ..server.players import Server
from .conftest import ELSEWHERE
from .people import Person, play_on
from .test_access import look

pytestmark = [pytest.mark.once, pytest.mark.slow]

ALONE = "This address works on this computer only"
SQUARES = "QR code of the link"

Come = Callable[..., Person]

# Every card that flies, at its start and at its end: how wide it is, and where its middle lies.
WATCH = """
window.flown = [];
new MutationObserver((changes) => {
  const news = changes.flatMap((change) => [...change.addedNodes]);
  for (const flight of news.filter((node) => node.classList?.contains("flight"))) {
    const svg = flight.querySelector("svg");
    for (const { transform } of flight.getAnimations()[0].effect.getKeyframes()) {
      const { a: scale, e: x, f: y } = new DOMMatrix(transform);
      const [w, h] = ["width", "height"].map((side) => scale * Number(svg.getAttribute(side)));
      window.flown.push({ width: w, x: x + w / 2, y: y + h / 2 });
    }
  }
}).observe(document, { childList: true, subtree: true });
"""


def test_who_plays_on_a_phone_can_resign(person: Come) -> None:
    alone = person(phone=True)
    alone.open()
    alone.plays_now()
    page = alone.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Leave, resign…").click()
    page.get_by_role("dialog", name="Your seat").get_by_role("button", name="Resign…").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(alone.status).to_contain_text("win")
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("game", ["Dutch", "Sparrows", "Colours"])
@pytest.mark.parametrize("size", [(640, 400), (320, 568)], ids=["zoomed", "small"])
def test_in_a_low_window_the_table_goes_by_under_the_rostrum(
    person: Come, game: str, size: tuple[int, int]
) -> None:
    alone = person(viewport={"width": size[0], "height": size[1]})
    alone.open()
    alone.creates(game=game, seats=("Me", "Random bot"))
    expect(alone.confirm).to_be_in_viewport(ratio=1)
    mine = alone.page.locator(".a-me")
    if game == "Sparrows":
        alone.page.get_by_role("button", name="Raise", exact=True).click()
    elif game == "Dutch":
        mine.locator("button.touch.legal").last.click()
    else:
        alone.page.get_by_role("button", name="Pass the token").click()
    expect(alone.confirm).to_be_enabled()
    last = mine.get_by_role("img").or_(mine.get_by_role("button")).last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=1)
    expect(alone.confirm).to_be_in_viewport(ratio=1)


def test_a_name_as_long_and_wide_as_it_may_be_fits_everywhere(person: Come) -> None:
    host, friend = person(), person(phone=True)
    host.open()
    host.page.get_by_role("button", name="name and settings").click()
    host.page.get_by_label("Your name").fill("W" * 24)
    host.page.get_by_role("button", name="Close").click()
    host.creates(seats=("Me", "Anybody with the link"))
    friend.page.goto(host.page.url)
    expect(friend.page.locator(".chair").get_by_text("W" * 24)).to_be_visible()
    look(friend.page, "waiting")
    friend.page.get_by_role("button", name="Sit down").click()
    play_on([friend], lambda: "WWW" in friend.status.inner_text())
    look(friend.page, "the other acts")
    host.page.get_by_role("button", name="Ouch").click()
    log = host.page.get_by_role("log")
    expect(log).to_contain_text("Ouch")
    assert log.evaluate("log => log.scrollWidth - log.clientWidth") <= 0


def test_the_end_of_a_sale_is_counted_suit_by_suit(person: Come) -> None:
    alone = person(phone=True)
    alone.open()
    alone.plays_now()
    play_on([alone], lambda: alone.is_over)
    mine = alone.page.locator(".a-me")
    expect(mine.get_by_text("Final points")).to_be_visible()
    expect(mine.locator("thead th")).to_have_count(4)
    expect(mine.locator("tbody tr")).to_have_count(2)
    assert mine.evaluate("place => place.scrollHeight - place.clientHeight") <= 1


def test_a_turning_point_chosen_in_a_list_is_seen_on_the_table(person: Come) -> None:
    alone = person(phone=True)
    alone.open()
    alone.plays_now()
    play_on([alone], lambda: alone.is_over)
    page = alone.page
    page.get_by_role("link", name="Review").click()
    page.get_by_role("button", name="Find the turning points").click()
    point = page.locator(".points button").first
    expect(point).not_to_be_in_viewport()
    page.get_by_role("button", name="See the turning points").click()
    expect(point).to_be_in_viewport()
    point.click()
    expect(page.locator(".still")).to_be_in_viewport(ratio=0.9)
    expect(page.locator(".said")).to_contain_text(re.compile(r"Better: .*% rather than \d+%"))


def test_a_card_flies_as_large_as_a_card_though_a_rival_has_no_spot_for_it(person: Come) -> None:
    alone = person(phone=True, still=False)
    page = alone.page
    page.add_init_script(WATCH)
    alone.open()
    bots = ("Random bot",) * 3
    alone.creates(game="Sparrows", rules="Base game", length="Short game", seats=("Me", *bots))
    cells = page.locator(".a-rivals .cell")
    expect(cells).to_have_count(3)
    card = max(page.locator("svg.card").evaluate_all("all => all.map(each => each.clientWidth)"))
    bid_card = page.locator(".wish").first.bounding_box()
    middles = [
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        for box in map(Locator.bounding_box, cells.all())
        if box
    ]
    play_on([alone], lambda: page.evaluate("window.flown.length") >= 12)
    flown = page.evaluate("window.flown")
    dealt = [
        each["width"]
        for each in flown
        if any(abs(each["x"] - x) < 2 and abs(each["y"] - y) < 2 for x, y in middles)
    ]
    assert dealt
    assert 12 <= min(dealt) <= max(dealt) <= card
    assert bid_card
    assert max(each["width"] for each in flown) <= bid_card["width"]


def test_the_answer_to_a_wrong_name_is_seen_beside_the_form(person: Come) -> None:
    guest = person(phone=True)
    guest.open()
    guest.page.get_by_label("Link or name of a table").fill("no-such-table-1")
    guest.page.get_by_role("button", name="Join").click()
    answer = guest.page.get_by_role("alert")
    expect(answer).to_contain_text("no-such-table-1")
    expect(answer).to_be_in_viewport(ratio=1)


def test_a_link_that_only_this_computer_can_open_says_so_and_has_no_code(person: Come) -> None:
    host = person(phone=True)
    host.open()
    host.creates(seats=("Me", "Anybody with the link"))
    page = host.page
    expect(page.get_by_label("Invitation")).to_contain_text(ALONE)
    page.get_by_role("button", name="Share the table").click()
    expect(page.get_by_role("dialog")).to_contain_text(ALONE)
    expect(page.get_by_role("img", name=SQUARES)).to_have_count(0)


def test_a_link_for_others_is_shown_as_a_code(person: Come, server: Server) -> None:
    server.stop()
    server.origin = f"http://{ELSEWHERE}:{server.port}"
    server.options += ("--origin", server.origin)
    server.start()
    host = person(phone=True)
    host.open()
    host.creates(seats=("Me", "Anybody with the link"))
    page = host.page
    expect(page.get_by_label("Invitation").get_by_role("img", name=SQUARES)).to_be_visible()
    expect(page.get_by_text(ALONE)).to_have_count(0)
    page.get_by_role("button", name="Share the table").click()
    expect(page.get_by_role("dialog").get_by_role("img", name=SQUARES)).to_be_visible()
    look(page, "share")
