"""Phase 2: bid (D10 to D22)."""

from typing import Any

import pytest

from saleroom.games.bits import choices

from .table import table

# -- what is bid --------------------------------------------------------------------------------


def test_d10_all_cards_left_in_hand_are_the_bid() -> None:
    t = table(hand="b1 b2 bP g4 r5", rival_hand="p1 p2 p3 p4 pQ")
    t.play("0 aside r5", "1 aside p1")
    assert t.stake(0) == "b1 b2 bP g4"
    assert t.stake(1) == "p2 p3 p4 pQ"
    assert t.hand(0) == t.hand(1) == ""


def test_d10_so_is_a_single_card() -> None:
    t = table(hand="b4", rival_hand="gP")
    assert (t.stake(0), t.stake(1)) == ("b4", "gP")
    assert t.hand(0) == t.hand(1) == ""


@pytest.mark.parametrize(
    ("held", "bid"),
    [("", "b1 b6 g9"), ("b6", "b1 g9"), ("g9", "b1 b6"), ("b6 g9", "b1")],
)
def test_d11_any_combination_of_power_cards_is_held_and_the_rest_is_bid(
    held: str, bid: str
) -> None:
    t = table("offering", hand="b1 b6 g9 r3", rival_hand="p5")
    t.play(f"0 aside r3 hold {held}" if held else "0 aside r3 bid", "1 bid")
    assert t.stake(0) == bid
    assert t.hand(0) == held


def test_d11_also_power_cards_that_follow_each_other_in_canonical_order() -> None:
    t = table("offering", hand="b6 b7 b8 b9 r3", rival_hand="p5")
    t.begin("0 aside r3 hold b6")
    assert t.menu(0) == "b7 b8 b9 bid"
    t.begin("0 b7")
    assert t.menu(0) == "b8 b9 bid"
    t.play("0 b8 b9 bid", "1 bid")
    assert (t.stake(0), t.hand(0)) == ("", "b6 b7 b8 b9")


def test_d11_a_card_without_a_power_must_be_bid() -> None:
    t = table("offering", hand="b1 b6 g9 r3", rival_hand="p1")
    t.begin("0 aside r3")
    assert t.menu(0) == "b6 g9 bid"
    assert t.refused("b1", seat=0).rule == "D11"


def test_d11_held_cards_are_named_in_canonical_order_so_each_combination_has_one_path() -> None:
    t = table("offering", hand="b6 g9 p7 r3", rival_hand="p1")
    t.begin("0 aside r3")
    assert t.menu(0) == "b6 g9 p7 bid"
    t.begin("0 g9")
    assert t.menu(0) == "p7 bid"


def test_d11_a_card_that_was_set_aside_cannot_be_held() -> None:
    t = table("offering", hand="b6 g9", rival_hand="p1")
    t.begin("0 aside b6")
    assert t.menu(0) == "g9 bid"


def test_d11_a_seat_without_power_cards_is_asked_too() -> None:
    t = table("offering", hand="b1", rival_hand="p1 p2")
    assert t.movers == [0, 1]
    assert t.menu(0) == "bid"


def test_d11_while_cards_are_being_held_the_decision_is_not_complete() -> None:
    t = table("offering", hand="b6", rival_hand="p1 p2")
    assert t.position.between(0)
    t.begin("0 hold b6")
    assert not t.position.between(0)


def test_d12_a_hand_of_power_cards_may_be_held_whole_and_the_empty_bid_counts_0() -> None:
    t = table("offering", hand="b6 g7 p8 r9 r10", rival_hand="b1")
    t.play("0 aside r10 hold b6 g7 p8 r9", "1 bid")
    assert t.stake(0) == ""
    assert t.hand(0) == "b6 g7 p8 r9"
    assert t.movers == [1]  # 0 : 1


def test_d13_held_cards_are_hidden_and_their_number_is_public() -> None:
    t = table("offering", hand="b6 g9 p1 r3", rival_hand="p2")
    t.play("0 aside r3 hold b6 g9", "1 bid")
    for turn in (1, 0):  # also in the own turn
        assert t.movers == [turn]
        for viewer in (1, None):
            assert t.hand(0, viewer=viewer) == "? ?"
        assert t.hand(0) == "b6 g9"
        if turn == 1:
            t.play("1 end")


# -- totals -------------------------------------------------------------------------------------


