"""What came of a match: who finished ahead of whom, ratings, margins and seats, with error bars.

All of it depends on the games alone, so that the same match has the same table, byte for byte.
How long the bots thought does not: it is a table of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

import msgspec

from saleroom.arena.bounds import EARLY, give_or_take, interval
from saleroom.arena.match import Match, Played
from saleroom.arena.paper import counted, grid, written
from saleroom.arena.ratings import ratings


class Share(msgspec.Struct, frozen=True):
    """A mean from 0 to 1, and what it lies between."""

    mean: float
    low: float
    high: float

    @property
    def width(self) -> float:
        return self.high - self.low

    def times(self, factor: int) -> Share:
        return Share(self.mean * factor, self.low * factor, self.high * factor)


class Mean(msgspec.Struct, frozen=True):
    """A mean, give or take so much; None while the deals are few."""

    mean: float
    give_or_take: float | None


class Over(msgspec.Struct, frozen=True):
    """One bot over another: alone among seats of the other, in every seat in turn."""

    bot: str
    rival: str
    ahead: Share  # of the pairs of it and one of the others, those where it finished ahead
    wins: Share  # its part of the wins
    fair: Share  # the same as a multiple of an equal part
    margin: Mean  # its score less the mean of the others'


class Rating(msgspec.Struct, frozen=True):
    """Points of a bot, 0 on average, and the decisions it failed to make."""

    bot: str
    points: Mean
    faults: int


class Seat(msgspec.Struct, frozen=True):
    """What a seat is worth, whoever sits there: each bot of a pair sat there equally often."""

    seat: int
    wins: Share
    score: Mean


class Thought(msgspec.Struct, frozen=True):
    """How long a bot took for its decisions."""

    bot: str
    decisions: int
    mean_ms: float
    longest_ms: float


class Table(msgspec.Struct, frozen=True):
    """A match and what came of it; prints as a table."""

    match: Match
    deals: int
    games: int
    pairs: list[Over]
    ratings: list[Rating]
    seats: list[Seat]

    def __str__(self) -> str:
        return _drawn(self)


def table(match: Match, deals: Sequence[Sequence[Played]]) -> Table:
    """The table of these deals, each with its games in the order of the match."""
    results = [ahead(match, games) for games in deals]
    pairs = []
    for number, (one, other) in enumerate(match.pairs):
        mine = [_of_pair(match, games, number) for games in deals]
        wins = _share([fmean(g.share(g.fixture.seat) for g in games) for games in mine])
        margin = _mean([fmean(_margin(g) for g in games) for games in mine])
        in_front = _share([row[number] for row in results])
        pairs.append(Over(one, other, in_front, wins, wins.times(match.seats), margin))
    numbers = [(match.bots.index(one), match.bots.index(other)) for one, other in match.pairs]
    points, either_way = ratings(numbers, results)
    everything = [game for games in deals for game in games]
    rated = [
        Rating(name, Mean(p, e if len(deals) >= EARLY else None), _faults(everything, name))
        for name, p, e in zip(match.bots, points, either_way, strict=True)
    ]
    seats = [
        Seat(
            seat,
            _share([fmean(g.share(seat) for g in games) for games in deals]),
            _mean([fmean(g.scores[seat] for g in games) for games in deals]),
        )
        for seat in range(match.seats)
    ]
    rated.sort(key=lambda rating: -rating.points.mean)
    return Table(match, len(deals), len(everything), pairs, rated, seats)


def ahead(match: Match, games: Sequence[Played]) -> list[float]:
    """By pair, how often the first was ahead of one of the second in the games of a deal."""
    return [
        fmean(
            game.ahead(game.fixture.seat, other)
            for game in _of_pair(match, games, number)
            for other in range(match.seats)
            if other != game.fixture.seat
        )
        for number in range(len(match.pairs))
    ]


def widest(results: Sequence[Sequence[float]]) -> float:
    """Of deals told by `ahead`, the width of the widest interval of a pair."""
    return max(_share(pair).width for pair in zip(*results, strict=True))


def thoughts(match: Match, games: Sequence[Played]) -> list[Thought]:
    """How long each bot thought in these games."""
    found = []
    for name in match.bots:
        mine = [(g, s) for g in games for s in range(match.seats) if _sits(g, s) == name]
        decisions = sum(g.decisions[s] for g, s in mine)
        seconds = sum(g.seconds[s] for g, s in mine)
        longest = max((g.longest[s] for g, s in mine), default=0.0)
        mean_ms = 1000 * seconds / decisions if decisions else 0.0
        found.append(Thought(name, decisions, mean_ms, 1000 * longest))
    return found


# -- numbers ---------------------------------------------------------------------------------------


def _of_pair(match: Match, games: Sequence[Played], number: int) -> Sequence[Played]:
    return games[number * match.seats : (number + 1) * match.seats]


def _margin(game: Played) -> float:
    own = game.scores[game.fixture.seat]
    return own - (sum(game.scores) - own) / (len(game.scores) - 1)


def _sits(game: Played, seat: int) -> str:
    return game.fixture.bot if seat == game.fixture.seat else game.fixture.rival


def _faults(games: Sequence[Played], name: str) -> int:
    return sum(n for g in games for seat, n in enumerate(g.faults) if _sits(g, seat) == name)


def _share(values: Sequence[float]) -> Share:
    return Share(fmean(values), *interval(values))


def _mean(values: Sequence[float]) -> Mean:
    return Mean(fmean(values), give_or_take(values))


# -- the picture -----------------------------------------------------------------------------------


def _drawn(told: Table) -> str:
    match = told.match
    title = f"{match.game} {match.variant}, {match.seats} seats, seed {match.seed}: "
    title += f"{counted(told.deals, 'deal')}, {told.games} games"
    several = match.seats > 2
    pairs = grid("", "ahead", "95 %", *(("wins", "of a fair share") if several else ()), "margin")
    for over in told.pairs:
        alone = "alone among" if several else "over"
        pairs.add_row(
            f"{over.bot} {alone} {over.rival}",
            _percent(over.ahead.mean),
            _between(over.ahead),
            *((_percent(over.wins.mean), _multiple(over.fair)) if several else ()),
            _give_or_take(over.margin, 1),
        )
    rated = grid("", "rating", *(("faults",) if any(r.faults for r in told.ratings) else ()))
    for rating in told.ratings:
        faults = (str(rating.faults),) if any(r.faults for r in told.ratings) else ()
        rated.add_row(rating.bot, _give_or_take(rating.points, 0), *faults)
    seats = grid("", "wins", "95 %", "score")
    for seat in told.seats:
        score = _give_or_take(seat.score, 1, sign="")
        seats.add_row(f"seat {seat.seat}", _percent(seat.wins.mean), _between(seat.wins), score)
    return "\n".join([title, "", *map(written, (pairs, rated, seats))]).rstrip()


def times(thoughts: Sequence[Thought]) -> str:
    """The other table: no two runs have the same."""
    times = grid("", "decisions", "ms a decision", "longest")
    for thought in thoughts:
        mean, longest = f"{thought.mean_ms:.1f}", f"{thought.longest_ms:.0f}"
        times.add_row(thought.bot, str(thought.decisions), mean, longest)
    return written(times).rstrip()


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _between(share: Share) -> str:
    return f"{100 * share.low:.1f} to {100 * share.high:.1f}"


def _multiple(share: Share) -> str:
    return f"{share.mean:.2f} ({share.low:.2f} to {share.high:.2f})"


def _give_or_take(mean: Mean, places: int, sign: str = "+") -> str:
    told = f"{mean.mean:{sign}.{places}f}"
    return told if mean.give_or_take is None else f"{told} ± {mean.give_or_take:.{places}f}"
