"""The end of a turn, restock, end check, draw, and that a game ends (D68 to D81, D90 to D92)."""

from typing import Any

import pytest

from saleroom.games.bits import Dice, choices, count, place
from saleroom.games.core import deal
from saleroom.games.dutch.codes import END
from saleroom.games.dutch.position import Dutch

from .table import Table, conserved, opening, rules, table

# -- end of a turn ------------------------------------------------------------------------------


def test_d68_the_whole_stake_goes_to_the_own_discards() -> None:
    t = table(stake="b1 b2 bP", own_discards="g1", rival_bid="r1", display="r2")
    t.play("end")
    assert t.stake(0) == ""
    assert t.own_discards(0) == "b1 b2 bP g1"
    assert t.auction_discards() == ""


def test_d68_offering_held_cards_go_there_too_and_are_shown() -> None:
    t = table("offering", stake="b1 | b6*", held="g9 r8", rival_bid="r1", display="r2")
    t.play("end")
    assert t.hand(0) == ""
    assert t.own_discards(0) == "b1 b6 g9 r8"
    for viewer in (1, None):
        moves = [move for told in t.told(viewer) for move in _moves(told)]
        assert ["g9", "hand.0", "discards.0"] in moves
        assert ["r8", "hand.0", "discards.0"] in moves


def _moves(told: dict[str, object]) -> list[object]:
    values = told["values"]
    assert isinstance(values, dict)
    moves = values.get("moves", [])
    assert isinstance(moves, list)
    return moves


def test_d69_the_winners_cards_are_gone_before_the_losers_turn_begins() -> None:
    t = table(stake="b1 b2", rival_bid="bP g2", display="r2")
    t.play("0 end")
    assert t.movers == [1]
    assert t.stake(0) == ""
    assert t.menu(1) == "1"  # bP finds nothing blue on the table

    t = table("offering", stake="b1 | b6", held="b9", rival_bid="g2", display="r2")
    t.play("0 end")
    assert (t.movers, t.stake(0), t.hand(0)) == ([1], "", "")
    assert t.own_discards(0) == "b1 b6 b9"


def test_d70_a_card_still_in_position_1_goes_to_the_auction_discards() -> None:
    for card in ("b1", "r1"):
        t = table(turn="loser", stake="", display=f"{card} r2 r3", auction_deck="")
        t.play("end")
        assert t.auction_discards() == card
        assert t.display() == "r2 r3 - - - -"


def test_d70_without_the_obligation_a_card_expires_every_round() -> None:
    t = table(
        loser_must_buy_first=False,
        turn="loser",
        stake="b1 b2",
        display="r1 r2 r3",
        auction_deck="",
    )
    t.play("end")
    assert t.auction_discards() == "r1"
    assert t.display() == "r2 r3 - - - -"


def test_d70_other_positions_do_not_expire() -> None:
    t = table(turn="loser", stake="b1", display="- r2 r3", auction_deck="")
    t.play("end")
    assert t.auction_discards() == ""
    assert t.display() == "r2 r3 - - - -"


# -- phase 4: restock ---------------------------------------------------------------------------


def test_d71_the_remaining_cards_move_left_and_keep_their_order() -> None:
    t = table(turn="loser", stake="", display="- r5 - r1 r3 -", auction_deck="")
    t.play("end")
    assert t.display() == "r5 r1 r3 - - -"


@pytest.mark.parametrize("display", ["- - - r5 r1 r3", "- r5 - - r1 r3", "- r5 r1 - - r3"])
def test_d71_several_gaps_side_by_side_are_closed_too(display: str) -> None:
    t = table(turn="loser", stake="", display=display, auction_deck="")
    t.play("end")
    assert t.display() == "r5 r1 r3 - - -"


def test_d72_the_lowest_empty_position_is_filled_first_and_so_on() -> None:
    t = table(turn="loser", stake="", display="- r5 - r1 - -")
    t.play("end", draws="g8")
    assert t.display() == "r5 r1 g8 - - -"
    t.answer("b1")
    assert t.display() == "r5 r1 g8 b1 - -"
    t.answer("pP p3")
    assert t.display() == "r5 r1 g8 b1 pP p3"
    assert t.round == 3


def test_d72_the_place_of_an_expired_card_is_filled_too() -> None:
    t = table(turn="loser", stake="", display="b1 r5 r1 r3 r6 r7")
    t.play("end", draws="g8")
    assert t.display() == "r5 r1 r3 r6 r7 g8"


