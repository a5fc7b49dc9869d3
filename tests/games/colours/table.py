"""Positions of Stick to Colours in the middle of a game, written as in the rules.

`B2x12` is the B2 with refuse tokens of seats 1 and 2; cards of a hand or of the deck stand in a
row, the deck from the top. All other cards of the game lie in the discard.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from saleroom import catalogue
from saleroom.games.bits import choices
from saleroom.games.colours.cards import faces, put
from saleroom.games.colours.rules import ColoursRules
from saleroom.games.notation import read

MARKET = "R4 G7 B2 G1 R9"
HANDS = ("R5 B6", "G8 G2", "B3 B4")
FOUR_MARKET = "R4 G7 B2 G1 R9 B8"
FOUR_HANDS = (*HANDS, "R6 G6")
DECK = "R1 R2 R3 G3"


def rules(variant: str = "free", seats: int = 3, **changes: Any) -> ColoursRules:
    """A shipped variant, with other values for some keys: runs="layers", hand=1 ..."""
    shipped = catalogue.load("colours", variant, seats).table
    table: Any = {k: dict(v) if isinstance(v, dict) else v for k, v in shipped.items()}
    for key, value in changes.items():
        homes = [part for part in table.values() if _holds(part, key, value)]
        (homes[0] if homes else table)[key] = value
    if changes:
        table["variant"] = "changed"
    made = catalogue.make(table, seats=seats)
    assert isinstance(made, ColoursRules)
    return made


def _holds(part: object, key: str, value: object) -> bool:
    return isinstance(part, dict) and key in part and isinstance(value, type(part[key]))


def pile(law: ColoursRules, names: str) -> int:
    """These cards as a pile."""
    found = 0
    for name in names.split():
        found = put(law, found, law.face_names.index(name))
    return found


class Table:
    """A position, the cards that will come, and what everybody was told."""

    def __init__(
        self,
        market: str = MARKET,
        hands: tuple[str, ...] = HANDS,
        deck: str = DECK,
        *,
        dealer: int = 0,
        passes: int = 0,
        law: ColoursRules | None = None,
        variant: str = "free",
    ) -> None:
        self.law = law or rules(variant, len(hands))
        self.to_come = deck.split()
        position = self.law.begin()
        self.position = position
        position.wants = 0
        position.events = []
        position.dealer = dealer
        position.passes = passes
        for side, hand in zip(position.sides, hands, strict=True):
            side.hand = pile(self.law, hand)
        for slot, written in enumerate(market.split()):
            name, _, tokens = written.partition("x")
            position.market |= (self.law.face_names.index(name) + 1) << (6 * slot)
            position.slots |= 1 << slot
            for seat in map(int, tokens):
                position.sides[seat].refused |= 1 << slot
        position.deck = pile(self.law, deck)
        named = Counter(" ".join([*hands, deck]).split())
        named += Counter(written.partition("x")[0] for written in market.split())
        rest = Counter(self.names(self.law.all_cards).split()) - named
        position.swept = pile(self.law, " ".join(rest.elements()))
        position.begin_round()
        self._deal()

    # -- playing ----------------------------------------------------------------------------------

    def says(self, seat: int, notation: str) -> Table:
        """The seat decides, in notation; draws come from the deck as it was written."""
        for code in read(self.position, seat, notation):
            self.position.choose(seat, code)
        self._deal()
        return self

    def plays(self, *decisions: str) -> Table:
        """Decisions, each with its seat in front: "0 open G7 with B2"."""
        for decision in decisions:
            seat, _, notation = decision.partition(" ")
            self.says(int(seat), notation)
        return self

    def begins(self, seat: int, *words: str) -> Table:
        """The first choices of a decision, word by word."""
        for word in words:
            self.position.choose(seat, self.code(seat, word))
        return self

    def _deal(self) -> None:
        while self.position.wants:
            name = self.to_come.pop(0)
            self.position.draw(self.law.card_names.index(name))

    # -- looking ----------------------------------------------------------------------------------

    def names(self, cards: int) -> str:
        return " ".join(self.law.face_names[face] for face in faces(self.law, cards))

    def hand(self, seat: int) -> str:
        return self.names(self.position.sides[seat].hand)

    def lost(self, seat: int) -> str:
        return self.names(self.position.sides[seat].lost)

    @property
    def hands(self) -> tuple[str, ...]:
        return tuple(self.hand(seat) for seat in range(self.law.seats))

    @property
    def market(self) -> str:
        written = []
        for slot in choices(self.position.slots):
            tokens = "".join(
                str(seat)
                for seat, side in enumerate(self.position.sides)
                if side.refused >> slot & 1
            )
            name = self.law.face_names[self.position.at(slot)]
            written.append(f"{name}x{tokens}" if tokens else name)
        return " ".join(written)

    def word(self, seat: int, code: int) -> str:
        return self.position.word(seat, code).split()[-1]

    def code(self, seat: int, word: str) -> int:
        codes = range(self.law.choices)
        return next(c for c in codes if self.position.word(seat, c).split()[-1:] == [word])

    def menu(self, seat: int) -> str:
        return " ".join(self.word(seat, code) for code in choices(self.position.menu(seat)))

    def told(self, viewer: int | None = None) -> list[str]:
        """What everybody, or this seat, was told since the last time it asked."""
        events = self.position.events or []
        self.position.events = []
        return [str(event.told(viewer, self.law.words)["says"]) for event in events]

    def view(self, viewer: int | None = None) -> Any:
        return self.position.view(viewer)

    def zone(self, name: str, viewer: int | None = None) -> Any:
        return next(zone for zone in self.view(viewer)["zones"] if zone["id"] == name)
