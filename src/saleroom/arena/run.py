"""A match from its first game to its table; it goes on where it was left."""

from __future__ import annotations

from math import ceil
from pathlib import Path

from saleroom.arena.match import Fixture, Match, Played, make
from saleroom.arena.plan import Unplayable, must_have
from saleroom.arena.playing import MOST_GAMES, Playing
from saleroom.arena.table import Table, Thought, ahead, table, thoughts, widest

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


class Run(Playing[Fixture, Played]):
    """A match on its way, for so many games of each pair or until it is known who is better."""

    def __init__(
        self,
        match: Match,
        *,
        games: int | None = None,
        until: float | None = None,
        out: str | Path | None = None,
    ) -> None:
        if games is not None and until is not None:
            raise Unplayable("A match ends after a number of games or at a width, not at both.")
        if games is not None and not 1 <= games <= MOST_GAMES:
            raise Unplayable(f"A match needs a game or more, up to {MOST_GAMES:,}, not {games}.")
        if until is not None and not 0 < until < 1:
            raise Unplayable(f"The width of an interval is between 0 and 1, not {until}.")
        must_have("numpy")  # for its table
        self.match = match
        self.until = until
        self.width = 1.0  # of the widest interval of a pair, where that decides
        self._ahead: list[list[float]] = []  # by deal and pair
        limit = None if until is not None else ceil((games or GAMES) / match.seats)
        super().__init__(match, limit, out)

    @property
    def is_done(self) -> bool:
        return super().is_done if self.until is None else self.width < self.until

    @property
    def expected(self) -> int | None:
        """Where a width decides, a guess that gets better."""
        if self.until is None or not self.deals:
            return super().expected
        growth = max(1.0, (self.width / self.until) ** 2)
        return ceil(len(self.deals) * growth) * self.match.games_a_deal

    def look(self, deal: list[Played]) -> None:
        self._ahead.append(ahead(self.match, deal))
        if self.until is not None:
            self.width = widest(self._ahead)

    def table(self) -> Table:
        """What came of the deals that are complete; there must be one."""
        return table(self.match, self.deals)

    def thoughts(self) -> list[Thought]:
        return thoughts(self.match, [game for deal in self.deals for game in deal])
