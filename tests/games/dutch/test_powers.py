"""The powers: cash in, change suit, take, steal, duplicate (D37 to D53)."""

from typing import Any

import pytest

from .table import table

# -- cash in ------------------------------------------------------------------------------------


def test_d37_a_card_of_the_same_suit_goes_to_the_cashed_in_pile() -> None:
    t = table(stake="b1 b2 bP g1")
    t.begin("use bP cash")
    assert t.menu() == "b1 b2"  # not the acting card, not another suit
    t.begin("b2")
    assert t.cashed() == "b2"
    assert t.stake() == "b1 bP* g1"


def test_d37_a_power_card_may_be_cashed_in_ready_or_used() -> None:
    t = table(stake="b1 bP bQ")
    t.play("use bP cash b1", "use bQ cash bP")
    assert t.cashed() == "b1 bP"
    t = table(stake="b1 bP bQ")
    t.play("use bP cash bQ")
    assert t.cashed() == "bQ"
    assert t.menu() == "end"


def test_d37_offering_from_either_part_of_the_stake() -> None:
    t = table("offering", stake="b1 b10 | b2 b6 b9*")
    t.begin("use b6")
    assert t.menu() == "b1 b2 b9 b10"


def test_d38_a_cashed_in_card_never_comes_back() -> None:
    t = table(stake="b1 bP bQ g1", rival_bid="b2 b3 b4 b5 b6")
    t.play("use bP cash b1")
    t.begin("use bQ")
    assert t.menu() == "cash change steal"  # no take reaches b1
    t.begin("steal")
    assert t.menu() == "b2 b3 b4 b5 b6"


def test_d38_a_cashed_in_card_is_not_drawn_again() -> None:
    t = table(turn="loser", stake="bP b2 g1", display="", auction_deck="p1 p2 p3 p4 p5 p6 p7")
    t.play("use bP cash b2", "end", draws="p1 p2 p3 p4 p5 p6")
    assert t.hand() == "bP g1"
    assert t.cashed() == "b2"


# -- change suit --------------------------------------------------------------------------------


def test_d39_another_card_of_the_same_suit_gets_one_of_the_three_other_suits() -> None:
    t = table(stake="b1 b2 bP g1")
    t.begin("use bP change")
    assert t.menu() == "b1 b2"
    t.begin("b1")
    assert t.menu() == "green pink red"
    t.begin("red")
    assert t.stake() == "b1>r b2 bP* g1"


def test_d39_a_changed_card_may_get_its_printed_suit_back_but_not_the_one_it_has() -> None:
    t = table(stake="b1>g gP")
    t.begin("use gP change b1")
    assert t.menu() == "blue pink red"
    t.begin("blue")
    assert t.stake() == "b1 gP*"


def test_d40_the_change_lasts_even_when_the_acting_card_has_left() -> None:
    t = table(stake="b1 bP g1", display="p1 r1 r2")
    t.play("use bP change b1 red", "buy 1 with bP")
    assert t.stake() == "b1>r g1"
    t.play("buy 2 with b1 g1")
    assert t.own_discards() == "b1 p1 r1"
    assert t.auction_discards() == "bP g1"


def test_d40_a_changed_card_may_be_changed_again_by_a_power_card_of_its_current_suit() -> None:
    t = table(stake="b1 bP bQ gP")
    t.play("use bP change b1 green")
    t.begin("use bQ change")
    assert t.menu() == "bP"
    t = table(stake="b1 bP bQ gP")
    t.play("use bP change b1 green", "use gP change b1 red")
    assert t.stake() == "b1>r bP* bQ gP*"


