"""A server with the built page, one browser for the whole run, and people who come and go."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from ..server.players import Server
from .find_browser import find
from .people import PATIENCE_MS, Person

ELSEWHERE = "saleroom.test"  # a name that is not this machine's own, though it leads here
ARGUMENTS = [
    f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--disable-component-update",
    "--disable-background-networking",
    "--no-first-run",
]
PHONE = {
    "viewport": {"width": 360, "height": 740},
    "is_mobile": True,
    "has_touch": True,
    "device_scale_factor": 2,
}


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    path = find()
    assert path, "no Chromium: `make test` finds one, or says what to install"
    found = playwright.chromium.launch(
        executable_path=path, chromium_sandbox=os.geteuid() != 0, args=ARGUMENTS
    )
    yield found
    found.close()


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("server") / "data")
    found.start()
    yield found
    found.end()


@pytest.fixture
def person(browser: Browser, server: Server) -> Iterator[Callable[..., Person]]:
    """Somebody with a browser of one's own; none of them may see an error in the console."""
    made: list[Person] = []

    def come(*, phone: bool = False, still: bool = True, **options: Any) -> Person:
        settings: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
        settings |= PHONE if phone else {}
        settings |= {"reduced_motion": "reduce"} if still else {}
        context = browser.new_context(**(settings | options))
        context.set_default_timeout(PATIENCE_MS)
        found = Person(context, server.origin, seed=len(made) + 1)
        made.append(found)
        return found

    yield come
    for each in made:
        each.context.close()
    for each in made:
        each.clean()
