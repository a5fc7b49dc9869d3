"""The loser's obligation (D63 to D67)."""

from .table import table


def test_d63_the_loser_may_not_end_while_position_1_is_there_and_can_be_paid() -> None:
    t = table(turn="loser", stake="b1 b2", display="r1 r2")
    assert t.menu() == "1"
    assert t.refused("end").rule == "D63"
    t.play("buy 1 with b1")
    assert t.menu() == "end"


def test_d63_held_cards_count_as_means_to_pay() -> None:
    t = table("offering", turn="loser", stake="", held="b9", display="r1 r2")
    assert t.menu() == "b9"
    t.play("play b9")
    assert t.menu() == "1"


def test_d63_the_price_of_position_1_decides_who_can_pay() -> None:
    assert table(prices=[3, 1], turn="loser", stake="b1 b2 b3", display="r1 r2").menu() == "1"
    assert table(prices=[3, 1], turn="loser", stake="b1 b2", display="r1 r2").menu() == "2 end"


def test_d63_the_purchase_may_come_at_any_time_of_the_turn() -> None:
    t = table(turn="loser", stake="b1 b2 b3 bP", display="r1 r2 b5")
    t.play("use bP take-display 3", "buy 2 with b2 b3")
    assert t.menu() == "1"
    t.play("buy 1 with b5")
    assert t.menu() == "end"


def test_d64_the_loser_keeps_enough_to_pay_position_1() -> None:
    t = table(turn="loser", stake="b1 b2 b3", display="r1 r2 r3")
    assert t.menu() == "1 2"
    assert t.refused("3").rule == "D64"
    t = table(prices=[2, 1, 3], turn="loser", stake="b1 b2 b3 b4", display="r1 r2 r3")
    assert t.menu() == "1 2"


def test_d64_held_cards_count_as_kept() -> None:
    t = table("offering", turn="loser", stake="b1 b2", held="g9", display="r1 r2")
    assert t.menu() == "g9 1 2"


def test_d64_a_card_may_not_be_cashed_in_if_too_few_would_be_left() -> None:
    t = table(prices=[2], turn="loser", stake="b1 bP", display="r1")
    t.begin("use bP")
    assert t.menu() == "change"
    assert t.refused("cash").rule == "D64"
    t = table(prices=[2], turn="loser", stake="b1 bP g1", display="r1")
    t.begin("use bP")
    assert t.menu() == "cash change"


def test_d64_held_cards_count_as_kept_when_a_card_is_cashed_in() -> None:
    t = table("offering", prices=[2], turn="loser", stake="b1 | b6", display="r1")
    assert t.menu() == "1"
    t = table("offering", prices=[2], turn="loser", stake="b1 | b6", held="g9", display="r1")
    assert t.menu() == "b6 g9 1"
    t.play("use b6 b1")
    assert t.menu() == "g9"  # b6 and g9 will pay


def test_d64_at_price_1_the_acting_card_itself_can_still_pay() -> None:
    t = table(turn="loser", stake="b1 bP", display="r1")
    t.play("use bP cash b1")
    assert t.menu() == "1"


def test_d64_also_through_a_duplicate() -> None:
    t = table("offering", prices=[2], turn="loser", stake="| b6* b7", display="r1")
    assert t.menu() == "1"
    t = table("offering", prices=[2], turn="loser", stake="g1 | b6* b7", display="r1")
    assert t.menu() == "b7 1"


def test_d64_is_the_reason_where_there_is_something_to_cash_in() -> None:
    kept = "You must keep enough cards to buy position 1, so you cannot cash in (D64)."
    t = table("offering", prices=[2], turn="loser", stake="b1 | b6", display="r1")
    assert str(t.refused("b6")) == kept
    t = table("offering", prices=[2], turn="loser", stake="| b6* b7", display="r1")
    assert str(t.refused("b7")) == kept  # by a copy
    t = table("offering", prices=[2], turn="loser", stake="b1 | g6", display="r1")
    assert t.refused("g6").rule == "D33"
    t = table(
        "offering",
        prices=[3],
        turn="loser",
        stake="| b6* b7 b8",
        display="r1",
        auction_discards="b2",
    )
    t.begin("use b7")
    assert (t.menu(), str(t.refused("b6"))) == ("b8", kept)


def test_d64_binds_no_longer_once_position_1_is_gone() -> None:
    t = table(turn="loser", stake="b1 b2 b3 b4", display="r1 r2 r3")
    t.play("buy 1 with b1")
    assert t.menu() == "2 3 end"


def test_d65_a_loser_who_cannot_pay_owes_nothing() -> None:
    t = table(turn="loser", stake="", display="r1 r2")
    assert t.menu() == "end"
    t = table(prices=[2, 1], turn="loser", stake="bP b1", display="r1 r2")
    assert t.menu() == "bP 1"  # position 2 would leave too little
    t = table(prices=[3, 1], turn="loser", stake="bP b1", display="r1 r2")
    assert t.menu() == "bP 2 end"


def test_d66_nothing_is_owed_if_position_1_was_bought_or_taken_by_the_winner() -> None:
    t = table(stake="b1 bP", rival_bid="g1", display="r1 r2")
    t.play("0 buy 1 with b1", "0 end")
    assert t.menu(1) == "end"
    t = table(stake="b1 bP", rival_bid="g1", display="b2 r2")
    t.play("0 use bP take-display 1", "0 end")
    assert t.menu(1) == "end"


def test_d66_the_loser_may_get_rid_of_it_by_taking_the_card() -> None:
    t = table(turn="loser", stake="bP g1", display="b2 r2")
    t.play("use bP take-display 1")
    assert t.menu() == "2 end"


def test_d66_another_position_does_not_count() -> None:
    t = table(turn="loser", stake="bP g1 g2", display="r2 b2 r3")
    t.play("use bP take-display 2")
    assert "end" not in t.menu().split()


def test_d67_the_winner_has_no_obligation() -> None:
    t = table(stake="b1 b2 bP", rival_bid="g1", display="r1 r2 r3")
    assert t.menu() == "bP 1 2 3 end"
    t.play("use bP cash b1", "buy 2 with b2 bP", "end")
    assert t.display() == "r1 - r3 - - -"


def test_without_the_obligation_d63_and_d64_fall_away() -> None:
    t = table(loser_must_buy_first=False, turn="loser", stake="b1 b2 b3", display="r1 r2 r3")
    assert t.menu() == "1 2 3 end"
