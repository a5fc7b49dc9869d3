"""Stick to Colours: the state of a game, and its stages in the order of the rules.

The numbers in comments are those of rules.md. How an offer is chosen is in `offers`, what a hand is
worth in `scoring`, what people see in `view` and `words`, imagined worlds in `worlds`.
Seats and slots are bits; piles of cards are bits too, of which alike cards have one each (`cards`);
the market is a row, six bits a slot, face plus one.
"""

from typing import TYPE_CHECKING, Final, Optional, final

from mypy_extensions import i64

from saleroom.games.bits import Dice, count, mix, place, shl
from saleroom.games.colours import offers, scoring, view, words, worlds
from saleroom.games.colours.cards import joined, put, take
from saleroom.games.colours.codes import FACES, NO_CODE, NO_SLOT
from saleroom.games.colours.phases import DEALING, JOKERS, OPENING, OVER, TRADE
from saleroom.games.core import NOBODY, Draw, Part, Position, Refusal, everybody
from saleroom.games.shown import tell_end

if TYPE_CHECKING:
    from saleroom.games.colours.rules import ColoursRules

NOT_OVER: Final = 0  # endings
SOLD_OUT: Final = 1
SWEPT_OUT: Final = 2
ALL_PASSED: Final = 3
ENDINGS: Final = ("", "sold_out", "swept_out", "all_passed")


@final
class Deed:
    """What everybody knows of a hand since the deal: it laid so many cards, or took this one.

    Nobody changes a deed, so all copies of a position share them.
    """

    before: Optional["Deed"]
    laid: i64
    took: i64  # a face, when none were laid

    def __init__(self, before: Optional["Deed"], laid: i64, took: i64) -> None:
        self.before = before
        self.laid = laid
        self.took = took

    def __reduce__(self) -> tuple[object, ...]:
        return Deed, (self.before, self.laid, self.took)


@final
class Side:
    """What belongs to one seat."""

    hand: i64 = 0
    down: i64 = 0  # laid face down in this trade (C38)
    lost: i64 = 0  # laid face down in earlier ones: out of the game (C48)
    asked: i64 = 0  # the slots with its question tokens ...
    refused: i64 = 0  # ... and with its refuse tokens
    values: bytes = b""  # of its jokers, as far as it has decided (A3)

    # What perfect memory keeps.
    dealt: i64 = 0  # the cards it was dealt, which only this seat has seen ...
    deeds: Deed | None = None  # ... and what everybody knows of it since, the last first
    key: i64 = 0  # of what only this seat has seen and chosen

    def become(self, other: "Side") -> None:
        self.hand = other.hand
        self.down = other.down
        self.lost = other.lost
        self.asked = other.asked
        self.refused = other.refused
        self.values = other.values
        self.dealt = other.dealt
        self.deeds = other.deeds
        self.key = other.key

    def size(self) -> i64:
        """Of its offer in this trade."""
        return count(self.asked) + count(self.down)


