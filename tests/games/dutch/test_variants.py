"""Variant files (1.1 to 1.4): the two editions, every switch, and what a bad file is told."""

import string
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saleroom.games import dutch
from saleroom.games.bits import Dice, choices, count
from saleroom.games.core import BadVariant, deal
from saleroom.games.dutch.codes import COPY, POWER_WORDS
from saleroom.games.dutch.variant import KEYS, NOTATION, checked

from .table import conserved, opening, rules, table, variant_table

# -- the two editions


def test_the_numbers_of_standard_are_those_of_1_1_and_1_2() -> None:
    v = checked(variant_table("standard"))
    assert v.seats == [2]
    assert v.suits == ["blue", "green", "pink", "red"]
    assert v.faces == ["1", "2", "3", "4", "5", "6", "7", "8", "P", "Q"]
    assert v.bids == [1, 2, 3, 4, 5, 6, 7, 8, 0, 0]
    assert v.vps == [8, 7, 6, 5, 4, 3, 2, 1, 0, 0]
    assert sum(v.vps) == 36
    assert (v.deal, v.hand, v.set_aside) == (9, 5, 1)
    assert v.prices == [1, 2, 3, 4, 5, 6]
    assert not v.hold_powers
    assert not v.from_area
    assert v.obligation
    assert v.winner_steals
    assert v.end_vote
    assert v.rounds == 0
    assert v.bonus_lowest
    assert v.fewest_cards


def test_the_numbers_of_offering_are_those_of_1_1_and_1_2() -> None:
    """R1: the VP values are those of the card data."""
    v = checked(variant_table("offering"))
    assert v.faces == [str(n) for n in range(1, 11)]
    assert v.bids == list(range(1, 11))
    assert v.vps == [11, 7, 4, 2, 1, -1, -2, -4, -7, -11]
    assert sum(v.vps) == 0
    assert (v.deal, v.hand, v.set_aside) == (8, 5, 1)
    assert v.hold_powers
    assert v.from_area
    assert v.obligation
    assert v.end_vote
    assert not v.bonus_lowest
    assert (v.bonus_count, v.bonus_vp) == (6, 10)


@pytest.mark.parametrize(
    ("variant", "powers"),
    [
        (
            "standard",
            {
                "P": "cash change take-own take-auction take-display steal",
                "Q": "cash change take-own take-auction take-display steal",
            },
        ),
        (
            "offering",
            {
                "6": "cash",
                "7": "copy",
                "8": "take-auction",
                "9": "take-own",
                "10": "take-own take-auction",
            },
        ),
    ],
)
def test_the_powers_are_those_of_1_3(variant: str, powers: dict[str, str]) -> None:
    """R2: the 10 of `offering` takes from the own discards or the auction discards."""
    v = checked(variant_table(variant))
    found = {
        face: " ".join(POWER_WORDS[bit] for bit in range(COPY + 1) if mask >> bit & 1)
        for face, mask in zip(v.faces, v.powers, strict=True)
        if mask
    }
    assert found == powers


@pytest.mark.parametrize("variant", ["standard", "offering"])
def test_the_file_names_its_designer_and_its_source(variant: str) -> None:
    found = variant_table(variant)
    assert found["variant"] == variant
    assert found["designer"] == "Richard Hoile"
    assert found["source"]


# -- what a file may say


def test_any_order_of_keys_and_no_remarks_make_the_same_game() -> None:
    full = variant_table()
    turned = {key: full[key] for key in reversed(KEYS)}
    assert checked(turned) == checked(full)


@pytest.mark.parametrize(
    "changes",
    [
        {"variant": "my-own_2"},
        {"suits": ["blue"], "deal": 1},
        {"suits": ["a", "b", "c", "d"]},
        {"deal": 19},
        {"hand": 1},
        {"hand": 40},
        {"set_aside": 0},
        {"set_aside": 10},
        {"prices": [1]},
        {"prices": [40, 1, 1, 3, 2, 5]},
        {"bid": "hold_powers"},
        {"bid": "hold_powers", "activate_from": "power_area"},
        {"steal": "nobody"},
        {"loser_must_buy_first": False},
        {"end_vote": False},
        {"rounds": 1},
        {"rounds": 1000},
        {"bonus": {"kind": "suit_count", "at_least": 1, "vp": -1000}},
        {"bonus": {"kind": "suit_count", "at_least": 40, "vp": 1000}},
        {"tie_break": "none"},
        {"source": ""},
    ],
    ids=str,
)
def test_what_is_possible_is_accepted(changes: dict[str, Any]) -> None:
    changed = variant_table(**changes)
    if changes.get("suits") == ["blue"]:
        for card in changed["card"]:
            card["powers"] = [power for power in card["powers"] if power != "change_suit"]
    assert checked(changed).variant == changed["variant"]


