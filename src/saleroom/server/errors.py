"""The kinds of refusals that the wire knows, and the status each has over HTTP."""

from __future__ import annotations

from saleroom.catalogue import NotOffered
from saleroom.games.core import (
    BadVariant,
    GameOver,
    NotAllowed,
    NotUnderstood,
    NotYourTurn,
    Refusal,
)
from saleroom.records import BadRecord
from saleroom.server.identity import BadName
from saleroom.server.store import StoreDown


class NotFound(Refusal):
    """There is no such thing."""


class NotYours(Refusal):
    """It belongs to somebody else."""


class Taken(NotAllowed):
    """Somebody else has this seat."""


class Unreadable(NotAllowed):
    """A table whose log this program cannot fold."""


class TryAgain(Refusal):
    """Nothing is wrong with it, but it could not be done now."""


class SlowDown(Refusal):
    """Too much in too short a time."""


class WrongOrigin(Refusal):
    """Asked from another site."""


class TooLarge(Refusal):
    """More than is read."""


_KINDS: tuple[tuple[type[Exception], str, int], ...] = (
    (NotFound, "not_found", 404),
    (NotYours, "not_yours", 403),
    (WrongOrigin, "wrong_origin", 403),
    (TryAgain, "try_again", 503),
    (StoreDown, "try_again", 503),
    (SlowDown, "slow_down", 429),
    (TooLarge, "too_large", 413),
    (NotUnderstood, "not_understood", 400),
    (NotOffered, "not_understood", 400),
    (BadVariant, "not_understood", 400),
    (BadRecord, "not_understood", 400),
    (BadName, "not_understood", 400),
    (NotYourTurn, "not_your_turn", 409),
    (GameOver, "game_over", 409),
    (NotAllowed, "not_allowed", 409),
    (Refusal, "not_allowed", 409),
)
SAID = tuple(kind for kind, _, _ in _KINDS)  # what is answered with a sentence


def kind_of(refusal: Exception) -> str:
    """The word for it on the wire."""
    return next(word for kind, word, _ in _KINDS if isinstance(refusal, kind))


def status_of(refusal: Exception) -> int:
    """The status of an answer that refuses."""
    return next(status for kind, _, status in _KINDS if isinstance(refusal, kind))
