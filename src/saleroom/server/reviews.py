"""Reviews of finished games: rated in another process, decision by decision, in turns.

It is a process of its own, so that no bot at a table waits for a review; and a short game does not
wait for the end of a long one. What was found is kept in memory; a review that is forgotten is made
again when somebody asks.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from functools import lru_cache

from saleroom.bots.review import Rated, rate, thinker, turning_points
from saleroom.records import Entry, Game
from saleroom.server.errors import SlowDown, TryAgain
from saleroom.server.messages import Chances
from saleroom.server.workers import Workers

log = logging.getLogger(__name__)

REVIEWER = "search:300"
MOST_KEPT = 500
MOST_WAITING = 20
MOST_OF_ADDRESS = 4  # of them
LONGEST_S = 120.0  # for one decision; it takes a second or two


class Reviews:
    """What is known of the games that somebody wants to understand."""

    def __init__(self) -> None:
        self.workers = Workers(1, LONGEST_S)
        self._turn = asyncio.Lock()
        self._kept: OrderedDict[str, Chances] = OrderedDict()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._asked: dict[str, str] = {}  # of each task: from which address

    def of(self, key: str, game: Game, address: str) -> Chances:
        """How far the review of this finished game is; it begins with the first question."""
        if key not in self._kept:
            if [self._asked[task] for task in self._tasks].count(address) >= MOST_OF_ADDRESS:
                raise SlowDown("Other games of yours are being reviewed; wait for one of them.")
            if len(self._tasks) >= MOST_WAITING:
                raise SlowDown("Many games are being reviewed; try again in a minute.")
            found = Chances(REVIEWER, 1, len(game.entries), [], [])
            self._kept[key] = found
            self._tasks[key] = asyncio.create_task(self._rate(found, game))
            self._tasks[key].add_done_callback(lambda _: self._end(key))
            self._asked[key] = address
            self._forget()
        elif self._kept[key].done < len(game.entries) and key not in self._tasks:
            del self._kept[key]
            raise TryAgain("The review has failed; try again.")
        self._kept.move_to_end(key)
        return self._kept[key]

    async def _rate(self, found: Chances, game: Game) -> None:
        text = game.to_json()
        try:
            for number in range(2, len(game.entries) + 1):
                async with self._turn:
                    rated = await self.workers.run(_rated, text, number)
                if rated is not None:
                    found.decisions.append(rated)
                    found.turning_points = turning_points(game, found.decisions)
                found.done = number
        except Exception as error:  # whatever is wrong with it, the tables go on
            log.warning("a review has failed: %r", error)
            self.workers.replace()

    def _end(self, key: str) -> None:
        del self._tasks[key], self._asked[key]

    def _forget(self) -> None:
        for key in list(self._kept):
            if len(self._kept) <= MOST_KEPT:
                return
            if key not in self._tasks:
                del self._kept[key]


# -- in the other process --------------------------------------------------------------------------


def _rated(record: str, number: int) -> Rated | None:
    before, entry = _stages(record)[number]
    return rate(before, entry, thinker(REVIEWER))


@lru_cache(maxsize=2)
def _stages(record: str) -> dict[int, tuple[Game, Entry]]:
    game = Game.from_json(record)
    return {entry.number: (before.copy(), entry) for before, entry in game.stages()}
