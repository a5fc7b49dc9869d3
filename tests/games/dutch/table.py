"""Builders: a Dutch table in the middle of a game, in the reader's notation.

    t = table(stake="g7 b2 bP pP", own_discards="b3 g2", display="p6 b4 - g4 r1 b5")
    t.play("use bP cash b2", "buy 1 with g7")
    assert t.stake() == "bP* pP"

Seat 0 is "own", seat 1 the "rival". `b4>p` is the blue 4, now pink; `bP*` is used; in a stake, `|`
stands between bid and power area. What is not placed lies in the auction deck; if that is told,
then with the cards that the rival has cashed in, where it touches nothing but scores.
"""

from __future__ import annotations

import copy
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import pytest

from saleroom.games import dutch
from saleroom.games.bits import Dice, choices, count
from saleroom.games.core import Event, Refusal, deal
from saleroom.games.dutch import turn as turns
from saleroom.games.dutch.phases import TURN
from saleroom.games.dutch.position import Dutch, Side
from saleroom.games.dutch.rules import DutchRules
from saleroom.games.notation import read

FILLERS = {"aside", "hold", "use", "play", "buy", "with", "copy"}


# -- variants -----------------------------------------------------------------------------------


@cache
def shipped(edition: str) -> dict[str, Any]:
    text = (files(dutch) / "variants" / f"{edition}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def variant_table(
    edition: str = "standard", /, faces: dict[str, Any] | None = None, **changes: Any
) -> dict[str, Any]:
    """A shipped variant with some keys changed; `faces` replaces whole entries by face."""
    found = copy.deepcopy(shipped(edition))
    found.update(copy.deepcopy(changes))
    for face, entry in (faces or {}).items():
        place = [card["face"] for card in found["card"]].index(face)
        found["card"][place] = entry
    return found


def rules(variant: str = "standard", /, **changes: Any) -> DutchRules:
    return dutch.make_rules(variant_table(variant, **changes), 2)


# -- tables -------------------------------------------------------------------------------------


def table(
    variant: str = "standard",
    *,
    hand: str | None = None,  # phase 1: both seats are about to set aside
    rival_hand: str = "",
    stake: str | None = None,  # phase 3: seat 0 is in turn
    held: str = "",
    turn: str = "winner",
    rival_bid: str = "",
    rival_held: str = "",
    own_deck: str = "",
    own_aside: str = "",  # on top of the own deck, the topmost first
    own_discards: str = "",
    cashed: str = "",
    rival_deck: str = "",
    rival_aside: str = "",
    rival_discards: str = "",
    rival_cashed: str = "",
    display: str = "",
    auction_discards: str = "",
    auction_deck: str | None = None,
    unplaced: str = "rival_cashed",  # or "auction_discards"
    round: int = 2,  # noqa: A002
    lost_before: int | None = None,  # who lost the bid of the round before
    **changes: Any,
) -> Table:
    """A table before phase 1 (with `hand`) or in phase 3 (with `stake`)."""
    assert (hand is None) != (stake is None), "either hand (phase 1) or stake (phase 3)"
    law = rules(variant, **changes)
    position = Dutch(law)
    position.wants = 0
    position.remembers = False  # no such game was played
    position.events = []
    own, rival = position.sides
    bid, _, area = (stake or "").partition("|")
    placed = Placed(law)
    placed.side(own, own_deck, own_aside, own_discards, cashed)
    placed.side(rival, rival_deck, rival_aside, rival_discards, rival_cashed)
    position.auction_discards = placed.cards(auction_discards)
    assert len(display.split()) <= law.positions
    position.shown = placed.cards(display.replace("-", ""))
    position.display = placed.row(display, 8)
    own.bid = placed.cards(" ".join(unmarked(card) for card in bid.split()))
    own.area = placed.cards(" ".join(unmarked(card) for card in area.split()))
    own.hand = placed.cards(hand if hand is not None else held)
    rival.hand = placed.cards(rival_hand if hand is not None else rival_held)
    rival.bid = placed.cards(rival_bid)
    position.auction = placed.cards(placed.left() if auction_deck is None else auction_deck)
    if unplaced == "rival_cashed":
        rival.cashed |= placed.cards(placed.left())
    else:
        position.auction_discards |= placed.cards(placed.left())
    assert sorted(placed.names) == sorted(law.card_names), "each card lies in one place"

    if hand is not None:
        position.round = round - 1
        position.loser = -1 if lost_before is None else lost_before
        position.begin_round()
    else:
        position.round = round
        position.phase = TURN
        position.winner = 0 if turn == "winner" else 1
        position.loser = 1 - position.winner
        turns.begin_turn(position, 0)
        heed_marks(position, [*bid.split(), *area.split()])
    return Table(position)


