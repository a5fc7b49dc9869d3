"""The list of `make arena` can be played, as far as its games, variants and options go."""

import runpy
from pathlib import Path

import pytest

from saleroom import catalogue
from saleroom.cli.arena import arena

ROOT = Path(__file__).parents[2]
MATCHES: dict[str, list[str]] = runpy.run_path(str(ROOT / "benchmarks" / "arena.py"))["matches"]()


@pytest.mark.once
@pytest.mark.parametrize("name", MATCHES)
def test_a_match_of_the_list_is_understood(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    told = arena.make_context("arena", MATCHES[name].copy()).params
    assert catalogue.load(told["game"], told["variant"], told["seats"])
    assert len(told["bots"].split(",")) >= 2
    assert told["games"] or told["until"]
