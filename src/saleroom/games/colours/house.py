"""Stick to Colours: how the house plays.

A hand is worth its points, and those it may come to when what is missing comes. So every card has
a price: what is gained by winning it, what it costs to refuse it, and what to lay it down. A trade
is good when a dear lot is paid with cheap cards (notes 1, 7, 22).
"""

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from saleroom.games.bits import Dice, count, mix, place, shl
from saleroom.games.colours import offers
from saleroom.games.colours.cards import joined, take, without
from saleroom.games.colours.codes import FACES
from saleroom.games.colours.phases import OPENING, TRADE
from saleroom.games.colours.position import Colours
from saleroom.games.colours.scoring import jokers
from saleroom.games.core import Bot, Position

if TYPE_CHECKING:
    from saleroom.games.colours.rules import ColoursRules

# Found by matches of the house against itself; each is near the best of what was tried.
POINT: Final = 64  # prices are counted in so many parts of a point
FRESH: Final = 2  # what the last card of a new run is thought to bring; of a longer run, 1
TWO_TO_COME: Final = POINT // 4  # the hope for a point when two cards are missing
JOKER: Final = 2 * POINT  # any card of its colour, but none before the end
CHANGE: Final = POINT * 3 // 8  # of any card in hand: it can pay one day (note 18)
ANYBODY: Final = POINT  # what a card is worth to one of several rivals

TOO_MUCH: Final = 1000000000


@final
class Prices:
    """What the cards are worth to a seat, as long as nothing changes."""

    key: i64  # of all that they depend on
    first: i64  # the faces in my hand, jokers apart ...
    second: i64  # ... and those of which there are two
    alive: i64  # the faces that may still come to me
    promised: i64  # by my hand
    gains: list[i64]  # by slot: when I win this card
    costs: list[i64]  # by slot: when I refuse it, or another wins it
    laid: list[i64]  # by face: when I lay it down ...
    known: i64  # ... of these faces it is known
    paid: i64  # what the cards of the last plan cost together

    def __init__(self, slots: i64, faces: i64) -> None:
        self.key = -1
        self.first = 0
        self.second = 0
        self.alive = 0
        self.promised = 0
        self.gains = [0] * slots
        self.costs = [0] * slots
        self.laid = [0] * faces
        self.known = 0
        self.paid = 0


