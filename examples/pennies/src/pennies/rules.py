"""The numbers of Pennies, from a checked table, and its sentences."""

from typing import Final

from pennies.position import Pennies
from saleroom.games.bits import choices
from saleroom.games.core import BadVariant, Rules

MOST_COINS: Final = 61  # coins are choices, and one of the 62 codes closes a bid

WORDS: Final = {
    # events: @0 stands for the name of seat 0
    "dealt": "@{seat} is dealt {coins}.",
    "lot": "The {coin} is up for sale.",
    "pocketed": "@{seat} puts {coin} into the pocket.",
    "bid": "@{seat} bids {coins}.",
    "won": "@{seat} has bid the most.",
    "nobody": "Nobody has bid the most: the {coin} goes to the till.",
    "swapped": "@{seat} takes the {coin} and gives the {price}.",
    # states
    "dealing": "The coins are dealt.",
    "bidding": "The {coin} is up for sale; all seal their bids.",
    "turn": "@{seat} has bid the most, takes a coin and gives one for it.",
    # the way the game ended
    "sold": "All lots are sold.",
}


class PenniesRules(Rules):
    """P1 to P3: which coins there are, how many are dealt and how many are sold."""

    def __init__(self, table: dict[str, object], seats: int) -> None:
        self.game = "pennies"
        self.variant = str(table["variant"])
        self.seats = seats
        self.version = 1
        self.take_back = False
        self.piles = ["bag"]
        self.words = WORDS
        self.table = table

        self.values = _numbers(table, "coins")
        self.purse = _number(table, "purse")
        self.lots = _number(table, "lots")
        if not 1 <= len(self.values) <= MOST_COINS or len(set(self.values)) < len(self.values):
            raise BadVariant("coins", f"name 1 to {MOST_COINS} coins, each of another value.")
        needed = seats * self.purse + self.lots
        if needed > len(self.values):
            raise BadVariant(
                "coins", f"{needed} are dealt and sold, and there are only {len(self.values)}."
            )
        self.everything = (1 << len(self.values)) - 1  # all coins, as a set
        self.done = len(self.values)  # the choice that closes a bid
        self.choices = len(self.values) + 1
        self.lowest = 0
        self.highest = sum(self.values) + max(self.values)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled, rules are made again of their table."""
        return make_rules, (self.table, self.seats)

    def begin(self) -> Pennies:
        return Pennies(self)

    def outcome(self, pile: int, outcome: int) -> str:
        return self.name(outcome)

    def name(self, coin: int) -> str:
        return str(self.values[coin])

    def names(self, coins: int) -> str:
        """As in a sentence: "3, 4", or "nothing"."""
        return ", ".join(map(self.name, choices(coins))) or "nothing"


def make_rules(table: dict[str, object], seats: int) -> Rules:
    """The rules in this table; what every game package offers."""
    return PenniesRules(table, seats)


def _number(table: dict[str, object], key: str) -> int:
    number = table.get(key)
    if not isinstance(number, int) or number < 1:
        raise BadVariant(key, f"it is {number!r}, and must be a number from 1 on.")
    return number


def _numbers(table: dict[str, object], key: str) -> list[int]:
    numbers = table.get(key)
    if not isinstance(numbers, list):
        raise BadVariant(key, f"it is {numbers!r}, and must be a list of numbers.")
    for place, number in enumerate(numbers):
        if not isinstance(number, int) or number < 1:
            raise BadVariant(f"{key}[{place}]", f"it is {number!r}, and must be from 1 on.")
    return sorted(numbers)
