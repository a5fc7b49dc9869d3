"""Six of Sparrows: every number of a rule set, ready for the engine; from a file by `variant`."""

from typing import final

from mypy_extensions import i64

from saleroom.games import checks
from saleroom.games.bits import shl
from saleroom.games.core import Rules
from saleroom.games.sparrows.codes import (
    BONUS,
    CODES,
    COVER,
    DECLINE,
    NONE,
    PARTNER,
    PASS,
    RAISE,
)
from saleroom.games.sparrows.house import House
from saleroom.games.sparrows.position import Sparrows
from saleroom.games.sparrows.scoring import divided
from saleroom.games.sparrows.variant import Variant, checked
from saleroom.games.sparrows.words import WORDS


@final
class SparrowsRules(Rules):
    """One rule set. A card is numbered suit * numbers + its number - the lowest number."""

    suit_names: list[str]
    card_names: list[str]  # "s7": initial of the suit, and the number
    suits: i64
    numbers: i64
    all_cards: i64
    one_suit: i64  # the cards of the first suit
    followed: i64  # the cards that are not the highest of their suit
    hand: i64  # cards in a hand, and on the table, and steps
    tokens: bytes  # by step, counted from 0

    bid_names: list[str]
    bids: i64  # how many bid cards there are
    all_bids: i64
    row_of: list[bytes]  # by bid: a row of this card alone
    values: list[i64]  # by bid
    kinds: bytes  # by bid: see `codes`; and what its kind asks for:
    twice: bytes  # so many numbers that are there at least twice ...
    thrice: bytes
    four_times: bytes
    lengths: bytes
    suit_asked: bytes
    low: bytes
    table_bids: i64  # the bids that use the table (S24)

    face_up: i64
    fresh: bool  # R9: the market is new in each round
    penalty: i64
    ties_succeed: bool  # R27: in comparing bids
    target: i64  # 0: none
    max_rounds: i64
    rotation: bool  # R31: the target counts when all have dealt equally often

    upgrades: bool
    late_token: i64
    match_any: bool  # R24: Match Together goes with every bid
    bonuses: i64  # which of the three there are ...
    bonus_values: list[i64]  # ... and what they are worth

    # Choice codes, behind those of the bid cards.
    bonus_code: i64
    pass_code: i64
    raise_code: i64
    none_code: i64
    decline_code: i64
    partner_code: i64

    def __init__(self, v: Variant, seats: int, table: dict[str, object]) -> None:
        self.game = "sparrows"
        self.variant = v.variant
        self.seats = seats
        self.version = v.version
        self.take_back = False  # S22, S26: nothing is withdrawn or given back
        self.choices = len(v.bids) + CODES
        self.piles = ["mark", "bids", "deck"]
        self.words = WORDS
        self.table = table

        numbers = v.highest - v.lowest + 1
        self.suit_names = v.suits
        self.card_names = [
            f"{suit[0]}{n}" for suit in v.suits for n in range(v.lowest, v.highest + 1)
        ]
        self.suits = len(v.suits)
        self.numbers = numbers
        self.all_cards = shl(1, len(self.card_names)) - 1
        self.one_suit = shl(1, numbers) - 1
        self.followed = 0
        for suit in range(len(v.suits)):
            self.followed |= shl(self.one_suit >> 1, suit * numbers)
        self.hand = v.hand
        self.tokens = bytes(v.tokens)

        self.bid_names = [bid.id for bid in v.bids]
        self.bids = len(v.bids)
        self.all_bids = shl(1, len(v.bids)) - 1
        self.row_of = [bytes([bid]) for bid in range(len(v.bids))]
        self.values = [i64(bid.value) for bid in v.bids]
        self.kinds = bytes([bid.kind for bid in v.bids])
        quatros = [bid.quatros for bid in v.bids]
        trios = [bid.trios for bid in v.bids]
        pairs = [bid.pairs for bid in v.bids]
        if not v.share_numbers:  # R25
            trios = [trio + quatro for trio, quatro in zip(trios, quatros, strict=True)]
            pairs = [pair + trio for pair, trio in zip(pairs, trios, strict=True)]
        self.twice = bytes(pairs)
        self.thrice = bytes(trios)
        self.four_times = bytes(quatros)
        self.lengths = bytes([bid.length for bid in v.bids])
        self.suit_asked = bytes([bid.suit for bid in v.bids])
        self.low = bytes([bid.low for bid in v.bids])
        self.table_bids = 0
        for bid, kind in enumerate(self.kinds):
            if kind <= COVER:
                self.table_bids |= shl(1, bid)

        self.face_up = v.face_up
        self.fresh = v.fresh
        self.penalty = v.penalty
        self.ties_succeed = v.ties_succeed
        self.target = v.target
        self.max_rounds = v.max_rounds
        self.rotation = v.rotation
        self.upgrades = v.upgrades
        self.late_token = v.late_token
        self.match_any = v.match_any
        self.bonuses = 0
        for bonus, value in enumerate(v.bonus_values):
            if value >= 0:
                self.bonuses |= shl(1, bonus)
        self.bonus_values = [i64(value) for value in v.bonus_values]

        self.bonus_code = len(v.bids) + BONUS
        self.pass_code = len(v.bids) + PASS
        self.raise_code = len(v.bids) + RAISE
        self.none_code = len(v.bids) + NONE
        self.decline_code = len(v.bids) + DECLINE
        self.partner_code = len(v.bids) + PARTNER

        # Bounds of a total: the best pair of cards with the best token, or two that fail.
        best = max([bid.value for bid in v.bids]) + max([0, *v.bonus_values])
        least = min(v.tokens + ([v.late_token] if v.upgrades else []))
        self.highest = v.max_rounds * divided(best, least)
        self.lowest = -v.max_rounds * v.penalty * 2

    def suit_cards(self, suit: i64) -> i64:
        """All cards of one suit ..."""
        return shl(self.one_suit, suit * self.numbers)

    def number_cards(self, number: i64) -> i64:
        """... and of one number, counted from 0."""
        found: i64 = 0
        for suit in range(self.suits):
            found |= shl(1, suit * self.numbers + number)
        return found

    def __reduce__(self) -> tuple[object, ...]:
        return make_rules, (self.table, self.seats)

    def begin(self) -> Sparrows:
        return Sparrows(self)

    def outcome(self, pile: int, outcome: int) -> str:
        if pile == 0:
            return str(outcome)
        return self.bid_names[outcome] if pile == 1 else self.card_names[outcome]

    def new_house(self) -> House:
        return House(self)


def make_rules(table: dict[str, object], seats: int) -> SparrowsRules:
    """The rule set of a variant table; BadVariant where no game can be made of it."""
    v = checked(table)
    checks.seats(seats, v.seats)
    return SparrowsRules(v, seats, table)
