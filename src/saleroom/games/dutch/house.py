"""Dutch: how the house plays.

A card is worth its points, what it does for the bonus of its suit, and its use while there is
something to buy: strength in bids, powers, payment. A purchase is good when what comes is worth
more than what is lost for it, a power when its best target is; and a bid is worth winning as far as
the first choice brings more than the second (notes 1 to 7).
"""

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from saleroom.games.bits import Dice, above, count, place, shl
from saleroom.games.core import Bot, Position
from saleroom.games.dutch import turn
from saleroom.games.dutch.codes import (
    BID,
    CASH,
    CHANGE,
    COPY,
    END,
    GO_ON,
    LOT,
    POWER,
    STEAL,
    STOP,
    SUIT,
    TAKE_AUCTION,
    TAKE_DISPLAY,
    TAKE_OWN,
)
from saleroom.games.dutch.phases import TURN, VOTE
from saleroom.games.dutch.position import Dutch

if TYPE_CHECKING:
    from saleroom.games.dutch.rules import DutchRules

# Found by matches of the house against itself; each is near the best of what was tried, and all
# serve both editions.
POINT: Final = 64  # worth is counted in so many parts of a point

# The use of a card, when a whole game is still to come; it goes down with the auction cards.
ANY_CARD: Final = POINT  # it pays, and fills the hand (note 13)
STRENGTH: Final = POINT * 3 // 4  # for each point it counts in a bid
POWERFUL: Final = 5 * POINT  # of a power card (note 2)

BONUS_AT_FIRST: Final = 16  # of 64: much can still happen to the lowest card of a suit
DENIED: Final = 16  # of 64: how much a card for me is a card that the rival has not
STOLEN: Final = 96  # of 64: the same when it was the rival's already
SPENT: Final = POINT // 4  # of a card that comes back, but cannot pay again in this turn
CASHED: Final = 5 * POINT  # what a weak card costs by coming into the hand instead of others

SECOND: Final = 20  # of 64: what the loser of the bid still finds
EDGE: Final = 6  # of 64: how much likelier each point more in a bid makes it to win
KEPT: Final = 2  # for each point that a card set aside will count in the next bid
HIDDEN: Final = 16  # of 64: of a card set aside that the rival might have stolen

BOUGHT: Final = 3  # cards that leave the auction in a round, for games of so many rounds
TOO_MUCH: Final = 1000000000


