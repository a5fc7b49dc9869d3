"""Dealers: the seed decides the order of each pile, and alike things are told apart by it alone."""

import hmac
from collections import Counter
from hashlib import sha256

import pytest

from saleroom import catalogue
from saleroom.games.bits import choices
from saleroom.games.chance import Keyed, Recorded, Seeded
from saleroom.games.core import Draw, Position, Refusal, Rules
from saleroom.records import Game


class Marbles(Rules):
    """Nothing but a pile of six marbles: three red, two blue, one green."""

    COLOURS = ("red", "red", "red", "blue", "blue", "green")

    def __init__(self) -> None:
        self.piles = ["bag"]

    def begin(self) -> Position:
        raise AssertionError("nobody plays with marbles")

    def outcome(self, pile: int, outcome: int) -> str:
        return self.COLOURS[outcome]


def drawn(dealer: Keyed, full: int) -> list[str]:
    """The whole bag, as counted bits: of alike marbles the highest number goes first."""
    rules = Marbles()
    left, names = full, []
    while left:
        outcome = dealer.answer(rules, Draw(0, 0, left, 1, 1, full))
        names.append(rules.outcome(0, outcome))
        left &= ~(1 << max(n for n in choices(left) if rules.outcome(0, n) == names[-1]))
    return names


def test_the_order_is_that_of_the_keyed_hashes() -> None:
    key = b"a key"
    ranks = {n: hmac.digest(key, f"0/0/{n}".encode(), "sha256") for n in range(6)}
    order = sorted(range(6), key=lambda n: ranks[n])
    assert drawn(Keyed(key), 63) == [Marbles.COLOURS[n] for n in order]


def test_alike_things_come_as_often_as_there_are_of_them_and_at_any_place() -> None:
    places: Counter[tuple[int, str]] = Counter()
    for seed in range(600):
        names = drawn(Seeded(seed), 63)
        assert Counter(names) == Counter(Marbles.COLOURS)
        places.update(enumerate(names))
    for place in range(6):
        assert 240 < places[place, "red"] < 360  # half of 600, and five deviations of 12
        assert 60 < places[place, "green"] < 145


def test_a_seed_is_the_key_of_its_digits() -> None:
    assert Seeded(7).key == sha256(b"7").digest()


def test_each_pile_and_each_shuffle_has_an_order_of_its_own() -> None:
    rules, dealer = catalogue.load("dutch"), Seeded(1)
    everything = 2**40 - 1
    firsts = [
        dealer.answer(rules, Draw(pile, shuffle, everything, 1, 1))
        for pile in range(3)
        for shuffle in range(3)
    ]
    assert len(set(firsts)) > 5
    again = [dealer.answer(rules, Draw(0, 0, everything, 1, 1)) for _ in range(2)]
    assert again == firsts[:1] * 2  # a dealer keeps no account


def test_a_recorded_draw_that_cannot_be_is_refused_with_a_sentence() -> None:
    rules = catalogue.load("dutch")
    draw = rules.begin().pending()
    with pytest.raises(Refusal, match=r"A draw from auction is missing\."):
        Recorded([]).answer(rules, draw)
    with pytest.raises(Refusal, match=r"A draw from auction comes next, not from deck\.1\."):
        Recorded([(2, "b1")]).answer(rules, draw)
    with pytest.raises(Refusal, match=r"x9 cannot come from auction\."):
        Recorded([(0, "x9")]).answer(rules, draw)
    dealer = Recorded([(0, "b1")])
    assert not dealer.finished
    assert dealer.answer(rules, draw) == 0
    assert dealer.finished


def test_one_dealer_deals_several_games_as_new_ones_would() -> None:
    dealer = Seeded(7)
    for game in catalogue.games():
        for variant in catalogue.variants(game):
            rules = catalogue.load(game, variant)
            assert Game(rules, dealer).entries == Game(rules, Seeded(7)).entries
