"""People at the page: they see what glows, and click it. Nothing else reaches into the page."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from playwright.sync_api import BrowserContext, Error, Locator, Page, expect

PATIENCE_MS = 120_000  # then it hangs, on any machine
expect.set_options(timeout=PATIENCE_MS)
GLOWING = (
    ".table button.touch.legal, .table button.thing.legal, .rostrum .btn.may,"
    " .table button.pile:has(.legal), .table button.chipb.may"
)


class Person:
    """A browser of one's own, at a table."""

    def __init__(self, context: BrowserContext, origin: str, *, seed: int = 1) -> None:
        self.context = context
        self.origin = origin
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._asked)
        self.taste = random.Random(seed)

    def _heard(self, message: object) -> None:
        kind, text = getattr(message, "type", ""), getattr(message, "text", "")
        lost = "WebSocket connection" in text or "Failed to load resource" in text
        if kind in ("error", "warning") and not lost:
            self.complaints.append(text)

    def _asked(self, request: object) -> None:
        url = str(getattr(request, "url", ""))
        if not url.startswith((self.origin, self.origin.replace("http", "ws"), "data:")):
            self.complaints.append(f"asked another host: {url}")

    # -- the lobby -----------------------------------------------------------------------------

    def open(self, path: str = "/") -> None:
        self.page.goto(self.origin + path)

    def creates(
        self, *, game: str = "Dutch", rules: str = "", length: str = "", seats: tuple[str, ...]
    ) -> None:
        """A table from the lobby."""
        page = self.page
        page.get_by_role("button", name="Create a table").click()
        sheet = page.get_by_role("dialog")
        sheet.get_by_text(game, exact=True).click()
        if rules:
            sheet.get_by_text(rules, exact=True).click()
        if length:
            sheet.get_by_text(length, exact=True).click()
        if sheet.get_by_text("Seats", exact=True).count():
            sheet.get_by_text(str(len(seats)), exact=True).click()
        for seat, who in enumerate(seats, 1):
            sheet.get_by_label(f"Seat {seat}").last.select_option(label=who)
        sheet.get_by_role("button", name="Create the table").click()
        expect(page.locator(".table")).to_be_visible(timeout=PATIENCE_MS)

    def plays_now(self, *, game: str = "Dutch", edition: str = "") -> None:
        """Against the bot that takes any choice."""
        named = self.page.get_by_role("heading", name=game, exact=True)
        article = self.page.locator("article").filter(has=named)
        if edition:
            article.get_by_text(edition).click()
        article.get_by_label("Which bot to play against").select_option("random")
        article.get_by_role("button", name="Play now").click()
        expect(self.page.locator(".table")).to_be_visible(timeout=PATIENCE_MS)

    # -- the table -----------------------------------------------------------------------------

    @property
    def glowing(self) -> Locator:
        return self.page.locator(GLOWING)

    @property
    def confirm(self) -> Locator:
        return self.page.locator("#confirm")

    @property
    def status(self) -> Locator:
        return self.page.locator(".status")

    @property
    def is_over(self) -> bool:
        return self.page.locator(".acts").get_by_text("Rematch").count() > 0

    def stops_the_clock(self) -> None:
        """What is shown for some seconds stays, however slow this machine is."""
        self.page.clock.install()
        self.page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))

    def touch(self, thing: Locator) -> None:
        thing.click(timeout=3_000)

    def act(self) -> bool:
        """One step towards a decision, by what glows; False where there is nothing to do."""
        page = self.page
        try:
            tray = page.locator("dialog[open]")
            if tray.count():
                inside = tray.locator("button.touch.legal")
                chosen = inside.count() > 0
                self.touch(inside.first if chosen else tray.get_by_label("Close"))
                return True
            bids = page.locator(".acts .btn.pri:has-text('Go on')")
            if bids.count() and not self.confirm.count():
                self.touch(bids)
                return True
            if page.locator("#confirm:enabled").count():
                self.touch(self.confirm)
                return True
            number = self.glowing.count()
            if number:
                self.touch(self.glowing.nth(self.taste.randrange(number)))
                return True
        except Error:
            return False  # the table has moved on under the hand
        return False

    def clean(self) -> None:
        assert self.complaints == []


def play_on(people: list[Person], until: Callable[[], bool], *, steps: int = 4_000) -> None:
    """All act whenever something glows, until a condition holds."""
    idle_ms = 0
    while not until():
        acted = [person.act() for person in people]
        if any(acted):
            steps, idle_ms = steps - 1, 0
            assert steps, "it goes on and on"
        else:
            assert idle_ms < PATIENCE_MS, "nothing glows any more"
            people[0].page.wait_for_timeout(25)
            idle_ms += 25


def must_read_the_same_end(people: list[Person]) -> None:
    """Everybody is called you, and reads the same points and the same reason."""
    said = [each.status.inner_text() for each in people]
    assert all(re.search(r"\byou\b", each.lower()) for each in said), said
    points = {tuple(re.findall(r"(?:with|has|have) (\u2212?\d+)", each)) for each in said}
    reasons = {each.partition(". ")[2] for each in said}
    assert len(points) == len(reasons) == 1, said
