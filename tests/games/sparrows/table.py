"""Builders: tables of Six of Sparrows in the reader's notation.

    t = table(hands=["s7 p7 s1 p2 e3 c4", "..."], laid="e7 c7 s5 p6 e8 c9")
    assert t.achieves("one_trio")

    t = opening("base", 3, mark=0, six="short_band one_trio ...", deck="s2 e1 s6 s8 ...")
    t.play("1 raise", "0 pass", "2 pass", "1 take short_band")

A whole game is dealt from what is told; draws that are not told stay open.
"""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

import pytest

from saleroom import catalogue
from saleroom.games import sparrows
from saleroom.games.bits import Dice, choices
from saleroom.games.core import Event, Refusal, deal
from saleroom.games.notation import read
from saleroom.games.sparrows import patterns
from saleroom.games.sparrows.codes import BONUS_IDS
from saleroom.games.sparrows.phases import DEALING
from saleroom.games.sparrows.position import FOR_HANDS, Sparrows
from saleroom.games.sparrows.rules import SparrowsRules

# -- variants -------------------------------------------------------------------------------------


@cache
def shipped(variant: str) -> dict[str, Any]:
    return catalogue.load("sparrows", variant).table


def variant_table(variant: str = "base", /, **changes: Any) -> dict[str, Any]:
    """A shipped variant with some keys changed; `end={"target": 100}` changes inside a table."""
    found = copy.deepcopy(shipped(variant))
    for key, value in copy.deepcopy(changes).items():
        if isinstance(value, dict) and isinstance(found.get(key), dict):
            found[key].update(value)
        else:
            found[key] = value
    return found


def rules(variant: str = "base", /, seats: int = 2, **changes: Any) -> SparrowsRules:
    return sparrows.make_rules(variant_table(variant, **changes), seats)


# -- tables ---------------------------------------------------------------------------------------


def table(
    hands: list[str],
    laid: str = "",
    *,
    variant: str = "base",
    six: str = "",
    bids: dict[int, str] | None = None,  # seat -> "long_street 3 + win_none"
    partner: int | None = None,
    dealer: int = 0,
    totals: list[int] | None = None,
    round: int = 1,  # noqa: A002
    **changes: Any,
) -> Table:
    """All cards are dealt and the hands are about to be shown; `score` goes on from here."""
    law = rules(variant, len(hands), **changes)
    position = Sparrows(law)
    position.remembers = False  # no such game was played
    position.events = []
    position.wants = 0
    position.drawing = FOR_HANDS
    position.phase = DEALING
    position.round = round
    position.k = law.hand
    position.receiver = law.seats + 1
    position.dealer = dealer
    number = {name: n for n, name in enumerate(law.card_names)}
    for seat, hand in enumerate(hands):
        for card in hand.split():
            assert position.deck >> number[card] & 1, f"{card} lies in two places"
            position.deck &= ~(1 << number[card])
            position.sides[seat].hand |= 1 << number[card]
    for card in laid.split():
        assert position.deck >> number[card] & 1, f"{card} lies in two places"
        position.deck &= ~(1 << number[card])
        position.laid |= 1 << number[card]
    for name in six.split():
        position.turn_up(law.bid_names.index(name))
    position.six = position.market
    for seat, total in enumerate(totals or []):
        position.sides[seat].total = total
    for seat, text in (bids or {}).items():
        name, token, *bonus = text.replace("+", "").split()
        bid = law.bid_names.index(name)
        if not position.market >> bid & 1:
            position.turn_up(bid)
            position.six = position.six | 1 << bid
        position.take_bid(seat, bid, int(token), BONUS_IDS.index(bonus[0]) if bonus else -1)
    if partner is not None:
        position.partner = partner
    return Table(position)


def opening(
    variant: str = "base",
    seats: int = 2,
    *,
    mark: int | None = None,
    six: str = "",
    deck: str = "",
    **changes: Any,
) -> Table:
    """A new game; what it draws comes as told, or, where nothing is told, by dice."""
    position = rules(variant, seats, **changes).begin()
    position.events = []
    found = Table(position, deck.split())
    if mark is not None:
        position.draw(mark)
    elif not six and not deck:
        deal(position, Dice(1))
        return found
    for name in six.split():
        position.draw(found.law.bid_names.index(name))
    found.deal()
    return found