@pytest.mark.parametrize(
    ("first", "then"),
    [
        *(("green", "pink"), ("green", "red"), ("pink", "green")),
        *(("pink", "red"), ("red", "green"), ("red", "pink")),
    ],
)
def test_d40_a_card_changed_again_has_its_last_suit_alone(first: str, then: str) -> None:
    t = table(stake="b1 bP gP pP rP", display=f"{then[0]}2")
    t.play(f"use bP change b1 {first}", f"use {first[0]}P change b1 {then}", "buy 1 with b1")
    assert t.own_discards() == f"b1 {then[0]}2"
    assert t.auction_discards() == ""


def test_d41_a_changed_power_card_acts_with_its_current_suit() -> None:
    t = table(stake="b1 bP bQ g1", auction_discards="b5 g5")
    t.play("use bP change bQ green")
    t.begin("use bQ")
    assert t.menu() == "cash change take-auction"
    t.begin("take-auction")
    assert t.menu() == "g5"


# -- take ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "target", "taken"),
    [("take-own", "b2", "b2"), ("take-auction", "b3", "b3"), ("take-display", "4", "b4")],
)
def test_d42_a_card_of_the_same_suit_joins_the_stake(word: str, target: str, taken: str) -> None:
    t = table(
        stake="g1 bP",
        own_discards="b2 g2",
        auction_discards="b3 g3",
        display="g4 r1 r2 b4",
    )
    t.begin(f"use bP {word}")
    assert t.menu() == target
    t.begin(target)
    assert t.stake() == f"{taken} bP* g1"
    assert taken not in f"{t.own_discards()} {t.auction_discards()} {t.display()}".split()


@pytest.mark.parametrize(
    ("face", "powers"),
    [("8", "b3"), ("9", "b2"), ("10", "take-own take-auction")],
)
def test_d42_offering_the_8_takes_from_the_auction_the_9_from_the_own_discards_the_10_from_both(
    face: str, powers: str
) -> None:
    t = table(
        "offering",
        stake=f"g1 | b{face}",
        own_discards="b2 g2",
        auction_discards="b3 g3",
        display="b4 r1",
    )
    t.begin(f"use b{face}")
    assert t.menu() == powers


def test_d43_taking_from_the_display_costs_nothing_and_empties_the_position() -> None:
    t = table(stake="bP", display="r1 r2 r3 r4 r5 b6")
    t.play("use bP take-display 6")
    assert t.stake() == "b6 bP*"
    assert t.display() == "r1 r2 r3 r4 r5 -"
    assert t.own_discards() == ""
    assert t.auction_discards() == ""


def test_d44_a_card_paid_or_bought_earlier_in_the_turn_may_be_taken() -> None:
    t = table(stake="b1 bP bQ g1", display="b5 b6 b7")
    t.play("buy 1 with b1")
    t.begin("use bP take-own")
    assert t.menu() == "b1 b5"
    t.begin("b5")
    t.play("buy 2 with b5 g1")
    t.begin("use bQ")
    assert t.menu() == "cash change take-own take-display"
    t.begin("take-own")
    assert t.menu() == "b1 b5 b6"


@pytest.mark.parametrize(
    ("word", "zones", "target"),
    [
        ("take-own", {"own_discards": "bQ"}, "bQ"),
        ("take-auction", {"auction_discards": "bQ"}, "bQ"),
        ("take-display", {"display": "bQ"}, "1"),
    ],
)
def test_d44_any_card_may_be_taken_also_a_power_card(
    word: str, zones: dict[str, Any], target: str
) -> None:
    t = table(stake="bP g1", **zones)
    t.play(f"use bP {word} {target}")
    assert t.stake() == "bP* bQ g1"


def test_d44_also_a_card_that_was_paid_to_the_auction_discards() -> None:
    t = table(stake="b1 bP g1", display="r1 r2")
    t.play("buy 1 with b1", "use bP take-auction b1")
    assert t.stake() == "b1 bP* g1"
    t = table("offering", stake="b1 g1 |", held="b8", display="r1 r2")
    t.play("buy 1 with b1", "play b8", "use b8 b1")
    assert t.stake() == "g1 | b1 b8*"


