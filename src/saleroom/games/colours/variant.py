"""The variant file of Stick to Colours, checked: every number, or a sentence about what is wrong.

What is possible stands in rules.md, part 1. The keys that a sentence is about are dotted:
`deck.copies.7` is the number of sevens of each colour.
"""

from __future__ import annotations

from math import comb
from typing import cast

import msgspec

from saleroom.games import checks
from saleroom.games.colours.codes import FACES
from saleroom.games.core import BadVariant

MOST_CHOICES = 62
MOST_CARDS = 62
MOST_SLOTS = 8
MOST_POINTS = 1000
MOST_JOKER_HANDS = 100_000  # ways to name all jokers of one hand: C60 looks at each

SEATS = (2, 3, 4)
KEYS = ["game", "variant", "version", "seats", "deck", "deal", "trading", "scoring"]


class Variant(msgspec.Struct, frozen=True, kw_only=True):
    """The numbers and switches of one rule set; `copies` and `set_points` go by value."""

    variant: str
    version: int
    seats: list[int]
    colours: list[str]
    copies: list[int]
    jokers: int
    hand: int
    market: dict[int, int]  # by number of seats
    first_dealer: int
    matching: bool  # C34; otherwise C33
    opening: int
    all_pass_ends: bool  # C23; otherwise C22
    automatic_wins: bool  # C50
    set_points: list[int]
    run_least: int
    run_card: int
    layers: bool  # C67; otherwise C66
    best_jokers: bool  # C60; otherwise C58


def checked(table: dict[str, object]) -> Variant:
    """The variant that this table describes; BadVariant where no game can be made of it."""
    checks.heading(table, "colours", KEYS)
    seats = _seats(table)

    deck = checks.inner(table, "deck", ["colours", "copies", "jokers"])
    deal = checks.inner(table, "deal", ["hand", "market", "first_dealer"])
    trading = checks.inner(table, "trading", ["raising", "opening", "all_pass", "automatic_wins"])
    scoring = checks.inner(table, "scoring", ["set", "run_least", "run_card", "runs", "jokers"])

    colours = checks.suits(deck, "colours", "deck.")
    copies = _by_value(deck, "copies", "deck.", 1, MOST_CARDS)
    jokers = checks.number(deck, "jokers", 0, MOST_CARDS, "deck.")
    _fits(colours, copies, jokers)
    return Variant(
        variant=checks.name_of(table),
        version=1,
        seats=seats,
        colours=colours,
        copies=copies,
        jokers=jokers,
        hand=_hand(deal, seats, len(colours) * (sum(copies) + jokers)),
        market=_market(deal, seats),
        first_dealer=checks.number(deal, "first_dealer", 0, min(seats) - 1, "deal."),
        matching=checks.one_of(trading, "raising", ["free", "matching"], "trading.") == "matching",
        opening=checks.number(trading, "opening", 1, MOST_CARDS, "trading."),
        all_pass_ends=checks.one_of(trading, "all_pass", ["sweep", "end"], "trading.") == "end",
        automatic_wins=checks.switch(trading, "automatic_wins", "trading."),
        set_points=_set_points(scoring, len(copies)),
        run_least=checks.number(scoring, "run_least", 2, MOST_CARDS, "scoring."),
        run_card=checks.number(scoring, "run_card", 0, MOST_POINTS, "scoring."),
        layers=checks.one_of(scoring, "runs", ["best", "layers"], "scoring.") == "layers",
        best_jokers=checks.one_of(scoring, "jokers", ["owner", "best"], "scoring.") == "best",
    )


# -- the deck -------------------------------------------------------------------------------------


def _by_value(table: dict[str, object], key: str, at: str, least: int, most: int) -> list[int]:
    """A number for each value 1, 2, 3 ..."""
    given = table[key]
    if not (isinstance(given, dict) and given):
        raise BadVariant(
            at + key, f"{checks.shown(given)} is not a table by value such as {{ 1 = 2, 2 = 2 }}."
        )
    for value in range(1, len(given) + 1):
        if str(value) not in given:
            raise BadVariant(
                at + key,
                f"values must be 1, 2, 3 ... without a gap: {len(given)} are named, "
                f"and {value} is missing.",
            )
    return [
        checks.whole(given[str(value)], f"{at}{key}.{value}", least, most)
        for value in range(1, len(given) + 1)
    ]


def _fits(colours: list[str], copies: list[int], jokers: int) -> None:
    """All must fit into 62 choices and 62 cards, and the values of jokers must be countable."""
    faces = len(colours) * (len(copies) + 1)
    choices = FACES + faces + 3
    if choices > MOST_CHOICES:
        raise BadVariant(
            "deck",
            f"{len(colours)} colours of {len(copies)} values make {choices} choice codes "
            f"({FACES} slots, {faces} faces with jokers, 3 words); at most {MOST_CHOICES} are "
            "possible. Use fewer colours or values.",
        )
    # A colour without jokers leaves the number of its joker unused.
    cards = len(colours) * (sum(copies) + max(jokers, 1))
    if cards > MOST_CARDS:
        raise BadVariant(
            "deck.copies",
            f"{cards} cards are too many; at most {MOST_CARDS} are possible, "
            "with at least one joker counted for each colour.",
        )
    ways = comb(len(copies) + jokers - 1, jokers) ** len(colours)
    if ways > MOST_JOKER_HANDS:
        raise BadVariant(
            "deck.jokers",
            f"{jokers} of each colour can be named in {ways:,} ways; "
            f"at most {MOST_JOKER_HANDS:,} are possible. Use fewer jokers.",
        )


# -- the other tables -----------------------------------------------------------------------------


def _seats(table: dict[str, object]) -> list[int]:
    seats = table["seats"]
    if not (checks.are_whole(seats) and seats):
        raise BadVariant("seats", f"{checks.shown(seats)} is not a list such as [2, 3, 4].")
    numbers = cast(list[int], seats)
    for number in numbers:
        if number not in SEATS:
            raise BadVariant("seats", f"{number} is not possible; the game is for 2, 3 or 4 (C1).")
    if len(set(numbers)) != len(numbers):
        raise BadVariant("seats", "no number comes twice.")
    return numbers


def _hand(deal: dict[str, object], seats: list[int], cards: int) -> int:
    hand = checks.number(deal, "hand", 1, MOST_CARDS, "deal.")
    for number in seats:
        if hand * number + 1 > cards:
            raise BadVariant(
                "deal.hand",
                f"{number} hands of {hand} and one card for the market are {hand * number + 1} "
                f"cards, but there are {cards}.",
            )
    return hand


def _market(deal: dict[str, object], seats: list[int]) -> dict[int, int]:
    sizes = checks.inner(deal, "market", [str(number) for number in seats], "deal.")
    return {
        number: checks.number(sizes, str(number), 1, MOST_SLOTS, "deal.market.") for number in seats
    }


def _set_points(scoring: dict[str, object], values: int) -> list[int]:
    points = _by_value(scoring, "set", "scoring.", 0, MOST_POINTS)
    if len(points) != values:
        raise BadVariant(
            "scoring.set", f"{len(points)} values have points, but the deck has {values}."
        )
    return points
