"""Six of Sparrows: the state of a game, and its phases in the order of the rules.

The numbers in comments are those of rules.md. Which patterns are achieved is in `patterns`, what
a round brings in `scoring`, what people see in `view` and `words`, imagined worlds in `worlds`.
Sets of cards, bids and seats are bits; a row of bids has an order, a byte for each.
"""

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from saleroom.games.bits import Dice, count, mix, place, shl
from saleroom.games.core import NOBODY, Draw, Part, Position, Refusal, everybody
from saleroom.games.shown import tell_end
from saleroom.games.sparrows import chances, scoring, view, words, worlds
from saleroom.games.sparrows.codes import MATCH, NO_BONUS, NOTHING
from saleroom.games.sparrows.phases import DEALING, LATE, NAMING, OVER, RAISING, TAKING

if TYPE_CHECKING:
    from saleroom.games.sparrows.rules import SparrowsRules

FOR_MARK: Final = 0  # what a draw is for; also its pile
FOR_MARKET: Final = 1
FOR_HANDS: Final = 2

UNDECIDED: Final = 0  # answers in a step
PASSES: Final = 1
RAISES: Final = 2

GOES_ON: Final = 0
TARGET: Final = 1  # how a game ended
ROUND_LIMIT: Final = 2


@final
class Side:
    """What belongs to one seat."""

    hand: i64 = 0
    total: i64 = 0  # S5
    gained: i64 = 0  # the round score of the last round that was scored
    bid: i64 = NOTHING  # this round's regular bid, or NOTHING
    token: i64 = 0  # the number on its token
    bonus: i64 = NO_BONUS  # the bonus held with it
    won: i64 = 0  # when scored: BID_ACHIEVED, BONUS_ACHIEVED, or both
    answer: i64 = UNDECIDED  # sealed, until all have answered
    key: i64 = 0  # of what only this seat has seen

    def become(self, other: "Side") -> None:
        self.hand = other.hand
        self.total = other.total
        self.gained = other.gained
        self.bid = other.bid
        self.token = other.token
        self.bonus = other.bonus
        self.won = other.won
        self.answer = other.answer
        self.key = other.key