def test_d44_the_loser_may_take_what_the_winner_paid_in_the_same_round() -> None:
    t = table(stake="b1 g1", rival_bid="bP g2", display="r1 r2")
    t.play("0 buy 1 with b1", "0 end")
    t.play("1 use bP take-auction b1")
    assert t.stake(1) == "b1 bP* g2"


def test_d45_a_taken_card_is_good_for_everything_at_once() -> None:
    t = table(stake="bP bQ", auction_discards="b1", display="r1")
    t.play("use bP take-auction b1", "use bQ cash b1")  # target of a power
    assert t.cashed() == "b1"
    t = table(stake="bP", auction_discards="b1", display="r1")
    t.play("use bP take-auction b1", "buy 1 with b1")  # payment
    assert t.auction_discards() == "b1"
    t = table(stake="bP g1", auction_discards="bQ", own_discards="b1", display="g2")
    t.play("use bP take-auction bQ", "buy 1 with g1", "use bQ take-own b1")  # a later activation
    assert t.stake() == "b1 bP* bQ*"


def test_d45_offering_a_taken_card_lies_in_the_power_area() -> None:
    t = table("offering", stake="g1 | b9", own_discards="b1 b8")
    t.play("use b9 b1")
    assert t.stake() == "g1 | b1 b9*"


def test_d45_where_a_card_would_go_is_told_before() -> None:
    t = table("offering", stake="g1 | b6 b9", own_discards="b1")
    t.begin("use b9")
    assert t.would_go() == {"b1": "area.0"}
    t = table("offering", stake="b1 | b6")
    t.begin("use b6")
    assert t.would_go() == {"b1": "cashed.0"}
    t = table(stake="bP", own_discards="b1")
    t.begin("use bP take-own")
    assert t.would_go() == {"b1": "stake.0"}


# -- steal --------------------------------------------------------------------------------------


def test_d46_the_winner_steals_a_card_of_the_same_suit_from_the_losers_bid() -> None:
    t = table(stake="bP g1", rival_bid="b2 b3 g2", rival_discards="b4", rival_cashed="b5")
    t.begin("use bP steal")
    assert t.menu() == "b2 b3"
    t.begin("b3")
    assert t.stake(0) == "b3 bP* g1"
    assert t.stake(1) == "b2 g2"


def test_d46_a_stolen_card_belongs_to_the_winner_from_then_on() -> None:
    t = table(stake="bP", rival_bid="b2 g2", display="r1")
    t.play("0 use bP steal b2", "0 end")
    assert t.own_discards(0) == "b2 bP"
    t.play("1 buy 1 with g2", "1 end")
    assert t.scores() == [7, 16]  # b2 and bP: 7 + 0 + 0; r1: 8 + 8


def test_d46_a_stolen_card_is_good_for_everything_at_once() -> None:
    t = table(stake="bP", rival_bid="b2 bQ b4", display="r1 r2")
    t.play("use bP steal bQ", "use bQ steal b4", "buy 2 with bP b4")
    assert t.auction_discards() == "b4 bP"


def test_d46_where_there_is_a_power_area_a_stolen_card_lies_there_ready() -> None:
    t = table(bid="hold_powers", activate_from="power_area", stake="g1 | bP", rival_bid="b2 bQ g2")
    t.play("use bP steal bQ")
    assert t.stake() == "g1 | bP* bQ"
    t.play("use bQ steal b2")
    assert t.stake() == "g1 | b2 bP* bQ*"


def test_d46_held_cards_of_the_loser_cannot_be_stolen() -> None:
    t = table(bid="hold_powers", stake="g1 | bP", rival_bid="b2", rival_held="bQ")
    t.begin("use bP steal")
    assert t.menu() == "b2"
    t = table(bid="hold_powers", stake="g1 | bP", rival_bid="g2", rival_held="bQ")
    assert "bP" not in t.menu().split()