def test_d72_until_the_auction_deck_is_empty() -> None:
    t = table(turn="loser", stake="", display="- r5 - r1 - -", auction_deck="b1 b2")
    t.play("end", draws="b2")  # b1, the last card, comes for certain
    assert t.display() == "r5 r1 b2 b1 - -"
    assert t.auction_deck == ""


def test_d73_auction_discards_are_never_reshuffled() -> None:
    t = table(
        turn="loser",
        stake="g1",
        display="r1 r2",
        auction_deck="",
        auction_discards="b1 b2 b3 b4 b5 b6 b7",
    )
    t.play("buy 1 with g1", "end")
    assert t.display() == "r2 - - - - -"
    assert t.auction_discards() == "b1 b2 b3 b4 b5 b6 b7 g1"
    assert t.auction_deck == ""


# -- end check ----------------------------------------------------------------------------------


def test_d74_with_auction_deck_and_display_empty_the_game_ends() -> None:
    t = table(turn="loser", stake="b1", display="r1", auction_deck="")
    t.play("buy 1 with b1", "end")
    assert t.position.over
    assert t.position.ending() == "sold_out"
    assert t.phase == "over"
    assert t.movers == []


def test_d75_with_only_the_auction_deck_empty_both_are_asked_and_both_must_stop() -> None:
    t = table(turn="loser", stake="b1", display="r1 r2", auction_deck="")
    t.play("buy 1 with b1", "end")
    assert t.movers == [0, 1]
    assert t.menu(0) == t.menu(1) == "stop go-on"
    for answers, over in (
        (("0 stop", "1 stop"), True),
        (("1 stop", "0 stop"), True),
        (("0 stop", "1 go-on"), False),
        (("0 go-on", "1 stop"), False),
        (("0 go-on", "1 go-on"), False),
    ):
        other = t.copy()
        other.play(*answers)
        assert other.position.over is over
        assert other.position.ending() == ("stopped" if over else "")


def test_d75_the_answers_are_given_at_the_same_time() -> None:
    t = table(turn="loser", stake="b1", display="r1 r2", auction_deck="")
    t.play("buy 1 with b1", "end")
    rival, spectator, heard = t.position.view(1), t.position.view(None), len(t.events)
    t.play("0 stop")
    assert t.position.view(1) == rival
    assert t.position.view(None) == spectator
    assert len(t.events) == heard


def test_d75_without_the_vote_play_goes_on() -> None:
    t = table(end_vote=False, turn="loser", stake="b1", display="r1 r2", auction_deck="")
    t.play("buy 1 with b1", "end")
    assert t.phase == "turn"  # the next round: one card r1 in hand, bid without a question
    assert t.round == 3


def test_d76_the_question_is_put_again_after_every_later_round() -> None:
    t = table(turn="loser", stake="b1 b2", display="r1 r2 r3", auction_deck="")
    t.play("buy 1 with b1", "end")
    t.play("0 stop", "1 go-on")
    t.play("0 aside b2")  # hand b2 r1; the rival has no cards
    t.play("0 end", "1 end")  # r2 expires: the loser has nothing to pay with
    assert t.phase == "vote"
    t.play("0 stop", "1 stop")
    assert t.position.over


def test_d77_with_cards_in_the_auction_deck_there_is_no_question() -> None:
    t = table(turn="loser", stake="", display="", auction_deck="b1 b2 b3 b4 b5 b6 b7")
    t.play("end", draws="b1 b2 b3 b4 b5 b6")
    assert t.round == 3
    assert not t.position.over


def test_d77_the_end_is_checked_only_after_phase_4() -> None:
    t = opening(deal=19)  # two cards for the auction: the auction deck is empty from the start
    assert t.auction_deck == ""
    assert t.phase == "set_aside"
    t = table(stake="b1 b2 b3", rival_bid="g1", display="r1 r2", auction_deck="")
    t.play("0 buy 1 with b1", "0 buy 2 with b2 b3")
    assert not t.position.over
    t.play("0 end")
    assert t.movers == [1]
    t.play("1 end")
    assert t.position.over


def test_a_limit_of_rounds_ends_the_game_after_that_round() -> None:
    """1.4: `rounds`; the last round is played to the end of phase 4."""
    for round_, over in ((2, False), (3, True)):
        t = table(rounds=3, round=round_, turn="loser", stake="", display="r1")
        t.play("end", draws="b1 b2 b3 b4 b5 b6")
        assert t.position.over is over
        if over:
            assert t.position.ending() == "last_round"
            assert t.hand(0) == ""