@final
class House(Bot):
    law: "ColoursRules"
    prices: list[Prices]  # by seat
    numbers: i64  # the faces that are no jokers
    one_colour: i64  # those of the first colour
    hope: i64  # the chance that a card that may come comes to me, in parts of a point
    set_values: list[i64]  # values whose sets bring the same points ...
    set_points: list[i64]  # ... and how many
    set_kinds: i64

    def __init__(self, law: "ColoursRules") -> None:
        self.law = law
        self.prices = [Prices(FACES, law.faces) for _ in range(law.seats)]
        self.one_colour = shl(1, law.values) - 1
        self.numbers = 0
        for colour in range(law.colours):
            self.numbers |= shl(self.one_colour, colour * (law.values + 1))
        self.hope = 3 * POINT // (2 * (law.seats + 1))  # better than any, for I want it
        self.set_points = sorted(set(law.set_points))
        self.set_values = []
        for points in self.set_points:
            values = [
                shl(1, value) for value in range(law.values) if law.set_points[value] == points
            ]
            self.set_values.append(sum(values))
        self.set_kinds = len(self.set_points)

    def choose(self, world: Position, seat: i64, dice: Dice) -> i64:
        assert isinstance(world, Colours), "this house plays no other game"
        if world.offering:
            return self.offer(world, seat)
        if world.phase == TRADE:
            return self.respond(world, seat)
        if world.phase == OPENING:
            return self.open(world, seat)
        return self.name_joker(world, seat)

    # -- what a hand promises ---------------------------------------------------------------------

    def promise(self, first: i64, second: i64, alive: i64) -> i64:
        """The points of these faces and of those held twice, and what they may come to."""
        found = self.runs(first, alive & ~first) + self.sets(first, alive & ~first)
        if second:
            alive &= first & ~second
            found += self.runs(second, alive) + self.sets(second, alive)
        return found

    def runs(self, held: i64, alive: i64) -> i64:
        """C65: by where they begin, those of which nothing, one or two cards are missing.

        All colours at once: between them is the place of a joker, where nothing lies.
        """
        least = self.law.run_least
        whole = held
        but_one = alive
        but_two: i64 = 0
        for step in range(1, least):
            but_two = (but_two & (held >> step)) | (but_one & (alive >> step))
            but_one = (but_one & (held >> step)) | (whole & (alive >> step))
            whole &= held >> step
        laid = whole
        for step in range(1, least):
            laid |= whole << step
        longer = but_one & ((whole << 1) | (whole >> 1))
        one_more = count(longer) + FRESH * count(but_one & ~longer)
        return self.law.run_card * (
            POINT * count(laid) + self.hope * one_more + TWO_TO_COME * count(but_two)
        )

    def sets(self, held: i64, alive: i64) -> i64:
        """C63: the values of which no colour, one or two are missing."""
        whole = self.one_colour
        but_one: i64 = 0
        but_two: i64 = 0
        for _colour in range(self.law.colours):
            but_two = (but_two & held) | (but_one & alive)
            but_one = (but_one & held) | (whole & alive)
            whole &= held
            held >>= self.law.values + 1
            alive >>= self.law.values + 1
        found: i64 = 0
        for kind in range(self.set_kinds):
            values = self.set_values[kind]
            found += self.set_points[kind] * (
                POINT * count(whole & values)
                + self.hope * count(but_one & values)
                + TWO_TO_COME * count(but_two & values)
            )
        return found

    def with_face(self, first: i64, second: i64, alive: i64, face: i64) -> i64:
        """The promise with one card more."""
        if first & face:
            return self.promise(first, second | face, alive)
        return self.promise(first | face, second, alive)

    def twice(self, pile: i64) -> i64:
        """The faces of which there are two or more."""
        found: i64 = 0
        rest = pile & ~self.law.all_faces
        while rest:
            found |= shl(1, self.law.face_of[place(rest & -rest)])
            rest &= rest - 1
        return found & self.numbers

    # -- prices -----------------------------------------------------------------------------------

    def look(self, table: Colours, seat: i64) -> Prices:
        """The prices for this seat, found anew when something has changed."""
        found = self.prices[seat]
        key = self.all_that_counts(table, seat)
        if found.key != key:
            found.key = key
            me = table.sides[seat]
            found.alive = self.may_come(table, seat)
            found.first = me.hand & self.numbers
            found.second = self.twice(me.hand)
            found.promised = self.promise(found.first, found.second, found.alive)
            found.known = 0
            self.price_market(table, seat, found)
        return found

    def all_that_counts(self, table: Colours, seat: i64) -> i64:
        me = table.sides[seat]
        key = mix(mix(mix(1, me.hand), me.down), me.lost)
        key = mix(mix(mix(key, table.deck), table.market), table.swept)
        for other in range(self.law.seats):
            side = table.sides[other]
            key = mix(key, side.refused)
            if other != seat:
                key = mix(key, side.dealt)
        return key

    def may_come(self, table: Colours, seat: i64) -> i64:
        """Note 14: what lies in the market, and, while there is a deck, what was never seen."""
        found = table.deck
        if found:
            for other in range(self.law.seats):
                if other != seat:
                    found = joined(self.law, found, table.sides[other].dealt)
        rest = table.slots & ~table.sides[seat].refused
        while rest:
            found |= shl(1, table.at(place(rest & -rest)))
            rest &= rest - 1
        return found & self.numbers

    def price_market(self, table: Colours, seat: i64, found: Prices) -> None:
        """A card that stays is as likely mine as anybody's who has not refused it.

        From there I gain when I win it, and lose when I refuse it or another wins it; what a
        rival has more is a loss too, shared by all its rivals.
        """
        rivals = self.law.seats - 1
        theirs: i64 = 0
        if rivals == 1:
            theirs = self.seen_to_take(table, 1 - seat)
        their_first = theirs & self.numbers
        their_second = self.twice(theirs)
        their_promise = self.promise(their_first, their_second, found.alive)
        rest = table.slots
        while rest:
            slot = place(rest & -rest)
            rest &= rest - 1
            face = shl(1, table.at(slot)) & self.numbers
            mine: i64 = JOKER
            other: i64 = JOKER
            if face:
                mine = self.with_face(found.first, found.second, found.alive, face)
                mine -= found.promised
                other = ANYBODY
                if rivals == 1:
                    other = self.with_face(their_first, their_second, found.alive, face)
                    other -= their_promise
            wanting = self.wanting(table, slot)
            staying = (mine - other * (wanting - 1) // rivals) // wanting
            found.gains[slot] = mine - staying
            found.costs[slot] = staying + other // rivals

    def seen_to_take(self, table: Colours, seat: i64) -> i64:
        """The cards that came to this hand since the deal; some may be laid down again."""
        side = table.sides[seat]
        had = joined(self.law, joined(self.law, side.hand, side.down), side.lost)
        return without(self.law, had, side.dealt)

    def wanting(self, table: Colours, slot: i64) -> i64:
        """How many seats have not refused this card; with one alone it counts as two."""
        found: i64 = 0
        for side in table.sides:
            if not (side.refused >> slot) & 1:
                found += 1
        return found if found > 1 else 2

    def price_of_hand_card(self, seen: Prices, face: i64) -> i64:
        """What the hand is worth less without this card, and that it could have paid later."""
        card = shl(1, face)
        if not seen.known & card:
            seen.known |= card
            seen.laid[face] = CHANGE + self.missed(seen, card)
        return seen.laid[face]

    def missed(self, seen: Prices, card: i64) -> i64:
        if not card & self.numbers:
            return JOKER
        if seen.second & card:
            return seen.promised - self.promise(seen.first, seen.second & ~card, seen.alive)
        return seen.promised - self.promise(seen.first & ~card, seen.second, seen.alive)

    # -- trades -----------------------------------------------------------------------------------

    def open(self, table: Colours, seat: i64) -> i64:
        """The lot that brings most over the cheapest offer; nothing, if none does (C18)."""
        law = self.law
        seen = self.look(table, seat)
        hand = table.sides[seat].hand
        lots = table.lots(seat)
        best = law.pass_code
        most: i64 = 0
        rest = lots & ~table.twins
        while rest:
            lot = place(rest & -rest)
            rest &= rest - 1
            self.plan(seen, lots & ~shl(1, lot), hand, law.opening)
            if seen.gains[lot] - seen.paid > most:
                best = lot
                most = seen.gains[lot] - seen.paid
        return best

    def respond(self, table: Colours, seat: i64) -> i64:
        """Bid while the lot is worth more than all that would be refused and laid down for it.

        Of two seats one has what the other has not: there it counts half, what the rival would
        gain (note 7).
        """
        law = self.law
        seen = self.look(table, seat)
        side = table.sides[seat]
        rival = table.sides[table.best]
        required = table.to_match(seat)
        stake = seen.gains[table.lot] - self.refusing(seen, required | side.asked)
        if law.seats == 2:
            stake += (seen.costs[table.lot] - self.refusing(seen, rival.asked)) // 2
        if stake <= 0:
            return law.pass_code
        missing = table.to_outbid(seat) - count(required)
        self.plan(seen, offers.free_slots(table, seat) & ~required, side.hand, missing)
        return law.bid_code if stake > seen.paid else law.pass_code

    def refusing(self, seen: Prices, slots: i64) -> i64:
        found: i64 = 0
        while slots:
            found += seen.costs[place(slots & -slots)]
            slots &= slots - 1
        return found

    def offer(self, table: Colours, seat: i64) -> i64:
        """No more than is needed (note 3), the cheapest cards, in the order of the path (P1)."""
        law = self.law
        missing = offers.missing(table)
        if missing <= 0:
            return law.done_code
        slots = offers.reach(table, table.marks, table.last)
        planned = self.plan(self.look(table, seat), slots, offers.hand_ahead(table), missing)
        return place(planned & -planned)

    def plan(self, seen: Prices, slots: i64, hand: i64, number: i64) -> i64:
        """The cheapest so many cards of market and hand, as choices; `paid` is their price."""
        planned: i64 = 0
        seen.paid = 0
        while number > 0:
            price: i64 = TOO_MUCH
            choice: i64 = -1
            rest = slots
            while rest:
                slot = place(rest & -rest)
                rest &= rest - 1
                if seen.costs[slot] < price:
                    price = seen.costs[slot]
                    choice = slot
            rest = hand & self.law.all_faces
            while rest and price > CHANGE:  # no card of the hand is cheaper
                face = place(rest & -rest)
                rest &= rest - 1
                if self.price_of_hand_card(seen, face) < price:
                    price = self.price_of_hand_card(seen, face)
                    choice = FACES + face
            seen.paid += price
            if choice < 0:
                return planned
            planned |= shl(1, choice)
            if choice < FACES:
                slots &= ~shl(1, choice)
            else:
                hand = take(self.law, hand, choice - FACES)
            number -= 1
        return planned

    # -- jokers -----------------------------------------------------------------------------------

    def name_joker(self, table: Colours, seat: i64) -> i64:
        """C57: the value that brings most, with the best value of the next joker."""
        law = self.law
        side = table.sides[seat]
        first = side.hand & self.numbers
        second = self.twice(side.hand)
        following: i64 = 0  # the faces that the next joker may become ...
        later: i64 = 0  # ... and those after it
        number: i64 = 0
        for colour in range(law.colours):
            row = colour * (law.values + 1)
            for _joker in range(jokers(law, side.hand, colour)):
                if number < len(side.values):
                    named = shl(1, row + side.values[number] - 1)
                    second |= first & named
                    first |= named
                elif number == len(side.values) + 1:
                    following = shl(self.one_colour, row)
                elif number > len(side.values):
                    later |= shl(self.one_colour, row)
                number += 1
        best: i64 = -1
        most: i64 = -1
        rest = table.menu(seat)
        while rest:
            choice = place(rest & -rest)
            rest &= rest - 1
            face = shl(1, choice - FACES)
            found = self.best_of(first | face, second | (first & face), later, following)
            if found > most:
                best = choice
                most = found
        return best

    def best_of(self, first: i64, second: i64, alive: i64, faces: i64) -> i64:
        """What these cards promise with the best of these faces."""
        if not faces:
            return self.promise(first, second, alive)
        found: i64 = 0
        while faces:
            found = max(found, self.with_face(first, second, alive, faces & -faces))
            faces &= faces - 1
        return found