@final
class Colours(Position):
    # -- state ------------------------------------------------------------------------------------
    law: "ColoursRules"  # the same object as `rules`, with its numbers
    phase: i64 = DEALING
    round: i64 = 0
    sides: list[Side]
    deck: i64
    market: i64 = 0  # a row, six bits a slot, slot 1 lowest
    slots: i64 = 0  # those with a card
    swept: i64 = 0  # the discard that lies face up
    dealer: i64
    passes: i64 = 0  # dealer's passes in a row since the last opening or sweep

    # The trade.
    lot: i64 = NO_SLOT  # its slot
    best: i64 = NOBODY  # the best bidder ...
    size: i64 = 0  # ... and the size of the best offer
    taking: i64 = 0  # the seats that take part (C28)
    turn: i64 = NOBODY  # the seat that opens or responds

    drawer: i64 = NOBODY  # the seat that is dealt to, or NOBODY: the market is
    left: i64 = 0  # how many cards are still to come together

    # The half-made decision of the seat in turn: nobody else's business yet (P9).
    offering: bool = False  # the lot, or `bid`, is chosen
    aim: i64 = NO_SLOT  # the lot of an opening
    required: i64 = 0  # slots that are in the offer by rule (C34, P3)
    marks: i64 = 0  # slots that were chosen ...
    laid: i64 = 0  # ... and cards of the hand ...
    kept: i64 = 0  # ... and what is left of it
    last: i64 = NO_CODE  # the last code of the path (P1)
    needed: i64 = 0  # so many cards must be chosen (P2)
    twins: i64 = 0  # slots with an alike card in a lower slot (P5); for all seats the same

    public_key: i64 = 0  # of what everybody has seen
    end: i64 = NOT_OVER

    def __init__(self, law: "ColoursRules") -> None:
        self.rules = law
        self.law = law
        self.sides = [Side() for _ in range(law.seats)]
        self.deck = law.all_cards  # C1
        self.dealer = law.first_dealer  # C4
        self.ask(0, law.hand)  # C2

    # -- chance -----------------------------------------------------------------------------------

    def ask(self, seat: i64, cards: i64) -> None:
        """Wait for so many cards of the deck, for a seat or the market."""
        self.drawer = seat
        self.left = cards
        self.wants = self.deck

    def pending(self) -> Draw:
        seers = shl(1, self.drawer) if self.drawer != NOBODY else everybody(self.law)
        return Draw(0, 0, self.wants, self.left, seers, self.law.all_cards)

    def draw(self, outcome: i64) -> None:
        face: i64 = self.law.face_of[outcome]
        self.deck = take(self.law, self.deck, face)
        if self.drawer == NOBODY:
            self.wants = 0
            self.lay_out(face)
            self.refill()
            return
        side = self.sides[self.drawer]
        side.hand = put(self.law, side.hand, face)
        self.left -= 1
        self.wants &= ~shl(1, outcome)  # of cards that come together each is one of its own
        if not self.left:
            self.wants = 0
            self.hand_dealt(side)

    # -- set-up -----------------------------------------------------------------------------------

    def hand_dealt(self, side: Side) -> None:
        """C2: seat by seat; then C3."""
        side.dealt = side.hand
        if self.remembers:
            side.key = mix(1, side.hand)
        if self.events is not None:
            view.tell_dealt(self, self.drawer)
        if self.drawer + 1 < self.law.seats:
            self.ask(self.drawer + 1, self.law.hand)
        else:
            self.refill()

    def lay_out(self, face: i64) -> None:
        """A card from the deck goes to the end of the market."""
        slot = count(self.slots)
        self.market |= shl(face + 1, 6 * slot)
        self.slots |= shl(1, slot)
        self.all_see(face)
        if self.events is not None:
            view.tell_laid_out(self, face, slot)

    def refill(self) -> None:
        """C3, C52: until the market has its size or the deck is empty."""
        while self.deck and count(self.slots) < self.law.market:
            if self.deck & (self.deck - 1):
                self.ask(NOBODY, 1)
                return
            face: i64 = self.law.face_of[place(self.deck)]  # the last card comes for certain
            self.deck = 0
            self.lay_out(face)
        if self.phase == DEALING:
            self.begin_round()
        elif self.slots:
            self.dealer = self.next_seat(self.dealer)  # C22, C54
            self.begin_round()
        else:
            self.finish(SOLD_OUT)  # C53

    # -- the dealer's turn ------------------------------------------------------------------------

    def begin_round(self) -> None:
        """C12 to C15."""
        self.round += 1
        self.phase = OPENING
        self.turn = self.dealer
        offers.find_twins(self)
        if self.events is not None:
            view.tell_round(self)
        if self.lots(self.dealer):
            self.movers = shl(1, self.dealer)
        else:
            self.pass_dealer("stuck")

    def lots(self, seat: i64) -> i64:
        """C13, C14: what this dealer may choose as lot, alike cards apart."""
        side = self.sides[seat]
        free = self.slots & ~side.refused
        return free if count(free) - 1 + count(side.hand) >= self.law.opening else 0

    def pass_dealer(self, how: str) -> None:
        """C20."""
        self.passes += 1
        if self.events is not None:
            view.tell_dealer(self, how)
        if self.passes < self.law.seats:
            self.dealer = self.next_seat(self.dealer)
            self.begin_round()
        else:
            self.sweep()

    def sweep(self) -> None:
        """C22, C23: all have passed in a row, and the market goes to the discard."""
        self.turn = NOBODY
        if self.events is not None:
            view.tell_swept(self)
        rest = self.market
        while rest:
            self.swept = put(self.law, self.swept, (rest & 63) - 1)
            rest >>= 6
        self.market = 0
        self.slots = 0
        for side in self.sides:
            side.refused = 0
        self.passes = 0
        if self.law.all_pass_ends:
            self.finish(ALL_PASSED)
        elif self.deck:
            self.refill()
        else:
            self.finish(SWEPT_OUT)

    # -- opening ----------------------------------------------------------------------------------

    def step_opening(self, choice: i64) -> bool:
        if choice == self.law.pass_code:
            self.all_see(choice)
            self.movers = 0
            self.pass_dealer("passed")
            return True
        self.aim = choice  # C25
        offers.begin(self, 0, self.law.opening)
        return False

    def open_trade(self) -> None:
        """C21, C28."""
        self.phase = TRADE
        self.lot = self.aim
        self.passes = 0
        self.taking = 0
        for seat in range(self.law.seats):
            if not (self.sides[seat].refused >> self.lot) & 1:
                self.taking |= shl(1, seat)

    # -- offers -----------------------------------------------------------------------------------

    def place_offer(self) -> None:
        """C29, C38, C39: what was chosen is added to the offer, which is the best one now."""
        seat = self.turn
        side = self.sides[seat]
        marks = self.marks | self.required
        laid = self.laid
        if self.phase == OPENING:
            self.open_trade()
        side.asked |= marks
        side.hand = self.kept
        side.down = joined(self.law, side.down, laid)
        self.best = seat
        self.size = side.size()
        self.all_see(shl(self.lot + 1, 16) | shl(marks, 8) | count(laid))
        if self.remembers:
            side.key = mix(side.key, laid)
        if self.events is not None:
            view.tell_offer(self, marks, laid)
        offers.forget_decision(self)
        self.next_turn()

    # -- turns and passing ------------------------------------------------------------------------

    def next_turn(self) -> None:
        """C40, C41, C45."""
        self.movers = 0
        while self.taking & (self.taking - 1):
            self.turn = self.next_seat(self.turn)
            if (self.taking >> self.turn) & 1 and self.turn != self.best:
                if self.can_bid(self.turn):
                    self.movers = shl(1, self.turn)
                    offers.find_twins(self)
                    return
                self.leave(self.turn, "out")
        self.end_trade()

    def can_bid(self, seat: i64) -> bool:
        """C42, by public facts alone."""
        side = self.sides[seat]
        if self.law.matching and self.sides[self.best].asked & side.refused:
            return False  # C36
        usable = count(offers.free_slots(self, seat)) + count(side.hand)
        return side.size() + usable > self.size

    def step_response(self, choice: i64) -> bool:
        if choice == self.law.bid_code:
            required = self.to_match(self.turn)
            offers.begin(self, required, max(0, self.to_outbid(self.turn) - count(required)))
            return False
        self.all_see(choice)
        self.leave(self.turn, "left")
        self.next_turn()
        return True

    def to_match(self, seat: i64) -> i64:
        """C34: the market cards of the best offer that this seat must offer too."""
        if not self.law.matching:
            return 0
        return self.sides[self.best].asked & ~self.sides[seat].asked

    def to_outbid(self, seat: i64) -> i64:
        """C32: how many cards this seat must add to have the best offer."""
        return self.size + 1 - self.sides[seat].size()

    def leave(self, seat: i64, how: str) -> None:
        """C44."""
        self.taking &= ~shl(1, seat)
        if self.events is not None:
            view.tell_left(self, seat, how)
        self.sides[seat].asked = 0

    # -- end of a trade ---------------------------------------------------------------------------

    def end_trade(self) -> None:
        """C46 to C54, in this order."""
        winner = self.sides[self.best]
        if self.events is not None:
            view.tell_won(self)
        refused = winner.asked  # C46
        winner.refused |= refused
        winner.asked = 0
        for side in self.sides:  # C48
            if side.down:
                if self.remembers:
                    side.deeds = Deed(side.deeds, count(side.down), NO_CODE)
                side.lost = joined(self.law, side.lost, side.down)
                side.down = 0
        self.give(self.lot, self.best, "lot")  # C49
        while refused:
            slot = place(refused & -refused)
            self.fall(slot)  # C50
            refused &= refused - 1
        self.lot = NO_SLOT
        self.best = NOBODY
        self.size = 0
        self.taking = 0
        self.turn = NOBODY
        self.close_up()
        self.refill()

    def give(self, slot: i64, seat: i64, how: str) -> None:
        """A market card goes to a hand; its tokens return."""
        side = self.sides[seat]
        face = self.at(slot)
        if self.events is not None:
            view.tell_given(self, slot, seat, how)
        side.hand = put(self.law, side.hand, face)
        if self.remembers:
            side.deeds = Deed(side.deeds, 0, face)
        self.clear(slot)

    def fall(self, slot: i64) -> None:
        """C50: a card that all refuse but one goes to that one; if all refuse it, it is swept."""
        wanting: i64 = 0
        for seat in range(self.law.seats):
            if not (self.sides[seat].refused >> slot) & 1:
                wanting |= shl(1, seat)
        if not wanting:
            if self.events is not None:
                view.tell_refused_by_all(self, slot)
            self.swept = put(self.law, self.swept, self.at(slot))
            self.clear(slot)
        elif self.law.automatic_wins and not wanting & (wanting - 1):
            self.give(slot, place(wanting), "automatic")

    def clear(self, slot: i64) -> None:
        """The slot stays empty until the cards close up (C5)."""
        bit = shl(1, slot)
        self.slots &= ~bit
        self.market &= ~shl(63, 6 * slot)
        for side in self.sides:
            side.refused &= ~bit

    def close_up(self) -> None:
        """C5, C8: the cards move together, and their tokens with them."""
        slots = self.slots
        row: i64 = 0
        filled: i64 = 0
        rest = slots
        while rest:
            row |= shl(self.at(place(rest & -rest)) + 1, 6 * filled)
            filled += 1
            rest &= rest - 1
        self.market = row
        self.slots = shl(1, filled) - 1
        for side in self.sides:
            if side.refused:
                side.refused = numbered(side.refused, slots)

    # -- end of play, jokers ----------------------------------------------------------------------

    def finish(self, end: i64) -> None:
        """C55, C58, C60."""
        self.end = end
        self.turn = NOBODY
        self.phase = JOKERS
        for side in self.sides:
            self.all_see(side.hand)
            self.all_see(side.lost)
        if self.events is not None:
            view.tell_turned_up(self)
        if self.law.best_jokers:
            for side in self.sides:
                side.values = scoring.best_values(self.law, side.hand)
        else:
            for seat in range(self.law.seats):
                self.movers |= self.owes_values(seat)
        if not self.movers:
            self.count_up()

    def owes_values(self, seat: i64) -> i64:
        """This seat, if it has a joker to decide (C58)."""
        return shl(1, seat) if self.sides[seat].hand & self.law.joker_cards else 0

    def joker_now(self, side: Side) -> i64:
        """P8: the colour of the joker that is to be decided next."""
        decided = len(side.values)
        colour: i64 = 0
        while True:
            decided -= scoring.jokers(self.law, side.hand, colour)
            if decided < 0:
                return colour
            colour += 1

    def joker_menu(self, seat: i64) -> i64:
        """C57, C59, P8: any value; of several jokers of one colour in rising order."""
        side = self.sides[seat]
        colour = self.joker_now(side)
        least: i64 = 1
        if side.values:
            before: i64 = 0
            for earlier in range(colour):
                before += scoring.jokers(self.law, side.hand, earlier)
            if len(side.values) > before:
                least = side.values[-1]
        values = shl(1, self.law.values) - shl(1, least - 1)
        return shl(values, FACES + colour * (self.law.values + 1))

    def step_joker(self, seat: i64, choice: i64) -> bool:
        side = self.sides[seat]
        value = (choice - FACES) % (self.law.values + 1) + 1
        side.values = side.values + bytes([value])
        if len(side.values) < count(side.hand & self.law.joker_cards):
            return False
        self.movers &= ~shl(1, seat)
        if not self.movers:
            self.count_up()
        return True

    def count_up(self) -> None:
        self.phase = OVER
        self.over = True
        if self.events is not None:
            view.tell_jokers(self)
            tell_end(self)

    # -- choices ----------------------------------------------------------------------------------

    def menu(self, seat: i64) -> i64:
        if not (self.movers >> seat) & 1:
            return 0
        if self.offering:
            return offers.menu(self)
        if self.phase == TRADE:
            return shl(3, self.law.pass_code)  # C43: pass, bid
        if self.phase == OPENING:
            return (self.lots(seat) & ~self.twins) | shl(1, self.law.pass_code)  # C16
        return self.joker_menu(seat)

    def step(self, seat: i64, choice: i64) -> bool:
        if self.offering:
            return offers.step(self, choice)
        if self.phase == TRADE:
            return self.step_response(choice)
        if self.phase == OPENING:
            return self.step_opening(choice)
        return self.step_joker(seat, choice)

    def refusal(self, seat: int, choice: int) -> Refusal:
        return words.refusal(self, seat, choice)

    def between(self, seat: int) -> bool:
        if not (self.movers >> seat) & 1:
            return True
        return not self.offering and not self.sides[seat].values

    # -- result -----------------------------------------------------------------------------------

    def values_of(self, seat: int) -> bytes:
        """Of its jokers: as it has decided when all are shown, before that the best (C69)."""
        side = self.sides[seat]
        if self.over:
            return side.values
        return scoring.best_values(self.law, side.hand)

    def scores(self) -> list[int]:
        """C61, C69."""
        found: list[int] = []
        for seat in range(self.law.seats):
            found.append(scoring.total(self.law, self.sides[seat].hand, self.values_of(seat)))
        return found

    def winners(self) -> int:
        """C68."""
        scores = self.scores()
        highest = max(scores)
        found: i64 = 0
        for seat in range(self.law.seats):
            if scores[seat] == highest:
                found |= shl(1, seat)
        return found

    def ending(self) -> str:
        return ENDINGS[self.end] if self.over else ""

    # -- copies and imagined worlds ---------------------------------------------------------------

    def clone(self) -> "Colours":
        twin = Colours(self.law)
        twin.reset_to(self)
        return twin

    def reset_to(self, other: Position) -> None:
        assert isinstance(other, Colours), "a position is reset to one of its own game"
        self.wants = other.wants
        self.movers = other.movers
        self.over = other.over
        self.remembers = other.remembers
        self.phase = other.phase
        self.round = other.round
        for seat in range(len(self.sides)):
            self.sides[seat].become(other.sides[seat])
        self.deck = other.deck
        self.market = other.market
        self.slots = other.slots
        self.swept = other.swept
        self.dealer = other.dealer
        self.passes = other.passes
        self.lot = other.lot
        self.best = other.best
        self.size = other.size
        self.taking = other.taking
        self.turn = other.turn
        self.drawer = other.drawer
        self.left = other.left
        self.offering = other.offering
        self.aim = other.aim
        self.required = other.required
        self.marks = other.marks
        self.laid = other.laid
        self.kept = other.kept
        self.last = other.last
        self.needed = other.needed
        self.twins = other.twins
        self.public_key = other.public_key
        self.end = other.end

    def seen(self, seat: int) -> int:
        return worlds.seen(self, seat)

    def sample(self, seat: int, dice: Dice) -> "Colours":
        return worlds.sample(self, seat, dice)

    # -- what people see --------------------------------------------------------------------------

    def view(self, seat: int | None) -> dict[str, object]:
        return view.view(self, seat)

    def part(self, seat: int) -> Part:
        return view.part(self, seat)

    def word(self, seat: int, choice: int) -> str:
        return words.word(self, choice)

    def label(self, seat: int, choice: int) -> str:
        return words.label(self, choice)

    # -- small things -----------------------------------------------------------------------------

    def at(self, slot: i64) -> i64:
        """The face of the card in a slot, counted from 0, or -1."""
        return ((self.market >> (6 * slot)) & 63) - 1

    def the_lot(self) -> i64:
        """The slot of the lot, as the seat in turn knows it, or NO_SLOT."""
        return self.lot if self.phase == TRADE else self.aim

    def next_seat(self, seat: i64) -> i64:
        return seat + 1 if seat + 1 < self.law.seats else 0

    def all_see(self, what: i64) -> None:
        """For `seen`: this happened in sight of all."""
        if self.remembers:
            self.public_key = mix(self.public_key, what)


def numbered(tokens: i64, slots: i64) -> i64:
    """Where these tokens lie when the slots are numbered anew, without gaps."""
    found: i64 = 0
    filled: i64 = 0
    while slots:
        if tokens & slots & -slots:
            found |= shl(1, filled)
        filled += 1
        slots &= slots - 1
    return found
