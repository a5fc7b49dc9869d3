"""The lab: trials that somebody looks at, played in another process, one trial at a time.

It is a process of its own, so that no table and no review waits for a trial. What was found is kept
in memory by what was asked; a trial that is forgotten is played again when somebody asks.
"""

from __future__ import annotations

import asyncio
import logging
import time
import zlib
from collections import OrderedDict
from concurrent.futures.process import BrokenProcessPool
from typing import NamedTuple

import msgspec
from msgspec import Raw

from saleroom.arena.bounds import EARLY
from saleroom.arena.findings import findings
from saleroom.arena.trial import Story, Trial
from saleroom.games.core import NotUnderstood
from saleroom.server import variants
from saleroom.server.errors import NotFound, SlowDown
from saleroom.server.messages import Compare, Comparison, LabBot
from saleroom.server.workers import Workers

log = logging.getLogger(__name__)

SEED = 0  # as in `saleroom lab`, which so finds the same
WEAKER = ["random", "flat:20"]
HOUSE = "plays fast, as somebody who thought about the shipped numbers; ask a search too"
SEARCH = "imagines {} games before it chooses, in which the others play like the house"
BOTS = (
    LabBot("house", HOUSE, [200, 1000, 4000], WEAKER),
    LabBot("search:50", SEARCH.format(50), [50, 200], ["house"]),
    LabBot("search:100", SEARCH.format(100), [50, 200], ["house"]),
)
MOST_WAITING = 5
MOST_KEPT = 20
SPELL_S = 1.0  # so long a worker plays before it tells what came of it


class Bounds(NamedTuple):
    """How long things may take, in seconds."""

    deal: float = 120.0  # a single one, by all variants; or the findings
    trial: float = 300.0  # until it rests
    forsaken: float = 60.0  # when nobody has asked; a page asks every second


USUAL = Bounds()

WAITS = "Another comparison is being played; this one is next in line."
STOPPED = "Stopped."
REPLACED = "You run another comparison now."
TOO_LONG = "That has taken long enough for now, so it rests here."
ENDLESS = "It broke off: one of its games takes too long for the lab, or too much memory."
UNPLAYABLE = "It broke off: the lab cannot make anything of the games of these numbers."


class Lab:
    """What is known of the trials that somebody wants to see."""

    def __init__(self, of_address: int, bounds: Bounds = USUAL) -> None:
        self.workers = Workers(1, bounds.deal, shared=False)
        self._bounds = bounds
        self._of_address = of_address  # so many trials at once
        self._turn = asyncio.Lock()
        self._kept: OrderedDict[bytes, _Course] = OrderedDict()

    def compare(self, guest: str, address: str, wish: Compare) -> Comparison:
        """How far this trial is; it begins with the first question, and goes on with the first
        after it was stopped."""
        key = _key(wish)
        course = self._kept.get(key) or _Course(_trial(wish), wish.deals)
        if not (course.is_complete or course.is_going or guest in course.lookers):
            self._leave(guest, course)
            self._must_have_room(address)
            course.begin(address, WAITS if self._going() else "")
            course.task = asyncio.create_task(self._play(course))
        self._kept[key] = course
        self._kept.move_to_end(key)
        self._forget()
        return course.tell(guest)

    def stop(self, guest: str, wish: Compare) -> Comparison:
        """This guest looks no more; where nobody else does, the trial rests."""
        course = self._kept.get(_key(wish))
        if course is None:
            raise NotFound("There is no such comparison.")
        course.lookers.discard(guest)
        if course.is_going and not course.lookers:
            course.rests(STOPPED)
        return course.told()

    def _leave(self, guest: str, new: _Course) -> None:
        """A guest has one trial at a time."""
        for course in self._kept.values():
            if course is not new and course.is_going and course.lookers == {guest}:
                course.rests(REPLACED)

    def _must_have_room(self, address: str) -> None:
        for course in self._kept.values():
            if course.is_going and self._is_forsaken(course):
                course.left()
        going = self._going()
        if len(going) > MOST_WAITING:
            raise SlowDown("Many comparisons wait to be played; try again in a minute.")
        if len([course for course in going if course.address == address]) >= self._of_address:
            raise SlowDown("Comparisons of your address are being played; wait for one to end.")

    def _going(self) -> list[_Course]:
        return [course for course in self._kept.values() if course.is_going]

    async def _play(self, course: _Course) -> None:
        async with self._turn:
            if self._is_forsaken(course):
                course.left()
            try:
                await self._play_on(course)
            except BrokenProcessPool:
                course.rests(ENDLESS)
            except Exception as error:  # whatever is wrong with it, the tables go on
                log.warning("a trial has failed: %r", error)
                course.rests(UNPLAYABLE)

    async def _play_on(self, course: _Course) -> None:
        """Until all deals are played, or there is a reason to rest."""
        until = time.monotonic() + self._bounds.trial
        while course.is_going:
            course.says = ""
            spell = await self.workers.run(_spell, course.trial, course.done, course.of, SPELL_S)
            course.add(*spell)
            is_late = time.monotonic() > until
            if is_late or course.wants_findings:
                await self._find(course)
            if course.known == course.of:
                course.rests("")
            elif is_late:
                course.rests(TOO_LONG)
            elif self._is_forsaken(course):
                course.left()

    def _is_forsaken(self, course: _Course) -> bool:
        return time.monotonic() > course.asked + self._bounds.forsaken

    async def _find(self, course: _Course) -> None:
        done = course.done
        found = await self.workers.run(_found, course.trial, course.spells)
        course.findings, course.known = Raw(found), done

    def _forget(self) -> None:
        for key, course in list(self._kept.items()):
            if len(self._kept) <= MOST_KEPT:
                return
            if not course.is_going:
                del self._kept[key]