CARD: dict[str, Any] = {"face": "1", "bid": 1, "vp": 8, "powers": []}


@pytest.mark.parametrize(
    ("changes", "key", "says"),
    [
        ({"game": "chess"}, "game", 'must be "dutch"'),
        ({"version": 2}, "version", "must be 1"),
        ({"version": True}, "version", "must be 1"),
        ({"version": 1.0}, "version", "must be 1"),
        ({"variant": ""}, "variant", "small letters"),
        ({"variant": "My game"}, "variant", "small letters"),
        ({"variant": 7}, "variant", "7 is not a text"),
        ({"designer": 7}, "designer", "7 is not a text"),
        ({"source": ["me"]}, "source", "is not a text"),
        ({"seats": [3]}, "seats", "for two"),
        ({"seats": [2, 3]}, "seats", "for two"),
        ({"seats": 2}, "seats", "for two"),
        ({"seats": [2.0]}, "seats", "for two"),
        ({"suits": []}, "suits", "at least one"),
        ({"suits": list("abcdef")}, "suits", "1 to 5"),
        ({"suits": "blue"}, "suits", "not a list"),
        ({"suits": ["blue", 2]}, "suits[1]", "2 is not a word"),
        ({"suits": ["blue", ""]}, "suits[1]", "not a word"),
        ({"suits": ["Blue"]}, "suits[0]", "small letters"),
        ({"suits": ["sky blue"]}, "suits[0]", "small letters"),
        ({"suits": ["blue", "black"]}, "suits[1]", 'begins like "blue"'),
        ({"suits": ["blue", "end"]}, "suits[1]", "meaning of its own"),
        ({"deal": 0}, "deal", "1 to 40"),
        ({"deal": 20}, "deal", "41 cards, but there are 40. Use 1 to 19."),
        ({"deal": "9"}, "deal", '"9" is not a whole number'),
        ({"deal": True}, "deal", "true is not a whole number"),
        ({"hand": 0}, "hand", "1 to 40"),
        ({"hand": 41}, "hand", "1 to 40"),
        ({"hand": 5.0}, "hand", "5.0 is not a whole number"),
        ({"set_aside": -1}, "set_aside", "0 to 10"),
        ({"set_aside": 11}, "set_aside", "0 to 10"),
        ({"prices": []}, "prices", "1 to 6"),
        ({"prices": [1] * 7}, "prices", "1 to 6"),
        ({"prices": 3}, "prices", "not a list"),
        ({"prices": [1, 0]}, "prices[1]", "1 to 40"),
        ({"prices": [41]}, "prices[0]", "1 to 40"),
        ({"prices": [1, "2"]}, "prices[1]", "not a whole number"),
        ({"prices": [True]}, "prices[0]", "not a whole number"),
        ({"bid": "some"}, "bid", '"all" or "hold_powers"'),
        ({"bid": True}, "bid", "true is not possible"),
        ({"activate_from": "hand"}, "activate_from", '"stake" or "power_area"'),
        ({"activate_from": "power_area"}, "activate_from", "nothing ever lies"),
        ({"loser_must_buy_first": 1}, "loser_must_buy_first", "neither true nor false"),
        ({"loser_must_buy_first": "yes"}, "loser_must_buy_first", "neither true nor false"),
        ({"steal": "loser"}, "steal", '"winner" or "nobody"'),
        ({"steal": False}, "steal", '"winner" or "nobody"'),
        ({"end_vote": 0}, "end_vote", "neither true nor false"),
        ({"rounds": -1}, "rounds", "0 to 1000"),
        ({"rounds": 1001}, "rounds", "0 to 1000"),
        ({"rounds": False}, "rounds", "not a whole number"),
        ({"bonus": "none"}, "bonus", "not a table"),
        ({"bonus": {}}, "bonus.kind", "is missing"),
        ({"bonus": {"kind": "none"}}, "bonus.kind", '"lowest_of_suit" or "suit_count"'),
        ({"bonus": {"kind": "lowest_of_suit", "vp": 3}}, "bonus.vp", "no such key"),
        ({"bonus": {"kind": "suit_count", "vp": 3}}, "bonus.at_least", "is missing"),
        ({"bonus": {"kind": "suit_count", "at_least": 6}}, "bonus.vp", "is missing"),
        ({"bonus": {"kind": "suit_count", "at_least": 0, "vp": 1}}, "bonus.at_least", "1 to 40"),
        (
            {"bonus": {"kind": "suit_count", "at_least": 6, "vp": 1001}},
            "bonus.vp",
            "-1000 to 1000",
        ),
        ({"tie_break": "coin"}, "tie_break", '"fewest_cards" or "none"'),
        ({"hnad": 5}, "hnad", "Did you mean hand?"),
        ({"xyzzy": 5}, "xyzzy", "no such key. Possible: game,"),
        ({"card": []}, "card", "at least one face"),
        ({"card": 3}, "card", "not a list"),
        ({"card": ["b1"]}, "card[0]", "not an entry"),
        ({"card": [CARD | {"face": str(n)} for n in range(11)]}, "card", "at most 10 faces"),
        ({"card": [CARD, CARD]}, "card[1].face", "no face comes twice"),
        ({"card": [CARD | {"face": "p"}, CARD | {"face": "P"}]}, "card[1].face", "comes twice"),
        ({"card": [CARD | {"face": ""}]}, "card[0].face", "one to three"),
        ({"card": [CARD | {"face": "1234"}]}, "card[0].face", "one to three"),
        ({"card": [CARD | {"face": "a b"}]}, "card[0].face", "one to three"),
        ({"card": [CARD | {"face": "?"}]}, "card[0].face", "one to three"),
        ({"card": [CARD | {"face": 1}]}, "card[0].face", "1 is not one to three"),
        ({"card": [CARD | {"face": "id"}]}, "card[0].face", '"bid"'),
        ({"card": [CARD | {"face": "ID"}]}, "card[0].face", '"bID"'),
        ({"card": [CARD, CARD | {"face": "lay"}]}, "card[1].face", '"play"'),
        ({"suits": ["red", "dark"], "card": [CARD | {"face": "ed"}]}, "card[0].face", '"red"'),
        ({"card": [{"face": "1", "bid": 1, "powers": []}]}, "card[0].vp", "is missing"),
        ({"card": [CARD | {"value": 3}]}, "card[0].value", "no such key"),
        ({"card": [CARD | {"pwoers": []}]}, "card[0].pwoers", "Did you mean powers?"),
        ({"card": [CARD | {"bid": 1001}]}, "card[0].bid", "-1000 to 1000"),
        ({"card": [CARD | {"bid": "1"}]}, "card[0].bid", "not a whole number"),
        ({"card": [CARD, CARD | {"face": "2", "vp": -1001}]}, "card[1].vp", "-1000 to 1000"),
        ({"card": [CARD | {"vp": 1.5}]}, "card[0].vp", "1.5 is not a whole number"),
        ({"card": [CARD | {"powers": "steal"}]}, "card[0].powers", "not a list"),
        ({"card": [CARD | {"powers": [3]}]}, "card[0].powers[0]", "3 is not a power"),
        ({"card": [CARD | {"powers": ["cash"]}]}, "card[0].powers[0]", "Possible: cash_in"),
        ({"card": [CARD | {"powers": ["take"]}]}, "card[0].powers[0]", "is not a power"),
        ({"card": [CARD | {"powers": ["take:"]}]}, "card[0].powers[0]", "place to take from"),
        (
            {"card": [CARD | {"powers": ["take:own_deck"]}]},
            "card[0].powers[0]",
            '"own_deck" is not a place to take from',
        ),
        (
            {"card": [CARD | {"powers": ["steal", "cash_in", "steal"]}]},
            "card[0].powers[2]",
            "has already",
        ),
        (
            {"card": [CARD | {"powers": ["take:display", "take:display"]}]},
            "card[0].powers[1]",
            "has already",
        ),
        (
            {"card": [CARD | {"powers": ["take:display,display"]}]},
            "card[0].powers[0]",
            "has already",
        ),
        (
            {"suits": ["blue"], "deal": 1, "card": [CARD | {"powers": ["change_suit"]}]},
            "card[0].powers",
            "at least two suits",
        ),
        ({"suits": ["blue"], "card": [CARD], "deal": 1}, "deal", "at least 3 cards"),
        (
            {"suits": ["blue", "red"], "card": [CARD, CARD | {"face": "2"}], "deal": 2},
            "deal",
            "Use 1.",
        ),
    ],
)
def test_what_is_not_possible_is_refused_by_its_key_with_a_sentence(
    changes: dict[str, Any], key: str, says: str
) -> None:
    with pytest.raises(BadVariant) as refused:
        checked(variant_table(**changes))
    assert refused.value.key == key
    assert says in refused.value.reason
    assert refused.value.reason.endswith((".", "?"))