def test_d14_a_bid_counts_the_sum_of_its_cards_whatever_their_suits() -> None:
    t = table(hand="b1 b2 g3 r8", own_deck="p1 p2 p3", rival_hand="p5 g1", rival_deck="r1 r2")
    t.play("0 aside r8", "1 aside g1")
    assert t.totals == [6, 5]
    assert t.movers == [0]


def test_d14_the_totals_are_those_of_the_turning_up_until_both_turns_are_over() -> None:
    t = table(
        hand="b1 b2 g3 r8",
        own_deck="p1 p2 p3",
        rival_hand="p5 g1",
        rival_deck="r1 r2",
        display="b5 g7 p6 r4 b8 g4",
    )
    t.play("0 aside r8", "1 aside g1")
    t.play("0 buy 2 with b1 b2")
    assert t.totals == [6, 5]
    t.play("0 end")
    assert (t.movers, t.totals) == ([1], [6, 5])
    t.play("1 buy 1 with p5", "1 end")
    assert t.totals is None


def test_d14_standard_power_cards_count_0() -> None:
    t = table(hand="bP gP rQ r8", rival_hand="p1")
    t.play("0 aside r8")
    assert t.totals == [0, 1]
    assert t.movers == [1]


def test_d14_offering_power_cards_in_the_bid_count_their_number() -> None:
    t = table("offering", hand="b10 g6 r8", rival_hand="p9")
    t.play("0 aside r8 bid", "1 bid")
    assert t.totals == [16, 9]
    assert t.movers == [0]


def test_d14_an_empty_bid_counts_0() -> None:
    t = table("offering", hand="b10", rival_hand="", own_deck="b1", rival_deck="")
    t.play("0 hold b10")
    # 0 : 0 is a tie, and only seat 0 has a card to add.
    assert t.added == ["0 b1"]
    assert t.totals == [1, 0]


@pytest.mark.parametrize(("ours", "theirs", "first"), [("b5", "g4", 0), ("b4", "g5", 1)])
def test_d15_the_higher_total_wins_the_bid(ours: str, theirs: str, first: int) -> None:
    t = table(hand=f"{ours} r1", rival_hand=f"{theirs} r2")
    t.play("0 aside r1", "1 aside r2")
    assert t.movers == [first]
    assert t.winner == first


# -- ties ---------------------------------------------------------------------------------------


def test_d16_in_a_tie_each_seat_adds_the_top_card_of_its_own_deck() -> None:
    t = table(hand="b4 r1", own_deck="p1 p2", rival_hand="g4 r3", rival_deck="p3 p4")
    t.play("0 aside r1", "1 aside r3")
    assert t.stake(0) == "b4 r1"
    assert t.stake(1) == "g4 r3"
    assert t.totals == [5, 7]
    assert t.movers == [1]


def test_d16_the_added_cards_are_compared_again_until_the_totals_differ() -> None:
    t = table(hand="b4 r1", own_deck="p1 p2", rival_hand="g4 g1", rival_deck="p3 p4")
    t.play("0 aside r1", "1 aside g1", draws="p2 p3")
    assert t.added == ["0 r1", "1 g1", "0 p2", "1 p3"]
    assert t.totals == [7, 8]
    assert t.movers == [1]
    assert t.own_deck(0) == "p1"
    assert t.own_deck(1) == "p4"


def test_d16_both_add_even_if_the_first_card_would_have_broken_the_tie() -> None:
    t = table(hand="b4 r8", rival_hand="g4 rQ")
    t.play("0 aside r8", "1 aside rQ")
    assert t.stake(1) == "g4 rQ"
    assert t.totals == [12, 4]


def test_d17_the_first_card_added_is_the_one_set_aside() -> None:
    t = table(hand="b4 r1", own_deck="p1 p2 p3", rival_hand="g4 r3", rival_deck="p4 p5 p6")
    t.play("0 aside b4", "1 aside r3")  # r1 against g4: no tie
    assert t.set_aside_cards(0) == "b4"
    t = table(hand="b4 r1", own_deck="p1 p2 p3", rival_hand="g4 r3", rival_deck="p4 p5 p6")
    t.play("0 aside r1", "1 aside r3")
    assert t.added == ["0 r1", "1 r3"]
    assert t.set_aside_cards(0) == t.set_aside_cards(1) == ""


