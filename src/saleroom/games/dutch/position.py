"""Dutch: the state of a game, and its phases in the order of the rules.

The numbers in comments are those of rules.md. Phase 3, the turns, is long and has a file of its
own, `turn`; what people see is in `view` and `words`, imagined worlds are in `worlds`.
Sets of cards are bits; a row of cards is packed, so many bits a place, card number plus one.
"""

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from saleroom.games.bits import Dice, above, count, mix, place, shl
from saleroom.games.core import NOBODY, Draw, Part, Position, Refusal, everybody
from saleroom.games.dutch import turn, view, words, worlds
from saleroom.games.dutch.codes import BID, GO_ON, STOP
from saleroom.games.dutch.phases import DEALING, OVER, SET_ASIDE, TURN, VOTE
from saleroom.games.dutch.turn import ACT
from saleroom.games.shown import tell_end

if TYPE_CHECKING:
    from saleroom.games.dutch.rules import DutchRules

UNDECIDED: Final = -1

FOR_DECK: Final = 0  # what a draw is for
FOR_DISPLAY: Final = 1
FOR_HAND: Final = 2
FOR_TIE: Final = 3


@final
class Side:
    """What belongs to one seat."""

    deck: i64 = 0  # the own deck below the cards set aside; its order is drawn when it matters
    aside: i64 = 0  # the cards set aside, on top of the deck ...
    top: i64 = 0  # ... and their order, 6 bits each, the topmost lowest
    hand: i64 = 0  # in phase 3: the held cards
    bid: i64 = 0  # the stake is the bid ...
    area: i64 = 0  # ... and the power area
    counted: i64 = 0  # what the bid counted when it was turned up last
    discards: i64 = 0
    cashed: i64 = 0
    shuffles: i64 = 0  # how often the deck was shuffled, the deal not counted

    # The sealed or half-made decision of phase 1, and the vote: nobody else's business yet.
    chosen: i64 = 0  # to be set aside ...
    plan: i64 = 0  # ... in this order, packed like `top`
    holds: i64 = 0
    vote: i64 = UNDECIDED

    # What perfect memory keeps (H5, H6): of the hidden cards (deck, aside, hand), which does
    # everybody know to be there, and which were already hidden at the last shuffle?
    known: i64 = 0
    old: i64 = 0
    key: i64 = 0  # of what only this seat has seen and chosen

    def become(self, other: "Side") -> None:
        self.deck = other.deck
        self.aside = other.aside
        self.top = other.top
        self.hand = other.hand
        self.bid = other.bid
        self.area = other.area
        self.counted = other.counted
        self.discards = other.discards
        self.cashed = other.cashed
        self.shuffles = other.shuffles
        self.chosen = other.chosen
        self.plan = other.plan
        self.holds = other.holds
        self.vote = other.vote
        self.known = other.known
        self.old = other.old
        self.key = other.key

    def hidden(self) -> i64:
        return self.deck | self.aside | self.hand

    def show(self, cards: i64) -> None:
        """These cards are now seen by all and lie in no hidden zone."""
        self.known &= ~cards
        self.old &= ~cards

    def forget_decision(self) -> None:
        self.chosen = 0
        self.plan = 0
        self.holds = 0
        self.vote = UNDECIDED


