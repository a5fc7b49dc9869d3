"""A record: a whole game as plain data, before anybody has checked that it could happen.

`sale` reads and writes it as text, JSON comes from the structures themselves, and `game` plays it.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from saleroom import catalogue
from saleroom.games.core import Rules
from saleroom.records import picture
from saleroom.records.draws import Draws

FORMAT = 1  # of the file; raised when an older program could misread a newer file
ABANDONED = "abandoned"
RESIGNED = "resigned"


class BadRecord(ValueError):
    """A record that cannot be: where it goes wrong, and why."""


class Entry(msgspec.Struct, frozen=True, gc=False):
    """A decision that counted, with the draws it caused; entry 1 is the deal."""

    number: int
    seat: int | None  # whose decision; None: the deal
    text: str  # the decision in notation
    path: tuple[int, ...] = ()  # the same in choice codes
    draws: Draws = ()

    @property
    def kind(self) -> str:
        """`deal` or `decision`."""
        return "deal" if self.seat is None else "decision"


class Result(msgspec.Struct, frozen=True):
    """How a game ended. Abandoned and resigned games have no scores."""

    ending: str  # a key of `rules.words`, or `abandoned`, or `resigned`
    winners: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()

    def is_of_table(self, seats: int) -> bool:
        """Can a game of so many seats have been abandoned or resigned with this result?"""
        number = len(self.winners)
        fits = 0 < number < seats if self.ending == RESIGNED else number == 0
        return fits and not self.scores and set(self.winners) <= set(range(seats))

    def __str__(self) -> str:
        told = [self.ending]
        if self.winners:
            told.append(f"winners {' '.join(map(str, self.winners))}")
        if self.scores:
            told.append(f"scores {' '.join(map(str, self.scores))}")
        return ", ".join(told)


class Record(msgspec.Struct, kw_only=True):
    """What a file says. A handwritten one may leave out all but the game and its entries."""

    saleroom: int = FORMAT
    game: str
    variant: str | None = None
    table: dict[str, object] | None = None  # the variant itself, where it is not a shipped one
    rules: int | None = None  # version of the game's rules
    seats: int | None = None
    names: dict[int, str] = {}  # by seat, where it has one
    chance: str = ""  # how the draws were made
    result: Result | UnsetType | None = UNSET  # None: unfinished; UNSET: the file does not say
    extra: dict[str, str] = {}  # what others have written into the header
    entries: list[Entry]


class Moment(msgspec.Struct, frozen=True):
    """A game just after one of its entries, as somebody saw it."""

    number: int  # of the entry
    seat: int | None  # whose decision it was; None: the deal
    said: str  # the decision in notation; what this viewer may not know is a `?`
    events: list[dict[str, Any]]  # what happened, with a sentence each
    view: dict[str, Any]  # the table as the viewer sees it
    names: tuple[str, ...]
    movers: tuple[int, ...]  # the seats that owe a decision now

    def __str__(self) -> str:
        return picture.table(self.view, self.names)


def from_json(text: str, where: str) -> Record:
    """What a record in JSON says, not yet played."""
    try:
        return msgspec.json.decode(text, type=Record)
    except msgspec.DecodeError as error:
        raise BadRecord(f"{where} is not a record in JSON: {error}.") from None
    except RecursionError:
        raise BadRecord(f"{where} is not a record in JSON: it is nested too deeply.") from None


def rules_of(record: Record, where: str) -> Rules:
    """The rules that a record was played by, as far as this program knows them."""
    try:
        if record.table is not None:
            rules = catalogue.make(record.table, seats=record.seats, where="its table")
        elif record.variant is None or catalogue.is_offered(record.game, record.variant):
            rules = catalogue.load(record.game, record.variant, record.seats)
        else:
            raise BadRecord(
                f"{where}: {record.game} has no variant {record.variant!r} of its own, "
                "and the record does not hold its table."
            )
    except catalogue.NotOffered as error:
        raise BadRecord(f"{where}: {error}") from None
    if rules.game != record.game or record.variant not in (None, rules.variant):
        raise BadRecord(
            f"{where}: the header says {record.game} {record.variant}, "
            f"but its table is {rules.game} {rules.variant}."
        )
    if record.rules not in (None, rules.version):
        raise BadRecord(
            f"{where} was played by version {record.rules} of the rules of {rules.game}, and this "
            f"program knows version {rules.version}: it cannot be replayed."
        )
    for seat in record.names:
        if not 0 <= seat < rules.seats:
            raise BadRecord(f"{where}: there is no seat {seat}; {rules.game} has {rules.seats}.")
    return rules
