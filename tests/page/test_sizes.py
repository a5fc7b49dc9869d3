"""What a first visit costs: bytes on the wire and nodes in the document."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

import saleroom

from .people import Person

pytestmark = pytest.mark.once

PAGE = Path(saleroom.__file__).parent / "page"


def test_the_first_load_of_a_table_is_small() -> None:
    html = (PAGE / "index.html").read_text("utf-8")
    files = [PAGE / name.lstrip("/") for name in re.findall(r'"(/assets/[^"]+\.(?:js|css))"', html)]
    assert len(files) == 2
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) < 150_000


def test_the_page_has_no_inline_script_or_style() -> None:
    html = (PAGE / "index.html").read_text("utf-8")
    assert "<style" not in html
    assert re.findall(r"<script(?![^>]* src=)", html) == []


@pytest.mark.slow
def test_a_table_has_few_nodes(person: Callable[..., Person]) -> None:
    alone = person()
    alone.open()
    alone.plays_now()
    expect(alone.confirm).to_be_visible()
    outside = alone.page.locator("body *:not(svg *)").count()
    assert outside < 900
    assert alone.page.locator(".a-me svg.card").first.locator("*").count() <= 14
