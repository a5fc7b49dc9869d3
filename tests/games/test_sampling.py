"""Is `sample` exact? Against brute force on small games, and by symmetry over whole ones of Dutch.

What a seat can know is in the rules: H5 to H12 of Dutch, part 5 of the others. The brute force
itself is in `brute_force`, the same for all games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import comb, factorial, prod, sqrt
from pathlib import Path
from typing import Any

import pytest

from saleroom import catalogue
from saleroom.games.bits import Dice, choices, count
from saleroom.games.colours.cards import faces
from saleroom.games.colours.codes import FACES
from saleroom.games.colours.position import Colours
from saleroom.games.core import Position
from saleroom.games.dutch.codes import BID
from saleroom.games.dutch.phases import SET_ASIDE, TURN, VOTE
from saleroom.games.dutch.position import Dutch
from saleroom.games.sparrows.phases import RAISING
from saleroom.games.sparrows.position import Sparrows
from tests.games.brute_force import (
    RARE,
    Small,
    draw_at_random,
    followed,
    must_be_drawn_alike,
    random_game,
)
from tests.games.fields import State, state

TINY_BIRDS = Path(__file__).parents[1] / "perft" / "tiny-birds.toml"


# -- small games of Dutch --------------------------------------------------------------------------


def small_dutch(cards: list[dict[str, object]], **table: object) -> Small:
    """Two suits of these cards, the keys given here, and the rest as in `standard`."""
    whole = catalogue.load("dutch", "standard").table
    whole |= {"variant": "small", "suits": ["blue", "red"], "card": cards, **table}
    return Small(catalogue.make(whole), hidden_in_dutch, turns)


def card(face: str, bid: int, *powers: str) -> dict[str, object]:
    return {"face": face, "bid": bid, "vp": 9 - bid, "powers": list(powers)}


def hidden_in_dutch(world: Position, seat: int) -> State:
    """The cards of the rival, and the order of those on top."""
    assert isinstance(world, Dutch)
    rival = world.sides[1 - seat]
    return rival.deck, rival.top, rival.hand


def turns(world: Position) -> bool:
    assert isinstance(world, Dutch)
    return world.phase == TURN


OFFERING: dict[str, object] = {
    "bid": "hold_powers",
    "activate_from": "power_area",
    "steal": "nobody",
}
DUTCH = {
    # Own discards are shuffled often, under cards that are left: old and new ones lie hidden.
    "standard": small_dutch(
        [*(card(str(n), n) for n in range(1, 6)), card("P", 0, "cash_in")],
        deal=4,
        hand=3,
        prices=[1, 2],
    ),
    # Two cards are set aside, in an order.
    "two aside": small_dutch(
        [*(card(str(n), n) for n in range(1, 6)), card("P", 0, "take:display")],
        deal=4,
        hand=3,
        set_aside=2,
        prices=[1, 1],
    ),
    # Most bids tie: cards are added from the top, and decks are shuffled in the middle of it.
    "ties": small_dutch(
        [*(card(str(n), 1) for n in range(1, 5)), card("5", 2)],
        deal=3,
        hand=2,
        prices=[1, 2],
    ),
    # The own deck lasts for some hands before anything is shuffled.
    "long deck": small_dutch(
        [
            *(card(str(n), n) for n in range(1, 4)),
            card("6", 4, "cash_in"),
            card("9", 5, "take:own_discards"),
            card("10", 6, "take:auction_discards"),
        ],
        deal=5,
        hand=2,
        prices=[1],
        **OFFERING,
    ),
    # Power cards may be held, and nothing else.
    "offering": small_dutch(
        [
            card("1", 1),
            card("6", 2, "cash_in"),
            card("7", 3, "duplicate"),
            card("2", 2),
            card("9", 4, "take:own_discards"),
        ],
        deal=3,
        hand=3,
        prices=[1, 2],
        **OFFERING,
    ),
    "offering with ties": small_dutch(
        [
            card("1", 0),
            card("6", 0, "cash_in"),
            card("9", 0, "take:own_discards"),
            card("2", 0),
            card("5", 1),
        ],
        deal=3,
        hand=3,
        prices=[1],
        **OFFERING,
    ),
}


# -- small games of Six of Sparrows ----------------------------------------------------------------


def small_sparrows(seats: int) -> Small:
    """Two steps, and the upgrades."""
    rules = catalogue.load("sparrows", str(TINY_BIRDS), seats)
    return Small(rules, hidden_in_sparrows, all_but_answers)


def hidden_in_sparrows(world: Position, seat: int) -> State:
    """The hands of the others."""
    assert isinstance(world, Sparrows)
    return tuple(side.hand for other, side in enumerate(world.sides) if other != seat)


def all_but_answers(world: Position) -> bool:
    assert isinstance(world, Sparrows)
    return world.phase != RAISING


# -- small games of Stick to Colours ---------------------------------------------------------------


def small_colours(
    seats: int, colours: list[str], ones: int, twos: int, hand: int, **trading: object
) -> Small:
    """So many ones and twos of each colour and a joker: most cards have others alike."""
    whole: Any = catalogue.load("colours", "free").table
    whole["variant"] = "small"
    whole["seats"] = [seats]
    whole["deck"] = {"colours": colours, "copies": {"1": ones, "2": twos}, "jokers": 1}
    whole["deal"] = {"hand": hand, "market": {str(seats): 3}, "first_dealer": 0}
    whole["trading"] |= trading
    whole["scoring"]["set"] = {"1": 3, "2": 3}
    return Small(catalogue.make(whole), hidden_in_colours, lambda world: False, cards_laid)


def hidden_in_colours(world: Position, seat: int) -> State:
    """What the others hold, and what they have laid face down, now and before."""
    assert isinstance(world, Colours)
    others = [side for other, side in enumerate(world.sides) if other != seat]
    return tuple((side.hand, side.down, side.lost) for side in others)


def cards_laid(world: Position, seat: int, path: list[int]) -> int:
    """Q27: of a face that is held twice, each card is one."""
    assert isinstance(world, Colours)
    held = Counter(FACES + face for face in faces(world.law, world.sides[seat].hand))
    return prod(comb(held[code], times) for code, times in Counter(path).items() if code in held)


# -- brute force -----------------------------------------------------------------------------------

SMALL = DUTCH | {
    "sparrows, two seats": small_sparrows(2),
    "sparrows, three seats": small_sparrows(3),
    "colours, free": small_colours(2, ["red", "green"], 3, 2, hand=3),
    "colours, three seats": small_colours(3, ["red"], 6, 5, hand=2),
    "colours, matching": small_colours(
        2, ["red", "green"], 3, 1, hand=2, raising="matching", automatic_wins=False
    ),
}
GAMES = 3  # of each small variant, each observed by every seat
MANY_DRAWS = 3000  # where worlds differ in weight, so that a slightly wrong weight shows


@pytest.mark.slow
@pytest.mark.parametrize("variant", SMALL)
def test_sampled_worlds_are_those_of_brute_force_with_the_same_chances(variant: str) -> None:
    small = SMALL[variant]
    met: Counter[str] = Counter()
    for seed in range(GAMES):
        for seat in range(small.rules.seats):
            before: object = None
            for moment, (truth, worlds) in enumerate(followed(small, seat, seed)):
                where = f"{variant}, game {seed}, moment {moment}, seen by seat {seat}"
                chances = worlds.chances()
                dice = Dice(moment)
                assert state(truth.sample(seat, dice)) in chances, where
                hidden = {small.hidden(world, seat) for world, _ in worlds.found.values()}
                assert small.hidden(truth, seat) in hidden, where
                several = len(chances) > 1
                met["sealed"] += several and bool(worlds.sealed)
                count_in_dutch(truth, seat, len(chances), met)
                if hidden == before:
                    continue  # nothing new is known
                before = hidden
                uneven = max(chances.values()) > 1.01 * min(chances.values())
                number = max(int(30 / min(chances.values())), MANY_DRAWS * uneven)
                drawn = Counter(state(truth.sample(seat, dice)) for _ in range(number))
                must_be_drawn_alike(chances, drawn, where)
                met["moments"] += several
                met["uneven"] += uneven
    print(variant, dict(met))
    assert met["moments"] > 10
    assert met["sealed"] or small.rules.game == "colours"  # only jokers are sealed, in the open
    assert met["uneven"] or small.rules.game != "colours"
    assert met["old and new"] or variant in ("ties", "long deck") or variant not in DUTCH
    assert met["held"] or not (variant in DUTCH and small.rules.table["bid"] == "hold_powers")


def count_in_dutch(truth: Position, seat: int, worlds: int, met: Counter[str]) -> None:
    """H9 says how many worlds there are; and which kinds of moments were met."""
    if isinstance(truth, Dutch):
        assert possible(truth, seat) == worlds
        rival = truth.sides[1 - seat]
        met["old and new"] += worlds > 1 and bool(rival.old and rival.deck)
        met["held"] += worlds > 1 and truth.turn >= 0 and rival.hand != 0


EDITIONS = {name: catalogue.load("dutch", name) for name in ("standard", "offering")}
EVERY = {name: small.rules for name, small in SMALL.items()} | {
    f"{game} {variant}": catalogue.load(game, variant)
    for game in ("dutch", "sparrows", "colours")
    for variant in catalogue.variants(game)
}


@pytest.mark.parametrize("name", EVERY)
def test_a_sample_of_a_sample_is_the_same_world(name: str) -> None:
    rules = EVERY[name]
    for moment, truth in enumerate(random_game(rules.begin(), Dice(5))):
        for seat in range(rules.seats):
            world = truth.sample(seat, Dice(moment))
            again = truth.sample(seat, Dice(99))
            assert state(world.sample(seat, Dice(99))) == state(again)
            if isinstance(truth, Dutch) and isinstance(world, Dutch):
                assert possible(world, seat) == possible(truth, seat)


# -- counting the worlds of Dutch ------------------------------------------------------------------


def possible(position: Dutch, seat: int) -> int:
    """How many worlds this seat holds possible, counted from what the position remembers (H9).

    So many cards of each kind go to the hand, to the place on top of the deck, and into the deck;
    kinds are known old cards, known new ones, and those never seen.
    """
    rival = position.sides[1 - seat]
    hidden = rival.hidden()
    unknown = hidden & ~rival.known
    unseen = position.auction | unknown
    unknown_is_old = bool(unknown & rival.old)
    missing = count(unknown)
    kinds = [rival.known & rival.old, rival.known & ~rival.old, unseen]
    have = [count(kind) for kind in kinds]
    # D11: what is held must be power cards; a hand before the bid is anything.
    may_hold = position.law.power_cards if position.turn >= 0 else -1
    holdable = [count(kind & may_hold) for kind in kinds]
    found = 0
    for hand in splits(count(rival.hand)):
        for aside in splits(count(rival.aside)):
            front = [h + a for h, a in zip(hand, aside, strict=True)]
            if front[0] != have[0] or front[2] > missing or (unknown_is_old and front[2] < missing):
                continue
            ways = factorial(sum(aside)) * comb(have[2] - front[2], missing - front[2])
            for kind in range(3):
                ways *= comb(holdable[kind], hand[kind])
                ways *= comb(max(0, have[kind] - hand[kind]), aside[kind])
            found += ways
    return found


def splits(number: int) -> Iterator[tuple[int, int, int]]:
    """All ways to part so many cards into three kinds."""
    for first in range(number + 1):
        for second in range(number + 1 - first):
            yield first, second, number - first - second


# -- symmetry: true and sampled worlds of whole games are exchangeable -----------------------------


def blind_decision(position: Dutch, seat: int, dice: Dice) -> list[int]:
    """A decision that betrays nothing: as likely in every world the rival holds possible.

    A card set aside is any; each power card is held or not by a coin, so only how many powers were
    held or bid matters, which is seen; whether to play a held card depends on their number alone.
    """
    walker = position.clone()
    side = walker.sides[seat]
    path: list[int] = []
    while True:
        menu = walker.menu(seat)
        if position.phase == SET_ASIDE and menu >> BID & 1:
            held = [c for c in choices(menu & ~(1 << BID)) if dice.below(2)]
            return [*path, *held, BID]
        if position.phase == TURN and walker.between(seat):
            others = menu & ~side.hand
            if side.hand and (not others or dice.below(3) == 0):
                menu = side.hand
            else:
                menu = others
        choice = choices(dice.member(menu))[0]
        path.append(choice)
        if walker.step(seat, choice):
            return path


def blind_game(position: Dutch, dice: Dice) -> Iterator[Dutch]:
    """A game in which no seat learns from the other's choices, at each moment between decisions."""
    while not position.over:
        if position.wants:
            draw_at_random(position, dice)
            continue
        yield position
        mover = choices(dice.member(position.movers))[0]
        for choice in blind_decision(position, mover, dice):
            position.step(mover, choice)