@final
class House(Bot):
    law: "DutchRules"
    stock: i64  # the auction cards of a new game
    worst: list[i64]  # the faces, the one with the fewest points first
    use: list[i64]  # by card
    alone: list[list[i64]]  # by auction cards left, then by card: points and use, no bonus

    # What was found out about the position that is looked at.
    mine: i64  # my cards
    left: i64  # how much of the auction is left, in 64 parts
    worths: list[i64]  # the row of `alone` for now
    lowest_counts: i64  # for each point of the lowest card of a suit
    bonuses: list[i64]  # by suit: of my cards together
    row: list[i64]  # what I can pay with, cheapest to lose first ...
    losses: list[i64]  # ... and what it costs to lose it
    cards: i64  # so many cards
    profits: list[i64]  # by position: of buying only this
    values: list[i64]  # the same without the bonus
    paid: list[i64]  # with these cards ...
    lost: list[i64]  # ... of which these do not come back

    # Answers besides the one that is returned.
    best: i64
    cost: i64

    def __init__(self, law: "DutchRules") -> None:
        self.law = law
        points = [(law.points[face], face) for face in range(law.faces)]
        self.worst = [i64(face) for _, face in sorted(points)]
        self.use = [
            ANY_CARD + STRENGTH * law.bids[card] + (POWERFUL if law.powers[card] else 0)
            for card in range(law.cards)
        ]
        self.stock = law.cards - 2 * law.deal
        self.alone = [
            [
                POINT * law.points[card] + self.use[card] * left // self.stock
                for card in range(law.cards)
            ]
            for left in range(self.stock + 1)
        ]
        self.mine = 0
        self.left = 0
        self.worths = self.alone[0]
        self.lowest_counts = 0
        self.bonuses = [i64(0)] * law.suits
        self.row = [i64(0)] * law.cards
        self.losses = [i64(0)] * law.cards
        self.cards = 0
        self.profits = [i64(0)] * law.positions
        self.values = [i64(0)] * law.positions
        self.paid = [i64(0)] * law.positions
        self.lost = [i64(0)] * law.positions
        self.best = 0
        self.cost = 0

    def choose(self, world: Position, seat: i64, dice: Dice) -> i64:
        assert isinstance(world, Dutch), "this house plays no other game"
        if world.phase == VOTE:
            return self.vote(world, seat)
        self.look(world, seat)
        if world.phase == TURN:
            return self.go_on(world, seat)
        if world.sets_aside(world.sides[seat]):
            return self.set_aside(world, seat)
        return self.hold(world, seat)

    def vote(self, table: Dutch, seat: i64) -> i64:
        """Note 17: who is ahead stops. With no auction deck, no card is unknown (H5)."""
        scores = table.scores()
        return STOP if scores[seat] > scores[1 - seat] else GO_ON

    # -- what cards are worth ---------------------------------------------------------------------

    def look(self, table: Dutch, seat: i64) -> None:
        law = self.law
        me = table.sides[seat]
        self.mine = table.gathered(seat)
        left = min(count(table.auction | table.shown), self.stock)
        if law.rounds:
            left = min(left, BOUGHT * (law.rounds - table.round))
        self.left = 64 * left // self.stock
        self.lowest_counts = POINT - (POINT - BONUS_AT_FIRST) * self.left // 64
        self.worths = self.alone[left]
        for suit in range(law.suits):
            self.bonuses[suit] = self.bonus(suit, self.mine)
        self.weigh(me.bid | me.area if table.phase == TURN else me.hand & ~me.chosen)

    def bonus(self, suit: i64, owned: i64) -> i64:
        """D84, D85: what the cards of a suit are worth together, as far as it counts already.

        While some are missing for a bonus of many cards, a few of them are as good as all.
        """
        law = self.law
        cards = (owned >> (suit * law.faces)) & law.one_suit
        if not cards:
            return 0
        if law.bonus_lowest:
            at: i64 = 0
            while not (cards >> self.worst[at]) & 1:
                at += 1
            return law.points[self.worst[at]] * self.lowest_counts
        number = count(cards)
        whole = POINT * law.bonus_points
        if number >= law.bonus_count:
            return whole
        return whole * min(number * number, law.bonus_count) // law.bonus_count * self.left // 64

    def together(self, owned: i64) -> i64:
        """The bonus of these cards over that of mine now."""
        found: i64 = 0
        changed = owned ^ self.mine
        for suit in range(self.law.suits):
            if changed & self.law.suit_cards(suit):
                found += self.bonus(suit, owned) - self.bonuses[suit]
        return found

    def gain(self, card: i64) -> i64:
        """To get this card; the bonus apart."""
        return self.worths[card] * (64 + DENIED) // 64

    def weigh(self, cards: i64) -> None:
        """Put what can pay into the order of what it costs to lose it."""
        self.cards = 0
        while cards:
            card = place(cards & -cards)
            cards &= cards - 1
            suit: i64 = self.law.suit_of[card]
            without = self.bonus(suit, self.mine & ~shl(1, card))
            loss = self.worths[card] + self.bonuses[suit] - without
            at = self.cards
            while at > 0 and self.losses[at - 1] > loss:
                self.losses[at] = self.losses[at - 1]
                self.row[at] = self.row[at - 1]
                at -= 1
            self.losses[at] = loss
            self.row[at] = card
            self.cards += 1

    # -- a turn -----------------------------------------------------------------------------------

    def go_on(self, table: Dutch, seat: i64) -> i64:
        stage = table.stage
        if stage == turn.PAY:
            return self.pay(table)
        if stage == turn.ACT:
            return self.act(table, seat)
        self.price_lots(table, turn.stake(table))
        if stage == turn.TARGET:
            self.aim(table, table.power, table.agent)
            return self.best
        if stage == turn.WHICH_POWER:
            self.activate(table, table.agent, table.agent != table.acting)
            return POWER + self.best
        if stage == turn.WHICH_COPY:
            self.copy(table, table.acting)
            return self.best
        self.change(table, table.target)
        return SUIT + self.best

    def act(self, table: Dutch, seat: i64) -> i64:
        """Play what is held, then use powers, then buy, as long as it brings something."""
        menu = turn.act_menu(table)
        held = menu & table.sides[seat].hand
        if held:
            return place(held & -held)
        self.price_lots(table, turn.stake(table))
        if self.best_of(table, turn.ACT, menu & self.law.all_cards, -1, -1) > 0:
            return self.best
        may_end = (menu >> END) & 1
        lots = (menu >> LOT) & (shl(1, self.law.positions) - 1)
        if self.buy(table, turn.stake(table), lots, not may_end) <= 0 and may_end:
            return END
        return LOT + self.best

    # -- purchases --------------------------------------------------------------------------------

    def price_lots(self, table: Dutch, stake: i64) -> None:
        """What each lot alone would bring to this stake."""
        for position in range(self.law.positions):
            self.profits[position] = self.profit(table, position, stake, 0, 0)
            self.values[position] = self.best

    def profit(self, table: Dutch, position: i64, stake: i64, extra: i64, changed: i64) -> i64:
        """Of buying this lot; with so many more cards of its suit, or with a card that wears it.

        `best` is the same without the bonus.
        """
        law = self.law
        bought = table.at(position)
        price: i64 = law.prices[position] - extra
        if bought < 0 or count(stake) < price:
            return -TOO_MUCH
        home = turn.worn(table, law.suit_of[bought]) | changed
        paid = self.payment(price, stake, home)
        self.paid[position] = paid
        self.lost[position] = paid & ~home
        self.best = self.gain(bought) - self.cost
        return self.best + self.together((self.mine & ~paid) | (paid & home) | shl(1, bought))

    def payment(self, price: i64, stake: i64, home: i64) -> i64:
        """The so many cards of the stake that are least missed; `cost` is without the bonus."""
        own = stake & home
        away = stake & ~home
        planned: i64 = 0
        cost: i64 = SPENT * price
        row = self.row
        at: i64 = 0
        while price > 0:
            while at < self.cards and not (away >> row[at]) & 1:
                at += 1
            if own and (at >= self.cards or self.losses[at] >= 0):
                planned |= own & -own
                own &= own - 1
            else:
                planned |= shl(1, row[at])
                cost += self.worths[row[at]]
                at += 1
            price -= 1
        self.cost = cost
        return planned

    def buy(self, table: Dutch, stake: i64, lots: i64, owing: bool) -> i64:
        """What the best one or two purchases bring; `best` is the first of them.

        Who owes position 1 has that one among them (D63).
        """
        law = self.law
        most: i64 = -TOO_MUCH
        best: i64 = 0
        rest = lots
        while rest:
            first = place(rest & -rest)
            rest &= rest - 1
            if self.profits[first] > most and (first == 0 or not owing):
                most = self.profits[first]
                best = first
        rest = lots
        while rest:
            first = place(rest & -rest)
            rest &= rest - 1
            others = lots & ~shl(1, first)
            if owing and first > 0:
                others &= 1
            while others:
                second = place(others & -others)
                others &= others - 1
                if self.profits[first] + self.profits[second] > most and law.prices[
                    first
                ] + law.prices[second] <= count(stake):
                    found = self.both(table, stake, first, second)
                    if found > most:
                        most = found
                        best = first
        self.best = best
        return most

    def both(self, table: Dutch, stake: i64, first: i64, second: i64) -> i64:
        """What two purchases bring, the first paid as if it were the only one."""
        law = self.law
        bought = table.at(second)
        home = turn.worn(table, law.suit_of[bought])
        lost = self.payment(law.prices[second], stake & ~self.paid[first], home) & ~home
        mine = (self.mine & ~lost & ~self.lost[first]) | shl(1, bought)
        found = self.values[first] + self.gain(bought) - self.cost
        return found + self.together(mine | shl(1, table.at(first)))

    def pay(self, table: Dutch) -> i64:
        """What is missed least, in the order of the path."""
        price: i64 = self.law.prices[table.lot]
        stake = turn.stake(table) & above(table.paid)
        home = turn.worn(table, self.law.suit_of[table.at(table.lot)])
        planned = self.payment(price - count(table.paid), stake, home)
        return place(planned & -planned)

    # -- powers -----------------------------------------------------------------------------------

    def best_of(self, table: Dutch, stage: i64, menu: i64, card: i64, power: i64) -> i64:
        """What the best entry of this menu brings, the first of equals; `best` is which.

        The menu is that of a stage of the turn, for this card and power where they are chosen.
        """
        most: i64 = -TOO_MUCH
        best: i64 = -1
        while menu:
            entry = place(menu & -menu)
            menu &= menu - 1
            if stage == turn.TARGET:
                found = self.effect(table, power, entry)
            elif stage == turn.NEW_SUIT:
                found = self.easier(table, entry, 0, shl(1, card))
            elif stage == turn.WHICH_POWER:
                found = self.copy(table, card) if entry == COPY else self.aim(table, entry, card)
            else:
                found = self.activate(table, entry, stage == turn.WHICH_COPY)
            if found > most:
                most = found
                best = entry
        self.best = best
        return most

    def activate(self, table: Dutch, card: i64, copied: bool) -> i64:
        """What the best power of this card brings; `best` is which."""
        powers = turn.open_powers(table, card, copied)
        return self.best_of(table, turn.WHICH_POWER, powers, card, -1)

    def copy(self, table: Dutch, card: i64) -> i64:
        """What the best copy brings; `best` is the card that is copied."""
        return self.best_of(table, turn.WHICH_COPY, turn.copyable(table, card), card, COPY)

    def aim(self, table: Dutch, power: i64, agent: i64) -> i64:
        """What the power brings with its best target; `best` is the target."""
        return self.best_of(table, turn.TARGET, turn.targets(table, power, agent), agent, power)

    def effect(self, table: Dutch, power: i64, target: i64) -> i64:
        """What comes into the stake can pay besides."""
        if power == TAKE_DISPLAY:
            return self.take_lot(table, target - LOT)
        if power == TAKE_AUCTION:
            return self.gain(target) + self.together(self.mine | shl(1, target)) + SPENT
        if power == STEAL:
            stolen = self.worths[target] * (64 + STOLEN) // 64
            return stolen + self.together(self.mine | shl(1, target)) + SPENT
        if power == CASH:
            return (CASHED - self.use[target]) * self.left // 64 - SPENT  # note 11
        if power == TAKE_OWN:
            return self.easier(table, self.law.suit_of[target], 1, 0)
        return self.change(table, target)

    def take_lot(self, table: Dutch, position: i64) -> i64:
        """Note 2: all that it costs is the purchase it may have been, or is owed (D66)."""
        card = table.at(position)
        bought = self.profits[position]
        if bought < 0 and (position > 0 or not turn.owing(table)):
            bought = 0
        return self.gain(card) + self.together(self.mine | shl(1, card)) + SPENT - bought

    def change(self, table: Dutch, card: i64) -> i64:
        """What it brings to change this card; `best` is the new suit."""
        return self.best_of(table, turn.NEW_SUIT, turn.other_suits(table, card), card, CHANGE)

    def easier(self, table: Dutch, suit: i64, extra: i64, changed: i64) -> i64:
        """Notes 3, 6: what a purchase in this suit brings more with one more card that matches."""
        most: i64 = 0
        lots = table.shown & self.law.suit_cards(suit)
        if not lots:
            return 0
        stake = turn.stake(table)
        for position in range(self.law.positions):
            card = table.at(position)
            if card >= 0 and (lots >> card) & 1:
                paid = self.paid[position]
                lost = self.lost[position]
                then = self.profit(table, position, stake, extra, changed)
                self.paid[position] = paid
                self.lost[position] = lost
                most = max(most, then - max(0, self.profits[position]))
        return most

    # -- bids -------------------------------------------------------------------------------------

    def set_aside(self, table: Dutch, seat: i64) -> i64:
        """Leave the hand that promises most, and think of the next one (notes 7, 8, 10)."""
        law = self.law
        side = table.sides[seat]
        hand = side.hand & ~side.chosen
        ahead = law.strength(hand) - self.rivals_bid(table, seat)
        menace = table.sides[1 - seat].known & law.power_cards if law.winner_steals else 0
        most: i64 = -TOO_MUCH
        best: i64 = -1
        rest = hand
        while rest:
            card = place(rest & -rest)
            rest &= rest - 1
            chance = self.chance(ahead - law.bids[card])
            promise = self.promise(table, hand & ~shl(1, card))
            found = promise * (SECOND + (64 - SECOND) * chance // 64) // 64
            found += KEPT * law.bids[card]
            if menace & law.suit_cards(law.suit_of[card]):
                found += self.worths[card] * HIDDEN // 64 * (64 - chance) // 64
            if found > most:
                most = found
                best = card
        return best

    def promise(self, table: Dutch, stake: i64) -> i64:
        """What a turn with this stake would bring: its powers, and one purchase or two."""
        law = self.law
        lots: i64 = 0
        for position in range(law.positions):
            if table.at(position) >= 0:
                lots |= shl(1, position)
        found: i64 = 0
        rest = 0 if law.from_area else stake & law.power_cards
        while rest:
            suit: i64 = law.suit_of[place(rest & -rest)]
            rest &= rest - 1
            most: i64 = 0
            taken: i64 = 0
            for position in range(law.positions):
                card = table.at(position)
                if (lots >> position) & 1 and law.suit_of[card] == suit and self.gain(card) > most:
                    most = self.gain(card)
                    taken = shl(1, position)
            lots &= ~taken
            found += most
        self.price_lots(table, stake)
        return found + max(0, self.buy(table, stake, lots, False))

    def rivals_bid(self, table: Dutch, seat: i64) -> i64:
        """Note 14: what it may come to, by the cards that the rival is known to have, or may."""
        rival = table.sides[1 - seat]
        hidden = rival.hidden()
        cards = count(hidden)
        if not cards:
            return 0
        total = self.law.strength(rival.known)
        unknown = cards - count(rival.known)
        if unknown:
            unseen = table.auction | (hidden & ~rival.known)
            total += unknown * self.law.strength(unseen) // count(unseen)
        hand = min(self.law.hand, cards)
        return total * (hand - max(0, table.to_set_aside(hand))) // cards

    def chance(self, ahead: i64) -> i64:
        """Of 64: to win with a bid that is so far ahead of what the rival's may come to."""
        return max(0, min(64, 32 + EDGE * ahead))

    def hold(self, table: Dutch, seat: i64) -> i64:
        """What does more in the turn than in the bid (note 20), the first such card."""
        law = self.law
        side = table.sides[seat]
        hand = side.hand & ~side.chosen
        rest = table.set_aside_menu(seat) & law.all_cards
        if rest:
            prize = self.promise(table, hand) * (64 - SECOND) // 64
            ahead = law.strength(hand & ~side.holds) - self.rivals_bid(table, seat)
            now = self.chance(ahead)
            while rest:
                card = place(rest & -rest)
                rest &= rest - 1
                risk = prize * (now - self.chance(ahead - law.bids[card])) // 64
                if self.held(table, hand, card) > risk:
                    return card
        return BID

    def held(self, table: Dutch, hand: i64, card: i64) -> i64:
        """What the powers of a held card may bring."""
        law = self.law
        suit = law.suit_cards(law.suit_of[card])
        most: i64 = 0
        if (law.powers[card] >> TAKE_AUCTION) & 1:
            rest = table.auction_discards & suit
            while rest:
                most = max(most, self.effect(table, TAKE_AUCTION, place(rest & -rest)))
                rest &= rest - 1
        if (law.powers[card] >> CASH) & 1:
            rest = hand & suit & ~shl(1, card)
            while rest:
                most = max(most, self.effect(table, CASH, place(rest & -rest)))
                rest &= rest - 1
        return most
