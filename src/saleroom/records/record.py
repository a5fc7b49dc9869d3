"""A record: a whole game as plain data, before anybody has checked that it could happen.

`sale` reads and writes it as text, JSON comes from the structures themselves, and `game` plays it.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from saleroom.records import picture

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
    draws: tuple[tuple[str, tuple[str, ...]], ...] = ()  # pile and what came, set by set

    @property
    def kind(self) -> str:
        """`deal` or `decision`."""
        return "deal" if self.seat is None else "decision"


class Result(msgspec.Struct, frozen=True):
    """How a game ended. Abandoned and resigned games have no scores."""

    ending: str  # a key of `rules.words`, or `abandoned`, or `resigned`
    winners: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()

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