@pytest.mark.parametrize("key", KEYS)
def test_a_missing_key_is_named(key: str) -> None:
    found = variant_table()
    del found[key]
    with pytest.raises(BadVariant) as refused:
        checked(found)
    assert refused.value.key == key
    assert "missing" in refused.value.reason


def test_the_package_refuses_in_the_same_words() -> None:
    with pytest.raises(BadVariant, match="deal: two decks of 20"):
        dutch.make_rules(variant_table(deal=20), 2)


def test_no_word_of_the_notation_can_be_read_as_a_card() -> None:
    position = opening("offering").position
    words = {position.word(0, code) for code in range(40, 62)}
    fillers = {"aside", "hold", "use", "play", "buy", "with", "copy"}
    suits = {*position.law.suit_names}
    for word in (words | fillers) - suits - {*string.digits, ""}:
        assert word in NOTATION, word


# -- the switches


def test_prices_may_be_fewer_and_the_display_is_as_long() -> None:
    t = opening(prices=[2, 2, 1])
    assert len(t.display().split()) == 3
    t = table(prices=[2, 2, 1], stake="b1", display="r1 r2 r3")
    assert t.menu() == "3 end"


def test_steal_nobody_switches_the_power_off() -> None:
    t = table(steal="nobody", stake="b1 bP", rival_bid="b2")
    t.begin("use bP")
    assert t.menu() == "cash change"
    t = table(steal="nobody", stake="g1 bP", rival_bid="b2")
    assert t.menu() == "end"


