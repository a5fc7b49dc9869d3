"""All worlds that an observer cannot tell from the true one, by brute force, for any game.

A game is followed with every outcome of every unseen draw, each with its chance, and with every
hidden decision of the others, each counted once for each set of cards it could be. Only what the
observer is told decides which worlds stay; nothing is used of what a position remembers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import sqrt
from typing import NamedTuple, TypeVar

from saleroom.games.bits import Dice, choices
from saleroom.games.core import Draw, Position, Rules
from saleroom.laws.moments import decisions
from tests.games.fields import State, state

RARE = 25.0  # a sound sampler fails one comparison in exp(25)

P = TypeVar("P", bound=Position)
Path = list[int]
Ways = Callable[[Position, int, Path], int]  # a world, who decides in it, and what


class Small(NamedTuple):
    """A rule set small enough for brute force, and what of it is hidden."""

    rules: Rules
    hidden: Callable[[Position, int], State]  # the cards that this seat cannot see
    is_open: Callable[[Position], bool]  # what is decided now is public in every part
    ways: Ways = lambda world, seat, path: 1  # how many sets of cards a decision could be


# -- a play: random choices and draws, and what an observer was told -------------------------------


def draw_at_random(position: Position, dice: Dice) -> int:
    outcome = choices(dice.member(position.wants))[0]
    position.draw(outcome)
    return outcome


def random_game(position: P, dice: Dice) -> Iterator[P]:
    """A game of random choices, at each of its moments without a pending draw."""
    while not position.over:
        if position.wants:
            draw_at_random(position, dice)
            continue
        yield position
        mover = choices(dice.member(position.movers))[0]
        position.step(mover, choices(dice.member(position.menu(mover)))[0])


def told(position: Position, seat: int) -> list[object]:
    """What this seat has been told since it last asked."""
    events = position.events or []
    position.events = []
    return [event.told(seat, position.rules.words) for event in events]


# -- brute force -----------------------------------------------------------------------------------


class Worlds:
    """All worlds that an observer holds possible while a game goes on, each with its weight."""

    def __init__(self, position: Position, seat: int, ways: Ways) -> None:
        self.seat = seat
        self.ways = ways
        self.sealed: list[int] = []  # others who have decided, and nothing of it was shown yet
        self.found: dict[State, tuple[Position, Fraction]] = {}
        self._keep([(position.clone(), Fraction(1))], told(position, seat))

    def drawn(self, truth: Position, draw: Draw, outcome: int) -> None:
        """A draw was answered: as seen, or with anything that may come."""
        rules = truth.rules
        after = []
        for world, weight in self.found.values():
            may_come = choices(world.wants)
            for number in may_come:
                alike = rules.outcome(draw.pile, number) == rules.outcome(draw.pile, outcome)
                if alike or not draw.seers >> self.seat & 1:
                    twin = _listening(world)
                    twin.draw(number)
                    after.append((twin, weight / len(may_come)))
        self._keep(after, told(truth, self.seat))

    def chose(self, truth: Position, choice: int, is_last: bool) -> None:
        """The observer made a choice of its own; `is_last`: with it all have decided."""
        after = []
        for world, weight in self.found.values():
            assert world.menu(self.seat) >> choice & 1, "a menu differs in a possible world"
            twin = _listening(world)
            twin.step(self.seat, choice)
            after.append((twin, weight))
        if is_last:
            after = self._others_decided(after, {})
        self._keep(after, told(truth, self.seat))

    def decided(self, truth: Position, seat: int, path: Path | None, is_last: bool) -> None:
        """Another seat decided: openly, or in some way that is hidden (None)."""
        self.sealed.append(seat)
        if is_last:
            known = {} if path is None else {seat: path}
            after = self._others_decided(list(self.found.values()), known)
            self._keep(after, told(truth, self.seat))

    def _others_decided(
        self, worlds: list[tuple[Position, Fraction]], known: dict[int, Path]
    ) -> list[tuple[Position, Fraction]]:
        """What was sealed happens, in all ways in which it could."""
        for seat in self.sealed:
            after = []
            for world, weight in worlds:
                for path in [known[seat]] if seat in known else decisions(world, seat):
                    twin = _listening(world)
                    ways = self.ways(twin, seat, path)
                    if all(_stepped(twin, seat, choice) for choice in path):
                        after.append((twin, weight * ways))
            worlds = after
        self.sealed = []
        return worlds

    def _keep(self, after: list[tuple[Position, Fraction]], heard: list[object]) -> None:
        """Of these worlds keep those in which the observer was told the same."""
        self.found = {}
        for world, weight in after:
            if told(world, self.seat) == heard:
                key = state(world)
                before = self.found[key][1] if key in self.found else 0
                self.found[key] = (world, before + weight)
        assert self.found, "the true world is one of them"

    def see(self, truth: Position) -> None:
        """Something lies open now without a word about it: keep the worlds that look the same."""
        view = truth.view(self.seat)
        looks = {key: world.view(self.seat) for key, (world, _) in self.found.items()}
        self.found = {key: self.found[key] for key, look in looks.items() if look == view}

    def chances(self) -> dict[State, float]:
        whole = sum(weight for _, weight in self.found.values())
        return {key: float(weight / whole) for key, (_, weight) in self.found.items()}


def _listening(world: Position) -> Position:
    twin = world.clone()
    twin.events = list(world.events or [])
    return twin


def _stepped(world: Position, seat: int, choice: int) -> bool:
    possible = bool(world.menu(seat) >> choice & 1)
    if possible:
        world.step(seat, choice)
    return possible


def followed(small: Small, seat: int, seed: int) -> Iterator[tuple[Position, Worlds]]:
    """A random game, and at each of its moments all the worlds this seat holds possible."""
    dice = Dice(seed)
    truth = small.rules.begin()
    truth.events = []
    worlds = Worlds(truth, seat, small.ways)
    paths: dict[int, Path] = {}  # of the open decisions of others
    phase = None
    while not truth.over:
        if truth.wants:
            draw = truth.pending()
            worlds.drawn(truth, draw, draw_at_random(truth, dice))
            continue
        if truth.phase != phase:  # type: ignore[attr-defined]
            worlds.see(truth)
        phase = truth.phase  # type: ignore[attr-defined]
        yield truth, worlds
        public = small.is_open(truth)
        mover = choices(dice.member(truth.movers))[0]
        choice = choices(dice.member(truth.menu(mover)))[0]
        alone = truth.movers == 1 << mover
        complete = truth.step(mover, choice)
        if mover == seat:
            worlds.chose(truth, choice, complete and alone)
            continue
        path = paths.setdefault(mover, [])
        path.append(choice)
        if complete:
            worlds.decided(truth, mover, path if public else None, alone)
            del paths[mover]


# -- comparing -------------------------------------------------------------------------------------


def must_be_drawn_alike(chances: dict[State, float], drawn: Counter[State], where: str) -> None:
    """Chi-square, with a bound on its tail that holds for every number of degrees of freedom."""
    assert drawn.keys() == chances.keys(), f"{where}: other worlds than the possible ones"
    number = drawn.total()
    expected = {key: number * chance for key, chance in chances.items()}
    distance = sum((drawn[key] - share) ** 2 / share for key, share in expected.items())
    freedom = len(chances) - 1
    assert distance <= freedom + 2 * sqrt(freedom * RARE) + 2 * RARE, f"{where}: {distance:.0f}"
