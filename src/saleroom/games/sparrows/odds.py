"""Six of Sparrows: how likely a pattern is, from what one seat sees.

Of what it sees, little matters to a bid: to Three Pairs how many numbers are there twice, to a band
each suit by itself. This is the *shape*; the odds of a shape are worked out once and kept.
They are good, not exact: numbers and suits are taken as independent of each other.
"""

from math import sqrt
from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from saleroom.games.bits import count, mix, shl
from saleroom.games.sparrows.codes import (
    BAND,
    COVER,
    EXTREME,
    GROUP,
    MAJORITY,
    SETS,
    STREET,
)
from saleroom.games.sparrows.patterns import numbers_in, repeated, suits_in

if TYPE_CHECKING:
    from saleroom.games.sparrows.rules import SparrowsRules

SURE: Final = 1000  # chances are counted in thousandths
_MARK: Final = 0x3FFFFFFF  # so many bits of a key are its mark
_DIGITS: Final = 1023  # a chance takes ten bits
_PLACES: Final = 65536  # for shapes; when half of them are taken all is forgotten


def coming(cards: i64, drawn: i64, unseen: i64) -> list[float]:
    """How many of these cards are among those drawn from the unseen: the chance of 0, 1, 2 ..."""
    chances: list[float] = [1.0]
    for card in range(min(cards, unseen)):
        after: list[float] = [0.0] * (len(chances) + 1)
        for already, chance in enumerate(chances):
            drawn_too: float = max(0.0, float(drawn - already) / float(unseen - card))
            after[already] += chance * (1.0 - drawn_too)
            after[already + 1] += chance * drawn_too
        chances = after
    return chances


def at_least(wanted: i64, cards: i64, drawn: i64, unseen: i64) -> float:
    """The chance that so many of these cards are drawn."""
    if wanted <= 0:
        return 1.0
    return min(1.0, sum(coming(cards, drawn, unseen)[wanted:]))


