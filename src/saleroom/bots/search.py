"""Information-set Monte Carlo tree search, through the contract alone.

Each simulation imagines a world the searching seat could be in and plays it to the end. On its way
every seat follows a tree of its own, by what it has seen in that world, until it comes to something
new; there it tries what the house would do, and from there on it plays like the house. The result
is told to all choices made in the trees.

No node knows what another seat has not yet shown, and seats that decide at the same time choose
each by its own node; so a simultaneous decision is met as one, in whatever order seats are asked.

A root stands where others have a logarithm in the bound: it is exact on every machine, so equal
dice give equal choices everywhere.
"""

from math import sqrt
from time import perf_counter
from typing import Final, final

from mypy_extensions import i64

from saleroom.bots.imagine import UNTIMED, Option, Referee, Thinker, finish
from saleroom.games.bits import Dice, count, mix, place, shl
from saleroom.games.core import Bot, Position, deal, everybody

_CURIOSITY: Final = 1.0  # how much a choice that was rarely tried is preferred
_TRUST: Final = 0.5  # how likely the choice of the house seems to be the best

_AHEAD: Final = 2  # so many rounds are played by the house, and then the points counted
_NONE: Final = -1  # no favourite

UNBOUND: Final = 10**9  # more simulations than anybody waits for


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

    def tried(self) -> list[Option]:
        """The options, the most tried first, of equals those with the better results."""
        found: list[Option] = []
        option = self.first
        while option is not None:
            found.append(option)
            option = option.next
        found.sort(key=_standing, reverse=True)
        return found


def _standing(option: Option) -> tuple[int, float, int]:
    return int(option.tries), option.total, -int(option.choice)


@final
class Search(Thinker):
    """Imagines so many games before each choice, or as many as it can in so many seconds.

    Unguided, it plays them at random; much faster, and much weaker.
    """

    simulations: int
    seconds: float
    guided: bool

    def __init__(
        self, simulations: int = UNBOUND, seconds: float = UNTIMED, guided: bool = True
    ) -> None:
        self.simulations = simulations
        self.seconds = seconds
        self.guided = guided

    def consider(self, world: Position, seat: i64, dice: Dice) -> list[Option]:
        """Which was tried most is the best."""
        house = world.rules.house() if self.guided else None
        trees: dict[int, _Node] = {}
        referee = Referee()
        end = perf_counter() + self.seconds
        for _ in range(self.simulations):
            _imagine(world.sample(seat, dice), trees, house, referee, dice)
            if perf_counter() > end:
                break
        return trees[_key(world, seat)].tried()

    def shares(self, world: Position, seat: i64, decision: list[int], seed: int) -> list[float]:
        """The seat's share in the win, in each of the games that begin with this decision.

        Of two decisions with equal seeds, each game of one is imagined in the same world as that
        of the other: so what differs between them is more the decisions and less the worlds.
        """
        house = world.rules.house() if self.guided else None
        trees: dict[int, _Node] = {}
        referee = Referee()
        end = perf_counter() + self.seconds
        found: list[float] = []
        for number in range(self.simulations):
            dice = Dice(mix(seed, number))
            imagined = world.sample(seat, dice)
            for choice in decision:
                imagined.step(seat, choice)
            _imagine(imagined, trees, house, referee, dice)
            found.append(referee.shares[seat])
            if perf_counter() > end:
                break
        return found


def _imagine(
    world: Position, trees: dict[int, _Node], house: Bot | None, referee: Referee, dice: Dice
) -> None:
    """One game, and what came of it told to the choices that were made in the trees."""
    path = _descend(trees, world, house, dice)
    finish(world, house, dice, _AHEAD)
    referee.look(world)
    for option in path:
        referee.tell(option)


def _key(position: Position, seat: i64) -> int:
    return mix(position.seen(seat), seat)


def _descend(
    trees: dict[int, _Node], position: Position, house: Bot | None, dice: Dice
) -> list[Option]:
    """Play on until every seat has come to something new; the choices made in the trees."""
    path: list[Option] = []
    following: i64 = everybody(position.rules)  # the seats that are still in their trees
    while following and not position.over:
        if position.wants:
            deal(position, dice)
            continue
        movers = position.movers
        seat = place(movers & -movers)
        menu = position.menu(seat)
        if not menu & (menu - 1):
            position.step(seat, place(menu))
        elif (following >> seat) & 1:
            key = _key(position, seat)
            node = trees.get(key)
            if node is None:
                node = _Node(seat, menu, _favourite(position, seat, house, dice))
                trees[key] = node
                following &= ~shl(1, seat)
            path.append(node.select(dice))
            position.step(seat, path[-1].choice)
        elif house is None:
            position.step(seat, place(dice.member(menu)))
        else:
            position.step(seat, house.choose(position, seat, dice))
    return path


def _favourite(position: Position, seat: i64, house: Bot | None, dice: Dice) -> i64:
    return _NONE if house is None else house.choose(position, seat, dice)