def test_d18_with_an_empty_deck_the_own_discards_are_shuffled_first() -> None:
    t = table(hand="b4", own_discards="p1 p2 p3", rival_hand="g4", rival_deck="r3 r4")
    assert t.wanted == "p1 p2 p3"
    t.answer("p2 r3")
    assert t.own_deck(0) == "p1 p3"
    assert t.own_discards(0) == ""
    assert t.totals == [6, 7]


def test_d18_the_shuffle_is_counted_and_what_comes_is_seen_by_all() -> None:
    t = table(hand="b4", own_discards="p1 p2 p3", rival_hand="g4", rival_deck="r3 r4")
    for pile, shuffle, card in ((1, 1, "p2"), (2, 0, "r3")):
        draw = t.position.pending()
        assert (draw.pile, draw.shuffle, choices(draw.seers)) == (pile, shuffle, [0, 1])
        t.answer(card)


def test_d18_the_discards_stay_where_they_are_while_the_deck_has_a_card() -> None:
    t = table(hand="b4 r1", own_discards="p1 p2 p3", rival_hand="g4 r3", rival_discards="p4 p5 p6")
    t.play("0 aside r1", "1 aside r3")  # r1 and r3 were the only cards of the decks
    assert t.totals == [5, 7]
    assert t.own_discards(0) == "p1 p2 p3"
    assert t.own_discards(1) == "p4 p5 p6"


def test_d18_nor_are_they_shuffled_before_another_card_must_be_added() -> None:
    t = table(hand="b4", own_deck="r1", own_discards="p1 p2", rival_hand="g4", rival_deck="r3")
    assert t.totals == [5, 7]
    assert t.own_deck(0) == ""
    assert t.own_discards(0) == "p1 p2"


def test_d18_nor_are_they_shuffled_into_a_deck_that_has_cards() -> None:
    t = table(hand="b4", own_deck="r1 r2", own_discards="p1 p2", rival_hand="g4")
    assert t.wanted == "r1 r2"
    t.answer("r2")
    assert t.own_deck(0) == "r1"
    assert t.own_discards(0) == "p1 p2"


def test_d18_also_if_neither_seat_has_a_deck() -> None:
    t = table(hand="b4", own_discards="p1 p2", rival_hand="g4", rival_discards="r3 r4")
    assert t.wanted == "p1 p2"
    t.answer("p2 r3")
    assert t.added == ["0 p2", "1 r3"]
    assert t.totals == [6, 7]


@pytest.mark.parametrize("seat", [0, 1])
def test_d18_discards_of_one_seat_alone_are_enough_to_go_on(seat: int) -> None:
    whose = "own_discards" if seat == 0 else "rival_discards"
    t = table(hand="b4", rival_hand="g4", round=8, lost_before=1 - seat, **{whose: "p2"})
    assert t.added == [f"{seat} p2"]
    assert t.winner == seat


def test_d19_a_seat_without_deck_and_discards_adds_nothing_and_the_other_still_adds() -> None:
    t = table(hand="b4", rival_hand="g4 p1")
    t.play("1 aside p1")
    assert t.added == ["1 p1"]
    assert t.totals == [4, 5]
    assert t.movers == [1]


def test_d16_every_tie_is_told_with_its_total() -> None:
    t = table(hand="b4 r1", own_deck="p1 p2", rival_hand="g4 g1", rival_deck="p3 p4")
    t.play("0 aside r1", "1 aside g1", draws="p2 p3")
    told = [event for event in t.events if event.key.startswith("tie")]
    assert [(event.key, event.values["total"]) for event in told] == [("tie", 4), ("tie", 5)]
    kept = table(hand="b4", rival_hand="g4")
    assert [e.values["total"] for e in kept.events if e.key == "tie_kept"] == [4]


@pytest.mark.parametrize("lost", [0, 1])
def test_d20_a_tie_that_nobody_can_break_goes_to_the_loser_of_the_round_before(lost: int) -> None:
    t = table(hand="b4", rival_hand="g4", round=8, lost_before=lost)
    assert t.winner == lost
    assert t.movers == [lost]


def test_d20_in_round_1_it_goes_to_seat_0() -> None:
    t = table(hand="b4", rival_hand="g4", round=1)
    assert t.winner == 0


