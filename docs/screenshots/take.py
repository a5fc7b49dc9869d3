"""Takes the pictures of this folder anew, with a server of its own:

    python docs/screenshots/take.py [dutch] [sparrows] [colours] [lab]

A picture is shrunk to 256 colours where Pillow is at hand, and left as it is where it is not.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.page.find_browser import find_or_fetch
from tests.page.people import Person, play_on
from tests.server.players import Server

HERE = Path(__file__).parent
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
EVERY = [(size, theme) for size in (DESK, PHONE) for theme in ("light", "dark")]
BOT = "Random bot"
MOST_DEALS = 8  # against dice a game may end before it comes to the moment of a picture


class OverTooSoon(Exception):
    """The game has ended before the moment of a picture."""


class Camera:
    """Comes to a table with a screen of some size by day or by evening."""

    def __init__(self, browser: Browser, origin: str, size: dict[str, int], theme: str) -> None:
        phone: dict[str, Any] = {"is_mobile": True, "has_touch": True} if size is PHONE else {}
        context = browser.new_context(
            viewport=size,  # type: ignore[arg-type]
            color_scheme=theme,  # type: ignore[arg-type]
            reduced_motion="reduce",
            **phone,
        )
        self.person = Person(context, origin, seed=4)
        self.page = self.person.page
        self.kind = f"{size['width']}-{'evening' if theme == 'dark' else 'day'}"
        self.person.open()
        expect(self.page.get_by_role("button", name="Play now").first).to_be_visible()

    def shoot(self, name: str) -> None:
        tip = self.page.get_by_role("button", name="Dismiss the tip")
        if tip.count():
            tip.click()
        self.page.evaluate("document.fonts.ready.then(() => true)")
        self.page.wait_for_timeout(200)
        path = HERE / f"{name}-{self.kind}.png"
        self.page.screenshot(path=path)
        shrink(path)

    def sits_down(self, game: str, rules: str, seats: int) -> None:
        self.person.creates(game=game, rules=rules, seats=("Me", *[BOT] * (seats - 1)))
        expect(self.person.confirm).to_be_visible()

    def plays_until(self, there: Callable[[], bool]) -> None:
        play_on([self.person], lambda: self.person.is_over or there())
        if self.person.is_over and not there():
            raise OverTooSoon

    def plays_on(self, name: str) -> None:
        """To the end, and the review of it."""
        play_on([self.person], lambda: self.person.is_over)
        self.shoot(f"{name}end")
        self.page.get_by_role("link", name="Review").click()
        self.page.get_by_role("button", name="Find the turning points").click()
        expect(self.page.locator(".drawn")).to_be_visible()
        self.shoot(f"{name}review")


def at_some_table(
    come: Callable[..., Camera], size: dict[str, int], theme: str, take: Callable[[Camera], None]
) -> None:
    """Take pictures at a table, or at another one where the game was over too soon."""
    for _ in range(MOST_DEALS):
        camera = come(size, theme)
        try:
            take(camera)
            return
        except OverTooSoon:
            continue
        finally:
            camera.person.context.close()
    sys.exit(
        f"{MOST_DEALS} games ended before all pictures could be taken ({camera.kind}). "
        "They are dealt anew each time: try again."
    )


# -- Dutch -----------------------------------------------------------------------------------------


def dutch(come: Callable[..., Camera]) -> None:
    for size, theme in EVERY:
        camera = come(size, theme)
        page, person = camera.page, camera.person
        camera.shoot("lobby")
        person.plays_now(edition="Older edition" if theme == "dark" else "")
        expect(person.confirm).to_be_visible()
        page.locator(".a-me button.touch.legal").nth(1).click()
        camera.shoot("set-aside")
        person.confirm.click()
        expect(page.get_by_role("button", name="Go on")).to_be_visible()
        camera.shoot("bids")
        page.get_by_role("button", name="Go on").click()
        lots = page.locator(".lot button.touch.legal")
        lots.first.wait_for()
        lots.nth(min(1, lots.count() - 1)).click()
        while not page.locator("#confirm:enabled").count():
            page.locator(".a-me button.touch.legal:not(.chosen)").first.click()
        camera.shoot("buy")
        if size is DESK and theme == "light":
            page.get_by_role("button", name="Rules", exact=True).click()
            expect(page.locator(".text h3").first).to_be_visible()
            camera.shoot("rules")
            page.get_by_role("button", name="Rules", exact=True).click()
            camera.plays_on("")
        person.context.close()


# -- Six of Sparrows -------------------------------------------------------------------------------


def sparrows(come: Callable[..., Camera]) -> None:
    for rules, seats in (("Base game", 2), ("Base game", 5), ("With upgrades", 5)):
        for size, theme in EVERY:
            if theme == "light" or seats == 5:
                name = f"sparrows-{'upgrades' if rules == 'With upgrades' else 'base'}-{seats}"
                at_some_table(come, size, theme, partial(sparrows_table, rules, seats, name))


def sparrows_table(rules: str, seats: int, name: str, camera: Camera) -> None:
    """A plan in the middle of a round, a card being taken, and the end of a round."""
    page, person = camera.page, camera.person
    camera.sits_down("Sparrows", rules, seats)
    opened = page.locator(".opened")
    camera.plays_until(lambda: opened.count() > 0)
    camera.shoot(f"{name}-scored")
    page.get_by_role("button", name="Go on").click()
    waits = page.locator(".acts .others").get_by_role("button", name="Pass", exact=True)
    while "Step 4:" not in person.status.inner_text():
        if person.is_over:
            raise OverTooSoon
        try:
            if waits.count():
                waits.click(timeout=1_000)
                person.confirm.click(timeout=1_000)
            elif not person.act():
                page.wait_for_timeout(50)  # the others are still at it
        except Error:
            pass
    page.locator(".wish.legal").first.click()
    camera.shoot(f"{name}-plan")
    taking = page.get_by_role("button", name="Take ")
    if rules == "With upgrades":
        camera.plays_until(lambda: taking.count() > 0)
        camera.shoot(f"{name}-take")


# -- Stick to Colours ------------------------------------------------------------------------------


def colours(come: Callable[..., Camera]) -> None:
    for rules, seats in (("Free raising", 2), ("Free raising", 3), ("Matching", 4)):
        for size, theme in EVERY:
            if theme == "light" or seats == 4:
                name = f"colours-{rules.split()[0].lower()}-{seats}"
                at_some_table(come, size, theme, partial(colours_table, rules, seats, name))


def colours_table(rules: str, seats: int, name: str, camera: Camera) -> None:
    """An offer to open with, a raise in the middle of the game with tokens on the market."""
    page = camera.page
    camera.sits_down("Colours", rules, seats)
    page.locator(".mk button.touch").first.click()
    page.locator(".mk button.touch").nth(1).click()
    camera.shoot(f"{name}-open")
    passes = page.get_by_role("button", name="Pass", exact=True)
    camera.plays_until(lambda: page.locator(".token").count() > 5 and passes.count() > 0)
    cards = page.locator(".mk button.touch.legal")
    for _ in range(3):
        if page.locator("#confirm:enabled").count() or not cards.count():
            break
        cards.first.click()
    hand = page.locator(".a-me button.touch.legal")
    if hand.count():
        hand.last.click()
    camera.shoot(f"{name}-raise")
    if seats == 3:
        camera.plays_on(f"{name}-")


# -- the lab ---------------------------------------------------------------------------------------


def lab(come: Callable[..., Camera]) -> None:
    """A comparison that has been played; on a phone its charts."""
    for size, theme in EVERY:
        camera = come(size, theme)
        page = camera.page
        page.goto(f"{camera.person.origin}/lab?game=dutch&set=steal%3D%22nobody%22")
        page.get_by_role("button", name="Run", exact=True).click()
        expect(page.get_by_text("1,000 of 1,000 deals")).to_be_visible(timeout=60_000)
        expect(page.get_by_role("button", name="All played")).to_be_visible()
        if size is PHONE:
            page.get_by_role("heading", name="Length of a game").scroll_into_view_if_needed()
        camera.shoot("lab")
        camera.person.context.close()


# -- the pictures ----------------------------------------------------------------------------------


def shrink(path: Path) -> None:
    try:
        from PIL import Image
    except ImportError:
        return
    with Image.open(path) as picture:
        small = picture.convert("RGB").quantize(256, dither=Image.Dither.NONE)
    small.save(path, optimize=True)


def main() -> None:
    albums = {"dutch": dutch, "sparrows": sparrows, "colours": colours, "lab": lab}
    wanted = sys.argv[1:] or list(albums)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "data")
        server.start()
        try:
            browser = playwright.chromium.launch(
                executable_path=find_or_fetch(), chromium_sandbox=os.geteuid() != 0
            )
            for name in wanted:
                albums[name](lambda size, theme: Camera(browser, server.origin, size, theme))
            browser.close()
        finally:
            server.end()


if __name__ == "__main__":
    main()
