"""How the house plays Dutch: its ideas as small positions, and matches."""

from __future__ import annotations

import pytest

from saleroom.games.bits import Dice
from saleroom.games.core import Random, deal
from tests.games.matches import share

from .table import Table, rules, table

EDITIONS = ("standard", "offering")


def says(at: Table, seat: int = 0) -> str:
    """What the house decides for this seat, in words; and it does so."""
    words = []
    complete = False
    while not complete:
        choice = at.law.house().choose(at.position, seat, Dice(1))
        words.append(at.position.word(seat, choice))
        complete = at.position.choose(seat, choice)
    deal(at.position, Dice(1))
    return " ".join(words)


# -- purchases ------------------------------------------------------------------------------------


def test_a_card_of_the_same_suit_pays_because_it_comes_back() -> None:
    """Note 3, D57."""
    t = table(stake="b2 g3 p4 r8", display="g1")
    assert says(t) == "buy 1 with g3"


def test_a_one_suit_hand_buys_dear_cards_for_free() -> None:
    """Note 3, E4."""
    t = table(stake="b3 b4 b6 b8", display="- - - b1")
    assert says(t) == "buy 4 with b3 b4 b6 b8"


def test_nothing_is_bought_that_costs_more_than_it_brings() -> None:
    """Note 1: the winner may end (D25), and soon strength is of no use."""
    t = table(stake="b1 b2 g2 g3", display="r8", auction_deck="")
    assert says(t) == "end"


def test_two_purchases_are_planned_together() -> None:
    """Note 6: the blue card pays the blue lot, and the green one the other."""
    t = table(stake="b6 g7", display="b2 - - -", own_discards="p1")
    assert says(t) == "buy 1 with b6"
    t = table(stake="b6 g7 g8", display="b2 g2")
    assert {says(t), says(t)} == {"buy 1 with b6", "buy 2 with g7 g8"}


def test_the_loser_pays_the_forced_purchase_with_what_it_misses_least() -> None:
    """Note 16, D63."""
    t = table(stake="b1 g8 p2", turn="loser", display="r8", auction_deck="")
    assert says(t) == "buy 1 with g8"
    assert says(t) == "end"


def test_what_is_owed_is_thought_of_in_every_purchase() -> None:
    """D63, D64: both are bought, and the green card is not wasted on the first."""
    t = table(stake="b7 b8 g8", turn="loser", display="g6 b1", auction_deck="")
    assert {says(t), says(t)} == {"buy 1 with g8", "buy 2 with b7 b8"}


def test_late_in_the_game_what_spoils_a_bonus_is_paid_away() -> None:
    """Notes 4, 5: without the 8, red is worth its 2 twice."""
    t = table(stake="r8 g3", display="b2", own_discards="r1 r2", auction_deck="")
    assert says(t) == "buy 1 with r8"


def test_a_bad_card_is_best_paid_to_another_suit() -> None:
    """Note 19: that alone is worth 11 points."""
    t = table("offering", stake="b10 g2", display="r5", auction_deck="")
    assert says(t) == "buy 1 with b10"


def test_six_of_a_suit_stay_together() -> None:
    """Note 21, D85: the sixth blue card is worth 10 points more than its face."""
    cards = {"stake": "b7 r6", "display": "g4", "auction_deck": ""}
    t = table("offering", own_discards="b1 b2 b3 b4 b5", **cards)
    assert says(t) == "buy 1 with r6"
    t = table("offering", own_discards="b1 b2 b3 b4", **cards)
    assert says(t) == "buy 1 with b7", "with five there is none to lose"


# -- powers ---------------------------------------------------------------------------------------


def test_a_power_takes_what_is_dear() -> None:
    """Note 2: position 6 for nothing, and then position 1 is bought all the same."""
    t = table(stake="rP g5 p5", display="r2 g8 b8 g7 p8 r1")
    assert says(t) == "use rP take-display 6"
    assert says(t).startswith("buy 1 with r")


def test_what_is_stolen_counts_twice() -> None:
    """D46: one has it, and the other has it not."""
    t = table(stake="bP g8", rival_bid="b1 p8", display="b2")
    assert says(t) == "use bP steal b1"


def test_a_good_card_among_the_discards_is_fetched() -> None:
    """Note 12."""
    t = table(stake="bP g8", display="r8", auction_discards="b1 b7", turn="winner")
    assert says(t) == "use bP take-auction b1"