@final
class Dutch(Position):
    # -- state ------------------------------------------------------------------------------------
    law: "DutchRules"  # the same object as `rules`, with its numbers
    phase: i64 = DEALING
    round: i64 = 0
    sides: list[Side]
    auction: i64  # the auction deck
    display: i64 = 0  # a row, 8 bits a position, position 1 lowest
    shown: i64 = 0  # the same cards as a set
    auction_discards: i64 = 0
    winner: i64 = NOBODY  # of this round's bid, or NOBODY
    loser: i64 = NOBODY  # of this round's bid, until the next one is decided (D20)
    turn: i64 = NOBODY  # whose turn it is in phase 3, or NOBODY

    drawing: i64 = FOR_DECK  # what the pending draw is for,
    drawer: i64 = 0  # which seat draws,
    left: i64 = 0  # and how many cards are still to come

    # The turn (file `turn`): the state of the stake, and the half-made decision.
    ready: i64 = 0  # power cards of the stake that can still act
    recoloured: i64 = 0  # cards of the stake whose suit was changed ...
    suit_1: i64 = 0  # ... and the suit they have now, one binary digit each
    suit_2: i64 = 0
    suit_4: i64 = 0
    stage: i64 = ACT
    acting: i64 = -1  # the card that is activated ...
    agent: i64 = -1  # ... and the card it acts as: itself, or the one it copies
    power: i64 = -1
    target: i64 = -1
    lot: i64 = -1  # the position to be bought
    paid: i64 = 0

    public_key: i64 = 0  # of what everybody has seen
    stopped: bool = False  # D75: both said stop

    def __init__(self, law: "DutchRules") -> None:
        self.rules = law
        self.law = law
        self.sides = [Side(), Side()]  # D1
        self.auction = law.all_cards
        self.ask(FOR_DECK, 0, law.all_cards, law.deal)  # D2

    # -- chance -----------------------------------------------------------------------------------

    def ask(self, purpose: i64, seat: i64, wants: i64, cards: i64) -> None:
        """Wait for so many cards; they go where the purpose says."""
        self.drawing = purpose
        self.drawer = seat
        self.left = cards
        self.wants = wants

    def pending(self) -> Draw:
        if self.drawing == FOR_DECK:
            return Draw(0, 0, self.wants, self.left, shl(1, self.drawer))
        if self.drawing == FOR_DISPLAY:
            return Draw(0, 0, self.wants, 1, everybody(self.law))
        shuffles = self.sides[self.drawer].shuffles
        if self.drawing == FOR_HAND:
            return Draw(1 + self.drawer, shuffles, self.wants, self.left, shl(1, self.drawer))
        return Draw(1 + self.drawer, shuffles, self.wants, 1, everybody(self.law))

    def draw(self, outcome: i64) -> None:
        card = shl(1, outcome)
        self.left -= 1
        self.wants = self.wants & ~card if self.left else 0
        if self.drawing == FOR_DECK:
            self.auction &= ~card
            self.sides[self.drawer].deck |= card
            if not self.left:
                self.deck_dealt()
        elif self.drawing == FOR_HAND:
            side = self.sides[self.drawer]
            side.deck &= ~card
            side.hand |= card
            if not self.left:
                self.hand_drawn()
        elif self.drawing == FOR_DISPLAY:
            self.auction &= ~card
            self.lay_out(outcome)
            self.fill_display()
        else:
            self.sides[self.drawer].deck &= ~card
            self.add_to_bid(self.drawer, card, "deck")
            self.add_top_cards(self.drawer + 1)

    # -- set-up -----------------------------------------------------------------------------------

    def deck_dealt(self) -> None:
        """D2: each seat has its own deck; then D3, D4."""
        side = self.sides[self.drawer]
        if self.remembers:
            side.key = mix(1, side.deck)
        if self.events is not None:
            view.tell_deal(self, self.drawer)
        if self.drawer == 0:
            self.ask(FOR_DECK, 1, self.auction, self.law.deal)
        else:
            self.fill_display()

    def lay_out(self, card: i64) -> None:
        """A card from the auction deck goes to the lowest empty position."""
        position: i64 = 0
        while (self.display >> (8 * position)) & 255:
            position += 1
        self.display |= shl(card + 1, 8 * position)
        self.shown |= shl(1, card)
        self.all_see(card)
        if self.events is not None:
            view.tell_laid_out(self, card, position)

    def fill_display(self) -> None:
        """D3, D72: until all positions are filled or the auction deck is empty."""
        if self.auction and count(self.shown) < self.law.positions:
            if self.auction & (self.auction - 1):
                self.ask(FOR_DISPLAY, 0, self.auction, 1)
                return
            card = place(self.auction)  # the last card comes for certain
            self.auction = 0
            self.lay_out(card)
        if self.phase == DEALING:
            self.draw_hand(0)  # D4
        else:
            self.check_end()

    # -- phase 1: set aside, and phase 2: what is held back ---------------------------------------

    def begin_round(self) -> None:
        """D6."""
        self.round += 1
        self.phase = SET_ASIDE
        self.movers = self.owes_a_bid(0) | self.owes_a_bid(1)
        if self.events is not None:
            view.tell_round(self)
        if not self.movers:
            self.reveal_bids()

    def owes_a_bid(self, seat: i64) -> i64:
        """D7, D8, D11: does this hand leave anything to decide? By its size alone."""
        cards = count(self.sides[seat].hand)
        if self.to_set_aside(cards) > 0 or (self.law.hold_powers and cards > 0):
            return shl(1, seat)
        return 0

    def to_set_aside(self, cards: i64) -> i64:
        """D8: of a hand of so many cards."""
        return min(self.law.set_aside, cards - 1)

    def set_aside_menu(self, seat: i64) -> i64:
        """D7: a card of the hand; D11: then a power card to hold, in rising order, or `bid`."""
        side = self.sides[seat]
        rest = side.hand & ~side.chosen
        if self.sets_aside(side):
            return rest
        return (rest & self.law.power_cards & above(side.holds)) | shl(1, BID)

    def sets_aside(self, side: Side) -> bool:
        """This seat has still a card to set aside."""
        return count(side.chosen) < self.to_set_aside(count(side.hand))

    def step_set_aside(self, seat: i64, choice: i64) -> bool:
        side = self.sides[seat]
        if choice == BID:
            pass
        elif self.sets_aside(side):
            side.chosen |= shl(1, choice)
            side.plan = (side.plan << 6) | (choice + 1)  # D8: the last is on top
            if self.sets_aside(side) or self.law.hold_powers:
                return False
        else:
            side.holds |= shl(1, choice)
            return False
        self.movers &= ~shl(1, seat)
        if not self.movers:
            self.reveal_bids()  # D9: when both have decided
        return True

    # -- phase 2: bid -----------------------------------------------------------------------------

    def reveal_bids(self) -> None:
        """D10 to D14: what is neither set aside nor held is the bid, and all of it is turned up."""
        for seat in range(2):
            side = self.sides[seat]
            if self.remembers:
                side.key = mix(mix(side.key, side.plan), side.holds)
            side.aside = side.chosen
            side.top = side.plan
            side.bid = side.hand & ~side.chosen & ~side.holds
            side.hand = side.holds
            if self.events is not None:
                view.tell_bid(self, seat)
            side.forget_decision()
            side.show(side.bid)
            self.all_see(side.bid)
        self.compare_bids()

    def bid_total(self, seat: i64) -> i64:
        """D14."""
        return self.law.strength(self.sides[seat].bid)

    def compare_bids(self) -> None:
        """D15, D16, D20."""
        first = self.bid_total(0)
        second = self.bid_total(1)
        self.sides[0].counted = first
        self.sides[1].counted = second
        if first != second:
            self.bid_won(0 if first > second else 1)
        elif self.can_add(0) or self.can_add(1):
            if self.events is not None:
                view.tell_tie(self, "tie")
            self.add_top_cards(0)
        else:
            if self.events is not None:
                view.tell_tie(self, "tie_kept")
            self.bid_won(max(self.loser, 0))  # in round 1, seat 0

    def can_add(self, seat: i64) -> bool:
        """D18, D19."""
        side = self.sides[seat]
        return (side.deck | side.aside | side.discards) != 0

    def add_top_cards(self, seat: i64) -> None:
        """D16 to D19, D22: each seat, from this one on, adds the top card of its own deck."""
        while seat < 2:
            side = self.sides[seat]
            if side.aside:  # D17
                card = shl(1, (side.top & 63) - 1)
                side.top >>= 6
                side.aside &= ~card
                self.add_to_bid(seat, card, "aside")
            else:
                if not side.deck and side.discards:
                    self.shuffle(seat)  # D18
                if side.deck & (side.deck - 1):
                    self.ask(FOR_TIE, seat, side.deck, 1)
                    return
                if side.deck:  # the only card comes for certain
                    card = side.deck
                    side.deck = 0
                    self.add_to_bid(seat, card, "deck")
            seat += 1
        self.compare_bids()

    def add_to_bid(self, seat: i64, card: i64, here: str) -> None:
        """D21."""
        side = self.sides[seat]
        side.bid |= card
        side.show(card)
        self.all_see(card)
        if self.events is not None:
            view.tell_added(self, seat, place(card), here)

    def shuffle(self, seat: i64) -> None:
        """D18, D78: the own discards become the deck. H6: what is hidden now is old from now on."""
        side = self.sides[seat]
        side.old = side.hidden()
        side.known |= side.discards
        side.deck = side.discards
        side.discards = 0
        side.shuffles += 1
        if self.events is not None:
            view.tell_shuffled(self, seat)

    def bid_won(self, seat: i64) -> None:
        """D15; then D23: phase 3 begins with the winner's turn."""
        self.winner = seat
        self.loser = 1 - seat
        self.phase = TURN
        if self.events is not None:
            view.tell_won(self)
        turn.begin_turn(self, seat)

    # -- phase 4: restock -------------------------------------------------------------------------

    def restock(self) -> None:
        """D70 to D72: position 1 expires, the rest moves left, and new cards come."""
        expired = (self.display & 255) - 1
        if expired >= 0:
            self.shown &= ~shl(1, expired)
            self.auction_discards |= shl(1, expired)
            if self.events is not None:
                view.tell_expired(self, expired)
        row = self.display >> 8
        self.display = 0
        filled: i64 = 0
        while row:
            if row & 255:
                self.display |= shl(row & 255, 8 * filled)
                filled += 1
            row >>= 8
        self.fill_display()

    # -- end check --------------------------------------------------------------------------------

    def check_end(self) -> None:
        """D74 to D77."""
        if self.law.rounds and self.round >= self.law.rounds:
            self.finish()
        elif self.auction:
            self.draw_hand(0)
        elif not self.shown:
            self.finish()
        elif self.law.end_vote:
            self.phase = VOTE
            self.movers = 3
        else:
            self.draw_hand(0)

    def step_vote(self, seat: i64, choice: i64) -> bool:
        """D75, D76."""
        self.sides[seat].vote = choice
        self.movers &= ~shl(1, seat)
        if self.movers:
            return True
        votes: i64 = 0
        for side in self.sides:
            votes = votes * 2 + (1 if side.vote == STOP else 0)
        self.all_see(votes)
        if self.events is not None:
            view.tell_votes(self)
        for side in self.sides:
            side.forget_decision()
        if votes == 3:
            self.stopped = True
            self.finish()
        else:
            self.draw_hand(0)
        return True

    def finish(self) -> None:
        self.phase = OVER
        self.over = True
        if self.events is not None:
            tell_end(self)

    # -- phase 5: draw ----------------------------------------------------------------------------

    def draw_hand(self, seat: i64) -> None:
        """D78 to D81: the old cards first, the set-aside ones among them."""
        side = self.sides[seat]
        size = self.law.hand
        if self.events is not None and side.aside:
            view.tell_taken_up(self, seat)
        have = count(side.deck) + count(side.aside)
        if have < size:
            side.hand = side.deck | side.aside
            side.deck = 0
            side.aside = 0
            side.top = 0
            if side.discards:
                self.shuffle(seat)
        else:
            side.hand = side.aside
            side.aside = 0
            side.top = 0
        missing = size - count(side.hand)
        self.drawer = seat
        if missing >= count(side.deck):  # the whole deck comes for certain
            side.hand |= side.deck
            side.deck = 0
            self.hand_drawn()
        else:
            self.ask(FOR_HAND, seat, side.deck, missing)

    def hand_drawn(self) -> None:
        seat = self.drawer
        side = self.sides[seat]
        if self.remembers:
            side.key = mix(side.key, side.hand)
        if self.events is not None:
            view.tell_drawn(self, seat)
        if seat == 0:
            self.draw_hand(1)
        else:
            self.begin_round()

    # -- choices ----------------------------------------------------------------------------------

    def menu(self, seat: i64) -> i64:
        if not (self.movers >> seat) & 1:
            return 0
        if self.phase == TURN:
            return turn.menu(self)
        if self.phase == SET_ASIDE:
            return self.set_aside_menu(seat)
        return shl(1, STOP) | shl(1, GO_ON)

    def step(self, seat: i64, choice: i64) -> bool:
        if self.phase == TURN:
            return turn.step(self, choice)
        if self.phase == SET_ASIDE:
            return self.step_set_aside(seat, choice)
        return self.step_vote(seat, choice)

    def owes(self, seat: i64) -> i64:
        """This seat, if the open question is put to both and this seat has to answer it."""
        if self.phase == SET_ASIDE:
            return self.owes_a_bid(seat)
        return shl(1, seat) if self.phase == VOTE else 0

    def refusal(self, seat: int, choice: int) -> Refusal:
        return words.refusal(self, seat, choice)

    def between(self, seat: int) -> bool:
        if not (self.movers >> seat) & 1:
            return True
        if self.phase == TURN:
            return self.stage == ACT
        side = self.sides[seat]
        return side.chosen == 0 and side.holds == 0

    # -- result -----------------------------------------------------------------------------------

    def gathered(self, seat: int) -> i64:
        """D82: the cards that count for this seat."""
        side = self.sides[seat]
        return side.hidden() | side.discards | side.cashed | side.bid | side.area

    def bonus(self, seat: int, suit: int) -> int:
        """D84 or D85, by the printed suit (D86)."""
        law = self.law
        rest = self.gathered(seat) & law.suit_cards(suit)
        if not law.bonus_lowest:
            return law.bonus_points if count(rest) >= law.bonus_count else 0
        if not rest:
            return 0
        lowest = law.points[place(rest & -rest)]
        while rest:
            lowest = min(lowest, law.points[place(rest & -rest)])
            rest &= rest - 1
        return lowest

    def scores(self) -> list[int]:
        """D83."""
        found: list[int] = []
        for seat in range(2):
            total: i64 = 0
            rest = self.gathered(seat)
            while rest:
                total += self.law.points[place(rest & -rest)]
                rest &= rest - 1
            for suit in range(self.law.suits):
                total += self.bonus(seat, suit)
            found.append(total)
        return found

    def winners(self) -> int:
        """D87 to D89."""
        first, second = self.scores()
        if first == second and self.law.fewest_cards:
            first = -count(self.gathered(0))
            second = -count(self.gathered(1))
        return 3 if first == second else 1 if first > second else 2

    def ending(self) -> str:
        if not self.over:
            return ""
        if self.stopped:
            return "stopped"
        return "last_round" if self.auction or self.shown else "sold_out"

    # -- copies and imagined worlds ---------------------------------------------------------------

    def clone(self) -> "Dutch":
        twin = Dutch(self.law)
        twin.reset_to(self)
        return twin

    def reset_to(self, other: Position) -> None:
        assert isinstance(other, Dutch), "a position is reset to one of its own game"
        self.wants = other.wants
        self.movers = other.movers
        self.over = other.over
        self.remembers = other.remembers
        self.phase = other.phase
        self.round = other.round
        self.sides[0].become(other.sides[0])
        self.sides[1].become(other.sides[1])
        self.auction = other.auction
        self.display = other.display
        self.shown = other.shown
        self.auction_discards = other.auction_discards
        self.winner = other.winner
        self.loser = other.loser
        self.turn = other.turn
        self.drawing = other.drawing
        self.drawer = other.drawer
        self.left = other.left
        self.ready = other.ready
        self.recoloured = other.recoloured
        self.suit_1 = other.suit_1
        self.suit_2 = other.suit_2
        self.suit_4 = other.suit_4
        self.stage = other.stage
        self.acting = other.acting
        self.agent = other.agent
        self.power = other.power
        self.target = other.target
        self.lot = other.lot
        self.paid = other.paid
        self.public_key = other.public_key
        self.stopped = other.stopped

    def seen(self, seat: int) -> int:
        return worlds.seen(self, seat)

    def sample(self, seat: int, dice: Dice) -> "Dutch":
        return worlds.sample(self, seat, dice)

    # -- what people see --------------------------------------------------------------------------

    def view(self, seat: int | None) -> dict[str, object]:
        return view.view(self, seat)

    def hint(self, seat: int) -> dict[str, object]:
        return view.hint(self, seat)

    def part(self, seat: int) -> Part:
        return view.part(self, seat)

    def word(self, seat: int, choice: int) -> str:
        return words.word(self, seat, choice)

    def label(self, seat: int, choice: int) -> str:
        return words.label(self, seat, choice)

    # -- small things -----------------------------------------------------------------------------

    def at(self, position: i64) -> i64:
        """The card at a position of the display, counted from 0, or -1."""
        return ((self.display >> (8 * position)) & 255) - 1

    def clear(self, position: i64) -> None:
        """The position is empty until phase 4 (D26)."""
        card = self.at(position)
        self.display &= ~shl(255, 8 * position)
        self.shown &= ~shl(1, card)

    def all_see(self, what: i64) -> None:
        """For `seen`: this happened in sight of all."""
        if self.remembers:
            self.public_key = mix(self.public_key, what)