@final
class Odds:
    """Of all bids of a rule set; what a seat knows are its hand and as many cards on the table."""

    law: "SparrowsRules"
    places: list[i64]  # by shape: a mark to know it by, and three chances (see `around`)
    taken: i64
    width: i64  # so many bits hold a number of cards of a suit, and one more; all suits have 60
    sure_in_all_suits: float
    columns: list[i64]  # by number: its cards
    not_theirs: list[list[float]]  # by hand size and unseen cards: none goes to another hand ...
    not_mine: list[list[float]]  # ... none comes to mine ...
    nobodys: list[list[float]]  # ... neither

    def __init__(self, law: "SparrowsRules") -> None:
        self.law = law
        self.forget()
        self.width = int(law.numbers + 1).bit_length()
        self.sure_in_all_suits = 1.0
        for _ in range(law.suits):
            self.sure_in_all_suits *= float(SURE)
        self.columns = [law.number_cards(number) for number in range(law.numbers)]
        theirs = (law.seats - 1) * law.hand
        self.not_theirs = []
        self.not_mine = []
        self.nobodys = []
        for size in range(law.hand + 1):
            unseen = law.suits * law.numbers - 2 * size
            mine = law.hand - size
            copies = range(law.suits + 1)
            self.not_theirs.append([coming(n, theirs, unseen)[0] for n in copies])
            self.not_mine.append([coming(n, mine, unseen)[0] for n in copies])
            self.nobodys.append([coming(n, theirs + mine, unseen)[0] for n in copies])

    def chance(self, bid: i64, hand: i64, laid: i64, partner: bool) -> i64:
        """That this bid will be achieved; with a partner's hand in place of the table (S43)."""
        kind: i64 = self.law.kinds[bid]
        if kind == EXTREME:
            return rounded(self.extreme(hand, laid, self.law.low[bid] != 0))
        if kind == BAND:
            return self.band(bid, hand, laid, partner)
        when = shl(count(hand), 8)
        support = laid
        if partner:
            when += 128
            support = 0
        key = mix(mix(bid, when), self.shape(bid, hand, support))
        at = self.find(key)
        if not self.places[at]:
            found = rounded(self.worked_out(bid, hand, laid, partner))
            self.places[at] = shl(key & _MARK, 30) | found
        return self.places[at] & _DIGITS

    # -- what is known ----------------------------------------------------------------------------

    def find(self, key: i64) -> i64:
        """Where the odds of a shape are kept, or, when there are none yet, should be."""
        mark = key & _MARK
        at = (key >> 30) & (_PLACES - 1)
        while self.places[at] >> 30 != mark:
            if not self.places[at]:
                if self.taken == _PLACES // 2:
                    self.forget()
                self.taken += 1
                return at
            at = (at + 1) & (_PLACES - 1)
        return at

    def forget(self) -> None:
        self.taken = 0
        self.places = [0] * _PLACES

    # -- shapes -----------------------------------------------------------------------------------

    def shape(self, bid: i64, hand: i64, support: i64) -> i64:
        """What matters to this bid."""
        law = self.law
        kind: i64 = law.kinds[bid]
        if kind == SETS:
            return self.multiples(hand | support)
        if kind == STREET:
            return numbers_in(law, hand | support)
        if kind == GROUP:
            return self.by_suit(hand | support)
        if kind == MAJORITY:
            suit = law.suit_cards(law.suit_asked[bid])
            return shl(count(hand & suit), 8) + count(support & suit)
        if kind == COVER:
            in_hand = suits_in(law, hand)
            found: i64 = 0
            for suit in range(law.suits):
                if not (in_hand >> suit) & 1:
                    cards = count(support & law.suit_cards(suit))
                    found |= shl(1 + cards, self.width * suit)
            return found
        numbers = numbers_in(law, hand)
        if count(numbers) < count(hand):
            return 0  # S85: two of a number are in hand
        return 1 + self.with_number(support, numbers)

    def multiples(self, pool: i64) -> i64:
        """How many numbers are there once, twice, three times and more often."""
        once, twice, thrice, more = repeated(self.law, pool)
        return count(once) | shl(count(twice), 6) | shl(count(thrice), 12) | shl(count(more), 18)

    def by_suit(self, cards: i64) -> i64:
        law = self.law
        found: i64 = 0
        for _suit in range(law.suits):
            found = shl(found, self.width) | count(cards & law.one_suit)
            cards >>= law.numbers
        return found

    def with_number(self, cards: i64, numbers: i64) -> i64:
        """How many of these cards have one of these numbers."""
        found: i64 = 0
        while cards:
            found += count(cards & numbers)
            cards >>= self.law.numbers
        return found

    # -- odds of a shape --------------------------------------------------------------------------

    def worked_out(self, bid: i64, hand: i64, laid: i64, partner: bool) -> float:
        law = self.law
        kind: i64 = law.kinds[bid]
        k = count(hand)
        mine = law.hand - k  # cards that still come to the hand ...
        others = law.hand if partner else mine  # ... and to the table, or are the partner's
        support = 0 if partner else laid
        unseen = law.suits * law.numbers - 2 * k
        if kind == SETS:
            return self.sets(bid, self.multiples(hand | support), mine + others)
        if kind == STREET:
            numbers = numbers_in(law, hand | support)
            return self.street(numbers, law.lengths[bid], mine + others, unseen)
        if kind == GROUP:
            return self.group(law.lengths[bid], hand | support, mine + others, unseen)
        if kind == MAJORITY:
            suit = law.suit_cards(law.suit_asked[bid])
            held = count(hand & suit)
            return self.majority(held, law.numbers - held - count(laid & suit), mine, unseen)
        if kind == COVER:
            return self.cover(hand, support, mine, others, unseen)
        return self.distinct(hand, support, mine, unseen)

    def sets(self, bid: i64, multiples: i64, drawn: i64) -> float:
        """S56: number by number, in how many ways there are so many pairs, trios and quatros."""
        law = self.law
        deal = _Sets(law.twice[bid], law.thrice[bid], law.four_times[bid], drawn)
        more: i64 = 0
        for held in range(4, -1, -1):
            numbers = (multiples >> (6 * (held - 1))) & 63 if held else law.numbers
            for _ in range(numbers - more):
                deal.add_number(held, max(0, law.suits - held))
            more = numbers
        return deal.chance()

    def street(self, numbers: i64, length: i64, drawn: i64, unseen: i64) -> float:
        """S64 to S66: any card of a number will do."""
        found: list[float] = []
        for comes in around(drawn, unseen):
            missing: float = 1.0
            for _ in range(self.law.suits):
                missing *= 1.0 - comes
            found.append(self.run(numbers, length, 1.0 - missing))
        return settled(found[0], found[1], found[2])

    def band(self, bid: i64, hand: i64, laid: i64, partner: bool) -> i64:
        """S76 to S79: a run in any suit, each suit by itself."""
        law = self.law
        size = count(hand)
        length: i64 = law.lengths[bid]
        when = shl(size, 8) + 64
        pool = hand
        if partner:
            when += 128
        else:
            pool |= laid
        when = mix(length, when)
        low: float = 1.0
        mean: float = 1.0
        high: float = 1.0
        for _suit in range(law.suits):
            row = pool & law.one_suit
            key = mix(when, row)
            at = self.find(key)
            if not self.places[at]:
                drawn = law.hand - size + (law.hand if partner else law.hand - size)
                self.places[at] = shl(key & _MARK, 30) | self.row(row, length, size, drawn)
            chances = self.places[at]
            low *= float(SURE - ((chances >> 20) & _DIGITS))
            mean *= float(SURE - ((chances >> 10) & _DIGITS))
            high *= float(SURE - (chances & _DIGITS))
            pool >>= law.numbers
        return SURE - rounded(settled(low, mean, high) / self.sure_in_all_suits)

    def row(self, row: i64, length: i64, size: i64, drawn: i64) -> i64:
        """The three chances (see `around`) of a run in a suit of which these cards are seen."""
        found: i64 = 0
        for comes in around(drawn, self.law.suits * self.law.numbers - 2 * size):
            found = shl(found, 10) | rounded(self.run(row, length, comes))
        return found

    def run(self, row: i64, length: i64, comes: float) -> float:
        """S57: so many that follow each other, when each that is missing comes with this chance."""
        chances: list[float] = [0.0] * length  # by how long the run is that ends here
        chances[0] = 1.0
        done: float = 0.0
        for at in range(self.law.numbers):
            goes_on: float = 1.0 if (row >> at) & 1 else comes
            after: list[float] = [0.0] * length
            for so_far, chance in enumerate(chances):
                if so_far + 1 == length:
                    done += chance * goes_on
                else:
                    after[so_far + 1] = chance * goes_on
                after[0] += chance * (1.0 - goes_on)
            chances = after
        return done

    def group(self, length: i64, pool: i64, drawn: i64, unseen: i64) -> float:
        """S67 to S69. Suits compete for the same places: when one stays short another is long."""
        nowhere: float = 1.0
        together: float = 0.0
        for suit in range(self.law.suits):
            held = count(pool & self.law.suit_cards(suit))
            chance = at_least(length - held, self.law.numbers - held, drawn, unseen)
            nowhere *= 1.0 - chance
            together += chance
        return (1.0 - nowhere + min(1.0, together)) / 2.0

    def majority(self, held: i64, of_suit: i64, mine: i64, unseen: i64) -> float:
        """S80 to S83: what may still come to me, against what each of the others may have."""
        law = self.law
        found: float = 0.0
        for more, chance in enumerate(coming(of_suit, mine, unseen)):
            least = held + i64(more) + (1 if law.ties_succeed else 0)  # of another, to spoil it
            if chance > 0.0:
                rival = at_least(least, of_suit - i64(more), law.hand, unseen - mine)
                for _ in range(law.seats - 1):
                    chance *= 1.0 - rival
                found += chance
        return found

    def cover(self, hand: i64, support: i64, mine: i64, others: i64, unseen: i64) -> float:
        """S84: no suit misses my hand and comes there; counted by all that could miss at once."""
        law = self.law
        in_hand = suits_in(law, hand)
        # By how many cards these suits still have: the chance that all of them come there, those
        # of an odd number of suits taken off.
        misses: list[float] = [0.0] * (law.suits * law.numbers + 1)
        misses[0] = 1.0
        for suit in range(law.suits):
            if not (in_hand >> suit) & 1:
                there = count(support & law.suit_cards(suit))
                comes: float = 1.0
                if not there:
                    comes -= coming(law.numbers, others, unseen - mine)[0]
                more = law.numbers - there
                for cards in range(len(misses) - 1, more - 1, -1):
                    misses[cards] -= misses[cards - more] * comes
        found: float = 0.0
        for cards, chance in enumerate(misses):
            if chance != 0.0:
                found += chance * coming(cards, mine, unseen)[0]  # and none to my hand
        return found

    def distinct(self, hand: i64, support: i64, mine: i64, unseen: i64) -> float:
        """S85: each card that comes has a new number; those on the table are out of the way."""
        law = self.law
        numbers = numbers_in(law, hand)
        held = count(numbers)
        if held < count(hand):
            return 0.0
        left: float = float(unseen)
        twins: float = float(held * (law.suits - 1) - self.with_number(support, numbers))
        found: float = 1.0
        for more in range(mine):
            if held + more == law.numbers:
                return 0.0
            found *= 1.0 - twins / left
            twins += (left - twins) / float(law.numbers - held - more) - 1.0
            left -= 1.0
        return found

    def extreme(self, hand: i64, laid: i64, low: bool) -> float:
        """S74, S75: from the best number on; who has a card of it, and who not."""
        law = self.law
        k = count(hand)
        not_theirs = self.not_theirs[k]
        not_mine = self.not_mine[k]
        nobodys = self.nobodys[k]
        found: float = 0.0
        reached: float = 1.0  # the chance that nobody has a better number
        for turn in range(law.numbers):
            column = self.columns[turn if low else law.numbers - 1 - turn]
            unseen = law.suits - count(column & (hand | laid))
            if column & hand:
                return found + reached * (1.0 if law.ties_succeed else not_theirs[unseen])
            if law.ties_succeed:
                found += reached * (1.0 - not_mine[unseen])
            else:
                found += reached * (not_theirs[unseen] - nobodys[unseen])
            reached *= nobodys[unseen]
        return found


