"""A match from its first game to its table; it goes on where it was left."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from math import ceil
from pathlib import Path
from types import TracebackType

from saleroom.arena.ledger import Ledger
from saleroom.arena.match import Fixture, Match, NoMatch, Played, make
from saleroom.arena.table import Table, Thought, ahead, table, thoughts, widest
from saleroom.arena.workers import games as played

MOST_GAMES = 1_000_000_000
GAMES = 100  # for each pair, where nothing else is said


def arena(
    game: str,
    *bots: str,
    games: int | None = None,
    until: float | None = None,
    variant: str | None = None,
    seats: int | None = None,
    workers: int = 1,
    out: str | Path | None = None,
    seed: int = 0,
) -> Table:
    """Let bots play against each other, and see who is better.

    So many games for each pair, or until the interval of each pair is narrower than a width. With
    more workers than one, other processes play; a script must then be safe to import.
    """
    with Run(make(game, variant, seats, bots, seed), games=games, until=until, out=out) as run:
        for _ in run.play(workers):
            pass
        return run.table()


class Run:
    """A match on its way. A game that has ended is kept, in the folder too if there is one."""

    def __init__(
        self,
        match: Match,
        *,
        games: int | None = None,
        until: float | None = None,
        out: str | Path | None = None,
    ) -> None:
        if games is not None and until is not None:
            raise NoMatch("A match ends after a number of games or at a width, not at both.")
        if games is not None and not 1 <= games <= MOST_GAMES:
            raise NoMatch(f"A match needs a game or more, up to {MOST_GAMES:,}, not {games}.")
        if until is not None and not 0 < until < 1:
            raise NoMatch(f"The width of an interval is between 0 and 1, not {until}.")
        self.match = match
        self.until = until
        self.limit = None if until is not None else ceil((games or GAMES) / match.seats)  # in deals
        self.deals: list[list[Played]] = []  # those that are complete, from the first on
        self.width = 1.0  # of the widest interval of a pair, where that decides
        self._ahead: list[list[float]] = []  # by deal and pair
        self._ledger = None if out is None else Ledger(out, match)
        self._games: dict[Fixture, Played] = {} if self._ledger is None else self._ledger.games
        self._count()

    def __enter__(self) -> Run:
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
        if self.until is not None:
            return self.width < self.until
        return len(self.deals) == self.limit

    @property
    def games(self) -> int:
        """How many games are kept; some may be of deals that are not complete."""
        return len(self._games)

    @property
    def expected(self) -> int | None:
        """How many games there will be; where a width decides, a guess that gets better."""
        if self.limit is not None:
            return self.limit * self.match.games_a_deal
        if self.until is None or not self.deals:
            return None
        growth = max(1.0, (self.width / self.until) ** 2)
        return ceil(len(self.deals) * growth) * self.match.games_a_deal

    def play(self, workers: int = 1) -> Iterator[Played]:
        """Play on to the end, and tell each game when it is kept."""
        if workers < 1:
            raise NoMatch(f"A match needs a worker or more, not {workers}.")
        missing = (f for f in self.match.fixtures(self.limit) if f not in self._games)
        with closing(played(self.match, missing, workers)) as ending:
            while not self.is_done:
                game = next(ending)
                self._games[game.fixture] = game
                if self._ledger is not None:
                    self._ledger.add(game)
                self._count()
                yield game

    def table(self) -> Table:
        """What came of the deals that are complete; there must be one."""
        return table(self.match, self.deals)

    def thoughts(self) -> list[Thought]:
        return thoughts(self.match, [game for deal in self.deals for game in deal])

    def _count(self) -> None:
        """Look at one deal after another, in their order, and stop at the first that is enough.

        So it makes no difference in which order games end, or how many were played beyond.
        """
        while not self.is_done:
            deal = self.match.deal(len(self.deals))
            if not all(fixture in self._games for fixture in deal):
                return
            self.deals.append([self._games[fixture] for fixture in deal])
            self._ahead.append(ahead(self.match, self.deals[-1]))
            if self.until is not None:
                self.width = widest(self._ahead)
