"""The suite: all laws in their order, and how they are run and reported."""

from __future__ import annotations

import traceback
from binascii import crc32
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any, Literal

from saleroom.games.core import Rules
from saleroom.laws import contract, people, plays, secrecy, worlds
from saleroom.laws.looks import Broken
from saleroom.laws.moments import Moment, Step, entries, game, mixed

Scope = Literal["rules", "moment", "game", "games", "tree"]
MANY = 50  # laws of chance look at one moment each of so many times more games
Progress = Callable[[str, int, int], None]  # what is done, how much of it, out of how much


@dataclass(frozen=True)
class Law:
    """A promise that every game keeps."""

    name: str
    sentence: str
    test: Callable[..., Any]
    scope: Scope = "moment"  # what the test is given: the rules, a moment, a seed, all seeds
    every: int = 1  # a slow test looks at one moment in so many


ALL = (
    Law("complete", "Nothing of the contract is missing.", contract.complete, "rules"),
    Law("ends", "Every game can be played to its end.", contract.ends),
    Law("waits", "A position waits for a draw, or for choices, or is over.", contract.waits),
    Law(
        "chance",
        "Only what is uncertain is drawn, what comes together has no order, and who does not see "
        "a draw learns nothing of it.",
        contract.chance,
        every=2,
    ),
    Law(
        "menus",
        "Who owes a choice has a menu, nobody else has, and no choice in it leads to a dead end.",
        contract.menus,
    ),
    Law(
        "refusals",
        "Nothing outside a menu is accepted; a refusal is a sentence and changes nothing.",
        contract.refusals,
        every=4,
    ),
    Law(
        "steps",
        "step and choose do the same, and it is known whether a decision is complete.",
        contract.steps,
    ),
    Law("copies", "A copy is alike and independent.", contract.copies, every=4),
    Law(
        "results",
        "Scores stay in their bounds; in the end somebody has won, and the end has a name.",
        contract.results,
    ),
    Law("words", "In a menu each choice has a label and a word of its own.", people.words),
    Law(
        "notation",
        "Every decision can be written, and is read again as what it was.",
        people.notation,
        every=4,
    ),
    Law(
        "answers",
        "The answers that a form allows are exactly the legal decisions.",
        people.answers,
        every=4,
    ),
    Law("views", "A view is plain data with what every page needs.", people.views),
    Law(
        "cards",
        "No card is lost, none is in two places, and in the end all are seen but those of a pile.",
        people.cards,
    ),
    Law("events", "What is told is plain data and a sentence.", people.events),
    Law(
        "sealed",
        "Of a decision nobody else sees or knows anything before it counts for all.",
        secrecy.sealed,
        every=2,
    ),
    Law("order", "Decisions that are asked together may arrive in any order.", secrecy.order),
    Law(
        "secrecy",
        "What a seat or a spectator is shown and told is the same in every world it could be in.",
        secrecy.secrecy,
    ),
    Law(
        "untold",
        "As long as a seat has seen the same in two worlds, it is shown and told the same.",
        secrecy.untold,
        every=4,
    ),
    Law(
        "samples",
        "An imagined world depends on what was seen and on dice alone, holds nothing unrevealed, "
        "and can be played on.",
        secrecy.samples,
        every=4,
    ),
    Law("fair", "An imagined world is as likely as chance makes it.", worlds.fair, "games"),
    Law("memory", "A game without memory is the same game.", plays.memory, "game"),
    Law("repeatable", "The same seed gives the same game.", plays.repeatable, "game"),
    Law("records", "A record, replayed, gives the same record.", plays.records, "game"),
    Law(
        "recall",
        "In all games that can happen, a key is the same exactly where a seat has seen the same.",
        worlds.exhaustive,
        "tree",
    ),
    Law(
        "posterior",
        "In all games that can happen, imagined worlds are the possible ones, as often as chance "
        "has them.",
        worlds.exhaustive,
        "tree",
    ),
)


# -- what is found --------------------------------------------------------------------------------


@dataclass
class Failure:
    """A law that does not hold, in the shortest game that shows it."""

    what: str
    expected: str
    found: str
    seed: int | None  # of the game; None: it was met on a walk through all games
    steps: int  # draws and choices up to here
    entries: list[str]  # the game up to here, in notation


