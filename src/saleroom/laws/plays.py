"""Laws of whole games: memory changes nothing, equal seeds give equal games, records come back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from saleroom import catalogue
from saleroom.games.bits import Dice
from saleroom.games.chance import Recorded, Seeded
from saleroom.games.core import Rules
from saleroom.laws.looks import Broken, must, same, sketch, told, viewers
from saleroom.laws.moments import LONGEST, Moment, a_decision, entries, first, game
from saleroom.records import Game


def memory(rules: Rules, seed: int) -> None:
    """A game without memory is the same game."""
    forgetful = first(rules)
    forgetful.position.remembers = False
    for moment in game(rules, seed):
        with at(moment):
            if len(moment.history) > len(forgetful.history):
                forgetful.happens(moment.history[-1])
            copy = moment.position.clone()
            copy.remembers = False
            same("Without memory", sketch(rules, copy), sketch(rules, forgetful.position))
            if moment.is_asked:
                for viewer in viewers(rules):
                    views = [p.view(viewer) for p in (moment.position, forgetful.position)]
                    same(f"Without memory, view of {viewer}", *views)


def repeatable(rules: Rules, seed: int) -> None:
    """The same seed gives the same game, byte for byte."""
    for one, two in zip(game(rules, seed), game(rules, seed), strict=True):
        with at(one):
            same("The same game again", sketch(rules, one.position), sketch(rules, two.position))
            for viewer in viewers(rules):
                tellings = [told(rules, moment.position.events, viewer) for moment in (one, two)]
                same(f"The same game again, told to {viewer}", *tellings)
                if one.is_asked:
                    views = [moment.position.view(viewer) for moment in (one, two)]
                    same(f"The same game again, view of {viewer}", *views)
    same("The same game again, entries", *(entries(rules, m.history) for m in (one, two)))


@contextmanager
def at(moment: Moment) -> Iterator[None]:
    """What is broken here was broken in this game."""
    try:
        yield
    except Broken as broken:
        broken.history = list(moment.history)
        raise


def records(rules: Rules, seed: int) -> None:
    """A record, replayed, gives the same record."""
    dice = Dice(seed)
    played = Game(rules, Seeded(seed))
    while not played.over:
        must(len(played.entries) < LONGEST, "The game goes on and on", f"at most {LONGEST} entries")
        seat = played.movers[dice.below(len(played.movers))]
        played.choose(seat, a_decision(played.position, seat, dice))
    written = played.text()
    same("A record replayed", written.splitlines(), _replayed(rules, played).splitlines())
    if rules.game in catalogue.games():
        again = Game.from_text(written)
        same("A record read", written.splitlines(), again.text().splitlines())
        as_data = Game.from_json(played.to_json())
        same("A record in JSON read", written.splitlines(), as_data.text().splitlines())
        for viewer in viewers(rules):
            same(f"A record read, view of {viewer}", played.look(viewer), again.look(viewer))


def _replayed(rules: Rules, played: Game) -> str:
    """The same draws and the same words once more."""
    drawn = [
        (rules.piles.index(pile), name)
        for entry in played.entries
        for pile, names in entry.draws
        for name in names
    ]
    again = Game(rules, Recorded(drawn), chance=played.chance)
    for entry in played.entries:
        if entry.seat is not None:
            again.choose(entry.seat, entry.text)
    return again.text()
