"""Records that somebody sends to be looked at: every real game is shown, and what is more is told.

The longest games that our rules allow are those in which nobody ever wins: all pass in every step
of every round.
"""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from saleroom import catalogue
from saleroom.games.chance import Seeded
from saleroom.records import BadRecord, Game
from saleroom.server import limits, replays
from saleroom.server.errors import NotFound, SlowDown, TooLarge
from saleroom.server.messages import Review
from saleroom.server.replays import Uploads

from .players import Guest, run_apart

New = Callable[[], Guest]
GAMES = Path(__file__).parents[1] / "records" / "games"


def nobody_ever_wins(game: Game, most: int = 10**6) -> Game:
    """Pass or decline, and where neither can be, whatever comes first."""
    while not game.over and len(game.entries) < most:
        for seat in game.movers:
            menu = game.menu(seat)
            game.choose(seat, next((word for word in ("pass", "decline") if word in menu), menu[0]))
    return game


def without_end() -> Game:
    """The start of a game by somebody's own rules, of a thousand rounds."""
    table = copy.deepcopy(catalogue.load("sparrows", "base").table)
    table |= {"variant": "mine", "end": {"target": 0, "max_rounds": 1000, "check": "round"}}
    rules = catalogue.make(table, seats=2)
    return nobody_ever_wins(Game(rules, Seeded(3)), limits.RECORD_ENTRIES + 1)


def shown(text: str, viewer: int | str | None = None) -> Review:
    """The answer of a house of its own."""

    async def ask() -> bytes:
        uploads = Uploads()
        try:
            return await uploads.of("here", text, viewer)  # type: ignore[arg-type]
        finally:
            await uploads.workers.close()

    return msgspec.json.decode(run_apart(ask()), type=Review)


def test_a_record_of_more_entries_than_any_game_has_is_refused_with_both_numbers(
    guest: New,
) -> None:
    text = without_end().text()
    assert len(text) < limits.RECORD
    answer = guest().ask("POST", "/api/review?seat=all", text)
    assert (answer.status, answer.data["error"]["kind"]) == (413, "too_large")
    says = answer.data["error"]["says"]
    assert says.startswith("This record has 5001 entries")
    assert "at most 5000" in says


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["base", "upgrades"])
def test_the_longest_game_that_our_rules_allow_is_shown_with_much_room(
    guest: New, variant: str
) -> None:
    rules = catalogue.load("sparrows", variant, 5)
    game = nobody_ever_wins(Game(rules, Seeded(3)))
    assert game.over
    assert 3_000 < len(game.entries) < 0.8 * limits.RECORD_ENTRIES
    for record in (game.text(), game.to_json()):
        assert len(record) < 0.6 * limits.RECORD
        answer = guest().ask("POST", "/api/review?seat=all", record)
        assert answer.status == 200
        assert len(answer.data["moments"]) == len(game.entries)
        assert len(answer.raw) < 0.6 * limits.REVIEW


@pytest.mark.parametrize("path", sorted(GAMES.iterdir()), ids=lambda path: path.stem)
def test_real_games_are_far_from_every_limit(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    game = Game.from_text(text)
    assert 10 * len(game.entries) < limits.RECORD_ENTRIES
    assert 10 * len(game.to_json()) < limits.RECORD
    review = replays.moments(game, "all")
    assert 5 * sum(len(bytes(moment.view)) for moment in review.moments) < limits.REVIEW


def test_of_what_shows_too_much_it_is_told_where_it_became_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "REVIEW", 2 << 20)
    with pytest.raises(TooLarge, match=r"After entry \d{3,4} of 5001 .* is more than 2 MiB"):
        replays.moments(without_end(), "all")


def test_a_record_that_takes_too_long_is_given_up_and_the_next_one_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By the clock; and the process that still thinks about it keeps nobody waiting."""
    text = nobody_ever_wins(Game(catalogue.load("pennies"), Seeded(1))).text()

    async def ask() -> bytes:
        uploads = Uploads()
        try:
            with monkeypatch.context() as patch:
                patch.setattr(replays, "LONGEST_S", 0.0)
                with pytest.raises(TooLarge, match="takes longer than 0 s"):
                    await uploads.of("here", text, None)
            return await uploads.of("here", text, None)
        finally:
            await uploads.workers.close()

    assert msgspec.json.decode(run_apart(ask()), type=Review).game == "pennies"


def test_what_is_wrong_with_a_record_is_told_from_the_other_process() -> None:
    text = nobody_ever_wins(Game(catalogue.load("pennies"), Seeded(1))).text()
    with pytest.raises(NotFound, match=r"There is no seat 7\."):
        shown(text, 7)
    with pytest.raises(BadRecord, match="Entry 2: "):
        shown(text.replace("2. 0 ", "2. 0 gladly "))
    with pytest.raises(BadRecord, match="is not a record in JSON"):
        shown("{")
    with pytest.raises(BadRecord, match=r"has no variant .mine. of its own"):
        shown(text.replace("variant: standard", "variant: mine"))


def test_two_records_of_an_address_and_ten_of_all_wait_for_their_turn() -> None:
    text = nobody_ever_wins(Game(catalogue.load("pennies"), Seeded(1))).text()

    async def ask() -> list[str]:
        uploads = Uploads()
        addresses = [*"aaabbcc", *"ddeeff", "a"]
        try:
            jobs = [uploads.of(address, text, None) for address in addresses]
            answers = await asyncio.gather(*jobs, return_exceptions=True)
            assert isinstance(await uploads.of("a", text, None), bytes)  # they are done
        finally:
            await uploads.workers.close()
        assert all(isinstance(answer, bytes | SlowDown) for answer in answers)
        return [answer.decode() if isinstance(answer, bytes) else str(answer) for answer in answers]

    told = run_apart(ask())
    assert [answer.startswith("Records from your address") for answer in told].count(True) == 2
    assert told[2] == told[-1] == "Records from your address are being read; wait for them."
    assert told[11:13] == ["Many records are being read; try again in a minute."] * 2
    assert [answer.startswith("{") for answer in told].count(True) == 10
