"""A plan being played, from its first game to its last; it goes on where it was left."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Generic, Self

from saleroom.arena.ledger import Ledger
from saleroom.arena.plan import Fixture, Game, Plan, Unplayable, fixtures
from saleroom.arena.workers import games as played

MOST_GAMES = 1_000_000_000


class Playing(Generic[Fixture, Game]):
    """What has ended is kept, in the folder too if there is one."""

    def __init__(
        self, plan: Plan[Fixture, Game], limit: int | None, out: str | Path | None
    ) -> None:
        self.plan = plan
        self.limit = limit  # in deals; None: something else decides
        self.deals: list[list[Game]] = []  # those that are complete, from the first on
        self._ledger = None if out is None else Ledger(out, plan)
        self._games: dict[Fixture, Game] = {} if self._ledger is None else self._ledger.games
        self._count()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if self._ledger is not None:
            if error is None:
                self._ledger.write_columns()
            self._ledger.close()

    @property
    def is_done(self) -> bool:
        """Are the complete deals enough?"""
        return len(self.deals) == self.limit

    @property
    def games(self) -> int:
        """How many games are kept; some may be of deals that are not complete."""
        return len(self._games)

    @property
    def expected(self) -> int | None:
        """How many games there will be, where that is known."""
        return None if self.limit is None else self.limit * self.plan.games_a_deal

    def play(self, workers: int = 1) -> Iterator[Game]:
        """Play on to the end, and tell each game when it is kept."""
        if workers < 1:
            raise Unplayable(f"A {self.plan.noun} needs a worker or more, not {workers}.")
        missing = (f for f in fixtures(self.plan, self.limit) if f not in self._games)
        with closing(played(self.plan, missing, workers)) as ending:
            while not self.is_done:
                game = next(ending)
                self._games[game.fixture] = game
                if self._ledger is not None:
                    self._ledger.add(game)
                self._count()
                yield game

    def look(self, deal: list[Game]) -> None:
        """One more deal is complete."""

    def _count(self) -> None:
        """Look at one deal after another, in their order, and stop at the first that is enough.

        So it makes no difference in which order games end, or how many were played beyond.
        """
        while not self.is_done:
            deal = self.plan.deal(len(self.deals))
            if not all(fixture in self._games for fixture in deal):
                return
            self.deals.append([self._games[fixture] for fixture in deal])
            self.look(self.deals[-1])