@final
class _Sets:
    """In how many ways so many cards make so many pairs, trios and quatros, as far as asked for."""

    pairs: i64
    trios: i64
    quatros: i64
    drawn: i64
    ways: list[float]  # by pairs, trios, quatros, and cards drawn

    def __init__(self, pairs: i64, trios: i64, quatros: i64, drawn: i64) -> None:
        self.pairs = pairs
        self.trios = trios
        self.quatros = quatros
        self.drawn = drawn
        self.ways = [0.0] * ((pairs + 1) * (trios + 1) * (quatros + 1) * (drawn + 1))
        self.ways[0] = 1.0

    def add_number(self, held: i64, unseen: i64) -> None:
        """A number of which so many cards are held, and so many may come."""
        after: list[float] = [0.0] * len(self.ways)
        choices: float = 1.0  # of the cards that come
        for more in range(unseen + 1):
            at: i64 = 0
            for p in range(self.pairs + 1):
                for t in range(self.trios + 1):
                    for q in range(self.quatros + 1):
                        to = self.place(p, t, q, held + more) + more
                        for before in range(self.drawn + 1 - more):
                            after[to + before] += self.ways[at + before] * choices
                        at += self.drawn + 1
            choices = choices * float(unseen - more) / float(more + 1)
        self.ways = after

    def place(self, pairs: i64, trios: i64, quatros: i64, copies: i64) -> i64:
        """Where the ways are kept when a number comes to so many copies."""
        p = min(self.pairs, pairs + 1) if copies >= 2 else pairs
        t = min(self.trios, trios + 1) if copies >= 3 else trios
        q = min(self.quatros, quatros + 1) if copies >= 4 else quatros
        return ((p * (self.trios + 1) + t) * (self.quatros + 1) + q) * (self.drawn + 1)

    def chance(self) -> float:
        return self.ways[-1] / sum(self.ways[self.drawn :: self.drawn + 1])


def around(drawn: i64, unseen: i64) -> list[float]:
    """The chance of a card to be drawn; a little less, as it is, a little more (see `settled`)."""
    if not unseen:
        return [0.0, 0.0, 0.0]
    comes: float = float(drawn) / float(unseen)
    spread: float = sqrt(comes * (1.0 - comes) / float(unseen))
    return [max(0.0, comes - spread), comes, min(1.0, comes + spread)]


def settled(low: float, mean: float, high: float) -> float:
    """A chance in which each card came by itself, settled for how many come being certain.

    Cards that come each by itself are sometimes too few and sometimes too many; one standard
    deviation to either side tells how much that changes.
    """
    return 2.0 * mean - (low + high) / 2.0


def rounded(chance: float) -> i64:
    """In thousandths."""
    return i64(int(max(0.0, min(1.0, chance)) * float(SURE) + 0.5))
