"""What a phone must show, though there is little room: sheets, answers, cards in the air."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .people import Person

pytestmark = [pytest.mark.once, pytest.mark.slow]

Come = Callable[..., Person]


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
