"""Six of Sparrows: how the house plays.

It knows the odds, and that waiting costs: with each step the points are divided by more, while the
cards become a little clearer (notes 1, 2). So it raises when the best it could take now is worth
more than the best of a step later, and then takes what promises most.
"""

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from saleroom.games.bits import Dice, count, place, shl
from saleroom.games.core import Bot, Position
from saleroom.games.sparrows import patterns
from saleroom.games.sparrows.codes import BAND, GROUP, MAJORITY, MATCH, NO_BONUS, WIN_ALL, WIN_NONE
from saleroom.games.sparrows.odds import SURE, Odds
from saleroom.games.sparrows.phases import LATE, RAISING, TAKING
from saleroom.games.sparrows.position import Sparrows
from saleroom.games.sparrows.scoring import divided

if TYPE_CHECKING:
    from saleroom.games.sparrows.rules import SparrowsRules

# Promises are counted in thousandths of a point.
SPARED: Final = 2  # who waits a step sees in one of so many cases that a bid would fail
MENACE: Final = 700  # in thousandths: how often a rival takes the card that threatens Win All
FRESH: Final = 200  # in thousandths: how much the next dealer makes of a new card in the market


@final
class House(Bot):
    law: "SparrowsRules"
    odds: Odds
    points: list[list[i64]]  # by step and bid; the last row is that of late bids
    points_with: list[list[list[i64]]]  # the same by step, bonus and bid
    blind: list[i64]  # by bid: its chance before any card is seen
    first: list[i64]  # by bid: what it promises a dealer who takes it at once
    renews: bool  # is it worth something to have a card of the market replaced?

    def __init__(self, law: "SparrowsRules") -> None:
        self.law = law
        self.odds = Odds(law)
        tokens = [i64(token) for token in law.tokens]
        self.points = [[divided(value, token) for value in law.values] for token in tokens]
        self.points.append(
            [divided(value, law.late_token) if law.upgrades else 0 for value in law.values]
        )
        self.points_with = [
            [[divided(value + bonus, token) for value in law.values] for bonus in law.bonus_values]
            for token in tokens
        ]
        self.blind = [self.odds.chance(bid, 0, 0, False) for bid in range(law.bids)]
        self.first = [
            chance * self.points[0][bid] - (SURE - chance) * law.penalty
            for bid, chance in enumerate(self.blind)
        ]
        # With two seats it lost by it, and with late bids it gained nothing.
        self.renews = law.seats > 2 and not (law.fresh or law.upgrades)

    def choose(self, world: Position, seat: i64, dice: Dice) -> i64:
        assert isinstance(world, Sparrows), "this house plays no other game"
        if world.phase == RAISING:
            raises = self.should_raise(world, seat)
            return self.law.raise_code if raises else self.law.pass_code
        if world.phase == TAKING:
            if world.taking < 0:
                return self.bid(world, seat)
            return self.bonus(world, seat, world.taking)
        if world.phase == LATE:
            return self.late_bid(world, seat)
        return self.law.partner_code + self.partner(world, seat)

    # -- when to raise ----------------------------------------------------------------------------

    def should_raise(self, table: Sparrows, seat: i64) -> bool:
        if self.law.upgrades and table.free_bonuses and self.promises(table, seat):
            return True
        return self.is_time(table, seat)

    def promises(self, table: Sparrows, seat: i64) -> bool:
        """A bonus is worth much and soon gone: any bid will do that promises points with one."""
        none = self.none_of_the_six(table, seat)
        rest = table.market
        while rest:
            if self.promise(table, seat, place(rest & -rest), none) > 0:
                return True
            rest &= rest - 1
        return False

    def is_time(self, table: Sparrows, seat: i64) -> bool:
        """Is the best now, with the token of this step, worth more than the best of the next?

        Later there is a larger token; but some of the bids that would fail are not taken then.
        """
        law = self.law
        side = table.sides[seat]
        points = self.points[table.k - 1]
        points_later = self.points[table.k]
        renewal: i64 = 0
        if self.renews and table.distance(seat) == 1:
            renewal = self.renewal(table)
        now: i64 = -renewal
        later: i64 = 0
        rest = table.market
        while rest:
            bid = place(rest & -rest)
            rest &= rest - 1
            if SURE * points[bid] <= now and SURE * points_later[bid] <= later:
                continue  # even if it were certain, another is better
            chance = self.odds.chance(bid, side.hand, table.laid, False)
            fails = (SURE - chance) * law.penalty
            now = max(now, chance * points[bid] - fails)
            fails = fails // SPARED if table.k < law.hand else 0  # late bids see all (note 22)
            later = max(later, chance * points_later[bid] - fails)
        return now + renewal > later

    def renewal(self, table: Sparrows) -> i64:
        """What a new card promises who deals next, beyond the best that lies there (note 17).

        Cards that nobody wants stay for round after round, until somebody pays for a change.
        """
        best = -SURE * self.law.penalty
        rest = table.market
        while rest:
            best = max(best, self.first[place(rest & -rest)])
            rest &= rest - 1
        gain: i64 = 0
        for promise in self.first:
            gain += max(0, promise - best)
        return gain // self.law.bids * FRESH // 1000

    # -- what to take -----------------------------------------------------------------------------

    def bid(self, table: Sparrows, seat: i64) -> i64:
        none = self.none_of_the_six(table, seat)
        best: i64 = -1
        most: i64 = 0
        rest = table.market
        while rest:
            bid = place(rest & -rest)
            rest &= rest - 1
            found = self.promise(table, seat, bid, none)
            if best < 0 or found > most:
                best = bid
                most = found
        return best

    def promise(self, table: Sparrows, seat: i64, bid: i64, none: i64) -> i64:
        """What this bid is worth now, with the bonus that suits it best."""
        chance = self.odds.chance(bid, table.sides[seat].hand, table.laid, False)
        best = self.expected(table, seat, bid, NO_BONUS, chance, none)
        rest = table.open_bonuses(bid)
        while rest:
            bonus = place(rest & -rest)
            rest &= rest - 1
            best = max(best, self.expected(table, seat, bid, bonus, chance, none))
        return best

    def bonus(self, table: Sparrows, seat: i64, bid: i64) -> i64:
        chance = self.odds.chance(bid, table.sides[seat].hand, table.laid, False)
        none = self.none_of_the_six(table, seat)
        best = self.law.none_code
        most = self.expected(table, seat, bid, NO_BONUS, chance, none)
        rest = table.open_bonuses(bid)
        while rest:
            bonus = place(rest & -rest)
            rest &= rest - 1
            found = self.expected(table, seat, bid, bonus, chance, none)
            if found > most:
                best = self.law.bonus_code + bonus
                most = found
        return best

    def expected(
        self, table: Sparrows, seat: i64, bid: i64, bonus: i64, chance: i64, none: i64
    ) -> i64:
        """The points that a bid and a bonus promise, by S38 to S47."""
        law = self.law
        penalty = law.penalty
        alone = self.points[table.k - 1][bid]
        if bonus == NO_BONUS:
            return chance * alone - (SURE - chance) * penalty
        both = self.points_with[table.k - 1][bonus][bid]
        if bonus == MATCH:
            if (law.table_bids >> bid) & 1:
                chance = self.odds.chance(bid, table.sides[seat].hand, table.laid, True)
            return chance * both - (SURE - chance) * 2 * penalty
        if bonus == WIN_ALL:
            ahead = chance * self.ahead(table, seat, bid) // SURE
            behind = chance - ahead
            return ahead * both + behind * (alone - penalty) - (SURE - chance) * 2 * penalty
        # Win None: when it pays, the bid itself has failed (note 20).
        missed = SURE - chance - none
        return none * (both - alone - penalty) + chance * (alone - penalty) - missed * 2 * penalty

    def none_of_the_six(self, table: Sparrows, seat: i64) -> i64:
        """S45: the chance of it, or 0 when nobody asks."""
        if not (table.free_bonuses >> WIN_NONE) & 1:
            return 0
        hand = table.sides[seat].hand
        found: i64 = SURE
        rest = table.six
        while rest and found:
            chance = self.odds.chance(place(rest & -rest), hand, table.laid, False)
            found = found * (SURE - chance) // SURE
            rest &= rest - 1
        return found

    # -- Win All: what the others may make --------------------------------------------------------

    def ahead(self, table: Sparrows, seat: i64, bid: i64) -> i64:
        """S46: the chance that nobody else makes as many points as this bid alone."""
        mine = self.points[table.k - 1][bid]
        found: i64 = SURE
        step = table.k  # those without a bid get the tokens that follow, one after the other
        for distance in range(self.law.seats):
            other = table.at_distance(distance)
            if other == seat:
                continue
            rival = table.sides[other]
            if rival.bid >= 0:
                threat = self.threat_of_bid(rival.bid, rival.bonus, rival.token, mine)
            else:
                threat = self.threat_of_market(table, table.market & ~shl(1, bid), step, mine)
                step = min(step + 1, self.law.hand)
            found = found * (SURE - threat) // SURE
        return found

    def threat_of_bid(self, bid: i64, bonus: i64, token: i64, mine: i64) -> i64:
        value = self.law.values[bid]
        if bonus >= 0:
            value += self.law.bonus_values[bonus]
        return self.blind[bid] if divided(value, token) >= mine else 0

    def threat_of_market(self, table: Sparrows, market: i64, step: i64, mine: i64) -> i64:
        """The likeliest card that could bring a rival as much, with a bonus that is left."""
        found: i64 = 0
        bonuses = table.free_bonuses & ~shl(1, WIN_ALL)
        while market:
            bid = place(market & -market)
            market &= market - 1
            if self.blind[bid] > found:
                most = self.points[step][bid]
                rest = bonuses
                while rest and step < self.law.hand:  # a late bid takes none (S32)
                    most = max(most, self.points_with[step][place(rest & -rest)][bid])
                    rest &= rest - 1
                if most >= mine:
                    found = self.blind[bid]
        return found * MENACE // SURE

    # -- after the deal ---------------------------------------------------------------------------

    def partner(self, table: Sparrows, seat: i64) -> i64:
        """S29: who went for the suit that I collect; nothing else tells one hand from another."""
        law = self.law
        mine = table.sides[seat]
        kind: i64 = law.kinds[mine.bid]
        neighbour = seat + 1 if seat + 1 < law.seats else 0
        if kind in (GROUP, BAND):
            for other in range(law.seats):
                bid = table.sides[other].bid
                if other != seat and bid >= 0 and law.kinds[bid] == MAJORITY:
                    asked = law.suit_cards(law.suit_asked[bid])
                    if law.suits * count(mine.hand & asked) > law.hand:
                        return other
        return neighbour

    def late_bid(self, table: Sparrows, seat: i64) -> i64:
        """S31: the hands are open, so the achieved card that is worth most (note 21)."""
        best = self.law.decline_code
        most: i64 = 0
        rest = table.market
        while rest:
            bid = place(rest & -rest)
            rest &= rest - 1
            points = self.points[self.law.hand][bid]
            if points > most and patterns.achieves(table, seat, bid, table.laid):
                best = bid
                most = points
        return best
