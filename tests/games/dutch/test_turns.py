"""Phase 3: turns, and when a power card is ready (D23 to D36)."""

import pytest

from saleroom.games.core import NotYourTurn

from .table import table

# -- turns --------------------------------------------------------------------------------------


def test_d23_the_winner_takes_a_whole_turn_and_then_the_loser() -> None:
    t = table(hand="b8 r1", rival_hand="g2 r2", display="p1 p2 p3")
    t.play("0 aside r1", "1 aside r2")
    assert t.movers == [0]
    t.play("0 buy 1 with b8")
    assert t.movers == [0]
    t.play("0 end")
    assert t.movers == [1]


@pytest.mark.parametrize("variant", ["standard", "offering"])
def test_d23_a_loser_without_any_card_has_a_turn_too(variant: str) -> None:
    t = table(variant, stake="b8", rival_bid="", display="p1 p2")
    t.play("0 end")
    assert t.movers == [1]
    assert t.menu(1) == "end"


def test_d23_nobody_acts_in_the_others_turn() -> None:
    t = table(stake="b8", rival_bid="g2", display="p1 p2")
    with pytest.raises(NotYourTurn):
        t.play("1 buy 1 with g2")
    t.play("0 end")
    with pytest.raises(NotYourTurn):
        t.play("0 end")


def test_d24_actions_come_in_any_order_and_mixture() -> None:
    t = table("offering", stake="b1 b2 g3", held="b9 b6", display="b4 r1 r2")
    t.play(
        "buy 1 with b1",  # a purchase before any power
        "play b9",
        "use b9 b4",  # takes back what was bought
        "buy 2 with b9 g3",
        "play b6",
        "use b6 b4",
        "end",
    )
    assert t.cashed() == "b4"


def test_d24_an_action_is_completed_before_the_next_begins() -> None:
    t = table(stake="b1 b2 bP", own_discards="b5", display="r1 r2")
    t.begin("buy 2 b1")
    assert t.menu() == "b2 bP"
    t = table(stake="b1 b2 bP", own_discards="b5", display="r1 r2")
    t.begin("use bP")
    assert t.menu() == "cash change take-own"


def test_d25_the_winner_may_end_without_any_action() -> None:
    t = table(stake="b1 b2 bP", display="b5 r1 r2")
    t.play("end")
    assert t.display() == "b5 r1 r2 - - -"
    assert t.movers == [1]


def test_d26_positions_emptied_stay_empty_and_prices_stay_with_them() -> None:
    t = table(stake="b1 b2 b3 bP", display="r1 r2 b4 r4 r5 r6")
    t.play("buy 1 with b1")
    assert t.display() == "- r2 b4 r4 r5 r6"
    t.play("use bP take-display 3")
    assert t.display() == "- r2 - r4 r5 r6"
    t.begin("buy 2 b2")  # still two cards
    assert t.menu() == "b3 b4 bP"
    assert t.display() == "- r2 - r4 r5 r6"


def test_d26_an_emptied_position_cannot_be_bought_again() -> None:
    t = table(stake="b1 b2 b3", display="r1 r2")
    t.play("buy 1 with b1")
    assert t.menu() == "2 end"
    assert t.refused("1").rule == "D55"


def test_d27_the_losers_bid_lies_open_in_the_winners_turn() -> None:
    t = table(stake="b8 bP", rival_bid="b2 g3")
    for viewer in (0, 1, None):
        assert t.stake(1, viewer=viewer) == "b2 g3"
    t.play("use bP steal b2")
    assert t.stake(1) == "g3"


def test_d27_the_winners_stake_is_gone_before_the_losers_turn() -> None:
    t = table(stake="b8 g1", rival_bid="bP g3", display="r1 r2")
    t.play("0 end")
    assert t.stake(0) == ""
    assert t.own_discards(0) == "b8 g1"


# -- ready and used -----------------------------------------------------------------------------


def test_d28_a_card_enters_a_stake_with_its_printed_suit() -> None:
    t = table(stake="r4 rP rQ", display="p4 p5")
    t.play("use rP change r4 pink", "buy 1 with r4")
    assert t.own_discards() == "p4 r4"
    t.play("use rQ take-own r4")
    assert t.stake() == "r4 rP* rQ*"


def test_d28_a_change_of_suit_is_forgotten_when_the_card_is_bid_in_a_later_round() -> None:
    t = table(end_vote=False, turn="loser", stake="b1 b8 bP", display="- p1", auction_deck="")
    t.play("use bP change b1 red", "end")
    t.play("aside bP")
    assert (t.round, t.stake()) == (3, "b1 b8")