def test_d20_it_is_asked_only_when_both_have_nothing_left() -> None:
    t = table(hand="b4 bP", rival_hand="g4 gP", round=8, lost_before=1)
    t.play("0 aside bP", "1 aside gP")
    assert t.added == ["0 bP", "1 gP"]
    assert t.winner == 1


def test_d21_standard_a_power_card_added_in_a_tie_is_ready() -> None:
    t = table(hand="b4 bP", rival_hand="g4 gQ", own_deck="b8 b7", rival_deck="r1 r2")
    t.play("0 aside bP", "1 aside gQ", draws="b8 r1")
    assert t.movers == [0]
    assert "bP" in t.menu(0).split()
    t.play("0 use bP cash b4")
    assert t.cashed(0) == "b4"


def test_d21_cards_added_in_a_tie_can_be_stolen_cashed_in_changed_and_paid() -> None:
    start: dict[str, Any] = dict(
        hand="b4 b1", own_deck="bP b8", rival_hand="g4 g1", rival_deck="gQ b2", display="r1 r2"
    )
    t = table(**start)
    t.play("0 aside b1", "1 aside g1", draws="bP b2")
    assert t.totals == [5, 7]
    assert t.movers == [1]
    t.play("1 end")
    t.play("0 use bP cash b1")
    assert t.cashed(0) == "b1"

    t = table(**start)
    t.play("0 aside b1", "1 aside g1", draws="b8 b2")
    t.play("0 buy 1 with b8")
    assert t.auction_discards() == "b8"

    t = table(hand="b4 b1", own_deck="bP b8", rival_hand="g4 g1", rival_deck="gQ b2")
    t.play("0 aside b1", "1 aside g1", draws="bP gQ")  # then b8 and b2, the last of their decks
    other = t.copy()
    assert t.stake(0) == "b1 b4 b8 bP"
    t.play("0 use bP steal b2")
    assert t.stake(0) == "b1 b2 b4 b8 bP*"
    assert t.stake(1) == "g1 g4 gQ"
    other.play("0 use bP change b8 red")
    assert other.stake(0) == "b1 b4 b8>r bP*"


def test_d21_offering_a_power_card_added_in_a_tie_is_a_bid_card_and_cannot_act() -> None:
    t = table("offering", hand="b4 b6", rival_hand="g4 g1")
    t.play("0 aside b6 bid", "1 aside g1 bid")
    assert t.stake(0) == "b4 b6"
    assert "b6" not in t.menu(0).split()


def test_d22_held_cards_are_never_added_in_a_tie() -> None:
    t = table("offering", hand="b6 g9", own_deck="", rival_hand="", rival_deck="p1")
    t.play("0 aside b6 hold g9")
    # 0 : 0; seat 0 adds b6, which it set aside, seat 1 adds p1; g9 stays in hand.
    assert t.stake(0) == "b6"
    assert t.hand(0) == "g9"
    t = table("offering", hand="g9", rival_hand="", rival_deck="", round=3, lost_before=1)
    t.play("0 hold g9")
    assert t.stake(0) == ""
    assert t.winner == 1


def test_d13_the_key_of_what_the_rival_has_seen_tells_the_number_of_held_cards_alone() -> None:
    def seen(cards: str, decision: str) -> tuple[int, int]:
        t = table("offering", hand="p1 p5", rival_hand=cards)
        t.position.remembers = True
        t.play("0 aside p1", f"1 {decision}")
        return t.position.seen(0), t.position.seen(1)

    holds_b8 = seen("b1 g2 b8", "aside g2 hold b8")
    holds_r9 = seen("b1 g2 r9", "aside g2 hold r9")
    bids_b8 = seen("b1 g2 b8", "aside g2 bid")
    assert holds_b8[0] == holds_r9[0]  # to the rival: one card is held
    assert holds_b8[1] != holds_r9[1]
    assert holds_b8[0] != bids_b8[0]  # bid or held is seen


def test_d17_the_card_added_in_a_tie_moves_from_where_it_lay() -> None:
    t = table(hand="b4 g1", rival_hand="g4 p1", own_deck="r2", rival_deck="r3")
    t.play("0 aside g1", "1 aside p1")
    moves = [event.values["moves"] for event in t.events if event.key == "added"]
    assert moves[:2] == [[["g1", "aside.0", "stake.0"]], [["p1", "aside.1", "stake.1"]]]
    assert len(moves) > 2
    assert all(here.startswith("deck") for move in moves[2:] for _, here, _ in move)
