"""Games imagined to their end, and what such an end says about the choices that led to it."""

from time import perf_counter
from typing import Final, final

from mypy_extensions import i64

from saleroom.games.bits import Dice, count, place
from saleroom.games.core import Bot, Position, deal, playout

UNTIMED: Final = 1e9  # seconds
_LEAST: Final = 0.02  # of the time for a decision, for each of its choices
_MARGIN: Final = 0.5  # how much of a result is not the win but the margin


@final
class Option:
    """A choice, and what came of it in imagined games; in a chain with others of its menu."""

    seat: i64
    choice: i64
    prior: float  # how likely it seemed to be the best, before it was tried
    tries: i64
    wins: float  # shares in the win, added up
    total: float  # results from 0 to 1, added up: the share and the margin
    next: "Option | None"

    def __init__(
        self, seat: i64, choice: i64, prior: float = 0.0, following: "Option | None" = None
    ) -> None:
        self.seat = seat
        self.choice = choice
        self.prior = prior
        self.tries = 0
        self.wins = 0.0
        self.total = 0.0
        self.next = following

    def win(self) -> float:
        """The chance to win with this choice, a shared win counting its share."""
        return self.wins / float(max(self.tries, 1))

    def worth(self) -> float:
        """The same with the margin in it, so that a close loss is better than a clear one."""
        return self.total / float(max(self.tries, 1))


class Thinker(Bot):
    """A bot that imagines games before it chooses."""

    begun: float = 0.0  # when it was asked for the first choice of the open decision

    def consider(self, world: Position, seat: i64, dice: Dice) -> list[Option]:
        """The choices that were tried, the best first, with what came of each."""
        raise NotImplementedError

    def choose(self, world: Position, seat: i64, dice: Dice) -> i64:
        """The same choice in every world this seat cannot tell apart, given equal dice and time."""
        if world.between(seat):
            self.begun = perf_counter()
        menu: i64 = world.menu(seat)
        if not menu & (menu - 1):
            return place(menu)
        return self.consider(world, seat, dice)[0].choice

    def left(self, world: Position, seat: i64, whole: float) -> float:
        """Of so many seconds for a decision, those for this choice: all, or half of the rest."""
        if whole >= UNTIMED or world.between(seat):
            return whole
        return max((self.begun + whole - perf_counter()) / 2.0, whole * _LEAST)


@final
class Referee:
    """Looks at how imagined games ended, and tells the options that led there."""

    scores: list[int]
    shares: list[float]  # in the win, by seat
    best: i64
    second: i64  # the best score and the next; equal when two seats have it
    widest: float  # the margin by which all others are measured: the widest so far

    def __init__(self) -> None:
        self.widest = 1.0

    def look(self, position: Position) -> None:
        self.scores = position.scores()
        self.best = self.second = position.rules.lowest
        lowest = self.scores[0]
        for score in self.scores:
            if score > self.best:
                self.second = self.best
                self.best = score
            elif score > self.second:
                self.second = score
            lowest = min(lowest, score)
        self.widest = max(self.widest, float(self.best - lowest))
        winners: i64 = position.winners()
        share: float = 1.0 / float(count(winners))
        self.shares = [
            share if (winners >> i64(seat)) & 1 else 0.0 for seat in range(len(self.scores))
        ]

    def result(self, seat: i64) -> float:
        """From 0 to 1: the share in the win, and the margin."""
        own: i64 = self.scores[seat]
        margin: float = float(own - (self.second if own == self.best else self.best)) / self.widest
        return (1.0 - _MARGIN) * self.shares[seat] + _MARGIN * (0.5 + 0.5 * margin)

    def tell(self, option: Option) -> None:
        option.tries += 1
        option.wins += self.shares[option.seat]
        option.total += self.result(option.seat)


def options(seat: i64, menu: i64) -> list[Option]:
    """One for each choice of a menu."""
    found: list[Option] = []
    while menu:
        found.append(Option(seat, place(menu & -menu)))
        menu &= menu - 1
    return found


def try_out(
    option: Option, world: Position, house: Bot | None, referee: Referee, dice: Dice
) -> None:
    """Imagine a game that begins with this choice."""
    imagined = world.sample(option.seat, dice)
    imagined.step(option.seat, option.choice)
    finish(imagined, house, dice)
    referee.look(imagined)
    referee.tell(option)


def finish(position: Position, house: Bot | None, dice: Dice) -> None:
    """Play to the end as the house does, or without one with any choices."""
    position.remembers = False
    if house is None:
        playout(position, dice)
        return
    while not position.over:
        if position.wants:
            deal(position, dice)
            continue
        movers = position.movers
        seat = place(movers & -movers)
        menu = position.menu(seat)
        if menu & (menu - 1):
            position.step(seat, house.choose(position, seat, dice))
        else:
            position.step(seat, place(menu))
