"""Lessons and worked examples: short plays in a game's folder, `lessons/*.toml`.

`first` is a guided first round: its steps say what to choose, and the play goes on as written.
`E4` is the worked example E4 of the law: from the entry it begins at, the learner chooses freely.
docs/lessons.md describes the files.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from saleroom import catalogue
from saleroom.catalogue import tables
from saleroom.catalogue.shelf import folder
from saleroom.games.bits import choices
from saleroom.games.chance import Dealer, Seeded
from saleroom.games.core import Draw, Refusal, Rules
from saleroom.records import sale
from saleroom.records.game import Game
from saleroom.records.record import BadRecord, Entry, Record

FIRST = "first"


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One sentence, and what the learner is to do."""

    after: int  # the entry that was played last
    says: str
    rule: str  # that it is about
    tap: str = ""  # choices of the learner's next decision, in notation; empty: only to be read


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A play with a seat to learn in."""

    title: str
    variant: str
    players: list[str]  # by seat; the learner's own name takes the place of the one here
    play: str  # numbered entries, as in a record file
    seat: int = 0
    change: dict[str, Any] = {}  # numbers that differ from those of the variant
    step: list[Step] = []
    begins: int = 0  # an example: the entry after which the learner is free
    says: str = ""  # an example: what to try


@cache
def names(game: str) -> tuple[str, ...]:
    """The lessons of a game: its first round, then its examples by number."""
    shelf = folder(game) / "lessons"
    found = [file.name.removesuffix(".toml") for file in shelf.iterdir()] if shelf.is_dir() else []
    return tuple(sorted(found, key=lambda name: (name != FIRST, len(name), name)))


def load(game: str, name: str) -> Lesson:
    """A lesson as it is written."""
    if name not in names(game):
        raise catalogue.Unknown(f"{game} has no lesson {name!r}.")
    file = folder(game) / "lessons" / f"{name}.toml"
    return parse(file.read_text(encoding="utf-8"), file.name)


def parse(text: str, where: str) -> Lesson:
    """The lesson of a TOML text; `where` is what the sentence calls the file."""
    try:
        return msgspec.toml.decode(text, type=Lesson)
    except msgspec.DecodeError as error:
        raise BadRecord(f"{where}: {error}.") from None


def played(game: str, name: str, learner: str = "") -> Game:
    """The whole play of a lesson, every entry checked."""
    lesson = load(game, name)
    table = tables.overlaid(catalogue.load(game, lesson.variant).table, lesson.change)
    called = dict(enumerate(lesson.players))
    if learner:
        called[lesson.seat] = learner
    record = Record(
        game=game,
        variant=lesson.variant,
        table=table,
        seats=len(lesson.players),
        names=called,
        entries=sale.read(f"game: {game}\n\n{lesson.play}", f"{name}.toml").entries,
    )
    return Game.from_record(record, f"{name}.toml")


def taps(game: Game, lesson: Lesson) -> list[list[int]]:
    """The codes that each step wants tapped, in the order of its words."""
    found = []
    for step in lesson.step:
        words: dict[str, int] = {}
        if step.tap:
            entry = game.entries[step.after]
            position = game.at(step.after).position.clone()
            for code in entry.path:
                words[position.word(lesson.seat, code).split()[-1]] = code
                position.choose(lesson.seat, code)
        found.append([words[word] for word in step.tap.split()])
    return found


def answered(whole: Game, lesson: Lesson, paths: list[list[int]]) -> Game:
    """An example after these decisions of the learner.

    The deck lies as it lay in the play, and the others decide as they did there; one who cannot,
    because the learner has gone another way, waits.
    """
    game = whole.at(lesson.begins)
    later = whole.entries[lesson.begins :]
    game.dealer = _Deck(later)
    script: dict[int, list[str]] = {seat: [] for seat in range(game.rules.seats)}
    for entry in later:
        if entry.seat is not None and entry.seat != lesson.seat:
            script[entry.seat].append(entry.text)
    _others(game, script)
    for path in paths:
        game.choose(lesson.seat, path)
        _others(game, script)
    return game


def _others(game: Game, script: dict[int, list[str]]) -> None:
    """Let everybody act who is asked and has something written that may be done."""
    while ready := [seat for seat in game.movers if script[seat]]:
        seat = ready[0]
        try:
            game.choose(seat, script[seat].pop(0))
        except Refusal:
            script[seat] = []


class _Deck(Dealer):
    """Gives what is written as long as it can come, then the rest as chance will have it."""

    def __init__(self, entries: list[Entry]) -> None:
        self._left = [(pile, name) for e in entries for pile, drawn in e.draws for name in drawn]
        self._rest = Seeded(0)

    def answer(self, rules: Rules, draw: Draw) -> int:
        possible = {rules.outcome(draw.pile, n): n for n in choices(draw.wants)}
        for place, (pile, name) in enumerate(self._left):
            if pile == rules.piles[draw.pile] and name in possible:
                del self._left[place]
                return possible[name]
        return self._rest.answer(rules, draw)
