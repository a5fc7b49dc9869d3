"""The pictures of the documentation: whoever takes them is done some day, whatever is dealt."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from ..server.players import Server

SCRIPT = Path(__file__).parents[2] / "docs" / "screenshots" / "take.py"


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(sys, "path", [*sys.path])
    spec = importlib.util.spec_from_file_location("take", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.mark.once
def test_where_a_game_is_over_too_soon_others_are_tried_and_not_for_ever(
    script: Any, browser: Browser, server: Server
) -> None:
    script.MOST_DEALS = 2
    games = []

    def take(camera: Any) -> None:
        camera.sits_down("Pennies", "", 2)
        games.append(camera.page.url)
        camera.plays_until(lambda: len(games) > 3)

    def come(size: dict[str, int], theme: str) -> Any:
        return script.Camera(browser, server.origin, size, theme)

    with pytest.raises(SystemExit) as end:
        script.at_some_table(come, script.DESK, "light", take)
    assert str(end.value.code).startswith("2 games ended before all pictures could be taken")
    assert len(set(games)) == 2
    script.at_some_table(come, script.DESK, "light", lambda camera: games.append("taken"))
    assert games[2:] == ["taken"]