def test_d29_a_power_card_enters_a_stake_ready_however_it_comes_there() -> None:
    bid = table(hand="bP b8 r1", rival_hand="g2 r2")
    bid.play("0 aside r1", "1 aside r2")
    assert bid.stake() == "b8 bP"
    assert "bP" in bid.menu().split()

    tie = table(hand="b4 bP", own_deck="r1 r8", rival_hand="g4 gP", rival_deck="r2 r3")
    tie.play("0 aside bP", "1 aside gP", draws="r8 r2")
    assert tie.stake() == "b4 bP r8"
    assert "bP" in tie.menu().split()

    taken = table(stake="bP g1", auction_discards="bQ b1")
    taken.play("use bP take-auction bQ")
    assert taken.stake() == "bP* bQ g1"
    taken.play("use bQ take-auction b1")
    assert taken.stake() == "b1 bP* bQ* g1"

    taken = table(stake="bP g1", own_discards="bQ b1")
    taken.play("use bP take-own bQ")
    assert taken.stake() == "bP* bQ g1"
    assert "bQ" in taken.menu().split()

    taken = table(stake="bP g1", own_discards="b1", display="r1 bQ")
    taken.play("use bP take-display 2")
    assert taken.stake() == "bP* bQ g1"
    assert "bQ" in taken.menu().split()

    stolen = table(stake="bP g1", rival_bid="bQ b1")
    stolen.play("use bP steal bQ")
    assert stolen.stake() == "bP* bQ g1"
    assert "bQ" in stolen.menu().split()


def test_d30_a_power_card_in_the_bid_part_cannot_be_activated() -> None:
    t = table("offering", stake="b1 b6 b9 |", own_discards="b2", display="r1")
    assert t.menu() == "1 end"
    assert t.refused("b6").rule == "D30"


def test_d30_a_power_card_enters_the_power_area_ready_whether_played_or_taken() -> None:
    t = table("offering", stake="b1 |", held="b9", own_discards="b6 g2")
    t.play("play b9")
    assert t.stake() == "b1 | b9"
    t.play("use b9 b6")
    assert t.stake() == "b1 | b6 b9*"
    assert t.menu() == "b6 end"
    t.play("use b6 b1")
    assert t.cashed() == "b1"


def test_d30_also_if_it_is_taken_by_a_duplicate() -> None:
    t = table("offering", stake="b1 | b7 b9*", own_discards="b6")
    t.play("use b7 b9 b6")
    assert t.stake() == "b1 | b6 b7* b9*"
    assert t.menu() == "b6 end"


def test_d31_to_play_moves_a_held_card_to_the_power_area_and_nothing_else_happens() -> None:
    t = table("offering", stake="g1 |", held="b9 r8", display="p1 p2")
    assert t.menu() == "b9 r8 1 end"
    t.play("play b9")
    assert t.stake() == "g1 | b9"
    assert t.hand() == "r8"
    assert t.display() == "p1 p2 - - - -"
    assert t.movers == [0]


def test_d31_a_card_without_a_target_may_be_played_for_payment() -> None:
    t = table("offering", stake="", held="b9", display="b1 p2")
    t.play("play b9")
    assert t.menu() == "1 end"
    t.play("buy 1 with b9")
    assert t.own_discards() == "b1 b9"


def test_d32_the_acting_card_becomes_used_and_stays_in_the_stake() -> None:
    t = table(stake="b2 bP g1", display="r1 r2")
    t.play("use bP cash b2")
    assert t.stake() == "bP* g1"


def test_d32_only_powers_with_a_target_are_offered() -> None:
    t = table(stake="b2 bP", display="r1 r2")
    t.begin("use bP")
    assert t.menu() == "cash change"
    t = table(stake="g2 bP", display="r1 b2", own_discards="g3", auction_discards="g4")
    t.begin("use bP")
    assert t.menu() == "take-display"
    t = table(stake="g2 bP", display="r1", own_discards="b3", auction_discards="g4")
    t.begin("use bP")
    assert t.menu() == "take-own"
    t = table(stake="g2 bP", display="r1", own_discards="g3", auction_discards="b4")
    t.begin("use bP")
    assert t.menu() == "take-auction"
    t = table(stake="g2 bP", display="r1", rival_bid="b4")
    t.begin("use bP")
    assert t.menu() == "steal"


def test_d33_activation_is_never_forced() -> None:
    t = table(stake="bP g1", auction_discards="bQ b1", display="r1")
    t.play("use bP take-auction bQ")
    assert t.menu() == "bQ 1 end"
    t.play("end")
    assert t.own_discards() == "bP bQ g1"


