"""Dutch: how the house plays.

A card is worth its points, what it does for the bonus of its suit, and the use it is of while there
is something to buy: its strength in bids and its powers. A purchase is good when what comes is
worth more than the cards that are lost for it; a power, when its best target is (notes 1 to 4).
"""

from typing import Final, final

from mypy_extensions import i64

from saleroom.games.bits import Dice, count, place, shl
from saleroom.games.core import Bot, Position
from saleroom.games.dutch import turn
from saleroom.games.dutch.codes import (
    BID,
    CASH,
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
from saleroom.games.dutch.rules import DutchRules

POINT: Final = 64
TOO_MUCH: Final = 1000000000

(
    STRENGTH,
    ANY,
    POWER_USE,
    BONUS_EARLY,
    BONUS_LATE,
    DENY,
    SPEND,
    WAIT,
    CASHING,
    KEEP,
    KEEP_POWER,
    LOSE,
    SAFE,
    HOLD_BID,
    HOPE,
    FETCH,
    CLAMP,
    STAGE,
    STEALS,
    AIM,
    PAIRS,
    OWN_TAKE,
    HOLD_ALL,
    SPARE,
) = range(24)


@final
class House(Bot):
    law: DutchRules
    w: list[i64]
    stock: i64  # the cards of the auction when the game begins
    worst: list[i64]  # the faces, the one with the fewest points first
    use: list[i64]  # by card: what it may do in a whole game

    # What is known of the position that is looked at.
    mine: i64  # my cards
    theirs: i64  # those of the rival, as far as they were seen
    left: i64  # how much of the game, in 64 parts
    bonus_part: i64  # how much of the bonus counts already, in 64 parts
    bonuses: list[i64]  # by suit: what my cards are worth together
    gains: list[i64]  # by position: what the card there is worth to me, the bonus apart
    row: list[i64]  # my stake, what is cheapest to lose first ...
    costs: list[i64]  # ... and what that costs
    cards: i64  # so many cards

    # Answers besides the one that is returned.
    best: i64
    cost: i64

    def __init__(self, law: DutchRules, w: list[int] | None = None) -> None:
        self.law = law
        self.w = (
            [i64(x) for x in w]
            if w is not None
            else [
                *(24, 64, 49, 16, 64, 16, 16, 0, 120, 8, 0, 40, 8, 64, 16, 8),
                *(0, 0, 100, 4, 1, 0, 0, 0),
            ]
        )
        self.stock = law.cards - 2 * law.deal
        points = law.points[: law.faces]
        self.worst = sorted([i64(face) for face in range(law.faces)], key=lambda face: points[face])
        self.use = [
            self.w[ANY]
            + self.w[STRENGTH] * law.bids[card]
            + self.w[POWER_USE] * count(law.powers[card])
            for card in range(law.cards)
        ]
        self.mine = 0
        self.theirs = 0
        self.left = 0
        self.bonus_part = 0
        self.bonuses = [i64(0)] * law.suits
        self.gains = [i64(0)] * law.positions
        self.row = [i64(0)] * law.cards
        self.costs = [i64(0)] * law.cards
        self.cards = 0
        self.best = -1
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
        """Note 17: who is ahead stops. No card is unknown when the auction deck is empty (H5)."""
        scores = table.scores()
        return STOP if scores[seat] > scores[1 - seat] else GO_ON

    # -- what cards are worth ---------------------------------------------------------------------

    def look(self, table: Dutch, seat: i64) -> None:
        me = table.sides[seat]
        rival = table.sides[1 - seat]
        self.mine = me.deck | me.aside | me.hand | me.discards | me.cashed | me.bid | me.area
        self.theirs = rival.known | rival.discards | rival.cashed | rival.bid | rival.area
        left = 64 * count(table.auction | table.shown) // self.stock
        if self.w[STAGE]:
            left = 64 - (64 - left) * (64 - left) // 64
        self.left = left
        self.bonus_part = (
            self.w[BONUS_LATE] + (self.w[BONUS_EARLY] - self.w[BONUS_LATE]) * left // 64
        )
        stake = me.hand & ~me.chosen if table.turn < 0 else me.bid | me.area
        self.weigh(stake)

    def survey(self, table: Dutch) -> None:
        """What there is to be had."""
        for suit in range(self.law.suits):
            self.bonuses[suit] = self.bonus(suit, self.mine)
        for position in range(self.law.positions):
            card = table.at(position)
            if card >= 0:
                self.gains[position] = self.bare(card) + self.denied(card)

    def bare(self, card: i64) -> i64:
        """Of a card alone: its points, and its use for the rest of the game."""
        return POINT * self.law.points[card] + self.use[card] * self.left // 64

    def bonus(self, suit: i64, owned: i64) -> i64:
        """D84, D85: what the cards of a suit are worth together, as far as it counts already."""
        law = self.law
        cards = (owned >> (suit * law.faces)) & law.one_suit
        if not cards:
            return 0
        if law.bonus_lowest:
            at: i64 = 0
            while not (cards >> self.worst[at]) & 1:
                at += 1
            return law.points[self.worst[at]] * self.bonus_part
        number = count(cards)
        if number >= law.bonus_count:
            return POINT * law.bonus_points
        hope = self.w[HOPE] * law.bonus_points * number * number // (2 * law.bonus_count)
        return hope * self.left // 64

    def worth(self, card: i64, owned: i64) -> i64:
        """Of a card among others."""
        suit: i64 = self.law.suit_of[card]
        bit = shl(1, card)
        return self.bare(card) + self.bonus(suit, owned | bit) - self.bonus(suit, owned & ~bit)

    def denied(self, card: i64) -> i64:
        """What it brings that the rival has it not."""
        theirs = self.worth(card, self.theirs)
        if theirs < 0 and self.w[CLAMP]:
            return 0
        return self.w[DENY] * theirs // 64

    def together(self, owned: i64) -> i64:
        """The bonus of these cards over the one I have now."""
        found: i64 = 0
        changed = owned ^ self.mine
        for suit in range(self.law.suits):
            if changed & self.law.suit_cards(suit):
                found += self.bonus(suit, owned) - self.bonuses[suit]
        return found

    def weigh(self, stake: i64) -> None:
        """The stake in rising order of what it costs to lose a card."""
        self.cards = 0
        while stake:
            card = place(stake & -stake)
            stake &= stake - 1
            cost = self.worth(card, self.mine) + self.w[SPEND]
            if self.w[FETCH]:
                theirs = self.worth(card, self.theirs)
                if theirs > 0:
                    cost += self.w[FETCH] * theirs // 64
            at = self.cards
            while at > 0 and self.costs[at - 1] > cost:
                self.costs[at] = self.costs[at - 1]
                self.row[at] = self.row[at - 1]
                at -= 1
            self.costs[at] = cost
            self.row[at] = card
            self.cards += 1

    # -- a turn -----------------------------------------------------------------------------------

    def go_on(self, table: Dutch, seat: i64) -> i64:
        stage = table.stage
        if stage == turn.PAY:
            return self.pay(table)
        if stage == turn.ACT:
            return self.act(table, seat)
        self.survey(table)
        if stage == turn.TARGET:
            self.aim(table, table.power, table.agent)
            return self.best
        if stage == turn.WHICH_POWER:
            self.activation(table, table.agent, table.agent != table.acting)
            return POWER + self.best
        if stage == turn.WHICH_COPY:
            self.copy(table, table.acting)
            return self.best
        self.change(table, table.target)
        return SUIT + self.best

    def act(self, table: Dutch, seat: i64) -> i64:
        """First what is held, then powers, then purchases, as long as they bring something."""
        menu = turn.act_menu(table)
        held = menu & table.sides[seat].hand
        if held:
            return place(held & -held)
        self.survey(table)
        best: i64 = -1
        most: i64 = self.w[WAIT]
        rest = menu & self.law.all_cards
        while rest:
            card = place(rest & -rest)
            rest &= rest - 1
            found = self.activation(table, card, False)
            if found > most:
                most = found
                best = card
        if best >= 0:
            return best
        ends = (menu >> END) & 1
        lots = (menu >> LOT) & (shl(1, self.law.positions) - 1)
        found = self.purchases(table, turn.stake(table), lots, not ends)
        if ends and found <= self.w[WAIT]:
            return END
        return LOT + self.best

    # -- purchases --------------------------------------------------------------------------------

    def purchases(self, table: Dutch, stake: i64, lots: i64, owing: bool) -> i64:
        """What the best one or two purchases bring; `best` is the first of them.

        A seat that owes position 1 thinks of it in all that it does.
        """
        law = self.law
        cards = count(stake)
        most: i64 = -TOO_MUCH
        best: i64 = 0
        rest = lots
        while rest:
            first = place(rest & -rest)
            rest &= rest - 1
            price: i64 = law.prices[first]
            bought = table.at(first)
            home = turn.worn(table, law.suit_of[bought])
            if price > cards:
                continue
            paid = self.payment(price, stake, home)
            lost = paid & ~home
            mine = (self.mine & ~lost) | shl(1, bought)
            value = self.gains[first] - self.cost
            if not owing or first == 0:
                found = value + self.together(mine)
                if found > most:
                    most = found
                    best = first
            if not self.w[PAIRS]:
                continue
            others = lots & ~shl(1, first)
            if owing and first > 0:
                others &= 1
            while others:
                second = place(others & -others)
                others &= others - 1
                if price + law.prices[second] <= cards:
                    also = table.at(second)
                    home = turn.worn(table, law.suit_of[also])
                    lost = self.payment(law.prices[second], stake & ~paid, home) & ~home
                    found = value + self.gains[second] - self.cost
                    found += self.together((mine & ~lost) | shl(1, also))
                    if found > most:
                        most = found
                        best = first
        self.best = best
        return most

    def payment(self, price: i64, stake: i64, home: i64) -> i64:
        """The so many cards of the stake that are cheapest to lose; `cost` without the bonus."""
        own = stake & home
        planned: i64 = 0
        cost: i64 = 0
        at: i64 = 0
        spend = self.w[SPEND]
        away = stake & ~home
        while price > 0:
            while at < self.cards and not (away >> self.row[at]) & 1:
                at += 1
            if own and (at >= self.cards or self.costs[at] >= spend):
                planned |= own & -own
                own &= own - 1
                cost += spend
            else:
                card = self.row[at]
                planned |= shl(1, card)
                cost += self.bare(card) + spend
                at += 1
            price -= 1
        self.cost = cost
        return planned

    def pay(self, table: Dutch) -> i64:
        price: i64 = self.law.prices[table.lot]
        stake = turn.stake(table)
        if table.paid:
            stake &= -shl(1, table.highest(table.paid) + 1)
        home = turn.worn(table, self.law.suit_of[table.at(table.lot)])
        planned = self.payment(price - count(table.paid), stake, home)
        return place(planned & -planned)

    def profit(self, table: Dutch, position: i64, extra: i64, changed: i64) -> i64:
        """Of buying this, with so many more cards of its suit, and with a changed card."""
        law = self.law
        bought = table.at(position)
        price: i64 = law.prices[position] - extra
        stake = turn.stake(table)
        if count(stake) < price:
            return -TOO_MUCH
        home = turn.worn(table, law.suit_of[bought]) | changed
        lost = self.payment(price, stake, home) & ~home
        value = self.gains[position] - self.cost
        return value + self.together((self.mine & ~lost) | shl(1, bought))

    # -- powers -----------------------------------------------------------------------------------

    def activation(self, table: Dutch, card: i64, copied: bool) -> i64:
        """What the best power of this card brings; `best` is which."""
        most: i64 = -TOO_MUCH
        best: i64 = -1
        rest = turn.open_powers(table, card, copied)
        while rest:
            power = place(rest & -rest)
            rest &= rest - 1
            found = self.copy(table, card) if power == COPY else self.aim(table, power, card)
            if found > most:
                most = found
                best = power
        self.best = best
        return most

    def copy(self, table: Dutch, card: i64) -> i64:
        """What the best copy brings; `best` is the card that is copied."""
        most: i64 = -TOO_MUCH
        best: i64 = -1
        rest = turn.copyable(table, card)
        while rest:
            other = place(rest & -rest)
            rest &= rest - 1
            found = self.activation(table, other, True)
            if found > most:
                most = found
                best = other
        self.best = best
        return most

    def aim(self, table: Dutch, power: i64, agent: i64) -> i64:
        """What the power brings with its best target; `best` is the target."""
        most: i64 = -TOO_MUCH
        best: i64 = -1
        rest = turn.targets(table, power, agent)
        while rest:
            target = place(rest & -rest)
            rest &= rest - 1
            found = self.effect(table, power, target)
            if found > most:
                most = found
                best = target
        self.best = best
        return most

    def effect(self, table: Dutch, power: i64, target: i64) -> i64:
        spend = self.w[SPEND]
        if power == TAKE_DISPLAY:
            position = target - LOT
            bought = self.profit(table, position, 0, 0)
            if bought < 0 and (position > 0 or not turn.owing(table)):
                bought = 0
            card = table.at(position)
            gain = self.gains[position] + self.together(self.mine | shl(1, card))
            return gain + spend - bought
        if power == TAKE_AUCTION:
            return self.worth(target, self.mine) + self.denied(target) + spend
        if power == STEAL:
            theirs = self.worth(target, self.theirs)
            return self.worth(target, self.mine) + theirs * self.w[STEALS] // 64 + spend
        if power == CASH:
            return (self.w[CASHING] - self.use[target]) * self.left // 64 - spend
        if power == TAKE_OWN:
            return self.w[OWN_TAKE] + self.eases(table, self.law.suit_of[target], 1, 0)
        return self.change(table, target)

    def change(self, table: Dutch, target: i64) -> i64:
        """What it brings to change this card; `best` is the new suit."""
        most: i64 = -1
        best: i64 = -1
        now = turn.suit_now(table, target)
        for suit in range(self.law.suits):
            if suit != now:
                found = self.eases(table, suit, 0, shl(1, target))
                if found > most:
                    most = found
                    best = suit
        self.best = best
        return most

    def eases(self, table: Dutch, suit: i64, extra: i64, changed: i64) -> i64:
        """What a purchase of this suit brings more with one more card of that suit."""
        most: i64 = 0
        lots = table.shown & self.law.suit_cards(suit)
        if not lots:
            return 0
        for position in range(self.law.positions):
            card = table.at(position)
            if card >= 0 and (lots >> card) & 1:
                then = self.profit(table, position, extra, changed)
                if then > 0:
                    most = max(most, then - max(0, self.profit(table, position, 0, 0)))
        return most

    # -- bids -------------------------------------------------------------------------------------

    def set_aside(self, table: Dutch, seat: i64) -> i64:
        """What would be missed least (notes 7 to 10)."""
        self.survey(table)
        law = self.law
        side = table.sides[seat]
        hand = side.hand & ~side.chosen
        total = self.strength(hand) - self.rival_bid(table, seat)
        powers = table.sides[1 - seat].known & law.power_cards
        most: i64 = -TOO_MUCH
        best: i64 = -1
        rest = hand
        while rest:
            card = place(rest & -rest)
            rest &= rest - 1
            chance = self.chance(total - law.bids[card])
            found = (
                self.prospect(table, hand & ~shl(1, card))
                * (self.w[LOSE] + (64 - self.w[LOSE]) * chance // 64)
                // 64
            )
            found += self.w[KEEP] * law.bids[card]
            if (law.power_cards >> card) & 1:
                found += self.w[KEEP_POWER] * self.left // 64
            if law.winner_steals and powers & law.suit_cards(law.suit_of[card]):
                found += self.w[SAFE] * (64 - chance) // 64 * self.worth(card, self.mine) // 64
            if found > most:
                most = found
                best = card
        return best

    def strength(self, cards: i64) -> i64:
        found: i64 = 0
        while cards:
            found += self.law.bids[place(cards & -cards)]
            cards &= cards - 1
        return found

    def rival_bid(self, table: Dutch, seat: i64) -> i64:
        """What the rival's bid may come to, by what is known of its hidden cards."""
        law = self.law
        rival = table.sides[1 - seat]
        hidden = count(rival.hidden())
        if not hidden:
            return 0
        unseen = (rival.hidden() & ~rival.known) | table.auction
        unknown = hidden - count(rival.known)
        total = self.strength(rival.known)
        if unknown:
            total += unknown * self.strength(unseen) // count(unseen)
        hand = min(law.hand, hidden)
        return total * (hand - max(0, table.to_set_aside(hand))) // hidden

    def chance(self, ahead: i64) -> i64:
        """To win the bid when it is so far ahead of what the rival's may come to."""
        return max(0, min(64, 32 + self.w[AIM] * ahead))

    def prospect(self, table: Dutch, stake: i64) -> i64:
        """What this stake may bring in a turn."""
        law = self.law
        lots = shl(1, law.positions) - 1
        found: i64 = 0
        if not law.from_area:
            rest = stake & law.power_cards
            while rest:
                suit: i64 = law.suit_of[place(rest & -rest)]
                rest &= rest - 1
                most: i64 = 0
                taken: i64 = -1
                for position in range(law.positions):
                    card = table.at(position)
                    if card >= 0 and law.suit_of[card] == suit and (lots >> position) & 1:
                        gain = self.gains[position]
                        if gain > most:
                            most = gain
                            taken = position
                if taken >= 0:
                    lots &= ~shl(1, taken)
                found += most
        for position in range(law.positions):
            if table.at(position) < 0:
                lots &= ~shl(1, position)
        return found + max(0, self.purchases(table, stake, lots, False))

    def hold(self, table: Dutch, seat: i64) -> i64:
        """What does more in the turn than in the bid (note 20)."""
        self.survey(table)
        law = self.law
        side = table.sides[seat]
        hand = side.hand & ~side.chosen
        prize = self.prospect(table, hand) * (64 - self.w[LOSE]) // 64
        total = self.strength(hand & ~side.holds) - self.rival_bid(table, seat)
        now = self.chance(total)
        rest = table.set_aside_menu(seat) & law.all_cards
        while rest:
            card = place(rest & -rest)
            rest &= rest - 1
            risk = prize * (now - self.chance(total - law.bids[card])) // 64
            if self.held_worth(table, seat, card) > risk * self.w[HOLD_BID] // 64:
                return card
        return BID

    def held_worth(self, table: Dutch, seat: i64, card: i64) -> i64:
        law = self.law
        side = table.sides[seat]
        suit = law.suit_cards(law.suit_of[card])
        powers: i64 = law.powers[card]
        most: i64 = self.w[HOLD_ALL]
        if powers & shl(1, TAKE_AUCTION):
            rest = table.auction_discards & suit
            while rest:
                taken = place(rest & -rest)
                rest &= rest - 1
                most = max(most, self.worth(taken, self.mine) + self.denied(taken))
        if powers & shl(1, CASH):
            rest = side.hand & suit & ~side.chosen & ~shl(1, card)
            while rest:
                cashed = place(rest & -rest)
                rest &= rest - 1
                most = max(most, (self.w[CASHING] - self.use[cashed]) * self.left // 64)
        return most