@dataclass
class Result:
    """What came of one law."""

    law: str
    sentence: str
    checked: int = 0  # how often
    counts: dict[str, int] = field(default_factory=dict)  # what it met
    failure: Failure | None = None


@dataclass
class Report:
    """What came of all laws."""

    game: str
    variant: str
    seats: int
    games: int
    seed: int
    results: list[Result]

    @property
    def ok(self) -> bool:
        return not self.failures

    @property
    def failures(self) -> dict[str, Failure]:
        """By the name of the law."""
        return {result.law: result.failure for result in self.results if result.failure}

    def as_data(self) -> dict[str, Any]:
        return {"ok": self.ok, **asdict(self)}

    def __str__(self) -> str:
        games = "1 game" if self.games == 1 else f"{self.games} games"
        lines = [f"{self.game} {self.variant}, {self.seats} seats, {games}"]
        for result in self.results:
            verdict = "broken" if result.failure else "holds" if result.checked else "-"
            lines.append(f"{verdict:6} {result.law:10} {_tail(result)}")
            if result.failure:
                lines += [f"    {line}" for line in _told(result.failure)]
        return "\n".join(lines)


def _tail(result: Result) -> str:
    if not result.checked:
        return "not tried, since the game cannot be played."
    counted = [f"{number:,} {what}" for what, number in result.counts.items()]
    return ", ".join([f"{result.checked:,} checked", *counted]) + f". {result.sentence}"


def _told(failure: Failure) -> Iterator[str]:
    yield failure.what
    if failure.expected or failure.found:
        yield f"expected: {failure.expected}"
        yield f"found:    {failure.found}"
    if failure.entries:
        which = "" if failure.seed is None else f" of the game with seed {failure.seed}"
        yield f"after {failure.steps} steps{which}:"
        yield from failure.entries


# -- running --------------------------------------------------------------------------------------


def check(
    rules: Rules,
    *,
    games: int = 20,
    seed: int = 0,
    exhaustive: bool = False,
    laws: Iterable[Law] = ALL,
    progress: Progress | None = None,
) -> Report:
    """Try every law on so many random games; `exhaustive` walks through all games besides.

    A game that is not complete or cannot be played to its end is not tried any further.
    """
    chosen = [law for law in laws if exhaustive or law.scope != "tree"]
    seeds = range(seed, seed + games)
    run = _Run(rules, chosen, progress or (lambda what, done, total: None))
    if run.can_be_played(seeds) and (not exhaustive or run.is_small()):
        run.on_moments(seeds)
        run.on_games(seeds)
        run.on_many_games(range(seed, seed + games * MANY))
        if exhaustive:
            run.on_all_games()
    return Report(rules.game, rules.variant, rules.seats, games, seed, list(run.results.values()))


