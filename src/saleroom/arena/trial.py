"""A trial: what is played to see what other numbers do to a game, and what is kept of a game.

Every variant plays every deal, with the same bot in all seats: whatever differs then is the doing
of the numbers, or of chance where the numbers have changed what chance is asked. With a rival each
variant plays every deal again from every seat, the bot alone among rivals: how far skill goes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import Any, ClassVar

import msgspec

from saleroom import catalogue
from saleroom.arena.plan import Unplayable, chance_of, let_go, must_be_bot
from saleroom.bots import bot
from saleroom.bots.table import path
from saleroom.catalogue.changes import values
from saleroom.games.bits import choices, count
from saleroom.games.chance import Seeded
from saleroom.games.core import NOBODY, Event, Rules
from saleroom.records import Game

MOST_VARIANTS = 12
ROUND = "round"  # the event that begins one, in games that know rounds


class Trial(msgspec.Struct, frozen=True):
    """All that decides what will be played, but not how long."""

    noun: ClassVar[str] = "trial"
    room: ClassVar[str] = "the lab"

    game: str
    variants: tuple[str, ...]  # what they are called; the first is what the others are compared to
    tables: tuple[dict[str, Any], ...]
    seats: int
    bot: str
    rival: str | None
    seed: int
    lab: int = 1  # version of the lab: raised when the same trial would be played otherwise

    @property
    def games_a_deal(self) -> int:
        return len(self.variants) * (1 if self.rival is None else 1 + self.seats)

    def deal(self, number: int) -> list[Sitting]:
        alone = [] if self.rival is None else range(self.seats)
        return [
            Sitting(number, variant, seat)
            for variant in range(len(self.variants))
            for seat in (None, *alone)
        ]

    def play(self, fixture: Sitting) -> Story:
        return play(self, fixture)

    def read(self, line: bytes) -> Story:
        story = msgspec.json.decode(line, type=Story)
        seats = set(range(self.seats))
        if not (
            story.fixture.deal >= 0
            and story.fixture in self.deal(story.fixture.deal)
            and set() < set(story.winners) <= seats
            and {self.seats} == {len(each) for each in self._by_seat(story)}
            and {story.halfway, *story.first.values()} <= {NOBODY, *seats}
        ):
            raise ValueError("no game of this trial")
        return story

    def _by_seat(self, story: Story) -> Iterator[list[int]]:
        return chain([story.scores], story.did.values(), story.named.values())


class Sitting(msgspec.Struct, frozen=True):
    """A game to be played."""

    deal: int  # from 0
    variant: int
    seat: int | None  # where the bot sits among rivals; None: it sits in all seats


class Story(msgspec.Struct, frozen=True):
    """What a game was like."""

    fixture: Sitting
    seed: int  # of its chance, as `saleroom play --seed` understands it
    ending: str
    winners: list[int]
    scores: list[int]
    rounds: int
    decisions: int
    choices: int  # how many there were at the beginning of each decision, added up
    leads: int  # how often another seat came to lead alone
    halfway: int  # the seat that led alone after half of the decisions, or -1
    did: dict[str, list[int]]  # key of an event -> how often each seat did it
    first: dict[str, int]  # ... -> the seat that did it before all others; -1: several at once
    happened: dict[str, int]  # ... -> how often it happened, where it is nobody's doing
    amounts: dict[str, dict[str, tuple[int, int]]]  # ... -> number in it -> its sum, of so many
    named: dict[str, list[int]]  # word of the variant -> how often each seat took or named it

    def share(self, seat: int) -> float:
        """This seat's part of the win."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


def make(
    game: str,
    variants: Sequence[str] = (),
    *,
    changes: Sequence[dict[str, object]] = (),
    seats: int | None = None,
    bot: str = "house",
    rival: str | None = None,
    seed: int = 0,
) -> Trial:
    """A trial of these variants, and of the first of them with each of these changes.

    Unplayable, or what the catalogue says, where there can be none.
    """
    named = list(variants) or catalogue.variants(game)[:1]
    number = len(named) + len(changes)
    if number > MOST_VARIANTS:
        raise Unplayable(f"A trial compares {MOST_VARIANTS} variants at most, not {number}.")
    first = catalogue.load(game, named[0], seats)
    rules = [first, *(catalogue.load(game, name, first.seats) for name in named[1:])]
    for change in changes:
        rules.append(catalogue.varied(first, change))
        named.append(", ".join(f"{key}={_plain(value)}" for key, value in change.items()))
    for name in named:
        if named.count(name) > 1:
            raise Unplayable(f"{name} is named twice; a variant need not be compared to itself.")
    if number == 1:
        raise Unplayable(
            "A trial compares two variants or more: name another one, "
            "or give a key another value, such as hand=4."
        )
    must_be_bot(bot)
    if rival is not None:
        must_be_bot(rival)
        if rival == bot:
            raise Unplayable(f"{bot} cannot be its own rival; name a weaker bot, such as random.")
    tables = tuple(each.table for each in rules)
    return Trial(first.game, tuple(named), tables, first.seats, bot, rival, seed)