def test_d33_a_card_without_a_target_cannot_be_activated_and_stays_ready() -> None:
    t = table(stake="bP g1 gP", display="r1 r2", auction_discards="g5")
    assert t.menu() == "gP 1 2 end"
    assert t.refused("bP").rule == "D33"
    t.play("use gP change g1 blue")
    assert t.stake() == "bP g1>b gP*"
    assert "bP" in t.menu().split()


def test_d33_also_if_it_had_no_target_when_it_was_played() -> None:
    t = table("offering", stake="b1 |", held="b9", display="b2")
    t.play("play b9", "buy 1 with b1", "use b9 b1")
    assert t.stake() == "| b1 b9*"


def test_d34_a_used_card_cannot_be_activated_again() -> None:
    t = table(stake="b1 b2 bP", own_discards="b3 b4", display="r1")
    t.play("use bP cash b1")
    assert t.menu() == "1 end"
    assert t.refused("bP").rule == "D34"


def test_d34_a_card_that_was_paid_and_taken_back_is_ready_again() -> None:
    t = table(stake="b1 b2 bP bQ", display="b3 r2")
    t.play("use bP cash b1", "buy 1 with bP", "use bQ take-own bP")
    assert t.stake() == "b2 bP bQ*"
    t.play("use bP cash b2")
    assert t.cashed() == "b1 b2"


def test_d34_a_used_card_whose_suit_is_changed_stays_used() -> None:
    t = table(stake="b1 bP bQ g1", display="r1")
    t.play("use bP cash b1", "use bQ change bP green")
    assert t.stake() == "bP>g* bQ* g1"
    assert t.menu() == "1 end"


def test_d35_a_standard_power_card_offers_its_four_powers_and_one_act_uses_it_up() -> None:
    t = table(
        stake="b1 bP",
        own_discards="b2",
        auction_discards="b3",
        display="b4 r1",
        rival_bid="b5",
    )
    t.begin("use bP")
    assert t.menu() == "cash change take-own take-auction take-display steal"
    t.begin("steal b5")
    assert t.stake() == "b1 b5 bP*"
    assert "bP" not in t.menu().split()


def test_d35_the_losers_power_card_offers_all_of_them_but_steal() -> None:
    t = table(
        turn="loser",
        stake="b1 bP",
        own_discards="b2",
        auction_discards="b3",
        display="b4 r1",
    )
    t.begin("use bP")
    assert t.menu() == "cash change take-own take-auction take-display"
    t.begin("change b1 red")
    assert t.stake() == "b1>r bP*"


def test_d36_the_target_has_the_suit_of_the_acting_card() -> None:
    t = table(
        stake="b1 g1 bP gP",
        own_discards="b2 g2 p2",
        auction_discards="b3 g3 p3",
        display="b4 g4 r1 b5",
        rival_bid="b6 g6 r6",
    )
    for power, targets in {
        "cash": "b1",
        "change": "b1",
        "take-own": "b2",
        "take-auction": "b3",
        "take-display": "1 4",
        "steal": "b6",
    }.items():
        other = t.copy()
        other.begin(f"use bP {power}")
        assert other.menu() == targets, power


def test_d36_in_a_stake_the_current_suit_counts_and_elsewhere_the_printed_one() -> None:
    t = table(
        stake="b1>g b2 bP>g g1 p1",
        own_discards="b3 g3",
        auction_discards="b4 g4",
        display="b5 g5",
        rival_bid="b6 g6",
    )
    for power, targets in {
        "cash": "b1 g1",
        "change": "b1 g1",
        "take-own": "g3",
        "take-auction": "g4",
        "take-display": "2",
        "steal": "g6",
    }.items():
        other = t.copy()
        other.begin(f"use bP {power}")
        assert other.menu() == targets, power


def test_nothing_changes_before_a_decision_is_complete() -> None:
    """Section 4: others learn a decision when it is complete, never a part of it."""
    t = table(stake="b1 b2 bP", rival_bid="b5 g1", display="r1 r2")
    rival, spectator = t.position.view(1), t.position.view(None)
    for part in ("use bP", "change", "b1"):
        t.begin(part)
        assert t.position.view(1) == rival
        assert t.position.view(None) == spectator
        assert t.stake() == "b1 b2 bP"
    t.begin("red")
    assert t.stake(viewer=1) == "b1>r b2 bP*"
    for part in ("buy 2", "b1"):
        rival = t.position.view(1)
        t.begin(part)
        assert t.position.view(1) == rival
    t.begin("b2")
    assert t.display() == "r1 - - - - -"
