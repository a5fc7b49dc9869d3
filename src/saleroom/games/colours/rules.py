"""Stick to Colours: every number of a rule set, ready for the engine; they come from `variant`."""

from typing import final

from mypy_extensions import i64

from saleroom.games import checks
from saleroom.games.bits import shl
from saleroom.games.colours.codes import BID, DONE, FACES, PASS
from saleroom.games.colours.house import House
from saleroom.games.colours.position import Colours
from saleroom.games.colours.variant import Variant, checked
from saleroom.games.colours.words import WORDS
from saleroom.games.core import Rules


@final
class ColoursRules(Rules):
    """One rule set. A face is colour * (values + 1) + value - 1, its joker the last of a colour.

    A card is a bit: the first copies of all faces, then the second copies of those that have one,
    and so on (`cards`).
    """

    colour_names: list[str]
    face_names: list[str]  # "R4", "RJ"
    card_names: list[str]  # by card: the name of its face
    colours: i64
    values: i64
    faces: i64
    all_cards: i64
    all_faces: i64  # the first copies: of a pile, the faces that are in it
    joker_cards: i64
    face_of: bytes  # by card
    copies_of: list[i64]  # by face: its cards
    from_face: list[i64]  # by face: the cards of this face and of all that come after it

    pass_code: i64
    bid_code: i64
    done_code: i64

    hand: i64
    market: i64
    first_dealer: i64
    matching: bool  # C34; otherwise C33
    opening: i64
    all_pass_ends: bool  # C23; otherwise the sweep of C22
    automatic_wins: bool
    set_points: list[i64]  # by value
    run_least: i64
    run_card: i64
    layers: bool  # C67; otherwise C66
    best_jokers: bool  # C60; otherwise C58
    known_runs: dict[bytes, int]  # by how often each value is held: what the runs count

    def __init__(self, v: Variant, seats: int, table: dict[str, object]) -> None:
        self.game = "colours"
        self.variant = v.variant
        self.seats = seats
        self.version = v.version
        self.take_back = False
        self.piles = ["deck"]
        self.words = WORDS
        self.table = table

        self.colour_names = v.colours
        self.colours = len(v.colours)
        self.values = len(v.copies)
        self.faces = len(v.colours) * (len(v.copies) + 1)
        marks = [*[str(value + 1) for value in range(len(v.copies))], "J"]
        self.face_names = [colour[0].upper() + mark for colour in v.colours for mark in marks]
        self.all_faces = shl(1, self.faces) - 1
        self.pass_code = FACES + self.faces + PASS
        self.bid_code = FACES + self.faces + BID
        self.done_code = FACES + self.faces + DONE
        self.choices = self.done_code + 1

        numbers = [*v.copies, v.jokers] * len(v.colours)  # by face
        of_card: list[int] = []
        cards: list[i64] = [0] * len(numbers)
        for copy in range(max(numbers)):
            for face, number in enumerate(numbers):
                if copy == 0 or copy < number:
                    if copy < number:
                        cards[face] |= shl(1, len(of_card))
                    of_card.append(face)
        self.face_of = bytes(of_card)
        self.card_names = [self.face_names[face] for face in of_card]
        self.copies_of = cards
        self.from_face = list(cards)
        for face in range(len(cards) - 2, -1, -1):
            self.from_face[face] |= self.from_face[face + 1]
        self.all_cards = self.from_face[0]
        self.joker_cards = 0
        for colour in range(len(v.colours)):
            self.joker_cards |= cards[colour * (len(v.copies) + 1) + len(v.copies)]

        self.hand = v.hand
        self.market = v.market[seats]
        self.first_dealer = v.first_dealer
        self.matching = v.matching
        self.opening = v.opening
        self.all_pass_ends = v.all_pass_ends
        self.automatic_wins = v.automatic_wins
        self.set_points = list(v.set_points)
        self.run_least = v.run_least
        self.run_card = v.run_card
        self.layers = v.layers
        self.best_jokers = v.best_jokers
        self.known_runs = {}

        # Bounds of a score: every card in a run, every set complete, jokers in the best sets.
        self.lowest = 0
        sets = sum([v.copies[value] * points for value, points in enumerate(v.set_points)])
        runs = v.run_card * len(v.colours) * (sum(v.copies) + v.jokers)
        self.highest = sets + v.jokers * max(v.set_points) + runs

    def __reduce__(self) -> tuple[object, ...]:
        return make_rules, (self.table, self.seats)

    def begin(self) -> Colours:
        return Colours(self)

    def outcome(self, pile: int, outcome: int) -> str:
        return self.card_names[outcome]

    def new_house(self) -> House:
        return House(self)


def make_rules(table: dict[str, object], seats: int) -> ColoursRules:
    """The rule set of a variant table; BadVariant where no game can be made of it."""
    v = checked(table)
    checks.seats(seats, v.seats)
    return ColoursRules(v, seats, table)