class Placed:
    """The cards of a table as they are laid, each in one place."""

    def __init__(self, law: DutchRules) -> None:
        self.law = law
        self.names: list[str] = []

    def cards(self, text: str) -> int:
        """Lay these cards; they are a set."""
        names = text.split()
        self.names += names
        return sum(1 << self.law.card_names.index(name) for name in names)

    def row(self, text: str, bits: int) -> int:
        """These cards in their order, so many bits a place; `-` is an empty one."""
        return sum(
            (self.law.card_names.index(name) + 1) << bits * place
            for place, name in enumerate(text.split())
            if name != "-"
        )

    def side(self, side: Side, deck: str, aside: str, discards: str, cashed: str) -> None:
        side.deck = self.cards(deck)
        side.aside = self.cards(aside)
        side.top = self.row(aside, 6)
        side.discards = self.cards(discards)
        side.cashed = self.cards(cashed)

    def left(self) -> str:
        return " ".join(name for name in self.law.card_names if name not in self.names)


def unmarked(card: str) -> str:
    """b4 for b4>p, bP for bP*."""
    return card.partition(">")[0].rstrip("*")


def heed_marks(position: Dutch, stake: list[str]) -> None:
    """Of the cards of seat 0, those with a `*` are used, and others have the suit behind `>`."""
    law, own = position.law, position.sides[0]
    position.ready = (own.area if law.from_area else own.bid | own.area) & law.power_cards
    for mark in stake:
        card = law.card_names.index(unmarked(mark))
        if "*" in mark:
            position.ready &= ~(1 << card)
        if ">" in mark:
            initial = mark[mark.index(">") + 1]
            suit = [suit[0] for suit in law.suit_names].index(initial)
            turns.recolour(position, card, suit)


def opening(variant: str = "standard", draws: str | None = None, **changes: Any) -> Table:
    """A new game; its draws are answered as told, or else by dice."""
    position = rules(variant, **changes).begin()
    position.events = []
    found = Table(position)
    if draws is None:
        deal(position, Dice(1))
    else:
        found.answer(draws)
    return found


