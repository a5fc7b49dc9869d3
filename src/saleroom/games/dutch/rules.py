"""Dutch: every number of a rule set, ready for the engine. Where they come from: `variant`."""

from typing import final

from mypy_extensions import i64

from saleroom.games import checks
from saleroom.games.bits import place, shl
from saleroom.games.core import Rules
from saleroom.games.dutch.house import House
from saleroom.games.dutch.position import Dutch
from saleroom.games.dutch.variant import Variant, checked
from saleroom.games.dutch.words import WORDS


@final
class DutchRules(Rules):
    """One edition of Dutch. Cards are numbered suit * faces + place of the face in its suit."""

    suit_names: list[str]
    face_names: list[str]
    card_names: list[str]  # "b4": initial of the suit, and the face
    plain: list[dict[str, object]]  # by card: as views show it where it has no mark
    suits: i64
    faces: i64
    cards: i64
    all_cards: i64
    one_suit: i64  # the cards of the first suit
    suit_of: bytes  # by card: printed suit
    bids: list[i64]  # by card: what it counts in a bid
    points: list[i64]  # by card: VP
    powers: bytes  # by card: set of powers, in the order of `codes`
    power_cards: i64  # those with a power

    deal: i64
    hand: i64
    set_aside: i64
    prices: bytes  # by position
    positions: i64
    hold_powers: bool  # power cards may be held back from the bid, and there is a power area
    from_area: bool  # only cards in the power area act
    obligation: bool  # the loser must buy position 1
    winner_steals: bool
    end_vote: bool
    rounds: i64  # 0: no limit
    bonus_lowest: bool  # per suit the VP of its lowest card; else a bonus for many cards:
    bonus_count: i64
    bonus_points: i64
    fewest_cards: bool  # ties go to the seat with fewer cards

    def __init__(self, v: Variant, table: dict[str, object]) -> None:
        self.game = "dutch"
        self.variant = v.variant
        self.seats = 2
        self.version = v.version
        self.take_back = True
        self.choices = 62
        self.piles = ["auction", "deck.0", "deck.1"]
        self.words = WORDS
        self.table = table

        self.suit_names = v.suits
        self.face_names = v.faces
        self.card_names = [suit[0] + face for suit in v.suits for face in v.faces]
        self.plain = [{"card": name, "code": card} for card, name in enumerate(self.card_names)]
        self.suits = len(v.suits)
        self.faces = len(v.faces)
        self.cards = len(v.suits) * len(v.faces)
        self.all_cards = shl(1, self.cards) - 1
        self.one_suit = shl(1, self.faces) - 1
        self.suit_of = bytes([suit for suit in range(len(v.suits)) for _ in v.faces])
        self.bids = [bid for _ in v.suits for bid in v.bids]
        self.points = [vp for _ in v.suits for vp in v.vps]
        self.powers = bytes(v.powers * len(v.suits))
        self.power_cards = 0
        for card, mask in enumerate(self.powers):
            if mask:
                self.power_cards |= shl(1, card)

        self.deal = v.deal
        self.hand = v.hand
        self.set_aside = v.set_aside
        self.prices = bytes(v.prices)
        self.positions = len(v.prices)
        self.hold_powers = v.hold_powers
        self.from_area = v.from_area
        self.obligation = v.obligation
        self.winner_steals = v.winner_steals
        self.end_vote = v.end_vote
        self.rounds = v.rounds
        self.bonus_lowest = v.bonus_lowest
        self.bonus_count = v.bonus_count
        self.bonus_points = v.bonus_vp
        self.fewest_cards = v.fewest_cards

        # Bounds of a score: all good cards, or all bad ones, with the best or worst bonus.
        good = sum([p for p in self.points if p > 0])
        bad = sum([p for p in self.points if p < 0])
        bonus = [len(v.suits) * p for p in (v.vps if v.bonus_lowest else [v.bonus_vp])]
        self.highest = good + max([0, *bonus])
        self.lowest = bad + min([0, *bonus])

    def suit_cards(self, suit: i64) -> i64:
        """The cards that bear this suit in print."""
        return shl(self.one_suit, suit * self.faces)

    def strength(self, cards: i64) -> i64:
        """D14: what these cards count in a bid."""
        found: i64 = 0
        while cards:
            found += self.bids[place(cards & -cards)]
            cards &= cards - 1
        return found

    def __reduce__(self) -> tuple[object, ...]:
        return make_rules, (self.table, self.seats)

    def begin(self) -> Dutch:
        return Dutch(self)

    def outcome(self, pile: int, outcome: int) -> str:
        return self.card_names[outcome]

    def new_house(self) -> House:
        return House(self)


def make_rules(table: dict[str, object], seats: int) -> DutchRules:
    """The rule set of a variant table; BadVariant where no game can be made of it."""
    v = checked(table)
    checks.seats(seats, v.seats)
    return DutchRules(v, table)
