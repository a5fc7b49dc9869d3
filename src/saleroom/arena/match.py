"""A match: which games are played, and how one of them is played.

Every pair of bots plays every deal, with the first of the pair in each seat in turn and the second
in all others. Two seats: each deal from both sides.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import combinations
from typing import Any, ClassVar

import msgspec

from saleroom import catalogue
from saleroom.arena.plan import Unplayable, chance_of, let_go, must_be_bot
from saleroom.bots import bot
from saleroom.bots.table import path
from saleroom.games.chance import Seeded
from saleroom.records import Game


class Match(msgspec.Struct, frozen=True):
    """All that decides what will be played, but not how long."""

    noun: ClassVar[str] = "match"
    room: ClassVar[str] = "the arena"

    game: str
    variant: str
    rules: int  # version of the rules
    table: dict[str, Any]  # the variant itself
    seats: int
    bots: tuple[str, ...]
    seed: int
    arena: int = 1  # version of the arena: raised when the same match would be played otherwise

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Who meets whom: each bot all those that are named after it."""
        return list(combinations(self.bots, 2))

    @property
    def games_a_deal(self) -> int:
        return len(self.pairs) * self.seats

    def deal(self, number: int) -> list[Fixture]:
        """The games of one deal."""
        return [
            Fixture(number, one, other, seat)
            for one, other in self.pairs
            for seat in range(self.seats)
        ]

    def play(self, fixture: Fixture) -> Played:
        return play(self, fixture)

    def read(self, line: bytes) -> Played:
        game = msgspec.json.decode(line, type=Played)
        by_seat = (game.scores, game.decisions, game.seconds, game.longest, game.faults)
        if not (
            game.fixture.deal >= 0
            and game.fixture in self.deal(game.fixture.deal)
            and set() < set(game.winners) <= set(range(self.seats))
            and all(len(values) == self.seats for values in by_seat)
        ):
            raise ValueError("no game of this match")
        return game


class Fixture(msgspec.Struct, frozen=True):
    """A game to be played."""

    deal: int  # from 0
    bot: str
    rival: str  # sits in all other seats
    seat: int  # where the bot sits

    def seated(self, seats: int) -> list[str]:
        return [self.bot if seat == self.seat else self.rival for seat in range(seats)]


class Played(msgspec.Struct, frozen=True):
    """A game that was played; the lists are by seat."""

    fixture: Fixture
    seed: int  # of its chance, as `saleroom play --seed` understands it
    ending: str
    winners: list[int]
    scores: list[int]
    decisions: list[int]
    seconds: list[float]  # spent on decisions
    longest: list[float]  # on one decision
    faults: list[int]  # decisions that an external program failed to make

    def share(self, seat: int) -> float:
        """This seat's part of the win."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def ahead(self, seat: int, other: int) -> float:
        """Did this seat finish ahead of the other? 1, or 0; level: a half.

        Who has won is ahead of who has not; of two who have not, who has the higher score.
        """
        won, lost = seat in self.winners, other in self.winners
        if won or lost:
            return (1 + won - lost) / 2
        more = self.scores[seat] - self.scores[other]
        return 0.5 if more == 0 else float(more > 0)


def make(
    game: str, variant: str | None, seats: int | None, bots: Sequence[str], seed: int
) -> Match:
    """A match of these bots; Unplayable, or what the catalogue says, where there can be none."""
    rules = catalogue.load(game, variant, seats)
    for name in bots:
        must_be_bot(name)
        if bots.count(name) > 1:
            raise Unplayable(f"{name} is named twice, and no bot plays against itself.")
    if len(bots) < 2:
        raise Unplayable("A match needs two bots or more, such as random,search:200.")
    return Match(
        rules.game, rules.variant, rules.version, rules.table, rules.seats, tuple(bots), seed
    )


# -- one game --------------------------------------------------------------------------------------


def play(match: Match, fixture: Fixture) -> Played:
    """The same game every time, whoever plays it where, if its bots have no clock."""
    rules = catalogue.shared(match.table, match.seats)
    seed = chance_of(match.seed, fixture.deal)
    game = Game(rules, Seeded(seed))
    bots = [bot(name) for name in fixture.seated(rules.seats)]
    salts = [chance_of(match.seed, fixture.deal, fixture.seat, seat) for seat in range(rules.seats)]
    decisions, seconds, longest = [0] * rules.seats, [0.0] * rules.seats, [0.0] * rules.seats
    try:
        while not game.over:
            seat = game.movers[0]
            started = time.perf_counter()
            decision = path(game, seat, bots[seat], salts[seat])
            took = time.perf_counter() - started
            decisions[seat] += 1
            seconds[seat] += took
            longest[seat] = max(longest[seat], took)
            game.move_on(seat, decision)
    finally:
        faults = [let_go(each) for each in bots]
    result = game.result
    assert result is not None, "a game that is over has a result"
    return Played(
        fixture,
        seed,
        result.ending,
        list(result.winners),
        list(result.scores),
        decisions,
        [round(s, 6) for s in seconds],
        [round(s, 6) for s in longest],
        faults,
    )