def statistics(world: Dutch, seat: int, known: int, old: int) -> dict[str, int]:
    """Numbers about the rival's hidden cards: by face and zone, and by what was seen of them."""
    rival = world.sides[1 - seat]
    law = world.law
    zones = {"hand": rival.hand, "aside": rival.aside, "deck": rival.deck, "auction": world.auction}
    found = {}
    for name, cards in zones.items():
        numbers = choices(cards)
        found[f"bids in {name}"] = sum(law.bids[number] for number in numbers)
        found[f"points in {name}"] = sum(law.points[number] for number in numbers)
        found[f"powers in {name}"] = count(cards & law.power_cards)
        found[f"seen before in {name}"] = count(cards & known)
        found[f"hidden at the last shuffle in {name}"] = count(cards & old)
        for face in range(law.faces):
            of_face = sum(1 for number in numbers if number % law.faces == face)
            found[f"{law.face_names[face]} in {name}"] = of_face
        for suit in range(law.suits):
            found[f"{law.suit_names[suit]} in {name}"] = count(cards & law.suit_cards(suit))
    return found


MANY = 300  # games of each edition


@pytest.mark.slow
@pytest.mark.parametrize("name", EDITIONS)
def test_true_and_sampled_worlds_are_exchangeable(name: str) -> None:
    """Of the same moment, the true world has the greater number as often as the sampled one.

    One pair of each kind of moment in a game, so that pairs are independent of each other.
    """
    greater: Counter[tuple[str, str]] = Counter()
    unequal: Counter[tuple[str, str]] = Counter()
    for number in range(MANY):
        seat = number % 2
        met: set[str] = set()
        for truth in blind_game(EDITIONS[name].begin(), Dice(number)):
            moment = f"{'bid' if truth.phase == SET_ASIDE else 'turn'} of round {truth.round}"
            if truth.phase == VOTE or moment in met or truth.round > 6:
                continue
            met.add(moment)
            rival = truth.sides[1 - seat]
            seen = rival.known, rival.known & rival.old
            true = statistics(truth, seat, *seen)
            imagined = statistics(truth.sample(seat, Dice(-1 - number)), seat, *seen)
            for what, value in true.items():
                if value != imagined[what]:
                    unequal[moment, what] += 1
                    greater[moment, what] += value > imagined[what]
    assert len(unequal) > 300
    for key, pairs in unequal.items():
        surplus = abs(greater[key] - pairs / 2)
        # Hoeffding's bound for so many throws of a fair coin
        assert surplus <= sqrt(pairs * RARE / 2), f"{key}: {greater[key]} of {pairs}"


# -- worlds that really differ ---------------------------------------------------------------------


def cards_in(view: dict[str, Any]) -> dict[str, list[str]]:
    """Which cards lie where, as a view shows it."""
    return {
        zone["id"]: [entry["card"] for entry in zone["cards"]]
        for zone in view["zones"]
        if zone["cards"] is not None
    }


TRIES = 6  # worlds that are drawn in search of one that differs


@pytest.mark.slow
@pytest.mark.parametrize("name", EDITIONS)
def test_where_several_worlds_are_possible_a_really_different_one_is_met(name: str) -> None:
    moments = open_moments = met = 0
    for seed in range(3):
        for truth in random_game(EDITIONS[name].begin(), Dice(seed)):
            for seat in range(2):
                true = cards_in(truth.view(1 - seat))
                worlds = (truth.sample(seat, Dice(mix)) for mix in range(TRIES))
                differs = any(cards_in(world.view(1 - seat)) != true for world in worlds)
                several = possible(truth, seat) > 1
                assert several or not differs
                moments += 1
                open_moments += several
                met += differs
    print(f"{name}: several worlds at {open_moments} of {moments} moments, a different one met at")
    print(f"{met} of these, {met / open_moments:.1%}")
    assert met >= 0.9 * open_moments > 100
