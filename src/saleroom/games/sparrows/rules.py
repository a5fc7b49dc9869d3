"""Six of Sparrows: every number of a rule set, ready for the engine; from a file by `variant`."""

from typing import final

from mypy_extensions import i64

from saleroom.games.bits import shl
from saleroom.games.core import Bot, Position, Rules
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
    pairs: bytes
    trios: bytes
    quatros: bytes
    lengths: bytes
    suit_asked: bytes
    low: bytes
    table_bids: i64  # the bids that use the table (S24)

    face_up: i64
    fresh: bool  # R9: the market is new in each round
    penalty: i64
    ties_succeed: bool  # R27: in comparing bids
    share_numbers: bool  # R25: one number may serve a pair and a trio
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

    known_house: Bot | None  # made when it is first asked for

    def __init__(
        self,
        *,
        variant: str,
        version: int,
        seats: int,
        table: dict[str, object],
        words: dict[str, str],
        suits: list[str],
        lowest: int,
        highest: int,
        hand: int,
        tokens: list[int],
        bids: list[str],
        values: list[int],
        kinds: list[int],
        pairs: list[int],
        trios: list[int],
        quatros: list[int],
        lengths: list[int],
        suit_asked: list[int],
        low: list[int],
        face_up: int,
        fresh: bool,
        penalty: int,
        ties_succeed: bool,
        share_numbers: bool,
        target: int,
        max_rounds: int,
        rotation: bool,
        upgrades: bool,
        late_token: int,
        match_any: bool,
        bonus_values: list[int],  # of the three; -1: there is no such card
    ) -> None:
        self.game = "sparrows"
        self.variant = variant
        self.seats = seats
        self.version = version
        self.take_back = False  # S22, S26: nothing is withdrawn or given back
        self.choices = len(bids) + CODES
        self.piles = ["mark", "bids", "deck"]
        self.words = words
        self.table = table

        numbers = highest - lowest + 1
        self.suit_names = suits
        self.card_names = [f"{suit[0]}{n}" for suit in suits for n in range(lowest, highest + 1)]
        self.suits = len(suits)
        self.numbers = numbers
        self.all_cards = shl(1, len(self.card_names)) - 1
        self.one_suit = shl(1, numbers) - 1
        self.followed = 0
        for suit in range(len(suits)):
            self.followed |= shl(self.one_suit >> 1, suit * numbers)
        self.hand = hand
        self.tokens = bytes(tokens)

        self.bid_names = bids
        self.bids = len(bids)
        self.all_bids = shl(1, len(bids)) - 1
        self.row_of = [bytes([bid]) for bid in range(len(bids))]
        self.values = [i64(value) for value in values]
        self.kinds = bytes(kinds)
        self.pairs = bytes(pairs)
        self.trios = bytes(trios)
        self.quatros = bytes(quatros)
        self.lengths = bytes(lengths)
        self.suit_asked = bytes(suit_asked)
        self.low = bytes(low)
        self.table_bids = 0
        for bid, kind in enumerate(kinds):
            if kind <= COVER:
                self.table_bids |= shl(1, bid)

        self.face_up = face_up
        self.fresh = fresh
        self.penalty = penalty
        self.ties_succeed = ties_succeed
        self.share_numbers = share_numbers
        self.target = target
        self.max_rounds = max_rounds
        self.rotation = rotation
        self.upgrades = upgrades
        self.late_token = late_token
        self.match_any = match_any
        self.bonuses = 0
        for bonus, value in enumerate(bonus_values):
            if value >= 0:
                self.bonuses |= shl(1, bonus)
        self.bonus_values = [i64(value) for value in bonus_values]

        self.bonus_code = len(bids) + BONUS
        self.pass_code = len(bids) + PASS
        self.raise_code = len(bids) + RAISE
        self.none_code = len(bids) + NONE
        self.decline_code = len(bids) + DECLINE
        self.partner_code = len(bids) + PARTNER
        self.known_house = None

        # Bounds of a total: the best pair of cards with the best token, or two that fail.
        best = max(values) + max([0, *bonus_values])
        least = min(tokens + ([late_token] if upgrades else []))
        self.highest = max_rounds * ((2 * best + least) // (2 * least))
        self.lowest = -max_rounds * penalty * 2

    def __reduce__(self) -> tuple[object, ...]:
        from saleroom.games.sparrows import make_rules

        return make_rules, (self.table, self.seats)

    def begin(self) -> Position:
        from saleroom.games.sparrows.position import Sparrows

        return Sparrows(self)

    def outcome(self, pile: int, outcome: int) -> str:
        if pile == 0:
            return str(outcome)
        return self.bid_names[outcome] if pile == 1 else self.card_names[outcome]

    def house(self) -> Bot:
        if self.known_house is None:
            from saleroom.games.sparrows.house import House

            self.known_house = House(self)
        return self.known_house
