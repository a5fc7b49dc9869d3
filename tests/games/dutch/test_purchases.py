"""Purchases (D54 to D62)."""

from saleroom.games.dutch.codes import LOT

from .table import table


def test_d54_bid_values_play_no_part_in_purchases() -> None:
    high = table(stake="b8 g8 p8", display="r8 r7 r6 r5")
    low = table(stake="b1 g1 pP", display="r8 r7 r6 r5")
    assert high.menu() == low.menu() == "1 2 3 end"


def test_d55_the_price_is_at_most_the_number_of_cards_in_the_stake() -> None:
    t = table(stake="b1 g1 p1", display="r1 r2 r3 r4 r5 r6")
    assert t.menu() == "1 2 3 end"
    assert t.refused("4").rule == "D55"


def test_d55_only_an_occupied_position_can_be_bought() -> None:
    t = table(stake="b1 g1 p1", display="- r2 - r4 r5 r6")
    assert t.menu() == "2 end"
    assert t.refused("1").rule == "D55"


def test_d55_held_cards_do_not_count() -> None:
    t = table("offering", stake="b1", held="b9 g9", display="r1 r2 r3")
    assert t.menu() == "b9 g9 1 end"
    t.play("play b9")
    assert t.menu() == "g9 1 2 end"


def test_d55_nor_do_the_held_cards_of_a_loser_who_can_pay_with_them() -> None:
    t = table("offering", turn="loser", stake="b1", held="b9 g9", display="r1 r2")
    assert t.menu() == "b9 g9 1"
    assert t.refused("2").rule == "D55"


def test_d55_the_price_is_that_of_the_position_in_the_variant() -> None:
    t = table(prices=[3, 1, 2], stake="b1 g1", display="r1 r2 r3")
    assert t.menu() == "2 3 end"
    assert "costs 3" in str(t.refused("1"))
    t.begin("buy 3 with b1")
    assert t.menu() == "g1"


def test_d26_the_price_that_is_shown_is_that_of_the_position_in_the_variant() -> None:
    t = table(prices=[3, 1, 2], stake="b1 g1", display="r1 r2 r3")
    zones = t.position.view(0)["zones"]
    assert isinstance(zones, list)
    assert [place["price"] for place in zones[1]["cards"]] == [3, 1, 2]
    assert t.position.label(0, LOT + 1) == "Buy the red 2 for 1 card"
    assert t.position.label(0, LOT + 2) == "Buy the red 3 for 2 cards"


def test_d56_exactly_the_price_is_paid() -> None:
    t = table(stake="b1 g1 p1 p2", display="r1 r2 r3")
    t.begin("buy 2 b1")
    assert t.menu() == "g1 p1 p2"
    t.begin("p1")  # the second card completes the purchase
    assert t.stake() == "g1 p2"
    assert t.display() == "r1 - r3 - - -"


def test_d56_payment_cards_come_in_canonical_order_so_each_set_has_one_path() -> None:
    t = table(stake="b3 g4 pP", display="r1 r2 r3")
    t.begin("buy 2")
    assert t.menu() == "b3 g4"
    t.begin("g4")
    assert t.menu() == "pP"


def test_d56_any_card_of_the_stake_pays_ready_used_taken_or_stolen() -> None:
    t = table(
        stake="bP bQ g1 r1>p",
        own_discards="b1",
        rival_bid="b2",
        display="p1 p2 p3 p4 p5 p6",
    )
    t.play("use bP take-own b1", "use bQ steal b2")
    t.play("buy 6 with b1 b2 bP bQ g1 r1")
    assert t.stake() == ""
    assert t.auction_discards() == "b1 b2 bP bQ g1"
    assert t.own_discards() == "p6 r1"


def test_d57_a_paying_card_of_another_suit_goes_to_the_auction_discards() -> None:
    t = table(stake="b1 b2 g1", display="r1 r2 b3")
    t.play("buy 3 with b1 b2 g1")
    assert t.own_discards() == "b1 b2 b3"
    assert t.auction_discards() == "g1"


def test_d57_the_current_suit_of_the_paying_card_counts() -> None:
    t = table(stake="b1>r r2>b", display="r1 r3")
    t.play("buy 2 with b1 r2")
    assert t.own_discards() == "b1 r3"
    assert t.auction_discards() == "r2"


def test_d57_where_a_paying_card_would_go_is_told_before() -> None:
    t = table(stake="b2 g3 r1>b b4>r", display="b5")
    t.begin("buy 1")
    own, auction = "discards.0", "auction_discards"
    assert t.would_go() == {"b2": own, "b4": auction, "g3": auction, "r1": own}


def test_d58_the_bought_card_goes_to_the_own_discards_and_never_into_the_stake() -> None:
    t = table(stake="b1 g1", display="rP r2")
    t.play("buy 1 with b1")
    assert t.own_discards() == "rP"
    assert t.stake() == "g1"
    assert t.menu() == "end"


def test_d59_a_purchase_is_done_before_the_next_action() -> None:
    t = table(stake="b1 g1 gP", display="g5 r2 r3")
    t.play("buy 1 with g1")
    t.begin("use gP take-own")
    assert t.menu() == "g1 g5"


def test_d60_a_seat_buys_as_often_as_it_can_pay() -> None:
    t = table(stake="b1 b2 b3 b4 b5 b6", display="r1 r2 r3")
    t.play("buy 1 with b1", "buy 2 with b2 b3", "buy 3 with b4 b5 b6")
    assert t.own_discards() == "r1 r2 r3"
    assert t.menu() == "end"


def test_d61_a_ready_power_card_that_is_paid_is_gone_without_having_acted() -> None:
    t = table(stake="b1 bP", display="r1 r2")
    t.play("buy 1 with bP")
    assert t.auction_discards() == "bP"
    assert t.menu() == "end"
    assert t.stake() == "b1"


def test_d62_a_card_that_leaves_a_stake_has_its_printed_suit_again() -> None:
    # Paid away as pink, the red power card lies red in the own discards.
    t = table(stake="rQ>p pP rP g1", display="p1 p2")
    t.play("buy 1 with rQ")
    assert t.own_discards() == "p1 rQ"
    t.begin("use rP take-own")
    assert t.menu() == "rQ"
    t.begin("rQ")
    assert t.stake() == "g1 pP rP* rQ"


def test_d62_also_at_the_end_of_a_turn_and_in_a_cashed_in_pile() -> None:
    t = table(stake="b1>r b2>r rP", rival_bid="g1")
    t.play("use rP cash b1", "end")
    assert t.cashed() == "b1"
    assert t.own_discards() == "b2 rP"