def test_r34_with_activate_from_stake_power_cards_that_were_bid_are_ready_too() -> None:
    t = table("offering", activate_from="stake", stake="b1 b6", held="b9", own_discards="b2")
    assert t.menu() == "b6 b9 end"
    t.play("use b6 b1", "play b9", "use b9 b2")
    assert t.stake() == "b6* | b2 b9*"

    t = table("offering", activate_from="stake", set_aside=0, hand="b1 b6", rival_hand="g1 g6 g8")
    t.play("0 bid", "1 bid")  # 7 : 15, and both have bid what can act
    assert t.menu(1) == "g6 end"
    t.play("1 end")
    assert t.menu(0) == "b6 end"


def test_negative_bids_and_points_are_counted_as_they_are() -> None:
    loss = {"face": "1", "bid": -3, "vp": -20, "powers": []}
    t = table(faces={"1": loss}, hand="b1 r8", rival_hand="bP r7")
    t.play("0 aside r8", "1 aside r7")
    assert t.totals == [-3, 0]
    assert t.winner == 1
    t = table(faces={"1": loss}, stake="", own_discards="b1")
    assert t.scores() == [-40, 0]


def test_r47_ten_cards_can_be_set_aside_and_come_back_in_order() -> None:
    hand = "b1 b2 b3 b4 b5 b6 b7 b8 bP bQ g1"
    t = table(set_aside=10, hand=hand, rival_hand="r1")
    t.play("0 aside b2 b3 b4 b5 b6 b7 b8 bP bQ g1")
    # 1 : 1; g1 was set aside last, so it is added first.
    assert t.added == ["0 g1"]
    assert t.totals == [2, 1]
    assert t.set_aside_cards() == "b2 b3 b4 b5 b6 b7 b8 bP bQ"


def test_five_suits_are_possible_and_a_card_may_become_any_other() -> None:
    suits = ["blue", "green", "pink", "red", "yellow"]
    faces = [card for card in variant_table()["card"] if card["face"] in "1234567P"]
    t = table(suits=suits, card=faces, stake="y1 yP b2", display="b1")
    t.begin("use yP change y1")
    assert t.menu() == "blue green pink red"
    t.begin("blue")
    assert t.stake() == "b2 y1>b yP*"
    t = table(suits=suits, card=faces, stake="b1 bP", display="y3")
    t.play("use bP change b1 yellow", "buy 1 with b1")
    assert t.own_discards() == "b1 y3"