def test_a_last_round_with_cards_left_on_display_is_not_sold_out() -> None:
    t = table(rounds=2, turn="loser", stake="b1", display="r1 r2", auction_deck="")
    t.play("buy 1 with b1", "end")
    assert t.position.over
    assert t.position.ending() == "last_round"


# -- phase 5: draw ------------------------------------------------------------------------------


def start_of_next_round(**zones: Any) -> Table:
    """Seat 0 ends the round; a card is left in the auction deck, so nobody is asked to stop."""
    t = table(
        turn="loser",
        stake="",
        display="- p1 p2 p3 p4 p5",
        auction_deck="p7 p8",
        **zones,
    )
    t.play("end", draws="p7")
    return t


def test_d78_with_fewer_than_five_the_discards_are_shuffled_under_the_old_cards() -> None:
    t = start_of_next_round(own_deck="b4 g1", own_discards="r2 r3 r5 r6")
    assert t.wanted == "r2 r3 r5 r6"  # the old cards are in hand already
    t.answer("r3 r6 r2")
    assert t.hand(0) == "b4 g1 r2 r3 r6"
    assert t.own_deck(0) == "r5"
    assert t.own_discards(0) == ""


def test_d78_too_few_cards_are_drawn_all() -> None:
    t = start_of_next_round(own_deck="b4", own_discards="r2 r3")
    assert t.hand(0) == "b4 r2 r3"
    assert t.own_deck(0) == t.own_discards(0) == ""


def test_d79_with_five_or_more_there_is_no_shuffle() -> None:
    t = start_of_next_round(own_deck="b4 g1 g2 g3 g5", own_discards="r2 r3")
    assert t.hand(0) == "b4 g1 g2 g3 g5"
    assert t.own_deck(0) == ""
    assert t.own_discards(0) == "r2 r3"
    t = start_of_next_round(own_deck="b4 g1 g2 g3 g5 g6", own_discards="r2 r3")
    assert t.wanted == "b4 g1 g2 g3 g5 g6"
    t.answer("g6 g5 g3 b4 g1")
    assert t.own_deck(0) == "g2"
    assert t.own_discards(0) == "r2 r3"


def test_d79_the_set_aside_card_is_one_of_the_five() -> None:
    t = start_of_next_round(own_aside="b8", own_deck="g1 g2 g3 g5", own_discards="r2 r3")
    assert t.hand(0) == "b8 g1 g2 g3 g5"
    assert t.own_discards(0) == "r2 r3"


def test_d80_the_set_aside_card_is_drawn_first() -> None:
    t = start_of_next_round(own_aside="b8", own_deck="g1 g2 g3 g5 g6 g7")
    assert t.wanted == "g1 g2 g3 g5 g6 g7"
    t.answer("g1 g2 g3 g5")
    assert t.hand(0) == "b8 g1 g2 g3 g5"


def test_d80_unless_a_tie_used_it() -> None:
    t = table(
        hand="b4 b8", own_deck="g1 g2 g3 g5 g6 g7", rival_hand="g4 r1", display="- r2 r3 r4 r5 r6"
    )
    t.play("0 aside b8", "1 aside r1", "0 end", "1 end", draws="p1")
    assert t.wanted == "g1 g2 g3 g5 g6 g7"
    t.answer("g1 g2 g3 g5 g6")
    assert t.hand(0) == "g1 g2 g3 g5 g6"
    assert t.own_discards(0) == "b4 b8"


def test_d81_a_seat_may_have_no_cards_at_all() -> None:
    t = table(
        turn="loser",
        stake="",
        rival_discards="b4",
        display="r1 r2",
        auction_deck="p1 p2 p3 p4 p5 p6",
    )
    t.play("end", draws="p1 p2 p3 p4 p5")
    # Seat 0 has nothing: an empty bid, so seat 1 wins with b4.
    assert t.hand(0) == ""
    assert t.phase == "turn"
    assert t.totals == [0, 4]
    t.play("1 buy 1 with b4", "1 end")
    assert t.menu(0) == "end"  # it can do nothing
    t.play("0 end")
    assert t.phase == "vote"
    assert t.movers == [0, 1]  # and still votes


# -- every game ends ----------------------------------------------------------------------------


