"""What is to be played: a match of bots, or a trial of variants; both deal by deal.

A *deal* is the same chance for all its games. They are not independent of each other, the deals
are; so all that is counted is counted by deal.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import count
from typing import Any, ClassVar, Protocol, TypeVar

from saleroom.bots import bot
from saleroom.bots.external import External
from saleroom.games.bits import FULL
from saleroom.games.core import Bot


class Unplayable(ValueError):
    """What was asked for cannot be played: why, in a sentence."""


class Ended(Protocol):
    """A game that was played; its fixture says which one of the plan."""

    @property
    def fixture(self) -> Any: ...


Fixture = TypeVar("Fixture")
Game = TypeVar("Game", bound=Ended)
Game_co = TypeVar("Game_co", bound=Ended, covariant=True)


class Plan(Protocol[Fixture, Game_co]):
    """All that decides what will be played, but not how long; a structure that can be written."""

    noun: ClassVar[str]  # what it is called ...
    room: ClassVar[str]  # ... and where

    @property
    def games_a_deal(self) -> int: ...

    def deal(self, number: int) -> list[Fixture]:
        """The games of one deal, from 0 on."""

    def play(self, fixture: Fixture) -> Game_co:
        """The same game every time, whoever plays it where, if its bots have no clock."""

    def read(self, line: bytes) -> Game_co:
        """A game that was written down; ValueError where it could be none of this plan."""


def fixtures(plan: Plan[Fixture, Game], deals: int | None) -> Iterator[Fixture]:
    """All games in the order of the deals; None: without end."""
    for number in count() if deals is None else range(deals):
        yield from plan.deal(number)


def must_have(library: str) -> None:
    """Refuse where a library is missing that only the arena needs, before anything is played."""
    if find_spec(library) is None:
        raise ModuleNotFoundError(f"This needs {library}: pip install 'saleroom[arena]'.")


def must_be_bot(name: str) -> None:
    """Refuse a name that no bot answers to."""
    try:
        bot(name)
    except ValueError as error:
        raise Unplayable(str(error)) from None


def chance_of(*parts: int) -> int:
    """62 bits that depend on all of these and look like chance."""
    digest = hashlib.sha256("/".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:8], "big") & FULL


def let_go(chooser: Bot) -> int:
    """Of a bot whose game has ended: how many decisions it failed to make."""
    if not isinstance(chooser, External):
        return 0
    chooser.close()
    return chooser.faults
