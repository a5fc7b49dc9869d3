"""Dealers: where draws come from.

A keyed dealer gives each (pile, shuffle) its own order of all outcomes and always answers with the
first that is still there; so two games with one key have the same auction deck whatever is played.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mypy_extensions import mypyc_attr

from saleroom.games.bits import choices, shl
from saleroom.games.core import Draw, Refusal, Rules


@mypyc_attr(allow_interpreted_subclasses=True)
class Dealer:
    """Answers draws."""

    def answer(self, rules: Rules, draw: Draw) -> int:
        """A member of `draw.wants`."""
        raise NotImplementedError


class _Order(NamedTuple):
    """The order of one shuffle of a pile."""

    full: int  # what the pile held
    numbers: list[tuple[int, int]]  # each with all that are like it, the first on top


class Keyed(Dealer):
    """The order of a pile's shuffle: its cards sorted by HMAC-SHA-256(key, "pile/shuffle/number").

    Keeps no account of what it has dealt: the draw says what the pile held and what is left.
    """

    def __init__(self, key: bytes) -> None:
        self.key = key
        self._orders: dict[tuple[Rules, int, int], _Order] = {}  # by pile and shuffle

    def answer(self, rules: Rules, draw: Draw) -> int:
        passed: dict[int, int] = {}  # alike cards -> so many of them are gone from the front
        for number, alike in self._order(rules, draw):
            if not draw.full >> number & 1:
                continue  # drawn, where a pile tells only of what is left
            before = passed.get(alike, 0)
            if before == (alike & draw.full & ~draw.wants).bit_count():
                return (alike & draw.wants).bit_length() - 1
            passed[alike] = before + 1
        raise AssertionError(f"pile {draw.pile} has nothing left of shuffle {draw.shuffle}")

    def _order(self, rules: Rules, draw: Draw) -> list[tuple[int, int]]:
        """What the pile held, in order; until it is shuffled it only gets smaller."""
        key = rules, draw.pile, draw.shuffle
        known = self._orders.get(key)
        if known is None or draw.full & ~known.full:
            alike: dict[str, int] = {}
            for number in choices(draw.full):
                name = rules.outcome(draw.pile, number)
                alike[name] = alike.get(name, 0) | shl(1, number)
            numbers = sorted(choices(draw.full), key=lambda number: self._rank(draw, number))
            known = self._orders[key] = _Order(
                draw.full,
                [(number, alike[rules.outcome(draw.pile, number)]) for number in numbers],
            )
        return known.numbers

    def _rank(self, draw: Draw, number: int) -> bytes:
        text = f"{draw.pile}/{draw.shuffle}/{number}"
        return hmac.digest(self.key, text.encode(), "sha256")


class Seeded(Keyed):
    """The keyed dealer of a number: the same seed, the same deal."""

    def __init__(self, seed: int) -> None:
        super().__init__(hashlib.sha256(str(seed).encode()).digest())
        self.seed = seed


class Verifiable(Keyed):
    """The keyed dealer of a secret that was committed to before the seats gave their nonces.

    Who knows secret and nonces can check every draw; docs/fair-shuffle.md says how.
    """

    def __init__(self, secret: bytes, nonces: Sequence[bytes]) -> None:
        super().__init__(hashlib.sha256(b"".join((secret, *nonces))).digest())
        self.secret = secret
        self.nonces = tuple(nonces)

    @property
    def commitment(self) -> str:
        """What is published before the first nonce is given."""
        return commitment(self.secret)


def commitment(secret: bytes) -> str:
    """SHA-256 of a secret, in hex."""
    return hashlib.sha256(secret).hexdigest()


class Recorded(Dealer):
    """Answers as written down: names of outcomes, pile by pile, in order."""

    def __init__(self, drawn: Iterable[tuple[int, str]]) -> None:
        self._drawn = list(drawn)
        self._next = 0

    def answer(self, rules: Rules, draw: Draw) -> int:
        pile = rules.piles[draw.pile]
        if self._next == len(self._drawn):
            raise Refusal(f"A draw from {pile} is missing.")
        written_pile, name = self._drawn[self._next]
        if written_pile != draw.pile:
            raise Refusal(f"A draw from {pile} comes next, not from {rules.piles[written_pile]}.")
        for outcome in choices(draw.wants):
            if rules.outcome(draw.pile, outcome) == name:
                self._next += 1
                return outcome
        raise Refusal(f"{name} cannot come from {pile}.")

    @property
    def finished(self) -> bool:
        """Everything written was drawn."""
        return self._next == len(self._drawn)