@final
class Sparrows(Position):
    # -- state ------------------------------------------------------------------------------------
    law: "SparrowsRules"  # the same object as `rules`, with its numbers
    phase: i64 = DEALING
    round: i64 = 0  # counted from 1
    k: i64 = 0  # the step, counted from 1
    dealer: i64 = NOBODY
    sides: list[Side]

    pile: i64  # the bid draw pile; its order is drawn when it matters
    shuffles: i64 = 0  # how often it was shuffled, the set-up not counted
    market: i64 = 0
    market_row: bytes = b""  # the same in the order of the market
    discards: i64 = 0
    discard_row: bytes = b""  # the same from the bottom
    six: i64 = 0  # what was in the market when the round began
    free_bonuses: i64

    deck: i64
    laid: i64 = 0  # the cards on the table
    receiver: i64 = 0  # who gets the next card: a distance from the dealer, or the table
    drawing: i64 = FOR_MARK

    unbid: i64  # the seats without a bid
    raised: i64 = 0  # the raisers of this step, when all have answered
    turn: i64 = NOBODY  # who decides alone, or NOBODY
    taking: i64 = NOTHING  # the bid card of a half-made decision, or NOTHING
    partner: i64 = NOBODY  # named by the holder of Match Together, or NOBODY
    revealed: bool = False  # S30: the hands lie open
    public_key: i64 = 0  # of what everybody has seen
    ended: i64 = GOES_ON

    def __init__(self, law: "SparrowsRules") -> None:
        self.rules = law
        self.law = law
        self.wants = everybody(law)  # S6
        self.sides = [Side() for _ in range(law.seats)]  # S1
        self.pile = law.all_bids  # S4
        self.free_bonuses = law.bonuses
        self.deck = law.all_cards  # S3
        self.unbid = everybody(law)

    # -- chance -----------------------------------------------------------------------------------

    def pending(self) -> Draw:
        """S7: the mark, the bid deck with its shuffles, the playing deck with one a round."""
        seers = everybody(self.law)
        if self.drawing == FOR_MARK:
            return Draw(0, 0, self.wants, 1, seers)
        if self.drawing == FOR_MARKET:
            return Draw(1, self.shuffles, self.wants, 1, seers)
        if self.receiver < self.law.seats:
            seers = shl(1, self.at_distance(self.receiver))  # S15
        return Draw(2, self.round - 1, self.wants, 1, seers, self.law.all_cards)

    def draw(self, outcome: i64) -> None:
        if self.drawing == FOR_HANDS:
            self.deal(outcome)
            self.deal_on()
        elif self.drawing == FOR_MARKET:
            self.wants = 0
            self.turn_up(outcome)
            self.fill_market()
        else:
            self.wants = 0
            self.give_mark(outcome)

    def give_mark(self, seat: i64) -> None:
        """S6."""
        self.dealer = seat
        if self.remembers:
            self.public_key = mix(1, seat)
        if self.events is not None:
            view.tell_mark(self)
        self.begin_round()

    # -- preparing a round ------------------------------------------------------------------------

    def begin_round(self) -> None:
        """S12: the mark moves on; then S8. Hands, tokens and bonus cards are back already."""
        self.round += 1
        self.k = 0
        self.dealer = self.at_distance(1)
        if self.events is not None:
            view.tell_round(self)
        self.fill_market()

    def fill_market(self) -> None:
        """S8, S9: from the bid deck, which is made of the discards when it is empty."""
        while count(self.market) < self.law.face_up:
            if not self.pile:
                self.pile = self.discards
                self.discards = 0
                self.discard_row = b""
                self.shuffles += 1
                if self.events is not None:
                    view.tell_shuffled(self)
            if self.pile & (self.pile - 1):
                self.drawing = FOR_MARKET
                self.wants = self.pile
                return
            self.turn_up(place(self.pile))  # the last card comes for certain
        self.six = self.market
        self.drawing = FOR_HANDS
        self.begin_step()

    def turn_up(self, bid: i64) -> None:
        """S8: a new card goes to the end of the market."""
        card = shl(1, bid)
        self.pile &= ~card
        self.market |= card
        self.market_row += self.law.row_of[bid]
        self.all_see(bid)
        if self.events is not None:
            view.tell_turned_up(self, bid)

    # -- dealing ----------------------------------------------------------------------------------

    def begin_step(self) -> None:
        """S14: a card for each seat, dealer first, then one for the table."""
        self.k += 1
        self.raised = 0
        self.receiver = 0
        self.phase = DEALING
        if self.events is not None:
            view.tell_step(self)
        self.deal_on()

    def deal_on(self) -> None:
        """Wait for the next card of this step, or begin the bidding."""
        deck = self.deck
        while self.receiver <= self.law.seats:
            if deck & (deck - 1):
                self.wants = deck
                return
            self.deal(place(deck))  # the last card comes for certain
            deck = self.deck
        self.wants = 0
        self.begin_bidding()

    def deal(self, outcome: i64) -> None:
        """S14, S15."""
        card = shl(1, outcome)
        self.deck &= ~card
        if self.receiver < self.law.seats:
            seat = self.at_distance(self.receiver)
            side = self.sides[seat]
            side.hand |= card
            if self.remembers:
                side.key = mix(side.key, outcome)
            if self.events is not None:
                view.tell_dealt(self, seat, outcome)
        else:
            self.laid |= card
            self.all_see(outcome)
            if self.events is not None:
                view.tell_laid(self, outcome)
        self.receiver += 1

    def at_distance(self, distance: i64) -> i64:
        """The seat so far from the dealer, clockwise."""
        seat = self.dealer + distance
        return seat - self.law.seats if seat >= self.law.seats else seat

    # -- bidding ----------------------------------------------------------------------------------

    def begin_bidding(self) -> None:
        """S17: every seat without a bid may raise; S18: all at the same time."""
        if self.unbid and self.market:
            self.phase = RAISING
            self.movers = self.unbid
        else:
            self.end_step()

    def step_raise(self, seat: i64, choice: i64) -> bool:
        self.sides[seat].answer = RAISES if choice == self.law.raise_code else PASSES
        self.movers &= ~shl(1, seat)
        if not self.movers:
            self.reveal_answers()
        return True

    def reveal_answers(self) -> None:
        """S19 to S21, S25: when all have answered; the raiser nearest to the dealer wins."""
        winner: i64 = NOBODY
        for distance in range(self.law.seats):
            seat = self.at_distance(distance)
            side = self.sides[seat]
            if side.answer == RAISES:
                self.raised |= shl(1, seat)
                if winner < 0:
                    winner = seat
            side.answer = UNDECIDED
        self.all_see(self.raised)
        if self.events is not None:
            view.tell_answers(self, winner)
        if winner < 0:
            self.end_step()
        else:
            self.phase = TAKING
            self.turn = winner
            self.movers = shl(1, winner)

    def step_take(self, seat: i64, choice: i64) -> bool:
        """S22: a card of the market; S23: then a bonus card or none."""
        law = self.law
        if self.taking < 0:
            if law.upgrades:
                self.taking = choice
                return False
            self.take_bid(seat, choice, law.tokens[self.k - 1], NO_BONUS)
        else:
            bonus: i64 = NO_BONUS
            if choice != law.none_code:
                bonus = choice - law.bonus_code
            bid = self.taking
            self.taking = NOTHING
            self.take_bid(seat, bid, law.tokens[self.k - 1], bonus)
        self.end_step()
        return True

    def open_bonuses(self, bid: i64) -> i64:
        """S23, S24: the bonus cards that may be taken with this bid."""
        if self.law.match_any or (self.law.table_bids >> bid) & 1:
            return self.free_bonuses
        return self.free_bonuses & ~shl(1, MATCH)

    def take_bid(self, seat: i64, bid: i64, token: i64, bonus: i64) -> None:
        """S22, S23, S27: it leaves the market, and nothing comes in its place."""
        side = self.sides[seat]
        side.bid = bid
        side.token = token
        side.bonus = bonus
        if bonus >= 0:
            self.free_bonuses &= ~shl(1, bonus)
        self.market &= ~shl(1, bid)
        self.market_row = self.market_row.replace(self.law.row_of[bid], b"")
        self.unbid &= ~shl(1, seat)
        self.all_see(4 * bid + bonus + 1)
        if self.events is not None:
            view.tell_took(self, seat)

    def end_step(self) -> None:
        """S28: all steps are dealt, whoever has a bid."""
        self.turn = NOBODY
        self.movers = 0
        if self.k < self.law.hand:
            self.begin_step()
        else:
            self.begin_scoring()

    # -- scoring ----------------------------------------------------------------------------------

    def begin_scoring(self) -> None:
        """S29: first the holder of Match Together names a partner."""
        holder = self.matcher()
        if holder >= 0:
            self.phase = NAMING
            self.turn = holder
            self.movers = shl(1, holder)
        else:
            self.reveal_hands()

    def matcher(self) -> i64:
        """Who plays with a partner's hand in place of the table (S43; R24), or NOBODY."""
        if (self.free_bonuses ^ self.law.bonuses) & shl(1, MATCH):
            for seat in range(self.law.seats):
                side = self.sides[seat]
                if side.bonus == MATCH and (self.law.table_bids >> side.bid) & 1:
                    return seat
        return NOBODY

    def step_partner(self, seat: i64, choice: i64) -> bool:
        self.partner = choice - self.law.partner_code
        self.all_see(self.partner)
        if self.events is not None:
            view.tell_partner(self, seat)
        self.reveal_hands()
        return True

    def reveal_hands(self) -> None:
        """S30."""
        self.revealed = True
        self.turn = NOBODY
        self.movers = 0
        for side in self.sides:
            self.all_see(side.hand)
        if self.events is not None:
            view.tell_hands(self)
        if self.law.upgrades:
            self.ask_late(0)
        else:
            self.score_round()  # S33

    def ask_late(self, distance: i64) -> None:
        """S31: one seat without a bid after the other, from this distance on."""
        while distance < self.law.seats:
            seat = self.at_distance(distance)
            if (self.unbid >> seat) & 1:
                self.phase = LATE
                self.turn = seat
                self.movers = shl(1, seat)
                return
            distance += 1
        self.turn = NOBODY
        self.movers = 0
        self.score_round()

    def step_late(self, seat: i64, choice: i64) -> bool:
        """S31, S32: a card and a late token, or nothing; no bonus."""
        if choice < self.law.bids:
            self.take_bid(seat, choice, self.law.late_token, NO_BONUS)
        else:
            self.all_see(4 * self.law.bids)  # like no card
            if self.events is not None:
                view.tell_declined(self, seat)
        self.ask_late(self.distance(seat) + 1)
        return True

    def distance(self, seat: i64) -> i64:
        """How far this seat is from the dealer, clockwise."""
        found = seat - self.dealer
        return found + self.law.seats if found < 0 else found

    def score_round(self) -> None:
        """S34 to S49; S51: then the end is checked."""
        scoring.score_round(self)
        if self.events is not None:
            view.tell_scores(self)
        self.check_end()

    # -- the end ----------------------------------------------------------------------------------

    def check_end(self) -> None:
        """S51 to S54."""
        law = self.law
        leaders = self.leaders()
        is_time = not law.rotation or self.round % law.seats == 0  # R31
        highest = self.sides[place(leaders & -leaders)].total
        alone = leaders & (leaders - 1) == 0
        if law.target and highest >= law.target and alone and is_time:
            self.finish(TARGET)
        elif self.round >= law.max_rounds:
            self.finish(ROUND_LIMIT)
        else:
            self.clear_table()
            self.begin_round()

    def leaders(self) -> i64:
        """The seats with the highest total."""
        found: i64 = 0
        highest = self.sides[0].total
        for seat in range(self.law.seats):
            total = self.sides[seat].total
            if total > highest:
                highest = total
                found = 0
            if total == highest:
                found |= shl(1, seat)
        return found

    def clear_table(self) -> None:
        """S50, S10, S11, S13: what was taken goes to the discards, everything else comes back."""
        law = self.law
        if self.events is not None:
            view.tell_cleared(self)
        for side in self.sides:
            if side.bid >= 0:
                self.discards |= shl(1, side.bid)
                self.discard_row += law.row_of[side.bid]
                side.bid = NOTHING
                side.token = 0
                side.bonus = NO_BONUS
                side.won = 0
            side.hand = 0
        if law.fresh:  # R9
            self.discards |= self.market
            self.discard_row += self.market_row
            self.market = 0
            self.market_row = b""
        self.free_bonuses = law.bonuses
        self.unbid = everybody(law)
        self.raised = 0
        self.partner = NOBODY
        self.revealed = False
        self.deck = law.all_cards
        self.laid = 0
        self.phase = DEALING

    def finish(self, how: i64) -> None:
        self.ended = how
        self.phase = OVER
        self.over = True
        if self.events is not None:
            tell_end(self)

    # -- choices ----------------------------------------------------------------------------------

    def menu(self, seat: i64) -> i64:
        if not (self.movers >> seat) & 1:
            return 0
        law = self.law
        phase = self.phase
        if phase == RAISING:
            return shl(3, law.pass_code)  # S18: pass or raise
        if phase == TAKING:
            if self.taking < 0:
                return self.market  # S22
            return shl(self.open_bonuses(self.taking), law.bonus_code) | shl(1, law.none_code)
        if phase == LATE:
            return self.market | shl(1, law.decline_code)
        return shl((shl(1, law.seats) - 1) & ~shl(1, seat), law.partner_code)  # S29

    def step(self, seat: i64, choice: i64) -> bool:
        phase = self.phase
        if phase == RAISING:
            return self.step_raise(seat, choice)
        if phase == TAKING:
            return self.step_take(seat, choice)
        if phase == LATE:
            return self.step_late(seat, choice)
        return self.step_partner(seat, choice)

    def refusal(self, seat: int, choice: int) -> Refusal:
        return words.refusal(self, seat, choice)

    def between(self, seat: int) -> bool:
        return self.turn != seat or self.taking < 0

    # -- result -----------------------------------------------------------------------------------

    def scores(self) -> list[int]:
        """The totals; S55: the ranking is theirs."""
        return [side.total for side in self.sides]

    def winners(self) -> int:
        """S52, S54."""
        return self.leaders()

    def ending(self) -> str:
        if self.ended == GOES_ON:
            return ""
        if self.ended == TARGET:
            return "target"
        leaders = self.leaders()
        return "round_limit_shared" if leaders & (leaders - 1) else "round_limit"

    # -- copies and imagined worlds ---------------------------------------------------------------

    def clone(self) -> "Sparrows":
        twin = Sparrows(self.law)
        twin.reset_to(self)
        return twin

    def reset_to(self, other: Position) -> None:
        assert isinstance(other, Sparrows), "a position is reset to one of its own game"
        self.wants = other.wants
        self.movers = other.movers
        self.over = other.over
        self.remembers = other.remembers
        self.phase = other.phase
        self.round = other.round
        self.k = other.k
        self.dealer = other.dealer
        for seat in range(self.law.seats):
            self.sides[seat].become(other.sides[seat])
        self.pile = other.pile
        self.shuffles = other.shuffles
        self.market = other.market
        self.market_row = other.market_row
        self.discards = other.discards
        self.discard_row = other.discard_row
        self.six = other.six
        self.free_bonuses = other.free_bonuses
        self.deck = other.deck
        self.laid = other.laid
        self.receiver = other.receiver
        self.drawing = other.drawing
        self.unbid = other.unbid
        self.raised = other.raised
        self.turn = other.turn
        self.taking = other.taking
        self.partner = other.partner
        self.revealed = other.revealed
        self.public_key = other.public_key
        self.ended = other.ended

    def seen(self, seat: int) -> int:
        return worlds.seen(self, seat)

    def sample(self, seat: int, dice: Dice) -> "Sparrows":
        return worlds.sample(self, seat, dice)

    # -- what people see --------------------------------------------------------------------------

    def view(self, seat: int | None) -> dict[str, object]:
        return view.view(self, seat)

    def hint(self, seat: int) -> dict[str, object]:
        return chances.hint(self, seat)

    def part(self, seat: int) -> Part:
        return view.part(self, seat)

    def word(self, seat: int, choice: int) -> str:
        return words.word(self, choice)

    def label(self, seat: int, choice: int) -> str:
        return words.label(self, choice)

    # -- small things ------------------------------------------------------------------------------

    def all_see(self, what: i64) -> None:
        """For `seen`: this happened in sight of all."""
        if self.remembers:
            self.public_key = mix(self.public_key, what)
