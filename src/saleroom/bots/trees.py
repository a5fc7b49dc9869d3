"""Trees: how a search lets an imagined game go on, and what it learns from it.

Every seat follows a tree of its own, by what it has seen in that world, until it comes to something
new; there it tries what the house would do, and from there on it plays like the house to the end.
The result is told to all choices made in the trees.

No node knows what another seat has not yet shown, and seats that decide at the same time choose
each by its own node; so a simultaneous decision is met as one, in whatever order seats are asked.

A root stands where others have a logarithm in the bound: it is exact on every machine, so equal
dice give equal choices everywhere.
"""

from math import sqrt
from typing import Final, final

from mypy_extensions import i64

from saleroom.bots.imagine import Option, Referee, finish
from saleroom.games.bits import Dice, count, mix, place, shl
from saleroom.games.core import Bot, Position, deal, everybody

_CURIOSITY: Final = 1.0  # how much a choice that was rarely tried is preferred
_TRUST: Final = 0.5  # how likely the choice of the house seems to be the best
_NONE: Final = -1  # no favourite


@final
class _Node:
    """What was learnt about the choices of a seat that has seen what it has seen.

    A seat has the same menu in all worlds it cannot tell apart, so a node has one menu.
    """

    seat: i64
    favourite: i64  # what the house would choose, and is tried first
    untried: i64
    prior: float  # of each choice; the favourite has the trust in the house besides
    tries: i64
    first: Option | None

    def __init__(self, seat: i64, menu: i64, favourite: i64) -> None:
        trust: float = 0.0 if favourite == _NONE else _TRUST
        self.seat = seat
        self.favourite = favourite
        self.untried = menu
        self.prior = (1.0 - trust) / float(count(menu))
        self.tries = 0
        self.first = None

    def select(self, dice: Dice) -> Option:
        """The favourite, and then the option with the highest bound.

        What was never tried is thought to be as good as the others are on average.
        """
        self.tries += 1
        if self.first is None and self.favourite != _NONE:
            return self.try_new(self.favourite, _TRUST + self.prior)
        eager: float = _CURIOSITY * sqrt(float(self.tries))
        highest: float = -1.0
        best: Option | None = None
        total: float = 0.0
        option = self.first
        while option is not None:
            tries: float = float(option.tries)
            bound: float = option.total / tries + eager * option.prior / (1.0 + tries)
            if bound > highest:
                highest = bound
                best = option
            total += option.total
            option = option.next
        if self.untried:
            bound = total / float(max(self.tries - 1, 1)) + eager * self.prior
            if bound > highest:
                return self.try_new(place(dice.member(self.untried)), self.prior)
        assert best is not None, "a node has at least one option"
        return best

    def try_new(self, choice: i64, prior: float) -> Option:
        self.untried &= ~shl(1, choice)
        fresh = Option(self.seat, choice, prior, self.first)
        self.first = fresh
        return fresh


@final
class Mind:
    """What a search has learnt from the games it has imagined, for one decision."""

    house: Bot | None
    dice: Dice  # for what is tried in the trees; each world has dice of its own for its chance
    trees: dict[int, _Node]
    referee: Referee

    def __init__(self, house: Bot | None, dice: Dice) -> None:
        self.house = house
        self.dice = dice
        self.trees = {}
        self.referee = Referee()

    def imagine(self, world: Position, seat: i64, decision: list[int], seed: i64) -> None:
        """A game of this seed that begins so; what came of it is told to the trees."""
        chance = Dice(seed)
        imagined = world.sample(seat, chance)
        for choice in decision:
            imagined.step(seat, choice)
        path = self.descend(imagined, chance)
        finish(imagined, self.house, chance)
        self.referee.look(imagined)
        for option in path:
            self.referee.tell(option)

    def descend(self, position: Position, chance: Dice) -> list[Option]:
        """Play on until every seat has come to something new; the choices made in the trees."""
        path: list[Option] = []
        following: i64 = everybody(position.rules)  # the seats that are still in their trees
        while following and not position.over:
            if position.wants:
                deal(position, chance)
                continue
            movers = position.movers
            seat = place(movers & -movers)
            menu = position.menu(seat)
            if not menu & (menu - 1):
                position.step(seat, place(menu))
            elif (following >> seat) & 1:
                key = mix(position.seen(seat), seat)
                node = self.trees.get(key)
                if node is None:
                    node = _Node(seat, menu, self.favourite(position, seat))
                    self.trees[key] = node
                    following &= ~shl(1, seat)
                path.append(node.select(self.dice))
                position.step(seat, path[-1].choice)
            elif self.house is None:
                position.step(seat, place(self.dice.member(menu)))
            else:
                position.step(seat, self.house.choose(position, seat, self.dice))
        return path

    def favourite(self, position: Position, seat: i64) -> i64:
        """What the house would choose."""
        return _NONE if self.house is None else self.house.choose(position, seat, self.dice)
