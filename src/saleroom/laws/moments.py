"""Games to look at: random ones step by step, and every game that can happen.

A moment is a position with all that led to it, and who has decided of those who were asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice

from saleroom.games import notation
from saleroom.games.bits import Dice, choices, mix, place
from saleroom.games.core import Position, Rules, deal
from saleroom.laws.looks import look, must

LONGEST = 10_000  # steps: no game of people is longer
MOST_CHOICES = 200  # in a decision: no decision of people is longer


@dataclass
class Step:
    """A draw, or a choice of a seat."""

    seat: int | None  # None: a draw
    code: int
    completed: bool = False  # the choice completed a decision


@dataclass
class Moment:
    """A position in a game. Laws look at it and try things with copies; they never change it."""

    rules: Rules
    position: Position
    seed: int
    history: list[Step]  # what led here
    gate: int = 0  # the seats that were asked together ...
    decided: int = 0  # ... and those of them that have decided
    paths: list[list[int]] = field(default_factory=list)  # by seat: its open decision so far
    dice: Dice = field(default_factory=lambda: Dice(0))  # for what a law tries
    counts: dict[str, int] = field(default_factory=dict)  # what a law counts
    looks: dict[int | None, dict[str, object]] = field(default_factory=dict)

    @property
    def is_asked(self) -> bool:
        """No draw is pending: a choice is owed, or the game is over."""
        return not self.position.wants

    def look(self, viewer: int | None) -> dict[str, object]:
        """All that somebody is shown now; made once."""
        if viewer not in self.looks:
            self.looks[viewer] = look(self.position, viewer)
        return self.looks[viewer]

    def a_mover(self) -> int:
        """One of the seats that owe a choice."""
        movers = choices(self.position.movers)
        return movers[self.dice.below(len(movers))]

    def others_are_undecided(self, seat: int) -> bool:
        """No other seat has begun or sealed anything that is not shown yet."""
        others = [path for other, path in enumerate(self.paths) if other != seat]
        return not any(others) and not self.decided & ~(1 << seat)

    def count(self, what: str, number: int = 1) -> None:
        self.counts[what] = self.counts.get(what, 0) + number

    def happens(self, step: Step) -> None:
        """Take a step, and keep the account of it."""
        position = self.position
        if position.events is not None:
            position.events = []  # of this step only
        if step.seat is None:
            position.draw(step.code)
        else:
            if not self.gate:
                self.gate = position.movers
            step.completed = position.step(step.seat, step.code)
            self.paths[step.seat].append(step.code)
            if step.completed:
                self.paths[step.seat] = []
                self.decided |= 1 << step.seat
                if self.decided & self.gate == self.gate:
                    self.gate = self.decided = 0
        self.history.append(step)
        self.looks = {}


def first(rules: Rules, seed: int = 0) -> Moment:
    """Nothing has happened yet."""
    position = rules.begin()
    position.remembers = True
    position.events = []
    return Moment(rules, position, seed, [], paths=[[] for _ in range(rules.seats)])


def game(rules: Rules, seed: int) -> Iterator[Moment]:
    """A random game: one moment that moves on, before each step and at the end.

    Seats that are asked together choose in any order of arrival, choice by choice.
    """
    dice = Dice(seed)
    moment = first(rules, seed)
    position = moment.position
    while True:
        yield moment
        if position.over or len(moment.history) > LONGEST:
            return
        if position.wants:
            moment.happens(Step(None, place(dice.member(position.wants))))
            continue
        movers = choices(position.movers)
        seat = movers[dice.below(len(movers))]
        menu = position.menu(seat)
        if not menu:
            return  # a dead end, which other laws forbid
        moment.happens(Step(seat, place(dice.member(menu))))


# -- decisions ------------------------------------------------------------------------------------


def decisions(position: Position, seat: int) -> Iterator[list[int]]:
    """Every way to complete the open decision of a seat, in the order of codes."""
    for code in choices(position.menu(seat)):
        walker = position.clone()
        if walker.step(seat, code):
            yield [code]
        else:
            for rest in decisions(walker, seat):
                yield [code, *rest]


def things_meant(position: Position, seat: int, code: int, path: Sequence[int]) -> float:
    """How many things this choice could mean, each set of them counted once."""
    alike = [group for group in position.part(seat).alike if code in group]
    here = alike[0].count(code) if alike else 1
    return here / (1 + path.count(code))


def decide(position: Position, seat: int, dice: Dice) -> list[int]:
    """Make the open decision of a seat at random, choice by choice; the path of it."""
    path: list[int] = []
    while True:
        menu = position.menu(seat)
        must(menu, f"Seat {seat} cannot complete what it began", "a menu", path)
        must(len(path) < MOST_CHOICES, f"Seat {seat} decides and decides", MOST_CHOICES, path)
        path.append(place(dice.member(menu)))
        if position.step(seat, path[-1]):
            return path


def a_decision(position: Position, seat: int, dice: Dice) -> list[int]:
    """Any decision of a seat, not made yet."""
    return decide(position.clone(), seat, dice)


def finish(position: Position, dice: Dice) -> None:
    """Play to the end at random. Unlike `core.playout`, broken games do not hang here."""
    for _ in range(LONGEST):
        if position.over:
            return
        deal(position, dice)
        if position.movers:
            decide(position, choices(position.movers)[0], dice)
    must(position.over, "The game goes on and on", f"at most {LONGEST} steps")


def take(position: Position, seat: int, path: list[int]) -> None:
    """Make every choice of a decision that is legal here."""
    for code in path:
        position.step(seat, code)


def some(paths: Iterator[list[int]], most: int) -> list[list[int]]:
    """The first few."""
    return list(islice(paths, most))


def mixed(*numbers: int) -> Dice:
    """Dice of their own for these numbers."""
    key = 0
    for number in numbers:
        key = mix(key, number & (2**62 - 1))
    return Dice(key)


# -- telling a game -------------------------------------------------------------------------------


def entries(rules: Rules, history: list[Step]) -> list[str]:
    """A game so far, in the notation of record files; an open decision ends in three dots.

    A broken game may be unable to say it; then less is told.
    """
    lines: list[str] = []
    with suppress(Exception):
        _tell_entries(rules, history, lines)
    return lines


def _tell_entries(rules: Rules, history: list[Step], lines: list[str]) -> None:
    if not history:
        return
    moment = first(rules)
    moment.position.events = None
    lines.append("1. deal")
    number = 1
    begun: dict[int, Position] = {}
    expected: tuple[int, int, bool] | None = None  # pile, together, in a set: fits the last line
    for step in history:
        if step.seat is None:
            draw = moment.position.pending()
            name = rules.outcome(draw.pile, step.code)
            in_set = draw.together > 1 or expected == (draw.pile, 1, True)
            if expected == (draw.pile, draw.together, in_set):
                lines[-1] += f" {name}"
            else:
                lines.append(f"    > {rules.piles[draw.pile]} {name}")
            left = draw.together - 1 if in_set else 1
            expected = (draw.pile, left, in_set) if left else None
        else:
            expected = None
            seat = step.seat
            begun.setdefault(seat, moment.position.clone())
            path = [*moment.paths[seat], step.code]
            if step.completed:
                number += 1
                lines.append(f"{number}. {seat} {notation.write(begun.pop(seat), seat, path)}")
        moment.happens(Step(step.seat, step.code))
    for seat, start in sorted(begun.items()):
        lines.append(f"   {seat} {notation.write(start, seat, moment.paths[seat])} ...")
