"""Reviews of many games at once: nobody waits for the end of somebody else's."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from saleroom.bots.table import finish
from saleroom.records import Game, deal
from saleroom.server.errors import SlowDown
from saleroom.server.reviews import MOST_OF_ADDRESS, Reviews

from .players import run_apart

GAMES = Path(__file__).parents[1] / "records" / "games"


def short_game() -> Game:
    game = deal("pennies", variant="tiny", seed=1)
    finish(game, "random")
    return game


def test_a_short_game_does_not_wait_for_the_end_of_a_long_one() -> None:
    long = Game.from_text((GAMES / "sparrows-base-target.sale").read_text(encoding="utf-8"))
    assert len(long.entries) > 100

    async def ask() -> tuple[int, int]:
        reviews = Reviews()
        try:
            one = reviews.of("long", long, "here")
            other = reviews.of("short", short_game(), "there")
            while other.done < other.total and one.done < 20:
                await asyncio.sleep(0.01)
            return other.total - other.done, one.done
        finally:
            for task in reviews._tasks.values():
                task.cancel()
            await reviews.workers.close()

    left, done = run_apart(ask())
    assert left == 0
    assert done < 20


def test_of_one_address_only_some_games_are_reviewed_at_once() -> None:
    game = short_game()

    async def ask() -> None:
        reviews = Reviews()
        try:
            mine = [reviews.of(f"mine{n}", game, "here") for n in range(MOST_OF_ADDRESS)]
            with pytest.raises(SlowDown, match="Other games of yours are being reviewed"):
                reviews.of("one more", game, "here")
            assert reviews.of("mine0", game, "here") is mine[0]  # how far it is may be asked
            theirs = reviews.of("theirs", game, "there")
            while any(each.done < each.total for each in (*mine, theirs)):
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.01)
            assert reviews.of("one more", game, "here").total == len(game.entries)
        finally:
            for task in reviews._tasks.values():
                task.cancel()
            await reviews.workers.close()

    run_apart(ask())