class _Run:
    """Laws being tried; of each the shortest failure is kept."""

    def __init__(self, rules: Rules, laws: list[Law], progress: Progress) -> None:
        self.rules = rules
        self.laws = laws
        self.progress = progress
        self.results = {law.name: Result(law.name, law.sentence) for law in laws}

    def can_be_played(self, seeds: range) -> bool:
        """The laws `complete` and `ends`, without which no other can be tried."""
        first, second = named(["complete", "ends"])
        self._try(first, [], None, partial(first.test, self.rules))
        for seed in seeds if not self._has_failed(first) else []:
            history: list[Step] = []
            try:
                for moment in game(self.rules, seed):
                    history = moment.history
                    self._try(second, history, seed, partial(second.test, moment))
            except Exception as crash:
                self._keep(second, _crashed(crash), history, seed)
        return not self._has_failed(first) and not self._has_failed(second)

    def is_small(self) -> bool:
        """Every game can be walked through; raises TooLarge where there are too many."""
        history: list[Step] = []
        try:
            for done, (moment, _) in enumerate(worlds.tree(self.rules)):
                history = moment.history
                if done % 1000 == 0:
                    self.progress("all games are counted", done, 0)
        except worlds.TooLarge:
            raise
        except Exception as crash:
            self._keep(named(["ends"])[0], _crashed(crash), history, None)
            return False
        return True

    def on_moments(self, seeds: range) -> None:
        laws = [law for law in self.laws if law.scope == "moment" and law.name != "ends"]
        for done, seed in enumerate(seeds):
            self.progress("moments of random games", done, len(seeds))
            for moment in game(self.rules, seed):
                self._at(moment, laws, seed)

    def on_games(self, seeds: range) -> None:
        laws = [law for law in self.laws if law.scope == "game"]
        for done, seed in enumerate(seeds):
            self.progress("whole games", done, len(seeds))
            for law in laws:
                self._try(law, [], seed, partial(law.test, self.rules, seed))

    def on_many_games(self, seeds: range) -> None:
        for law in self.laws:
            if law.scope == "games":
                self.progress("many games together", 0, 0)
                counts = self._try(law, [], None, partial(law.test, self.rules, seeds))
                self.results[law.name].counts = counts or {}

    def on_all_games(self) -> None:
        """Laws of moments at every moment that can be, then those of all games together."""
        laws = [law for law in self.laws if law.scope == "moment" and law.name != "ends"]
        for done, (moment, _) in enumerate(worlds.tree(self.rules) if laws else ()):
            if done % 100 == 0:
                self.progress("every moment that can happen", done, 0)
            self._at(moment, laws, None, salt=done)
        laws = [law for law in self.laws if law.scope == "tree"]
        if laws:
            found, counts = worlds.exhaustive(
                self.rules, lambda done: self.progress("every game that can happen", done, 0)
            )
            for law in laws:
                self.results[law.name].checked = counts["moments"]
                self.results[law.name].counts = counts
                if law.name in found:
                    self._keep(law, found[law.name][0], found[law.name][1].history, None)

    # -- inside ----------------------------------------------------------------------------------

    def _at(self, moment: Moment, laws: list[Law], seed: int | None, salt: int = 0) -> None:
        """All laws at one moment; a law that is broken is tried in shorter games only.

        Each law has its own dice, so alone it finds what it finds with others. On a walk through
        all games none is spared a moment.
        """
        for law in laws:
            result = self.results[law.name]
            if result.failure and result.failure.steps <= len(moment.history):
                continue
            moment.dice = mixed(crc32(law.name.encode()), moment.seed, salt, len(moment.history))
            if seed is None or not moment.history or moment.dice.below(law.every) == 0:
                moment.counts = result.counts
                self._try(law, moment.history, seed, partial(law.test, moment))

    def _try(self, law: Law, history: list[Step], seed: int | None, test: Callable[[], Any]) -> Any:
        if law.name in self.results:
            self.results[law.name].checked += 1
        try:
            return test()
        except Broken as broken:
            self._keep(law, broken, history, seed)
        except Exception as crash:  # of the game: a law raises nothing else
            self._keep(law, _crashed(crash), history, seed)
        return None

    def _keep(self, law: Law, broken: Broken, history: list[Step], seed: int | None) -> None:
        """Unless a failure in a shorter game is known already."""
        result = self.results.setdefault(law.name, Result(law.name, law.sentence, 1))
        history = broken.history or history
        if result.failure is None or len(history) < result.failure.steps:
            expected, found = str(broken.expected), str(broken.found)
            lines = entries(self.rules, history)
            result.failure = Failure(broken.what, expected, found, seed, len(history), lines)

    def _has_failed(self, law: Law) -> bool:
        return law.name in self.results and self.results[law.name].failure is not None


def _crashed(crash: Exception) -> Broken:
    where = traceback.extract_tb(crash.__traceback__)[-1]
    said = f"{type(crash).__name__}: {crash}"
    return Broken("The game crashed", "", f"{said} ({where.filename}, line {where.lineno})")


def named(names: Iterable[str]) -> list[Law]:
    """Laws by name, in the order of the suite."""
    known = {law.name: law for law in ALL}
    wanted = list(names)
    for name in wanted:
        if name not in known:
            raise ValueError(f"There is no law {name!r}; there are {', '.join(known)}.")
    return [law for law in ALL if law.name in wanted]
