"""The simple player of note 22: a card is worth the points it brings and a little hope.

It bids while the lot is worth more than the cheapest cards that would have to be given for it.
"""

from __future__ import annotations

from saleroom.games.bits import Dice, choices
from saleroom.games.colours import offers, scoring
from saleroom.games.colours.cards import faces, put, take
from saleroom.games.colours.codes import FACES
from saleroom.games.colours.position import OPENING, TRADE, Colours
from saleroom.games.core import Bot, Position

JOKER = 4.0  # points, before it has a value
NEIGHBOUR, NEXT_BUT_ONE, SAME_VALUE = 0.5, 0.25, 0.25  # hope for a run, or for a set of 3
REFUSED = 0.5  # the part of its worth that a market card costs
OPENS_AT = -0.5  # better a small loss than a swept market


class Note22(Bot):
    def __init__(self) -> None:
        self.known: dict[int, float] = {}

    def worth(self, table: Colours, hand: int) -> float:
        """Points and hope of a hand."""
        if hand not in self.known:
            law = table.law
            width = law.values + 1
            held = set(faces(law, hand & ~law.joker_cards))
            found = scoring.total(law, hand & ~law.joker_cards, b"")
            found += JOKER * (hand & law.joker_cards).bit_count()
            for face in held:
                colour, value = divmod(face, width)
                found += NEIGHBOUR * (face + 1 in held) + NEXT_BUT_ONE * (face + 2 in held)
                others = [c * width + value for c in range(law.colours) if c != colour]
                found += SAME_VALUE * law.set_points[value] / 3 * len(held & set(others))
            self.known[hand] = found
        return self.known[hand]

    def gain(self, table: Colours, seat: int, slot: int) -> float:
        hand = table.sides[seat].hand
        more = put(table.law, hand, table.at(slot))
        return self.worth(table, more) - self.worth(table, hand)

    def prices(self, table: Colours, seat: int, slots: int, hand: int) -> list[tuple[float, int]]:
        """What each card costs that could be given, cheapest first, with its choice."""
        mine = table.sides[seat].hand
        found = [(REFUSED * self.gain(table, seat, slot), slot) for slot in choices(slots)]
        for face in faces(table.law, hand):
            less = take(table.law, mine, face)
            found.append((self.worth(table, mine) - self.worth(table, less), FACES + face))
        return sorted(found)

    def choose(self, world: Position, seat: int, dice: Dice) -> int:
        assert isinstance(world, Colours)
        if world.offering:
            return self.offer(world, seat)
        if world.phase == TRADE:
            return self.respond(world, seat)
        if world.phase == OPENING:
            return self.open(world, seat)
        side = world.sides[seat]
        value = scoring.best_values(world.law, side.hand)[len(side.values)]
        return next(
            code
            for code in choices(world.menu(seat))
            if (code - FACES) % (world.law.values + 1) == value - 1
        )

    def open(self, table: Colours, seat: int) -> int:
        law, lots = table.law, table.lots(seat)
        best, most = int(law.pass_code), OPENS_AT
        for lot in choices(lots & ~table.twins):
            prices = self.prices(table, seat, lots & ~(1 << lot), table.sides[seat].hand)
            found = self.gain(table, seat, lot) - sum(price for price, _ in prices[: law.opening])
            if found > most:
                best, most = lot, found
        return best

    def respond(self, table: Colours, seat: int) -> int:
        law, side = table.law, table.sides[seat]
        required = table.sides[table.best].asked & ~side.asked if law.matching else 0
        missing = max(0, table.size + 1 - side.size() - required.bit_count())
        prices = self.prices(table, seat, offers.free_slots(table, seat) & ~required, side.hand)
        pays = sum(price for price, _ in prices[:missing])
        for slot in choices(required | side.asked):
            pays += REFUSED * self.gain(table, seat, slot)
        return law.bid_code if self.gain(table, seat, table.lot) > pays else law.pass_code

    def offer(self, table: Colours, seat: int) -> int:
        law = table.law
        missing = table.needed - table.marks.bit_count() - table.laid.bit_count()
        if missing <= 0:
            return law.done_code
        hand = table.kept
        if table.last >= FACES:
            hand &= law.from_face[table.last - FACES]
        prices = self.prices(table, seat, offers.reach(table, table.marks, table.last), hand)
        return min(code for _, code in prices[:missing])
