"""Search: a race between the choices of a seat, in imagined games, through the contract alone.

The choices of the searching seat run a race. In each lap a world is imagined that the seat could be
in, and every choice that is still in the race is tried in it: the same hidden cards, and the same
draws as far as the choices lead to the same questions. So luck is shared, and what differs between
two results is what the choices do. After each heat the slower half is out; only the favourite, what
the house would choose, runs to the end. It wins unless another choice has a reason to: a lead that
is longer than a fair walk of such steps would usually have come.

How a game goes on after the choice is in `trees`.
"""

from math import sqrt
from time import perf_counter
from typing import Final, final

from mypy_extensions import i64

from saleroom.bots.imagine import UNTIMED, Option, Thinker, options
from saleroom.bots.trees import Mind
from saleroom.games.bits import Dice, mix
from saleroom.games.core import Position

_REASON: Final = 1.0  # so many usual walks a choice must lead, to be taken instead of the favourite
_SEEDS: Final = 2**31

UNBOUND: Final = 10**9  # more simulations than anybody waits for


@final
class _Runner:
    """A choice in the race, and how far it is ahead of the favourite."""

    option: Option
    lead: float  # its results less those of the favourite in the same worlds, added up
    squares: float  # of these differences, added up

    def __init__(self, option: Option) -> None:
        self.option = option
        self.lead = 0.0
        self.squares = 0.0

    def step(self, ahead: float) -> None:
        self.lead += ahead
        self.squares += ahead * ahead


@final
class Search(Thinker):
    """Imagines so many games before each choice, or as many as it can in so many seconds.

    Unguided, it plays them at random and has no favourite; much faster, and much weaker.
    """

    simulations: int
    seconds: float
    whole: float  # seconds for all choices of a decision
    guided: bool

    def __init__(
        self,
        simulations: int = UNBOUND,
        seconds: float = UNTIMED,
        whole: float = UNTIMED,
        guided: bool = True,
    ) -> None:
        self.simulations = simulations
        self.seconds = seconds
        self.whole = whole
        self.guided = guided

    def consider(self, world: Position, seat: i64, dice: Dice) -> list[Option]:
        """The winner of the race, and then the others, who was in it longest first."""
        mind = Mind(world.rules.house() if self.guided else None, dice)
        tried = options(seat, world.menu(seat))
        race = _line_up(tried, mind.favourite(world, seat))
        seed: i64 = dice.below(_SEEDS)
        laps: i64 = 0
        games = 0
        heats = _heats(len(race))
        seconds = min(self.seconds, self.left(world, seat, self.whole))
        begun = perf_counter()
        for heat in range(1, heats + 1):
            enough = self.simulations * heat // heats
            end = begun + seconds * float(heat) / float(heats)
            while games + len(race) <= enough and perf_counter() < end:
                _run_lap(mind, world, race, mix(seed, laps))
                laps += 1
                games += len(race)
            if heat < heats:
                race = _faster_half(race)
        won = _winner(race, _REASON if self.guided else 0.0).option
        tried.sort(key=_standing, reverse=True)
        tried.remove(won)
        tried.insert(0, won)
        return tried

    def shares(self, world: Position, seat: i64, decision: list[int], seed: int) -> list[float]:
        """The seat's share in the win, in each of the games that begin with this decision.

        Of two decisions with equal seeds, each game of one is imagined in the same world as that
        of the other: so what differs between them is more the decisions and less the worlds.
        """
        mind = Mind(world.rules.house() if self.guided else None, Dice(seed))
        end = perf_counter() + self.seconds
        found: list[float] = []
        for number in range(self.simulations):
            mind.imagine(world, seat, decision, mix(seed, number))
            found.append(mind.referee.shares[seat])
            if perf_counter() > end:
                break
        return found


def _line_up(tried: list[Option], favourite: i64) -> list[_Runner]:
    """The favourite first; without one, the first of the menu is measured against."""
    race = [_Runner(option) for option in tried if option.choice == favourite]
    race.extend([_Runner(option) for option in tried if option.choice != favourite])
    return race


def _heats(runners: int) -> int:
    """So many, if each but the last sends half of them home, and the last is run by two."""
    heats = 1
    while runners > 2:
        runners = (runners + 1) // 2
        heats += 1
    return heats


def _run_lap(mind: Mind, world: Position, race: list[_Runner], seed: i64) -> None:
    """Every choice once, in the same world."""
    favourite: float = 0.0
    for number, runner in enumerate(race):
        option = runner.option
        mind.imagine(world, option.seat, [option.choice], seed)
        mind.referee.tell(option)
        result = mind.referee.result(option.seat)
        if number == 0:
            favourite = result
        runner.step(result - favourite)


def _faster_half(race: list[_Runner]) -> list[_Runner]:
    """With the favourite, and it first."""
    others = race[1:]
    others.sort(key=_lead, reverse=True)
    return [race[0], *others[: (len(race) + 1) // 2 - 1]]


def _winner(race: list[_Runner], reason: float) -> _Runner:
    """The favourite, or who leads it most for a reason."""
    best = race[0]
    for runner in race:
        if runner.lead > best.lead and runner.lead > reason * sqrt(runner.squares):
            best = runner
    return best


def _lead(runner: _Runner) -> float:
    return runner.lead


def _standing(option: Option) -> tuple[int, float]:
    return int(option.tries), option.total
