"""What a game turned on: every decision rated by a search that knows what its seat knew, no more.

A search gives most of its games to what seems best, so what was chosen could be judged by a few.
Therefore it first looks for the best decision, and then the two meet: as many games are imagined
for each, game by game in the same worlds. What is better only by luck does not count as better.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

import msgspec

from saleroom.bots import bot
from saleroom.bots.search import Search
from saleroom.bots.table import path as path_of
from saleroom.games import notation
from saleroom.games.bits import Dice, count
from saleroom.games.core import Position
from saleroom.records import Entry, Game, Result

REVIEWER = "search:2000"
_SURE = 2.0  # standard errors that a better decision must be ahead
_MOST = 5  # turning points of a game
_LEAST = 0.05  # of a win: a game does not turn on less


class Rated(msgspec.Struct, frozen=True):
    """A decision, and what it did to the chance to win, as its seat could know."""

    entry: int
    seat: int
    decision: str  # in notation
    words: str  # the same in a person's words
    before: float  # the chance to win with the best decision that was found
    after: float  # ... and with the one that was taken
    loss: float
    better: str | None = None  # the best one, where it is surely better
    better_words: str | None = None


class TurningPoint(msgspec.Struct, frozen=True):
    """A decision that lost much, in a sentence."""

    entry: int
    seat: int
    loss: float
    says: str


class Review(msgspec.Struct, frozen=True):
    """A game and its decisions, but for those where there was nothing to choose."""

    game: str
    variant: str
    names: tuple[str, ...]
    bot: str
    entries: int
    result: Result | None
    decisions: list[Rated]
    turning_points: list[TurningPoint]


class Hint(msgspec.Struct, frozen=True):
    """What a bot would decide for a seat, and the chance to win with it."""

    seat: int
    decision: str
    words: str
    chance: float


def review(game: Game, by: str = REVIEWER) -> Review:
    """Rate all decisions of a game, finished or not."""
    return told(game, by, list(decisions(game, by)))


def decisions(game: Game, by: str = REVIEWER) -> Iterator[Rated]:
    """The decisions where there was something to choose, one after another as they are rated."""
    search = thinker(by)
    for before, entry in game.stages():
        rated = rate(before, entry, search)
        if rated is not None:
            yield rated


def told(game: Game, by: str, rated: list[Rated]) -> Review:
    """The review that these decisions make."""
    return Review(
        game=game.rules.game,
        variant=game.rules.variant,
        names=game.names,
        bot=by,
        entries=len(game.entries),
        result=game.result,
        decisions=rated,
        turning_points=turning_points(game, rated),
    )


def turning_points(game: Game, rated: list[Rated]) -> list[TurningPoint]:
    """The largest losses among these decisions, in the order of the game."""
    lost = [each for each in rated if each.better and each.loss >= _LEAST]
    lost.sort(key=lambda each: -each.loss)
    largest = {each.entry for each in lost[:_MOST]}
    return [_turning_point(game, each) for each in rated if each.entry in largest]


def hint(game: Game, seat: int, by: str = REVIEWER) -> Hint:
    """What this bot would decide now for a seat that owes a decision."""
    search = thinker(by)
    best = path_of(game, seat, search)
    return Hint(seat, *_said(game, seat, best), _mean(_shares(game, seat, best, search)))


def thinker(name: str) -> Search:
    """The bot of this name, which must be one that can rate decisions."""
    found = bot(name)
    if not isinstance(found, Search):
        raise ValueError(
            f"{name} cannot say what a decision is worth; possible: master, "
            "search:N with N games imagined, such as search:2000, or search:500ms."
        )
    return found


# -- one decision ----------------------------------------------------------------------------------


def rate(game: Game, entry: Entry, search: Search) -> Rated | None:
    """The decision of an entry, in the game as it was just before it; None: it was the only one."""
    assert entry.seat is not None, "nobody decides the deal"
    seat, taken = entry.seat, list(entry.path)
    if not _is_open(game.position, seat, taken):
        return None
    best = path_of(game, seat, search)
    with_taken = _shares(game, seat, taken, search)
    before = after = _mean(with_taken)
    better: tuple[str, str] | tuple[None, None] = None, None
    if best != taken:
        with_best = _shares(game, seat, best, search)
        if _is_ahead(with_best, with_taken):
            before = _mean(with_best)
            better = _said(game, seat, best)
    said = _said(game, seat, taken)
    return Rated(entry.number, seat, *said, before, after, before - after, *better)


def _is_open(position: Position, seat: int, path: list[int]) -> bool:
    """Was there something to choose?"""
    walker = position.clone()
    for code in path:
        if count(walker.menu(seat)) > 1:
            return True
        walker.step(seat, code)
    return False


def _shares(game: Game, seat: int, path: list[int], search: Search) -> list[float]:
    """In the win, from a world that the seat cannot tell from the true one, with dice that depend
    on what it has seen."""
    seed = game.position.seen(seat)
    world = game.position.sample(seat, Dice(seed))
    return search.shares(world, seat, path, seed)


def _is_ahead(these: list[float], those: list[float]) -> bool:
    """Are these surely more on average, pair by pair? As if one more pair had told against it."""
    leads = [this - that for this, that in zip(these, those, strict=False)]
    lead = _mean(leads)
    error = sqrt(1.0 + sum((each - lead) ** 2 for each in leads)) / len(leads)
    return lead > _SURE * error


def _mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)


# -- in words --------------------------------------------------------------------------------------


def _said(game: Game, seat: int, path: list[int]) -> tuple[str, str]:
    """A decision in notation, and in words."""
    words = notation.speak(game.position, seat, path)
    return notation.write(game.position, seat, path), game.named(words)


def _turning_point(game: Game, rated: Rated) -> TurningPoint:
    says = (
        f'Entry {rated.entry}: {game.names[rated.seat]} chose "{rated.words}" '
        f'(chance {rated.before:.2f} to {rated.after:.2f}); "{rated.better_words}" was better.'
    )
    return TurningPoint(rated.entry, rated.seat, rated.loss, says)
