"""Variant files of Stick to Colours: what is possible, and a sentence for what is not."""

from copy import deepcopy
from typing import Any

import pytest

from saleroom import catalogue
from saleroom.games.bits import Dice, choices
from saleroom.games.colours import make_rules
from saleroom.games.core import BadVariant, playout


def table(**changes: Any) -> dict[str, Any]:
    """The shipped `free`, with dotted keys changed: deck__jokers=2; None takes a key out."""
    found: Any = deepcopy(catalogue.load("colours", "free", 3).table)
    for dotted, value in changes.items():
        *path, key = dotted.split("__")
        home = found
        for name in path:
            home = home[name]
        if value is None:
            del home[key]
        else:
            home[key] = value
    return found


def values(*numbers: int) -> dict[str, int]:
    return {str(value): number for value, number in enumerate(numbers, 1)}


BAD = [
    (dict(game="dutch"), "game", '"dutch" is not possible'),
    (dict(version=2), "version", "must be 1"),
    (dict(version=True), "version", "must be 1"),
    (dict(variant="A B"), "variant", "is not a name"),
    (dict(designer=3), "designer", "not a text"),
    (dict(seats=[]), "seats", "not a list such as"),
    (dict(seats=[2, 5]), "seats", "5 is not possible; the game is for 2, 3 or 4"),
    (dict(seats=[2, 2]), "seats", "no number comes twice"),
    (dict(deck=3), "deck", "is not a table of colours, copies, jokers"),
    (dict(deck__colors=["red"]), "deck.colors", "Did you mean colours?"),
    (dict(deck__jokers=None), "deck.jokers", "is missing"),
    (dict(deck__jokers=-1), "deck.jokers", "out of range"),
    (dict(deck__jokers=3), "deck.jokers", "can be named in 4,492,125 ways"),
    (dict(deck__colours=[]), "deck.colours", "at least one"),
    (dict(deck__colours="red"), "deck.colours", "not a list of names"),
    (dict(deck__colours=["Red"]), "deck.colours[0]", "small letters"),
    (dict(deck__colours=["red", "rose"]), "deck.colours[1]", 'begins like "red"'),
    (dict(deck__copies=5), "deck.copies", "not a table by value"),
    (dict(deck__copies={}), "deck.copies", "not a table by value"),
    (dict(deck__copies={"1": 2, "3": 2}), "deck.copies", "without a gap: 2 are named, and 2 is"),
    (dict(deck__copies={"0": 2, "1": 2}), "deck.copies", "without a gap"),
    (dict(deck__copies=values(2, 0)), "deck.copies.2", "out of range; possible are 1 to 62"),
    (dict(deck__copies=values(*[1] * 17)), "deck", "make 65 choice codes"),
    (dict(deck__copies=values(7, 7, 6)), "deck.copies", "63 cards are too many"),
    (dict(deal__hand=0), "deal.hand", "out of range"),
    (dict(deal__hand=12), "deal.hand", "4 hands of 12 and one card for the market are 49 cards"),
    (dict(deal__market=values(1)), "deal.market.1", "there is no such key"),
    (dict(deal__market={"2": 5, "3": 5}), "deal.market.4", "is missing"),
    (dict(deal__market={"2": 0, "3": 5, "4": 6}), "deal.market.2", "possible are 1 to 8"),
    (dict(deal__market={"2": 5, "3": 9, "4": 6}), "deal.market.3", "possible are 1 to 8"),
    (dict(deal__first_dealer=2), "deal.first_dealer", "possible are 0 to 1"),
    (dict(trading__raising="often"), "trading.raising", '"free" or "matching"'),
    (dict(trading__opening=0), "trading.opening", "possible are 1 to 62"),
    (dict(trading__all_pass="stop"), "trading.all_pass", '"sweep" or "end"'),
    (dict(trading__automatic_wins=1), "trading.automatic_wins", "neither true nor false"),
    (dict(scoring__set=values(3, 3)), "scoring.set", "2 values have points, but the deck has 9"),
    (dict(scoring__set=values(*[-1] * 9)), "scoring.set.1", "out of range; possible are 0"),
    (dict(scoring__run_least=1), "scoring.run_least", "possible are 2 to 62"),
    (dict(scoring__run_card=-1), "scoring.run_card", "possible are 0 to 1000"),
    (dict(scoring__runs="worst"), "scoring.runs", '"best" or "layers"'),
    (dict(scoring__jokers="worst"), "scoring.jokers", '"owner" or "best"'),
]


@pytest.mark.parametrize(("changes", "key", "why"), BAD, ids=[str(bad[0]) for bad in BAD])
def test_what_is_impossible_is_refused_with_its_key(
    changes: dict[str, Any], key: str, why: str
) -> None:
    with pytest.raises(BadVariant) as caught:
        make_rules(table(**changes), 3)
    assert caught.value.key == key
    assert why in caught.value.reason


def test_a_number_of_seats_that_the_variant_does_not_have_is_refused() -> None:
    with pytest.raises(BadVariant, match="for 2 or 4 seats, not for 3"):
        make_rules(table(seats=[2, 4], deal__market={"2": 5, "4": 6}), 3)


def test_a_deck_at_the_border_is_played() -> None:
    """62 choice codes and 62 cards are possible, without jokers too."""
    for changes in (
        dict(deck__copies=values(*[1] * 16), scoring__set=values(*[3] * 16)),
        dict(deck__copies=values(7, 7, 5), scoring__set=values(3, 3, 3)),
        dict(deck__copies=values(7, 7, 5), scoring__set=values(3, 3, 3), deck__jokers=0),
        dict(deck__colours=["red"], deal__market={"2": 8, "3": 8, "4": 1}),
    ):
        for seats in (2, 3, 4):
            rules = make_rules(table(**changes), seats)
            position = rules.begin()
            playout(position, Dice(seats))
            assert position.over
            zones: Any = position.view(None)["zones"]
            assert sum(zone["count"] for zone in zones) == len(choices(rules.all_cards))


def test_the_shipped_rule_sets_differ_in_one_key() -> None:
    """Q1."""
    free, matching = (catalogue.load("colours", v, 2).table for v in ("free", "matching"))
    differ = [
        f"{part}.{key}"
        for part in ("deck", "deal", "trading", "scoring")
        for key in free[part]  # type: ignore[attr-defined]
        if free[part][key] != matching[part][key]  # type: ignore[index]
    ]
    assert differ == ["trading.raising"]