class _Course:
    """A trial on its way."""

    def __init__(self, trial: Trial, of: int) -> None:
        self.trial = trial
        self.of = of
        self.done = 0  # so many deals are played ...
        self.spells: list[bytes] = []  # ... and these are their games
        self.known = 0  # so many deals the findings are of
        self.findings: Raw | None = None
        self.says = ""
        self.is_going = False
        self.lookers: set[str] = set()  # who has not been told yet that it has ended
        self.asked = 0.0
        self.address = ""
        self.task: asyncio.Task[None] | None = None

    @property
    def is_complete(self) -> bool:
        return self.known == self.of

    @property
    def wants_findings(self) -> bool:
        """After the first tenth, whenever so much was played again, and in the end; not before
        anything can be said of what the figures lie between."""
        return self.done == self.of or self.done >= max(self.of / 10, EARLY, 2 * self.known)

    def begin(self, address: str, says: str) -> None:
        self.is_going, self.says, self.address = True, says, address

    def rests(self, why: str) -> None:
        self.is_going, self.says = False, why
        if self.is_complete:
            self.spells.clear()

    def left(self) -> None:
        """By all who looked; whoever comes back begins again."""
        self.lookers.clear()
        self.rests(STOPPED)

    def add(self, deals: int, spell: bytes) -> None:
        self.done += deals
        self.spells.append(spell)

    def tell(self, guest: str) -> Comparison:
        self.asked = time.monotonic()
        if self.is_going:
            self.lookers.add(guest)
        else:
            self.lookers.discard(guest)
        return self.told()

    def told(self) -> Comparison:
        return Comparison(self.done, self.of, not self.is_going, self.says, self.findings)


def _key(wish: Compare) -> bytes:
    return msgspec.json.encode(wish, order="deterministic")


def _trial(wish: Compare) -> Trial:
    """What is wished for, where the lab does that."""
    bot = next((bot for bot in BOTS if bot.bot == wish.bot), None)
    if bot is None:
        offered = ", ".join(bot.bot for bot in BOTS)
        raise NotUnderstood(f"There is no bot {wish.bot!r} in the lab; possible: {offered}.")
    if wish.deals not in bot.deals:
        offered = ", ".join(map(str, bot.deals))
        raise NotUnderstood(f"{bot.bot} plays {offered} deals in the lab, not {wish.deals}.")
    if wish.rival is not None and wish.rival not in bot.rivals:
        offered = ", ".join(bot.rivals)
        raise NotUnderstood(f"{bot.bot} plays among {offered} in the lab, not {wish.rival!r}.")
    first = variants.shipped(wish.game, wish.variant, wish.seats)
    other = variants.changed(first, wish.changes)
    if first.table | {"variant": ""} == other.table | {"variant": ""}:
        raise NotUnderstood("These are the same numbers; change one of them.")
    names, tables = (wish.variant, other.variant), (first.table, other.table)
    return Trial(wish.game, names, tables, first.seats, bot.bot, wish.rival, SEED)


# -- in the other process --------------------------------------------------------------------------


def _spell(trial: Trial, first: int, of: int, for_s: float) -> tuple[int, bytes]:
    """Some deals from this one on: how many, and their games."""
    until = time.monotonic() + for_s
    deals: list[list[Story]] = []
    while first + len(deals) < of and (not deals or time.monotonic() < until):
        deals.append([trial.play(sitting) for sitting in trial.deal(first + len(deals))])
    return len(deals), zlib.compress(msgspec.json.encode(deals), 1)


def _found(trial: Trial, spells: list[bytes]) -> bytes:
    deals: list[list[Story]] = []
    for spell in spells:
        deals += msgspec.json.decode(zlib.decompress(spell), type=list[list[Story]])
    return msgspec.json.encode(findings(trial, deals))