def _plain(value: object) -> str:
    return value if isinstance(value, str) else catalogue.shown(value)


def words(table: dict[str, Any]) -> dict[str, str]:
    """All that has a name in a variant, in the order of its file: word -> what sort of thing it is,
    such as `bids.id`."""
    found: dict[str, str] = {}
    for key, value in values(table):
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, str):
                found.setdefault(one, re.sub(r"\[\d+\]", "", key))
    return found


# -- one game --------------------------------------------------------------------------------------


def play(trial: Trial, sitting: Sitting) -> Story:
    """The same game every time, whoever plays it where, if its bots have no clock."""
    rules = catalogue.shared(trial.tables[sitting.variant], trial.seats)
    seed = chance_of(trial.seed, sitting.deal)
    game = Game(rules, Seeded(seed))
    bots = [bot(_who(trial, sitting, seat)) for seat in range(rules.seats)]
    salts = [chance_of(trial.seed, sitting.deal, seat) for seat in range(rules.seats)]
    teller = _Teller(rules)
    teller.hear(game)
    try:
        while not game.over:
            seat = game.movers[0]
            teller.choices += count(game.position.menu(seat))
            game.move_on(seat, path(game, seat, bots[seat], salts[seat]))
            teller.hear(game)
    finally:
        for each in bots:
            let_go(each)
    return teller.story(sitting, seed, game)


def _who(trial: Trial, sitting: Sitting, seat: int) -> str:
    if trial.rival is None or sitting.seat in (None, seat):
        return trial.bot
    return trial.rival


class _Teller:
    """Listens to a game."""

    def __init__(self, rules: Rules) -> None:
        self.seats = rules.seats
        self.names = frozenset(words(rules.table))
        self.choices = 0
        self.leaders: list[int] = []  # after each entry who led alone, or nobody
        self.did: dict[str, list[int]] = {}
        self.first: dict[str, int] = {}
        self.happened: dict[str, int] = {}
        self.amounts: dict[str, dict[str, tuple[int, int]]] = {}
        self.named: dict[str, list[int]] = {}

    def hear(self, game: Game) -> None:
        """One more entry."""
        new: dict[str, set[int]] = {}
        for event in game.hand_over():
            self._count(event)
            if event.seat != NOBODY and event.key not in self.first:
                new.setdefault(event.key, set()).add(event.seat)
        for key, seats in new.items():
            self.first[key] = seats.pop() if len(seats) == 1 else NOBODY
        scores = game.position.scores()
        most = max(scores)
        self.leaders.append(scores.index(most) if scores.count(most) == 1 else NOBODY)

    def _count(self, event: Event) -> None:
        if event.seat == NOBODY or event.key == ROUND:
            self.happened[event.key] = self.happened.get(event.key, 0) + 1
        else:
            self.did.setdefault(event.key, [0] * self.seats)[event.seat] += 1
            for name, value in event.values.items():
                self._look_at(event, name, value)

    def _look_at(self, event: Event, name: str, value: object) -> None:
        """At a value of what a seat did."""
        if isinstance(value, int) and not isinstance(value, bool):
            amounts = self.amounts.setdefault(event.key, {})
            total, times = amounts.get(name, (0, 0))
            amounts[name] = total + value, times + 1
        elif isinstance(value, str) and value in self.names:
            self.named.setdefault(value, [0] * self.seats)[event.seat] += 1

    def story(self, sitting: Sitting, seed: int, game: Game) -> Story:
        alone = [leader for leader in self.leaders if leader != NOBODY]
        leads = sum(one != other for one, other in pairwise(alone))
        ending = game.position.ending()
        return Story(
            sitting,
            seed,
            ending,
            choices(game.position.winners()),
            game.position.scores(),
            self.happened.get(ROUND, 0),
            len(game.entries) - 1,
            self.choices,
            leads,
            self.leaders[len(self.leaders) // 2],
            self.did,
            self.first,
            self.happened,
            self.amounts,
            self.named,
        )
