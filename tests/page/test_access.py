"""Every screen passes axe in both themes and stays inside its window, from 320 to 1280 pixels."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .people import Person, play_on

pytestmark = [pytest.mark.once, pytest.mark.slow]

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
LEVELS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]
BEYOND = """() => [...document.querySelectorAll("main *, header *, aside *, dialog *")]
  .filter((element) => !element.closest("svg, .unseen, .flights, .mv, .rival-tray, .wide"))
  .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
  .map((element) => element.outerHTML.slice(0, 120))"""


def look(page: Page, screen: str) -> None:
    page.evaluate(AXE.read_text("utf-8"))
    report = page.evaluate(f"axe.run(document, {{runOnly: {LEVELS}}})")
    faults = [(each["id"], each["nodes"][0]["html"]) for each in report["violations"]]
    assert faults == [], screen
    assert page.evaluate(BEYOND) == [], screen


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1280, 800), (768, 1024), (360, 740), (320, 640)])
def test_all_screens(person: Callable[..., Person], theme: str, size: tuple[int, int]) -> None:
    width, height = size
    alone = person(color_scheme=theme, viewport={"width": width, "height": height})
    page = alone.page
    alone.open()
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()
    look(page, "lobby")
    page.get_by_role("button", name="Create a table").click()
    look(page, "new table")
    page.get_by_label("Close").click()
    page.get_by_role("link", name="Lab").click()
    expect(page.get_by_role("button", name="Run this comparison")).to_be_visible()
    look(page, "lab")
    page.get_by_role("button", name="Edit variant B").click()
    look(page, "lab, variant B")
    page.get_by_label("Close").click()
    page.get_by_label("Deals").select_option("200")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.get_by_role("button", name="All played")).to_be_visible()
    for numbers in page.get_by_text("Show numbers").all():
        numbers.click()
    look(page, "lab, all played")
    page.get_by_role("link", name="Saleroom, to the lobby").click()
    alone.plays_now()
    expect(alone.confirm).to_be_visible()
    look(page, "set aside")
    alone.glowing.nth(1).click()
    look(page, "chosen")
    page.get_by_role("button", name="Share the table").click()
    expect(page.get_by_text("This address works on this computer only")).to_be_visible()
    look(page, "share")
    page.get_by_role("dialog").get_by_label("Close").click()
    page.get_by_role("button", name="Settings").click()
    look(page, "settings")
    page.get_by_role("dialog").get_by_label("Close").click()
    alone.confirm.click()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    look(page, "bids open")
    page.get_by_role("button", name="Rules", exact=True).click()
    expect(page.locator(".text h3").first).to_be_visible()
    look(page, "rules")
    if width < 1080:
        page.locator("aside").get_by_label("Close").click()
    if size == (1280, 800):
        play_on([alone], lambda: alone.is_over)
        look(page, "over")
        page.get_by_role("link", name="Review").click()
        expect(page.get_by_role("slider")).to_be_visible()
        page.get_by_role("button", name="Find the turning points").click()
        expect(page.locator(".drawn")).to_be_visible()
        page.get_by_text("Show numbers").click()
        look(page, "review")


def test_where_the_system_rules_the_colours_choices_suits_and_focus_are_told(
    person: Callable[..., Person],
) -> None:
    alone = person(forced_colors="active")
    page = alone.page
    alone.open()
    ground = "each => getComputedStyle(each).backgroundColor"
    outline = "each => getComputedStyle(each).outlineStyle"
    chosen, other = (
        page.locator(f"article .seg label:has({which})").first
        for which in (":checked", "input:not(:checked)")
    )
    assert chosen.evaluate(ground) != other.evaluate(ground)
    alone.creates(game="Sparrows", seats=("Me", "Random bot"))
    bids = page.locator("button.thing.legal")
    expect(bids).to_have_count(6)
    assert bids.first.evaluate(outline) == "solid"
    page.keyboard.press("1")
    planned = page.locator("button.thing.chosen")
    assert planned.evaluate(outline) == "double"  # by keyboard, so it is in focus
    page.keyboard.press("Tab")
    assert planned.evaluate(outline) == "solid"
    tabs = page.get_by_role("tab")
    assert tabs.first.evaluate(ground) != tabs.last.evaluate(ground)
    log = page.locator(".log")
    assert log.locator(".gl").first.evaluate(ground) != log.evaluate(ground)