class Table:
    """A position, and what people would say about it. Seats count from 0; 0 where none is told."""

    def __init__(self, position: Dutch) -> None:
        self.position = position

    @property
    def law(self) -> DutchRules:
        return self.position.law

    def copy(self) -> Table:
        twin = self.position.clone()
        assert isinstance(twin, Dutch)
        twin.events = []
        return Table(twin)

    # -- acting ---------------------------------------------------------------------------------

    def play(self, *decisions: str, draws: str = "") -> None:
        """Whole decisions in notation, seat first ("0 end"); without, the only seat that owes one.

        The draws they cause are answered in this order; what is not told stays open.
        """
        answers = draws.split()
        for decision in decisions:
            self._draw(answers)
            seat, words = self._seat(decision)
            for choice in read(self.position, seat, " ".join(words)):
                self.position.choose(seat, choice)
        self._draw(answers)
        assert not answers, f"nobody asked for {answers}"

    def begin(self, text: str) -> None:
        """Single choices, so that a decision may stay half-made."""
        seat, words = self._seat(text)
        for word in words:
            menu = {self.word(code, seat): code for code in choices(self.position.menu(seat))}
            if word in menu:
                self.position.choose(seat, menu[word])
            else:
                assert word in FILLERS, f"{word} is not among {list(menu)}"

    def refused(self, word: str, seat: int | None = None) -> Refusal:
        """The refusal that this choice meets; and nothing changes."""
        seat = self._only_mover() if seat is None else seat
        code = next(code for code in range(62) if self.word(code, seat) == word)
        views = [self.position.view(viewer) for viewer in (0, 1, None)]
        with pytest.raises(Refusal) as refused:
            self.position.choose(seat, code)
        assert [self.position.view(viewer) for viewer in (0, 1, None)] == views
        assert f"({refused.value.rule})" in str(refused.value)
        return refused.value

    def answer(self, draws: str) -> None:
        """Answer pending draws, all of these."""
        answers = draws.split()
        self._draw(answers)
        assert not answers, f"nobody asked for {answers}"

    def _draw(self, answers: list[str]) -> None:
        while self.position.wants and answers:
            card = self.law.card_names.index(answers.pop(0))
            assert self.position.wants >> card & 1, f"{self.law.card_names[card]} cannot come"
            self.position.draw(card)

    def _seat(self, text: str) -> tuple[int, list[str]]:
        words = text.split()
        if len(words) > 1 and words[0] in ("0", "1"):
            return int(words[0]), words[1:]
        return self._only_mover(), words

    def _only_mover(self) -> int:
        (seat,) = self.movers
        return seat

    # -- what may be done -----------------------------------------------------------------------

    @property
    def movers(self) -> list[int]:
        return choices(self.position.movers)

    def menu(self, seat: int | None = None) -> str:
        seat = self._only_mover() if seat is None else seat
        return " ".join(self.word(code, seat) for code in choices(self.position.menu(seat)))

    def would_go(self) -> dict[str, str]:
        """Where the things of the menu would go, as the form of the only mover tells."""
        seat = self._only_mover()
        previews = self.position.part(seat).previews
        return {self.word(code, seat): zone for code, zone in previews.items()}

    def word(self, code: int, seat: int) -> str:
        return (self.position.word(seat, code).split() or [""])[-1]

    @property
    def wanted(self) -> str:
        """What the pending draw may bring."""
        return self._named(self.position.wants)

    # -- what lies where, as the owner sees it or the viewer told -------------------------------

    def zone(self, name: str, viewer: int | None) -> list[str]:
        """The cards of a zone, with marks; `?` for each that this viewer does not see."""
        zones = self.position.view(viewer)["zones"]
        assert isinstance(zones, list)
        for zone in zones:
            if zone["id"] == name:
                if zone["cards"] is None:
                    return ["?"] * int(zone["count"])
                assert zone["count"] == len([card for card in zone["cards"] if card["card"]])
                acts = not (self.law.from_area and name.startswith("stake"))
                return [_marked(card, acts) for card in zone["cards"]]
        return []

    def stake(self, seat: int = 0, viewer: int | None = None) -> str:
        """As all see it."""
        bid, area = self.zone(f"stake.{seat}", viewer), self.zone(f"area.{seat}", viewer)
        return " ".join([*bid, *(["|", *area] if area else [])])

    def hand(self, seat: int = 0, viewer: int | None = -1) -> str:
        return " ".join(self.zone(f"hand.{seat}", seat if viewer == -1 else viewer))

    def own_deck(self, seat: int = 0) -> str:
        side = self.position.sides[seat]
        seen = {*self.zone(f"deck.{seat}", seat), *self.zone(f"aside.{seat}", seat)}
        assert seen == {*self._named(side.deck | side.aside).split()}, "H2: the owner sees it all"
        return self._named(side.deck | side.aside)

    def set_aside_cards(self, seat: int = 0) -> str:
        return " ".join(self.zone(f"aside.{seat}", seat))

    def own_discards(self, seat: int = 0) -> str:
        return " ".join(self.zone(f"discards.{seat}", seat))

    def cashed(self, seat: int = 0) -> str:
        return " ".join(self.zone(f"cashed.{seat}", None))

    def display(self) -> str:
        return " ".join(self.zone("display", None))

    def auction_discards(self) -> str:
        return " ".join(self.zone("auction_discards", None))

    @property
    def auction_deck(self) -> str:
        """What really lies there: nobody sees it."""
        return self._named(self.position.auction)

    # -- how it stands --------------------------------------------------------------------------

    @property
    def winner(self) -> Any:
        """Of this round's bid."""
        return self.position.view(None)["winner"]

    @property
    def totals(self) -> Any:
        return self.position.view(None)["totals"]

    @property
    def phase(self) -> Any:
        return self.position.view(None)["phase"]

    @property
    def round(self) -> Any:
        return self.position.view(None)["round"]

    def scores(self) -> list[int]:
        return self.position.scores()

    @property
    def winners(self) -> list[int]:
        """Of the game."""
        assert self.position.over
        return choices(self.position.winners())

    @property
    def events(self) -> list[Event]:
        assert self.position.events is not None
        return self.position.events

    @property
    def added(self) -> list[str]:
        """Cards added in ties, in order."""
        return [f"{e.seat} {e.values['card']}" for e in self.events if e.key == "added"]

    def told(self, viewer: int | None) -> list[dict[str, object]]:
        """All events, as this viewer heard of them."""
        return [event.told(viewer, self.law.words) for event in self.events]

    def _named(self, cards: int) -> str:
        return " ".join(self.law.card_names[card] for card in choices(cards))


def _marked(card: dict[str, Any], acts: bool) -> str:
    if card["card"] is None:
        return "-"
    changed = f">{card['suit'][0]}" if "suit" in card else ""
    used = "*" if acts and card.get("ready") is False else ""
    return f"{card['card']}{changed}{used}"


def conserved(position: Dutch) -> bool:
    """D92: each card is in exactly one zone."""
    zones = [position.auction, position.shown, position.auction_discards]
    for side in position.sides:
        zones += [side.deck, side.aside, side.hand, side.bid, side.area]
        zones += [side.discards, side.cashed]
    return (
        sum(count(cards) for cards in zones) == position.law.cards
        and sum(zones) == position.law.all_cards
    )