def test_d57_a_changed_card_has_its_new_suit_and_no_other() -> None:
    suits = ["blue", "green", "pink", "red", "yellow"]
    faces = [card for card in variant_table()["card"] if card["face"] in "1234567P"]
    five: dict[str, Any] = {"suits": suits, "card": faces, "prices": [1] * 5}
    lots = "b2 g2 p2 r2 y2"
    for old in "bgpry":
        for new in "bgpry".replace(old, ""):
            for place, lot in enumerate("bgpry", 1):
                t = table(**five, stake=f"{old}1>{new}", display=lots)
                t.play(f"buy {place} with {old}1")
                assert t.auction_discards() == ("" if lot == new else f"{old}1")
            # Changed once more, by a power card of the suit it has now.
            for newest in suits:
                if newest[0] != new:
                    t = table(**five, stake=f"{old}1>{new} {new}P", display=lots)
                    t.play(f"use {new}P change {old}1 {newest}")
                    mark = "" if newest[0] == old else f">{newest[0]}"
                    assert f"{old}1{mark}" in t.stake().split()
                    t.play(f"buy {suits.index(newest) + 1} with {old}1")
                    assert t.auction_discards() == ""


# -- every valid variant ends


@st.composite
def variants(draw: st.DrawFn) -> dict[str, Any]:
    """Any valid variant."""
    suits = draw(st.integers(1, 5))
    faces = draw(st.integers(max(1, -(-3 // suits)), 40 // suits))
    powers = ["cash_in", "steal", "duplicate", *(["change_suit"] if suits > 1 else [])]
    sources = ["own_discards", "auction_discards", "display"]
    cards = []
    for n in range(faces):
        mine = draw(st.lists(st.sampled_from(powers), max_size=3, unique=True))
        takes = draw(st.lists(st.sampled_from(sources), max_size=3, unique=True))
        if takes:
            mine.append("take:" + ",".join(takes))
        value = st.integers(-3, 9)
        cards.append({"face": str(n), "bid": draw(value), "vp": draw(value), "powers": mine})
    bid = draw(st.sampled_from(["all", "hold_powers"]))
    places = ["stake", "power_area"] if bid == "hold_powers" else ["stake"]
    return variant_table(
        suits=["blue", "green", "pink", "red", "yellow"][:suits],
        card=cards,
        deal=draw(st.integers(1, (suits * faces - 1) // 2)),
        hand=draw(st.integers(1, 8)),
        set_aside=draw(st.integers(0, 4)),
        prices=draw(st.lists(st.integers(1, 7), min_size=1, max_size=6)),
        bid=bid,
        activate_from=draw(st.sampled_from(places)),
        loser_must_buy_first=draw(st.booleans()),
        steal=draw(st.sampled_from(["winner", "nobody"])),
        end_vote=draw(st.booleans()),
        rounds=draw(st.integers(0, 5)),
        tie_break=draw(st.sampled_from(["fewest_cards", "none"])),
    )


@settings(max_examples=30)
@given(variants(), st.integers(0, 10**6))
def test_d90_every_valid_variant_ends_within_as_many_rounds_as_there_are_auction_cards(
    found: dict[str, Any], seed: int
) -> None:
    position = dutch.make_rules(found, 2).begin()
    dice = Dice(seed)
    deal(position, dice)
    most = count(position.auction) + count(position.shown)
    if found["rounds"]:
        most = min(most, found["rounds"])
    while not position.over:
        assert position.round <= most  # a game without end fails here
        assert conserved(position)
        seat = choices(position.movers)[-1]
        menu = choices(position.menu(seat))
        assert menu
        position.choose(seat, menu[dice.below(len(menu))])
        deal(position, dice)
    assert all(position.law.lowest <= score <= position.law.highest for score in position.scores())


def test_rules_are_made_for_two_seats_and_allow_taking_back() -> None:
    law = rules()
    assert (law.game, law.variant, law.seats, law.version) == ("dutch", "standard", 2, 1)
    assert law.take_back
    assert law.choices == 62