class Table:
    """A position, and what people would say about it."""

    def __init__(self, position: Sparrows, deck: list[str] | None = None) -> None:
        self.position = position
        self.deck = deck or []  # what comes next

    @property
    def law(self) -> SparrowsRules:
        return self.position.law

    # -- acting ---------------------------------------------------------------------------------

    def deal(self) -> None:
        """Answer draws of playing cards from what is told."""
        while self.position.wants and self.position.drawing == FOR_HANDS and self.deck:
            card = self.law.card_names.index(self.deck.pop(0))
            assert self.position.wants >> card & 1, f"{self.law.card_names[card]} cannot come"
            self.position.draw(card)

    def play(self, *decisions: str) -> None:
        """Whole decisions in notation, the seat first: "0 raise"."""
        for decision in decisions:
            seat, words = decision.split(" ", 1)
            for choice in read(self.position, int(seat), words):
                self.position.choose(int(seat), choice)
            self.deal()

    def raises(self, *seats: int) -> None:
        """These seats raise, all others that are asked pass."""
        for seat in self.movers:
            self.play(f"{seat} {'raise' if seat in seats else 'pass'}")

    def turn_up(self, names: str) -> None:
        for name in names.split():
            self.position.draw(self.law.bid_names.index(name))
        self.deal()

    def score(self) -> list[int]:
        """Hands are shown and the round is scored; the round scores."""
        self.position.begin_scoring() if self.position.partner < 0 else self.position.reveal_hands()
        return self.gained

    def refused(self, text: str) -> Refusal:
        """The refusal that a decision meets; and nothing changes."""
        seat, words = text.split(" ", 1)
        viewers = [None, *range(self.law.seats)]
        views = [self.position.view(viewer) for viewer in viewers]
        with pytest.raises(Refusal) as refused:
            read(self.position, int(seat), words)
        assert [self.position.view(viewer) for viewer in viewers] == views
        return refused.value

    # -- what may be done -----------------------------------------------------------------------

    @property
    def movers(self) -> list[int]:
        return choices(self.position.movers)

    def menu(self, seat: int) -> str:
        codes = choices(self.position.menu(seat))
        return " ".join(self.position.word(seat, code).split()[-1] for code in codes)

    @property
    def wanted(self) -> list[str]:
        draw = self.position.pending()
        return [self.law.outcome(draw.pile, outcome) for outcome in choices(draw.wants)]

    # -- what lies where ------------------------------------------------------------------------

    def view(self, viewer: int | None = None) -> dict[str, Any]:
        return self.position.view(viewer)

    def zone(self, name: str, viewer: int | None = None) -> str:
        """The cards of a zone; `?` for each that this viewer does not see."""
        for zone in self.view(viewer)["zones"]:
            if zone["id"] == name:
                if zone["cards"] is None:
                    return " ".join("?" * int(zone["count"]))
                assert zone["count"] == len(zone["cards"])
                return " ".join(entry["card"] for entry in zone["cards"])
        raise AssertionError(f"there is no zone {name}")

    def bid(self, seat: int) -> str:
        """As all see it: "full_house 1 + win_all"."""
        side = self.position.sides[seat]
        taken = self.zone(f"bid.{seat}").split()
        if not taken:
            return ""
        return " + ".join([f"{taken[0]} {side.token}", *taken[1:]])

    def achieves(self, bid: str, seat: int = 0, support: int | None = None) -> bool:
        laid = self.position.laid if support is None else support
        return patterns.achieves(self.position, seat, self.law.bid_names.index(bid), laid)

    # -- how it stands --------------------------------------------------------------------------

    @property
    def gained(self) -> list[int]:
        return [side.gained for side in self.position.sides]

    @property
    def totals(self) -> list[int]:
        return self.position.scores()

    @property
    def events(self) -> list[Event]:
        assert self.position.events is not None
        return self.position.events

    @property
    def told(self) -> list[str]:
        """The kinds of what happened, in order."""
        return [event.key for event in self.events]

    def said(self, viewer: int | None = None) -> list[str]:
        told = [event.told(viewer, self.law.words) for event in self.events]
        return [str(event["says"]) for event in told]