def test_d47_the_loser_cannot_steal() -> None:
    # The winner's cards are left on the table here, which never happens (D69): so the rule shows.
    t = table(turn="loser", stake="b1 bP", rival_bid="b2 b3")
    t.begin("use bP")
    assert t.menu() == "cash change"
    assert t.refused("steal").rule == "D47"


def test_d48_a_taken_card_joins_the_stake_and_no_pile() -> None:
    t = table(stake="bP bQ", own_discards="b1", rival_bid="b2")
    t.play("use bP take-own b1", "use bQ steal b2")
    assert t.stake() == "b1 b2 bP* bQ*"
    assert t.own_discards() == ""
    assert t.cashed() == ""


def test_d49_offering_has_no_change_no_steal_and_takes_from_no_display_or_deck() -> None:
    t = table(
        "offering",
        stake="b1 | b6 b7 b8 b9 b10",
        own_deck="b2",
        display="b3 r1",
        rival_bid="b4 b5",
    )
    # Nothing blue lies in a discard pile, so only cashing in is left, by the 6 and through the 7.
    assert t.menu() == "b6 b7 1 2 end"


# -- duplicate ----------------------------------------------------------------------------------


def test_d50_duplicate_carries_out_the_power_of_another_power_card_of_its_suit() -> None:
    t = table(
        "offering",
        stake="g9 | b7 b9 b10 g6 b1",
        own_discards="b2 b3",
        display="r1",
    )
    t.begin("use b7")
    assert t.menu() == "b9 b10"
    t.begin("b9")
    assert t.menu() == "b2 b3"
    t.begin("b2")
    assert t.stake() == "g9 | b1 b2 b7* b9 b10 g6"


def test_d50_a_copied_10_is_asked_for_its_source() -> None:
    t = table(
        "offering", stake="| b7 b10", own_discards="b2 b3", auction_discards="b4", display="r1"
    )
    t.begin("use b7 b10")
    assert t.menu() == "take-own take-auction"
    t.begin("take-auction b4")
    assert t.stake() == "| b4 b7* b10"


def test_d50_a_card_without_a_target_cannot_be_copied() -> None:
    t = table("offering", stake="| b7 b9 b8", auction_discards="b4", display="r1")
    t.begin("use b7")
    assert t.menu() == "b8"
    t = table("offering", stake="| b7 b9", auction_discards="b4", display="r1")
    assert t.menu() == "1 end"


def test_d51_the_copied_card_stays_as_it_is_so_a_ready_one_acts_twice() -> None:
    t = table("offering", stake="| b7 b9", own_discards="b1 b2 b3", display="r1")
    t.play("use b7 b9 b1")
    assert t.stake() == "| b1 b7* b9"
    t.play("use b9 b2")
    assert t.stake() == "| b1 b2 b7* b9*"


def test_d51_a_used_card_can_be_copied_and_stays_used() -> None:
    t = table("offering", stake="| b7 b9*", own_discards="b1 b2 b3", display="r1")
    t.play("use b7 b9 b1")
    assert t.stake() == "| b1 b7* b9*"


def test_d52_a_7_that_copies_a_6_may_cash_in_itself_but_not_the_6() -> None:
    t = table("offering", stake="b1 | b6* b7", display="r1")
    t.begin("use b7 b6")
    assert t.menu() == "b1 b7"
    t.begin("b7")
    assert t.cashed() == "b7"
    assert t.stake() == "b1 | b6*"


def test_d53_a_duplicate_copies_neither_a_duplicate_nor_a_bid_card() -> None:
    second = {"face": "D", "bid": 5, "vp": 0, "powers": ["duplicate"]}
    t = table("offering", faces={"5": second}, stake="b9 | b7 bD", own_discards="b1 b2")
    assert t.menu() == "end"
    t = table("offering", faces={"5": second}, stake="| b7 bD b9", own_discards="b1 b2")
    t.begin("use b7")
    assert t.menu() == "b9"