def auction_cards(position: Dutch) -> int:
    return count(position.auction) + count(position.shown)


@pytest.mark.parametrize(
    ("variant", "most"), [("standard", 22), ("offering", 24)], ids=["standard", "offering"]
)
def test_d90_each_round_begins_with_position_1_and_sells_at_least_one_card(
    variant: str, most: int
) -> None:
    law = rules(variant)
    for seed in range(12):
        dice = Dice(seed)
        position = law.begin()
        deal(position, dice)
        before, round_ = most + 1, 0
        assert auction_cards(position) == most
        while not position.over:
            if position.round != round_:
                round_ = position.round
                assert position.at(0) >= 0
                assert auction_cards(position) < before
                before = auction_cards(position)
            step(position, dice)
            assert auction_cards(position) <= before
        assert position.round <= most


@pytest.mark.parametrize("variant", ["standard", "offering"])
def test_d90_also_where_neither_seat_has_a_card_to_buy_with(variant: str) -> None:
    t = table(variant, end_vote=False, hand="", display="r1 r2 r3", auction_deck="")
    for left in ("r2 r3 - - - -", "r3 - - - - -", "- - - - - -"):
        assert not t.position.over
        t.play("end", "end")
        assert t.display() == left
    assert t.position.over


@pytest.mark.parametrize("variant", ["standard", "offering"])
def test_d91_a_turn_is_finite_even_for_a_seat_that_never_wants_to_end(variant: str) -> None:
    law = rules(variant)
    for seed in range(6):
        dice = Dice(seed)
        position = law.begin()
        deal(position, dice)
        assert isinstance(position, Dutch)
        whose, steps = (0, 0), 0
        while not position.over:
            if (position.round, position.turn) != whose:
                whose, steps = (position.round, position.turn), 0
            step(position, dice, unwanted=1 << END)
            steps += 1
            assert steps < 300


def test_d91_power_cards_do_not_change_each_other_for_ever() -> None:
    t = table(stake="bP bQ gP", display="- - - r1")
    t.play("use bP change bQ green", "use bQ change gP blue", "use gP change bP green")
    assert t.stake() == "bP>g* bQ>g* gP>b*"
    assert t.menu() == "end"


@pytest.mark.parametrize("variant", ["standard", "offering"])
def test_d92_no_menu_is_empty_and_each_card_is_in_one_zone_at_every_moment(variant: str) -> None:
    law = rules(variant)
    for seed in range(6):
        dice = Dice(100 + seed)
        position = law.begin()
        while not position.over:
            assert conserved(position)
            if not position.wants:
                assert position.movers
                for seat in (0, 1):
                    assert bool(position.menu(seat)) == bool(position.movers >> seat & 1)
            step(position, dice)
        assert conserved(position)


@pytest.mark.parametrize(
    ("variant", "action"),
    [
        *(("standard", f"use bP {power}") for power in ("cash b1", "change b1 red", "steal b4")),
        *(("standard", f"use bP {take}") for take in ("take-own b2", "take-auction b3")),
        ("standard", "use bP take-display 2"),
        *(("offering", f"use b6 {target}") for target in ("b1", "b5")),
        *(("offering", f"use b7 b6 {target}") for target in ("b1", "b5", "b7")),
        *(("offering", action) for action in ("use b9 b2", "use b8 b3", "play g8")),
        *((variant, "buy 2 with b1 g1") for variant in ("standard", "offering")),
        ("offering", "buy 2 with b5 b7"),
        *((variant, "end") for variant in ("standard", "offering")),
    ],
)
def test_d92_every_action_leaves_each_card_in_one_zone(variant: str, action: str) -> None:
    standard = variant == "standard"
    t = table(
        variant,
        stake="b1 g1 bP" if standard else "b1 g1 | b5 b6 b7 b8 b9",
        held="" if standard else "g8",
        rival_bid="b4",
        own_discards="b2",
        auction_discards="b3",
        display="p1 " + ("b8" if standard else "b10"),
    )
    t.play(action)
    assert conserved(t.position)


def step(position: Dutch, dice: Dice, unwanted: int = 0) -> None:
    """One random draw or choice."""
    if position.wants:
        position.draw(place(dice.member(position.wants)))
        return
    seat = choices(position.movers)[dice.below(count(position.movers))]
    menu = position.menu(seat)
    position.choose(seat, place(dice.member(menu & ~unwanted or menu)))
