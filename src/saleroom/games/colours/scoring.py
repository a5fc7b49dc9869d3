"""Stick to Colours: what a hand is worth (C57 to C67), from how often each value is held.

Numbers of cards come colour by colour, value by value, one byte each; jokers count as cards of
their value here.
"""

from typing import TYPE_CHECKING, final

from mypy_extensions import i64

from saleroom.games.bits import count

if TYPE_CHECKING:
    from saleroom.games.colours.rules import ColoursRules


def total(law: "ColoursRules", hand: i64, values: bytes) -> int:
    """C61; `values` are those of the jokers, red before green before blue."""
    cards = held(law, hand)
    add_jokers(law, hand, values, cards)
    found = sum(set_points(law, cards))
    for colour in range(law.colours):
        found += run_points(law, cards, colour)
    return found


def held(law: "ColoursRules", hand: i64) -> bytearray:
    """How often each value of each colour is in this hand, jokers left out."""
    cards = bytearray(law.colours * law.values)
    for colour in range(law.colours):
        for value in range(law.values):
            face = colour * (law.values + 1) + value
            cards[colour * law.values + value] = count(hand & law.copies_of[face])
    return cards


def jokers(law: "ColoursRules", hand: i64, colour: i64) -> i64:
    return count(hand & law.copies_of[colour * (law.values + 1) + law.values])


def add_jokers(law: "ColoursRules", hand: i64, values: bytes, cards: bytearray) -> None:
    """C57: a joker is a card of its printed colour."""
    number = 0
    for colour in range(law.colours):
        for _ in range(jokers(law, hand, colour)):
            cards[colour * law.values + values[number] - 1] += 1
            number += 1


# -- sets -----------------------------------------------------------------------------------------


def set_points(law: "ColoursRules", cards: bytearray) -> list[int]:
    """C63: by value."""
    found: list[int] = []
    for value in range(law.values):
        fewest = cards[value]
        for colour in range(1, law.colours):
            fewest = min(fewest, cards[colour * law.values + value])
        found.append(fewest * law.set_points[value])
    return found


# -- runs -----------------------------------------------------------------------------------------


def run_points(law: "ColoursRules", cards: bytearray, colour: int) -> int:
    """C65 to C67 for the cards of one colour."""
    row = bytes(cards[colour * law.values : (colour + 1) * law.values])
    if row not in law.known_runs:
        laid = layers(row, law.run_least) if law.layers else best_runs(row, law.run_least)
        law.known_runs[row] = laid * law.run_card
    return law.known_runs[row]


def best_runs(row: bytes, least: int) -> int:
    """C66: the most cards that can be laid out in runs, value by value.

    A state says how many runs are open with 1, 2, ... cards, the last number those that are long
    enough. Short ones must go on with the next value, long ones may, and any spare card may begin
    another or stay out.
    """
    states: dict[tuple[int, ...], int] = {(0,) * least: 0}
    for number in row:
        following: dict[tuple[int, ...], int] = {}
        for runs, laid in states.items():
            short = sum(runs[:-1])
            for longer in range(min(runs[-1], number - short) + 1):
                for new in range(number - short - longer + 1):
                    after = (new, *runs[: least - 2], runs[least - 2] + longer)
                    cards = laid + short + longer + new
                    following[after] = max(following.get(after, 0), cards)
        states = following
    return max([laid for runs, laid in states.items() if not sum(runs[:-1])])


def layers(row: bytes, least: int) -> int:
    """C67: each value once, then each value that is held twice, in blocks."""
    found = 0
    for copies in (1, 2):
        block = 0
        for number in [*row, 0]:
            if number >= copies:
                block += 1
            else:
                if block >= least:
                    found += block
                block = 0
    return found


# -- jokers ---------------------------------------------------------------------------------------


def best_values(law: "ColoursRules", hand: i64) -> bytes:
    """C60: the values with the highest score, among equals the smallest, red first."""
    if not hand & law.joker_cards:
        return b""
    search = _Values(law, hand)
    search.try_colour(0, 0)
    return search.best


@final
class _Values:
    """Tries all values of all jokers of a hand, the smallest first."""

    law: "ColoursRules"
    hand: i64
    cards: bytearray
    values: list[int]
    best: bytes
    points: int

    def __init__(self, law: "ColoursRules", hand: i64) -> None:
        self.law = law
        self.hand = hand
        self.cards = held(law, hand)
        self.values = []
        self.best = b""
        self.points = -1

    def try_colour(self, colour: int, runs: int) -> None:
        if colour == self.law.colours:
            points = runs + sum(set_points(self.law, self.cards))
            if points > self.points:
                self.points = points
                self.best = bytes(self.values)
        else:
            self.try_values(colour, jokers(self.law, self.hand, colour), 0, runs)

    def try_values(self, colour: int, left: int, least: int, runs: int) -> None:
        """The jokers of one colour in rising order; then the next colour."""
        if not left:
            self.try_colour(colour + 1, runs + run_points(self.law, self.cards, colour))
            return
        for value in range(least, self.law.values):
            self.cards[colour * self.law.values + value] += 1
            self.values.append(value + 1)
            self.try_values(colour, left - 1, value, runs)
            self.values.pop()
            self.cards[colour * self.law.values + value] -= 1