def test_r46_without_a_power_area_duplicate_copies_from_the_whole_stake() -> None:
    copier = {"face": "D", "bid": 5, "vp": 0, "powers": ["duplicate"]}
    t = table(faces={"5": copier}, stake="b1 bD bP", own_discards="b2", display="r1")
    t.begin("use bD bP")
    assert t.menu() == "cash change take-own"
    t.begin("cash b1")
    assert t.stake() == "bD* bP"

    # The same where cards may be held: bid cards act, and can be copied.
    t = table("offering", activate_from="stake", stake="b9 | b7", own_discards="b1 b2")
    assert t.menu() == "b7 b9 end"
    t.play("use b7 b9 b1")
    assert t.stake() == "b9 | b1 b7*"


def test_r48_of_a_card_that_bears_duplicate_and_another_power_the_other_can_be_copied() -> None:
    both = {"face": "D", "bid": 5, "vp": 0, "powers": ["duplicate", "cash_in"]}
    t = table("offering", faces={"5": both}, stake="b1 | b7 bD", display="r1")
    t.begin("use b7 bD")
    assert t.menu() == "b1 b7"  # cashing in; the duplicate is not offered
    t = table("offering", faces={"5": both}, stake="b1 | bD b9", own_discards="b2")
    t.begin("use bD")
    assert t.menu() == "cash copy"
    t.begin("copy")
    assert t.menu() == "b9"


def test_r48_nor_is_the_duplicate_offered_where_there_are_more_powers_to_copy() -> None:
    """D53."""
    sources = "take:own_discards,auction_discards"
    many = {"face": "D", "bid": 5, "vp": 0, "powers": ["duplicate", sources]}
    t = table(
        "offering",
        faces={"5": many},
        stake="| b7 bD b9",
        own_discards="b1",
        auction_discards="b2",
    )
    t.begin("use b7 bD")
    assert t.menu() == "take-own take-auction"
    t.begin("take-own b1")
    assert t.stake() == "| b1 bD b7* b9"


def test_d52_a_change_that_is_copied_is_measured_from_the_copied_card_too() -> None:
    copier = {"face": "D", "bid": 5, "vp": 0, "powers": ["duplicate"]}
    t = table(faces={"5": copier}, stake="bD bP g1", display="r1")
    t.begin("use bD bP change")
    assert t.menu() == "bD"
    t.begin("bD red")
    assert t.stake() == "bD>r* bP g1"


def test_d50_a_changed_duplicate_copies_a_card_of_the_suit_it_has_now() -> None:
    copier = {"face": "D", "bid": 5, "vp": 0, "powers": ["duplicate"]}
    t = table(faces={"5": copier}, stake="bD>r bP b1 rP", display="g1", own_discards="r2")
    t.begin("use bD")
    assert t.menu() == "rP"


def test_d46_a_changed_power_card_steals_by_the_suit_it_has_now() -> None:
    t = table(stake="rP rQ b3", rival_bid="b5 r6", display="g1")
    t.play("use rP change rQ blue", "use rQ steal b5")
    assert "b5" in t.stake()


def test_d29_the_losers_power_cards_are_shown_ready_in_the_winners_turn() -> None:
    t = table(stake="b3", rival_bid="rP g2", display="g1")
    entries = next(z for z in t.position.view(0)["zones"] if z["id"] == "stake.1")["cards"]
    assert [(e["card"], e.get("ready")) for e in entries] == [("g2", None), ("rP", True)]


def test_d30_offering_those_that_were_bid_are_shown_not_ready() -> None:
    t = table("offering", stake="b3", rival_bid="r9 g2", display="g1")
    entries = next(z for z in t.position.view(0)["zones"] if z["id"] == "stake.1")["cards"]
    assert [(e["card"], e.get("ready")) for e in entries] == [("g2", None), ("r9", False)]
