"""Set-up (D1 to D5) and the round (D6)."""

import pytest

from saleroom.games.bits import choices, count

from .table import conserved, opening, rules, table

# Seat 0, seat 1, and the display.
DEAL = "b1 b2 b3 b4 b5 b6 b7 b8 bP  g1 g2 g3 g4 g5 g6 g7 g8 gP  r8 p1 r2 pP p4 gQ"


@pytest.mark.parametrize("variant", ["standard", "offering"])
def test_d1_two_seats_and_every_card_may_come_first(variant: str) -> None:
    law = rules(variant)
    assert law.seats == 2
    assert count(law.all_cards) == 40
    position = law.begin()
    left = law.all_cards
    for _ in range(2 * law.deal + 6):
        draw = position.pending()
        assert draw.pile == 0
        assert draw.wants == left == position.wants  # all that was not dealt yet
        card = choices(left)[len(choices(left)) // 2]
        position.draw(card)
        left &= ~(1 << card)


@pytest.mark.parametrize(("variant", "dealt"), [("standard", 9), ("offering", 8)])
def test_d2_each_seat_is_dealt_its_own_deck_face_down(variant: str, dealt: int) -> None:
    position = rules(variant).begin()
    for seat in (0, 1):
        for left in range(dealt, 0, -1):
            draw = position.pending()
            assert draw.together == left  # they come as one set
            assert choices(draw.seers) == [seat]
            position.draw(choices(draw.wants)[0])
    assert position.pending().seers == 3  # now comes the display


def test_d3_the_top_six_of_the_auction_deck_lie_in_the_order_drawn() -> None:
    t = opening(draws=DEAL)
    assert t.display() == "r8 p1 r2 pP p4 gQ"
    assert count(t.position.auction) == 16


def test_d3_a_short_auction_deck_fills_fewer_positions() -> None:
    t = opening(deal=18)
    assert t.display().split().count("-") == 2
    assert t.display().endswith("- -")
    assert t.auction_deck == ""


@pytest.mark.parametrize(("variant", "left"), [("standard", 4), ("offering", 3)])
def test_d4_each_seat_draws_a_hand_of_five_from_its_own_deck(variant: str, left: int) -> None:
    t = opening(variant)
    for seat in (0, 1):
        assert len(t.hand(seat).split()) == 5
        assert len(t.own_deck(seat).split()) == left


def test_d4_a_deal_smaller_than_a_hand_is_drawn_whole() -> None:
    t = opening(deal=3)
    assert len(t.hand(0).split()) == 3
    assert t.own_deck(0) == ""


@pytest.mark.parametrize("variant", ["standard", "offering"])
def test_d5_piles_and_stakes_start_empty(variant: str) -> None:
    t = opening(variant)
    assert t.auction_discards() == ""
    for seat in (0, 1):
        assert t.own_discards(seat) == t.cashed(seat) == t.stake(seat) == ""
    assert conserved(t.position)


def test_d5_also_while_the_display_is_laid_out() -> None:
    t = opening(draws=" ".join(DEAL.split()[:18]))  # D2: what was dealt is an own deck at once
    assert t.own_deck(0) == "b1 b2 b3 b4 b5 b6 b7 b8 bP"
    assert t.own_deck(1) == "g1 g2 g3 g4 g5 g6 g7 g8 gP"
    assert t.own_discards(0) == t.own_discards(1) == t.auction_discards() == ""


def test_d6_a_round_is_set_aside_bid_two_turns_restock_and_draw() -> None:
    t = opening(draws=f"{DEAL}  b1 b2 b3 b4 b5  g1 g2 g3 g4 g8")
    assert (t.round, t.phase, t.movers) == (1, "set_aside", [0, 1])
    t.play("0 aside b1", "1 aside g1")  # then the bids are turned up, 14 : 17
    assert (t.phase, t.movers, t.totals) == ("turn", [1], [14, 17])
    t.play("1 end")
    assert (t.phase, t.movers) == ("turn", [0])
    t.play("0 buy 1 with b2", "0 end", draws="p2")
    assert t.display() == "p1 r2 pP p4 gQ p2"
    assert (t.round, t.phase, t.movers) == (2, "set_aside", [0, 1])
    assert t.hand(0) == "b1 b6 b7 b8 bP"
    assert t.hand(1) == "g1 g5 g6 g7 gP"


def test_d6_the_end_is_checked_between_restock_and_draw() -> None:
    t = table(turn="loser", stake="b1 b2", display="- r1", auction_deck="r2")
    t.play("end")
    assert t.display() == "r1 r2 - - - -"
    assert t.phase == "vote"  # the restock took the last card of the auction deck
    assert t.hand(0) == ""


def test_d6_after_a_vote_to_go_on_the_hands_are_drawn_before_the_next_round() -> None:
    t = table(turn="loser", stake="b1 b2", rival_discards="g1 g2", display="- r1", auction_deck="")
    t.play("end")
    t.play("0 stop", "1 go-on")
    assert (t.round, t.phase, t.movers) == (3, "set_aside", [0, 1])
    assert t.hand(0) == "b1 b2"
    assert t.hand(1) == "g1 g2"


def test_d6_the_round_begins_again_with_phase_1() -> None:
    t = table(turn="loser", stake="b1 b2 b3", own_deck="g1 g2 g3 g4", rival_deck="r1 r2 r3 r4 r5")
    t.play("end", draws="p1 p2 p3 p4 p5 p6")
    t.answer("b1")
    assert t.phase == "set_aside"
    assert t.movers == [0, 1]
    assert t.round == 3