def test_a_suit_is_changed_so_that_the_payment_comes_back() -> None:
    """E7, D57: nothing else is there for the power to do."""
    t = table(stake="rP r1", display="- p1", auction_deck="")
    assert says(t) == "use rP change r1 pink"
    assert says(t) == "buy 2 with r1 rP"


def test_a_card_comes_back_to_pay() -> None:
    """Note 6: with a fourth blue card the dear one can be bought."""
    t = table("offering", stake="b4 b5 | b9", display="- - - b1", own_discards="b3 g2")
    assert says(t) == "use b9 b3"
    assert says(t) == "buy 4 with b3 b4 b5 b9"


def test_a_power_relieves_of_what_is_owed() -> None:
    """D66, E24: better taken than paid for."""
    t = table(stake="rP g1", turn="loser", display="r4", auction_deck="")
    assert says(t) == "use rP take-display 1"
    assert says(t) == "end"


def test_held_cards_are_played_and_a_copy_acts_as_the_best() -> None:
    """D31, D50: both the 8 and its copy fetch a card."""
    t = table("offering", stake="g5 |", held="b7 b8", auction_discards="b1 b2", display="r9")
    assert [says(t), says(t)] == ["play b7", "play b8"]
    assert {says(t), says(t)} == {"use b7 copy b8 b1", "use b8 b2"}


# -- bids -----------------------------------------------------------------------------------------


def test_a_card_that_does_nothing_in_the_bid_is_set_aside() -> None:
    """Note 8: the power has no target, and the rest makes the bid."""
    t = table(hand="b4 g4 b5 g5 rP", display="b1 g1 b2 g2 b3 g3", rival_hand="p1 p2 p3 p4 p5")
    assert says(t) == "aside rP"


def test_a_power_card_goes_where_its_suit_lies() -> None:
    """Note 2: it takes the best card there, and a 2 is set aside."""
    t = table(hand="rP b2 b5 g6 g7", display="r8 g8 b8 p8 p7 r1", rival_hand="p1 p2 p3 p4 p5")
    assert says(t) == "aside b2"


@pytest.mark.parametrize(("power", "hidden"), [("bP", "b1"), ("gP", "g1")])
def test_a_good_card_is_hidden_from_who_could_steal_it(power: str, hidden: str) -> None:
    """Note 10: the rival was seen to have this power card, and may win the bid."""
    t = table(
        hand="b1 g1 p5 r5 r6",
        rival_hand=f"{power} p6 p7 p8 r8",
        display="rP pP r7 p4 p3 r4",
    )
    rival = t.position.sides[1]
    rival.known = rival.hand
    assert says(t) == f"aside {hidden}"


def test_what_can_fetch_a_good_card_is_held() -> None:
    """Note 20: the 8 finds a 1 among the auction discards, the 9 would find nothing."""
    t = table(
        "offering",
        hand="b8 g9 r4 p3 p2",
        rival_hand="p4 p5 r5 r6 r7",
        display="g5 b7 b9 p8 g8 g10",
        auction_discards="b1",
    )
    assert "hold b8" in says(t)


def test_a_weak_card_is_worth_a_held_card_that_cashes_it_in() -> None:
    """Note 11."""
    t = table(
        "offering",
        hand="b6 b1 r4 p3 p2",
        rival_hand="p4 p5 r5 r6 r7",
        display="g5 b7 b9 p8 g8 g10",
    )
    assert "hold b6" in says(t)


def test_against_a_rival_without_cards_no_strength_is_needed() -> None:
    """D81."""
    t = table(
        "offering",
        hand="b8 g5 r4 p3 p2",
        rival_hand="",
        display="g7 b7 b9 p8 g8 g10",
        auction_discards="b4",
    )
    assert "hold b8" in says(t)


# -- the end --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mine", "answer"), [("b1 b2", "stop"), ("b8 bP", "go-on")])
def test_who_is_ahead_stops(mine: str, answer: str) -> None:
    """Note 17, D75."""
    t = table(
        stake="",
        turn="loser",
        display="- r8",
        own_discards=mine,
        rival_discards="g5",
        auction_deck="",
        unplaced="auction_discards",
    )
    t.play("end")
    assert t.phase == "vote"
    assert says(t) == answer


# -- whole games ----------------------------------------------------------------------------------


@pytest.mark.once
@pytest.mark.parametrize("edition", EDITIONS)
def test_it_beats_random_play(edition: str) -> None:
    law = rules(edition)
    assert share(law, law.house(), Random(), deals=10) >= 0.95
