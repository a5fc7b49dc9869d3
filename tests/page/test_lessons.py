"""Guided rounds and worked examples in the page: by clicking what glows, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from .people import Person
from .test_access import look

pytestmark = [pytest.mark.once, pytest.mark.slow]

Come = Callable[..., Person]
AT_ONCE = "localStorage.setItem('saleroom.room', JSON.stringify({speed: 'none'}))"


def learner(person: Come, game: str, **options: object) -> Person:
    """Somebody who does not wait for the others' acts, at the first step."""
    one = person(**options)
    one.context.add_init_script(AT_ONCE)
    one.open(f"/learn/{game}")
    expect(place(one)).to_contain_text("Step 1 of")
    return one


def place(one: Person) -> Locator:
    """Where the number of the step stands."""
    return one.page.locator(".steps b, h1.where").filter(has_text="Step")


def big(one: Person) -> Locator:
    return one.page.locator(".acts > .btn.pri:enabled")


def to_the_end(one: Person) -> list[str]:
    """One glow after the other, or the big button; the sentences on the way."""
    told: list[str] = []
    over = one.page.locator(".acts").get_by_text("Play now")
    ready = one.glowing.or_(big(one))
    for _ in range(60):
        expect(ready.first).to_be_visible()
        said = one.status.inner_text()
        if said not in told:
            told.append(said)
        if over.count():
            return told
        if not big(one).count():
            expect(one.glowing).to_have_count(1)
        one.act()
    raise AssertionError("it goes on and on")


@pytest.mark.parametrize(
    ("game", "steps", "phone"),
    [("dutch", 8, False), ("sparrows", 7, False), ("colours", 8, False), ("dutch", 8, True)],
)
def test_a_guided_round_by_clicking_what_glows(
    person: Come, game: str, steps: int, phone: bool
) -> None:
    one = learner(person, game, phone=phone)
    assert len(to_the_end(one)) == steps
    expect(place(one)).to_contain_text(f"Step {steps} of {steps}")
    one.page.get_by_role("button", name="Play now").click()
    expect(one.page.get_by_role("button", name="Share the table")).to_be_visible()


def test_a_wrong_tap_changes_nothing(person: Come) -> None:
    one = learner(person, "dutch")
    one.page.locator(".a-me .touch[data-card='b7']").click()
    expect(one.status).to_have_text("That comes later. For now, choose what glows.")
    expect(one.glowing).to_have_count(1)
    expect(one.page.locator(".touch.chosen")).to_have_count(0)
    expect(one.confirm).to_be_disabled()
    one.glowing.click()
    expect(one.confirm).to_be_enabled()
    expect(one.status).to_contain_text("it bids only 1 but scores 8")


def test_a_step_can_be_taken_back_skipped_and_is_remembered(person: Come) -> None:
    one = learner(person, "dutch")
    page = one.page
    one.glowing.click()
    page.get_by_role("button", name="Undo").click()
    expect(one.glowing).to_have_count(1)
    for step in (2, 3):
        page.get_by_role("button", name="Skip").click()
        expect(place(one)).to_contain_text(f"Step {step} of 8")
    one.glowing.click()
    expect(place(one)).to_contain_text("Step 4 of 8")
    page.reload()
    expect(place(one)).to_contain_text("Step 3 of 8")  # the choice of the lot had not counted
    expect(page.locator(".a-baize .touch.legal")).to_have_count(1)
    for step in (6, 7, 8):
        page.get_by_role("button", name="Skip").click()
        expect(place(one)).to_contain_text(f"Step {step} of 8")
    page.get_by_role("button", name="Again").click()
    expect(place(one)).to_contain_text("Step 1 of 8")


def test_a_guided_round_by_keyboard_alone(person: Come) -> None:
    """The keys of the list, and Tab to what has no key."""
    one = learner(person, "colours")
    keyboard = one.page.keyboard

    def confirms() -> None:
        expect(one.confirm).to_be_enabled()
        for _ in range(80):
            if one.page.evaluate("document.activeElement.id") == "confirm":
                break
            keyboard.press("Tab")
        keyboard.press("Enter")

    def at(step: int) -> None:
        expect(place(one)).to_contain_text(f"Step {step} of 8")

    keyboard.press("2")  # the second card of the market
    at(2)
    keyboard.press("3")
    confirms()
    at(3)
    expect(big(one)).to_have_text("Go on Enter")
    keyboard.press("Enter")
    at(4)
    keyboard.press("5")
    keyboard.press("Shift+Digit1")  # of the own cards only one can be chosen
    confirms()
    for step in (5, 6):
        at(step)
        keyboard.press("Enter")
    at(7)
    keyboard.press("p")
    confirms()
    at(8)


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (360, "dark"), (320, "light")])
def test_lessons_pass_axe_and_stay_inside(person: Come, width: int, theme: str) -> None:
    size = {"width": width, "height": 800 if width == 1280 else 640}
    one = learner(person, "dutch", color_scheme=theme, viewport=size)
    page = one.page
    look(page, "set aside")
    for step in (2, 3, 6):  # a decision of three steps is skipped at once
        page.get_by_role("button", name="Skip").click()
        expect(place(one)).to_contain_text(f"Step {step} of 8")
    one.glowing.click()
    look(page, "power")
    one.open("/learn/colours/E2")
    expect(place(one).or_(page.get_by_text("Example E2"))).to_be_visible()
    look(page, "example")
    one.open("/learn/dutch/rules?rule=E4")
    expect(page.get_by_role("link", name="Try example E4")).to_be_visible()
    look(page, "rules")


def test_an_example_is_tried_from_the_rules(person: Come) -> None:
    one = person()
    one.context.add_init_script(AT_ONCE)
    page = one.page
    one.open()
    page.get_by_role("link", name="Rules of Dutch").click()
    page.get_by_text("The law", exact=True).click()
    page.get_by_role("link", name="Try example E5").click()
    expect(page.get_by_text("Example E5")).to_be_visible()
    expect(one.status).to_contain_text("only what matches the lot comes back")

    lot = page.locator(".a-baize .touch[data-card='r8']")
    lot.click()
    page.locator(".a-me .touch[data-card='p1']").click()
    one.confirm.click()
    expect(page.locator(".a-baize .touch[data-card='r8']")).to_have_count(0)
    expect(page.get_by_role("log")).to_contain_text("You buy")

    page.get_by_role("button", name="Try again").click()
    expect(lot).to_be_visible()
    for _ in range(3):
        page.get_by_role("button", name="Show me").click()
    expect(one.status).to_contain_text("ends the turn")
    page.get_by_role("link", name="To the rules").click()
    expect(page.get_by_role("link", name="Try example E5")).to_be_visible()


def test_a_game_without_a_lesson_has_its_rules(person: Come) -> None:
    one = person()
    one.open("/learn/pennies")
    expect(one.page.get_by_role("region", name="Rules")).to_be_visible()
    one.open("/learn/dutch/E99")
    expect(one.page.get_by_role("heading", name="dutch has no lesson 'E99'.")).to_be_visible()
