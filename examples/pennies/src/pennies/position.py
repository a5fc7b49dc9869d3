"""A game of Pennies in progress. The numbers in comments are those of rules.md.

Sets of coins are bits: coin 0 is the one of the lowest value. What a seat has chosen of its open
decision is its path, the codes in order; nothing else changes before the decision is complete.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pennies import view as views
from saleroom.games.bits import Dice, choices, count, mix, place
from saleroom.games.core import NOBODY, Draw, Event, Part, Position, Refusal, everybody

if TYPE_CHECKING:
    from pennies.rules import PenniesRules

BAG: Final = 0  # the only pile
NO_COIN: Final = -1
DEAL, LOT, BID, TURN, END = range(5)

# All that makes up a position, for copies: what is never changed in place, and lists by seat.
VALUES: Final = (
    *("wants", "movers", "over", "remembers", "phase", "bag", "till", "lot", "lots", "winner"),
    *("shown", "public"),
)
LISTS: Final = ("purses", "pockets", "bids", "paths", "dealt")


class Pennies(Position):
    # -- state ----------------------------------------------------------------------------

    rules: PenniesRules
    phase: int = DEAL
    bag: int
    till: int = 0
    lot: int = NO_COIN  # the coin for sale, or NO_COIN
    lots: int = 0  # so many have been turned up
    purses: list[int]  # by seat, like all that follow
    pockets: list[int]  # a coin, or NO_COIN
    bids: list[int]  # turned up
    paths: list[tuple[int, ...]]  # chosen in the open decision; a sealed bid waits here too
    dealt: list[int]  # what each purse held at first
    winner: int = NOBODY  # who has bid the most, in TURN
    shown: int = 0  # the coins that all have seen
    public: int = 0  # a key of all that happened in sight of all

    def __init__(self, rules: PenniesRules) -> None:
        self.rules = rules
        self.bag = rules.everything
        self.purses = [0] * rules.seats
        self.pockets = [NO_COIN] * rules.seats
        self.bids = [0] * rules.seats
        self.paths = [()] * rules.seats
        self.dealt = [0] * rules.seats
        self._ask_for_a_coin()

    # -- draws ----------------------------------------------------------------------------

    def pending(self) -> Draw:
        rules = self.rules
        if self.phase == LOT:
            return Draw(BAG, 0, self.wants, 1, everybody(rules), rules.everything)
        seat = self._next_to_be_dealt()
        together = rules.purse - count(self.purses[seat])
        return Draw(BAG, 0, self.wants, together, 1 << seat, rules.everything)

    def draw(self, outcome: int) -> None:
        if self.phase == LOT:
            self._turn_up(outcome)
        else:
            self._deal(outcome)

    def _ask_for_a_coin(self) -> None:
        self.wants = self.bag
        self.movers = 0
        if count(self.wants) == 1:  # what is certain is not asked
            self.draw(place(self.wants))

    def _next_to_be_dealt(self) -> int:
        """The first seat whose purse is not full, or NOBODY."""
        for seat, purse in enumerate(self.purses):
            if count(purse) < self.rules.purse:
                return seat
        return NOBODY

    def _deal(self, coin: int) -> None:
        """P2: the purses are filled seat by seat."""
        seat = self._next_to_be_dealt()
        self.bag &= ~(1 << coin)
        self.purses[seat] |= 1 << coin
        self.dealt[seat] |= 1 << coin
        if count(self.purses[seat]) == self.rules.purse:
            number, coins = f"{self.rules.purse} coins", self.rules.names(self.purses[seat])
            self._tell("dealt", seat, {"coins": number}, {"coins": coins})
        if self._next_to_be_dealt() == NOBODY:
            self.phase = LOT
        self._ask_for_a_coin()

    def _turn_up(self, coin: int) -> None:
        """P3: the lot lies open, and all seats may bid."""
        self.bag &= ~(1 << coin)
        self.lot = coin
        self.lots += 1
        self._show(1 << coin)
        self._tell("lot", NOBODY, {"coin": self.rules.name(coin)})
        self.phase = BID
        self.wants = 0
        self.movers = everybody(self.rules)

    # -- choices ----------------------------------------------------------------------------

    def menu(self, seat: int) -> int:
        if not self.movers >> seat & 1:
            return 0
        path = self.paths[seat]
        if self.phase == TURN:
            return self.bids[seat] if path else self.may_be_taken()
        if self.asks_for_pocket(seat):
            return self.purses[seat]  # P4
        pocket, bid = self.sealed(seat)
        beyond = -1 << bid.bit_length()  # a set has one path: in rising order
        return (self.purses[seat] & ~pocket & beyond) | 1 << self.rules.done  # P5

    def step(self, seat: int, choice: int) -> bool:
        self.paths[seat] += (choice,)
        if self.phase == TURN:
            if len(self.paths[seat]) < 2:
                return False
            self._swap()
        else:
            if choice != self.rules.done:
                return False
            self.movers &= ~(1 << seat)
            if not self.movers:
                self._turn_up_bids()
        return True

    def between(self, seat: int) -> bool:
        return not self.movers >> seat & 1 or not self.paths[seat]

    def asks_for_pocket(self, seat: int) -> bool:
        """P4: with the first lot, before the bid."""
        return self.lots == 1 and not self.paths[seat]

    def sealed(self, seat: int) -> tuple[int, int]:
        """What the seat's path puts into the pocket, and into the bid."""
        pocket = bid = 0
        for number, code in enumerate(self.paths[seat]):
            if number == 0 and self.lots == 1:
                pocket = 1 << code
            elif code != self.rules.done:
                bid |= 1 << code
        return pocket, bid

    def may_be_taken(self) -> int:
        """P8: the lot, or a coin out of another seat's bid."""
        coins = 1 << self.lot
        for seat, bid in enumerate(self.bids):
            if seat != self.winner:
                coins |= bid
        return coins

    # -- bids -------------------------------------------------------------------------------

    def _turn_up_bids(self) -> None:
        """P4 to P7: all have decided."""
        for seat in range(self.rules.seats):
            pocket, bid = self.sealed(seat)
            self.paths[seat] = ()
            self.purses[seat] &= ~(pocket | bid)
            self.bids[seat] = bid
            self._show(bid)
            if pocket:
                self.pockets[seat] = place(pocket)
                coin = f"the {self.rules.name(self.pockets[seat])}"
                self._tell("pocketed", seat, {"coin": "a coin"}, {"coin": coin})
            self._tell("bid", seat, {"coins": self.rules.names(bid)})
        totals = [self.value(bid) for bid in self.bids]
        if totals.count(max(totals)) > 1:
            self._tell("nobody", NOBODY, {"coin": self.rules.name(self.lot)})
            self._end_of_lot()
        else:
            self.winner = totals.index(max(totals))
            self._tell("won", self.winner, {})
            self.phase = TURN
            self.movers = 1 << self.winner

    # -- the winner's turn ------------------------------------------------------------------

    def _swap(self) -> None:
        """P8, P9: one coin is taken, one is given for it."""
        take, give = self.paths[self.winner]
        self.paths[self.winner] = ()
        self._show(1 << take)
        self._show(1 << give)
        self.bids[self.winner] ^= 1 << give
        self.purses[self.winner] |= 1 << take
        if take == self.lot:
            self.till |= 1 << give
            self.lot = NO_COIN
        else:
            for seat, bid in enumerate(self.bids):
                if bid >> take & 1:
                    self.bids[seat] = bid ^ 1 << take | 1 << give
        values: dict[str, object] = {"coin": self.rules.name(take), "price": self.rules.name(give)}
        self._tell("swapped", self.winner, values)
        self.winner = NOBODY
        self._end_of_lot()

    def _end_of_lot(self) -> None:
        """P7, P9 to P11: an unsold lot goes to the till, bids go back, the next lot is drawn."""
        if self.lot != NO_COIN:
            self.till |= 1 << self.lot
            self.lot = NO_COIN
        for seat, bid in enumerate(self.bids):
            self.purses[seat] |= bid
            self.bids[seat] = 0
        if self.lots < self.rules.lots:
            self.phase = LOT
            self._ask_for_a_coin()
        else:
            self.phase = END
            self.movers = 0
            self.over = True
            for seat in range(self.rules.seats):
                self._show(self.purses[seat])
                self._show(1 << self.pockets[seat])

    # -- result -----------------------------------------------------------------------------

    def scores(self) -> list[int]:
        """P11."""
        return [self.score(seat) for seat in range(self.rules.seats)]

    def score(self, seat: int) -> int:
        pocket = self.pockets[seat]
        twice = 0 if pocket == NO_COIN else 2 * self.rules.values[pocket]
        return self.value(self.purses[seat] | self.bids[seat]) + twice

    def winners(self) -> int:
        scores = self.scores()
        return sum(1 << seat for seat, score in enumerate(scores) if score == max(scores))

    def ending(self) -> str:
        return "sold" if self.over else ""

    # -- copies and imagined worlds -----------------------------------------------------------

    def clone(self) -> Pennies:
        twin = type(self)(self.rules)
        twin.reset_to(self)
        return twin

    def reset_to(self, other: Position) -> None:
        for name in VALUES:
            setattr(self, name, getattr(other, name))
        for name in LISTS:
            setattr(self, name, list(getattr(other, name)))

    def seen(self, seat: int) -> int:
        """What all have seen, what this seat was dealt and put away, and its open path."""
        self._must_remember()
        key = mix(mix(self.public, self.dealt[seat]), self.pockets[seat])
        for code in self.paths[seat]:
            key = mix(key, code)
        return key

    def sample(self, seat: int, dice: Dice) -> Pennies:
        """Deals anew what this seat has not seen: every such deal is as likely as any other.

        Bids of others that are not turned up yet are undone.
        """
        self._must_remember()
        if self.wants:
            raise RuntimeError("A coin is being drawn; a world can be imagined after that.")
        world = self.clone()
        unseen = self.rules.everything & ~self.shown & ~self.dealt[seat]
        for other in range(self.rules.seats):
            if other == seat or self.over:
                continue
            world.paths[other] = ()
            if self.phase == BID:
                world.movers |= 1 << other
            new = 0
            for _ in choices(self.dealt[other] & ~self.shown):
                new |= dice.member(unseen & ~new)
            unseen &= ~new
            world.dealt[other] = self.dealt[other] & self.shown | new
            if self.pockets[other] != NO_COIN:
                pocket = dice.member(new)  # of the coins it could be, any
                world.pockets[other] = place(pocket)
                new ^= pocket
            world.purses[other] = self.purses[other] & self.shown | new
        world.bag = unseen
        return world

    def _must_remember(self) -> None:
        if not self.remembers:
            raise RuntimeError("This game is played without memory: nobody knows what was seen.")

    # -- what people see: in view.py ----------------------------------------------------------

    def view(self, seat: int | None) -> dict[str, object]:
        return views.view(self, seat)

    def part(self, seat: int) -> Part:
        return views.part(self, seat)

    def word(self, seat: int, choice: int) -> str:
        return views.word(self, seat, choice)

    def label(self, seat: int, choice: int) -> str:
        return views.label(self, seat, choice)

    def refusal(self, seat: int, choice: int) -> Refusal:
        return views.refusal(self, seat, choice)

    # -- small helps --------------------------------------------------------------------------

    def value(self, coins: int) -> int:
        return sum(self.rules.values[coin] for coin in choices(coins))

    def _show(self, coins: int) -> None:
        """All see these coins, one set after another."""
        self.shown |= coins
        if self.remembers:
            self.public = mix(self.public, coins)

    def _tell(
        self,
        key: str,
        seat: int,
        values: dict[str, object],
        secret: dict[str, object] | None = None,
    ) -> None:
        """For who listens; a secret is told to the seat itself only."""
        if self.events is not None:
            self.events.append(Event(key, seat, values, 1 << seat if secret else 0, secret))
