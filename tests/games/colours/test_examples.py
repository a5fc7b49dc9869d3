"""The worked examples E1 to E26, each with the cards and names of the rules."""

import pytest

from saleroom.games.bits import Dice, count
from saleroom.games.core import NotAllowed, deal
from tests.games.colours.table import FOUR_HANDS, FOUR_MARKET, HANDS, Table, rules


@pytest.mark.parametrize(("seats", "market", "deck"), [(2, 5, 39), (3, 5, 37), (4, 6, 34)])
def test_e1_set_up(seats: int, market: int, deck: int) -> None:
    """C1 to C3."""
    position = rules(seats=seats).begin()
    deal(position, Dice(1))
    zones = {zone["id"]: zone["count"] for zone in position.view(None)["zones"]}  # type: ignore
    assert [zones[f"hand.{seat}"] for seat in range(seats)] == [2] * seats
    assert (zones["market"], zones["deck"]) == (market, deck)


def test_e2_raise_on_top() -> None:
    """C29, C32, C44, C46, C48, C52, C54, Q4, Q15."""
    t = Table().plays("0 open G7 with B2", "1 bid R4 G1", "2 pass")
    t.plays("0 bid R9 +B6")
    assert t.position.size == 3
    assert t.position.needed == 0
    t.plays("1 pass")
    assert t.market == "R4 B2x0 G1 R9x0 R1"
    assert t.hands == ("R5 G7", "G2 G8", "B3 B4")
    assert t.lost(0) == "B6"
    assert t.position.dealer == 1


def test_e3_not_enough() -> None:
    """C32, P4."""
    t = Table().plays("0 open G7 with B2").begins(1, "bid", "R4")
    assert t.menu(1) == "B2 G1 R9 +G2 +G8"
    with pytest.raises(NotAllowed, match=r"too small: 1 more \(C32\)"):
        t.position.choose(1, t.law.done_code)


def test_e4_matching() -> None:
    """C34, C37, P2, P3, Q1."""
    t = Table(variant="matching").plays("0 open G7 with B2").begins(1, "bid")
    assert t.position.required == 0b100
    assert "B2" not in t.menu(1).split()
    t.begins(1, "R4", "done")
    t.says(2, "bid G1")
    t.begins(0, "bid")
    assert t.menu(0) == "R9 +R5 +B6"
    t.begins(0, "R9", "done").plays("1 pass", "2 pass")
    assert t.market == "R4x0 B2x0 G1x0 R9x0 R1"
    assert t.hand(0) == "R5 G7 B6"
    assert t.position.dealer == 1


def test_e5_matching_and_hand_cards() -> None:
    """C35, C37, C48, Q2: one card back is seen, and counts for the size only."""
    t = Table(variant="matching").plays("0 open G7 with B2 +B6")
    assert t.told(1)[-1] == "@0 opens G7 with B2 1 face down: 2."
    t.begins(1, "bid")
    assert t.position.needed == 2
    t.begins(1, "+G2", "+G8", "done").plays("2 pass", "0 pass")
    assert t.market == "R4 B2x1 G1 R9 R1"
    assert t.hands == ("R5", "G7", "B3 B4")
    assert (t.lost(0), t.lost(1)) == ("B6", "G2 G8")


def test_e6_matching_required_cards_are_enough() -> None:
    """C37, P2: needed 0."""
    t = Table(variant="matching").plays("0 open G7 with +B6", "1 bid R4 G1", "2 pass")
    t.begins(0, "bid")
    assert t.menu(0) == "B2 R9 +R5 done"
    t.begins(0, "done").plays("1 pass")
    assert t.market == "R4x0 B2 G1x0 R9 R1"
    assert t.hand(0) == "R5 G7"


def test_e7_matching_with_an_old_refusal() -> None:
    """C36, C41, C50, Q3, Q13: S2 cannot match B2 and is not asked; with `free` it is."""
    market = "R4 G7 B2x2 G1 R9"
    t = Table(market, variant="matching").plays("0 open G7 with B2", "1 pass")
    assert t.market == "R4 G1 R9 R1 R2"
    assert t.hands == ("R5 G7 B6", "G2 G8 B2", "B3 B4")
    assert "@2 has no bid left, and passes." in t.told()
    free = Table(market).plays("0 open G7 with B2", "1 pass", "2 bid R4 +B4", "0 pass")
    assert free.market == "R4x2 B2x2 G1 R9 R1"
    assert free.hands == ("R5 B6", "G2 G8", "G7 B3")


def test_e8_passing_with_hand_cards() -> None:
    """C38, C44, C47, C48, Q7."""
    t = Table().plays("0 open G7 with B2", "1 bid R4 +G8", "2 pass", "0 bid G1 R9", "1 pass")
    assert t.market == "R4 B2x0 G1x0 R9x0 R1"
    assert t.hands == ("R5 G7 B6", "G2", "B3 B4")
    assert t.lost(1) == "G8"


def test_e9_refused_is_refused() -> None:
    """C13, C30, C31."""
    t = Table().plays("0 open G7 with B2", "1 bid R4 +G8", "2 pass", "0 bid G1 R9", "1 pass")
    t.plays("1 pass", "2 pass")
    assert t.menu(0) == "R4 R1 pass"
    t.begins(0, "R4")
    assert t.menu(0) == "R1 +R5 +G7 +B6"


def test_e10_two_automatic_wins() -> None:
    """C50 to C52, Q8."""
    t = Table("R4 G7 B2x2 G1x1 R9").plays("0 open G7 with B2 G1", "1 pass", "2 pass")
    assert t.market == "R4 R9 R1 R2 R3"
    assert t.hands == ("R5 G7 B6", "G2 G8 B2", "G1 B3 B4")


def test_e11_two_seats() -> None:
    """C10, C50, Q23."""
    t = Table(hands=HANDS[:2]).plays("0 open G7 with R4", "1 bid B2 +G2", "0 bid G1 R9", "1 pass")
    assert t.market == "B2 R1 R2 R3 G3"
    assert t.hands == ("R5 G7 B6", "R4 R9 G1 G8")
    assert (t.position.deck, t.position.dealer) == (0, 1)


def test_e12_four_seats_tokens_add_up() -> None:
    """C10, C50."""
    t = Table("R4 G7 B2x12 G1x3 R9 B8", FOUR_HANDS).plays("0 open G7 with B2 G1", "1 pass")
    t.plays("2 pass", "3 pass")
    assert t.market == "R4 G1x03 R9 B8 R1 R2"
    assert t.hand(3) == "R6 G6 B2"


def test_e13_left_out_of_a_trade() -> None:
    """C28, C40, C49."""
    t = Table("R4 G7x01 B2 G1 R9 B8", FOUR_HANDS, dealer=3).plays("3 open G7 with +R6")
    assert t.position.turn == 2
    t.plays("2 bid R4 R9", "3 pass")
    assert t.market == "R4x2 B2 G1 R9x2 B8 R1"
    assert (t.hand(2), t.hand(3)) == ("G7 B3 B4", "G6")
    assert t.position.dealer == 0


def test_e14_turn_order() -> None:
    """C40, C44, C45."""
    t = Table(FOUR_MARKET, FOUR_HANDS, dealer=2)
    t.plays("2 open B8 with R4", "3 bid G1 R9", "0 pass", "1 bid R4 B2 +G2")
    t.plays("2 bid B2 +B3 +B4", "3 pass", "1 pass")
    assert t.market == "R4x2 G7 B2x2 G1 R9 R1"
    assert (t.hand(1), t.hand(2)) == ("G8", "B8")
    assert (t.lost(1), t.lost(2)) == ("G2", "B3 B4")
    assert t.position.dealer == 3


def test_e15_too_big_to_answer() -> None:
    """C26, C41, C42, C45."""
    t = Table().plays("0 open G7 with R4 B2 G1 R9 +R5", "1 bid R4 B2 G1 R9 +G8 +G2")
    assert t.market == "R4x1 B2x1 G1x1 R9x1 R1"
    assert t.hands == ("B6", "G7", "B3 B4")


def test_e16_a_dealer_who_cannot_open() -> None:
    """C13 to C15, C20."""
    t = Table("R4x0 G7x0 B2x0", deck="")
    assert (t.position.passes, t.position.dealer) == (1, 1)
    t = Table("R4x0 G7x0 B2", ("", *HANDS[1:]), "")
    assert (t.position.passes, t.position.dealer) == (1, 1)
    t = Table("R4x0 G7x0 B2", ("R1", *HANDS[1:]), "")
    assert t.menu(0) == "B2 pass"
    t.plays("0 open B2 with +R1", "1 pass", "2 pass")
    assert (t.hand(0), t.market) == ("B2", "R4x0 G7x0")


def test_e17_stuck_market() -> None:
    """C22, Q12, X3."""
    t = Table("R4", ("", "", ""), "")
    assert (t.position.over, t.position.ending(), t.market) == (True, "swept_out", "")
    assert t.zone("discard")["count"] == 48
    four = Table("R4x01 G5x23", ("", "", "", ""), "")
    assert four.position.over
    assert four.told().count("@3 has nothing to open with, and passes.") == 1


def test_e18_all_pass() -> None:
    """C20 to C23, Q11, X4, X5."""
    market = "R4 G7 B2x2 G1 R9"
    t = Table(market).plays("0 pass", "1 pass", "2 pass")
    assert (t.market, t.position.passes, t.position.dealer) == ("R1 R2 R3 G3", 0, 0)
    assert all(side.refused == 0 for side in t.position.sides)
    t = Table(market).plays("0 pass", "1 pass", "2 open R4 with R9", "0 pass", "1 pass")
    t.plays("0 pass", "1 pass")
    assert (t.market, t.position.passes, t.position.dealer) == ("G7 B2x2 G1 R9x2 R1", 2, 2)
    ends = Table(market, law=rules(all_pass="end")).plays("0 pass", "1 pass", "2 pass")
    assert (ends.position.over, ends.position.ending()) == (True, "all_passed")
    assert count(ends.position.deck) == 4
    empty = Table(market, deck="").plays("0 pass", "1 pass", "2 pass")
    assert empty.position.ending() == "swept_out"


def test_e19_last_cards() -> None:
    """C41, C45, C50, C53, X1, X2."""
    t = Table("R4", ("", "B5", ""), "").plays("1 open R4 with +B5")
    assert (t.position.ending(), t.hand(1)) == ("sold_out", "R4")
    t = Table("R4 B2x1", ("R5", "G1", "G2"), "").plays("0 open R4 with B2", "2 pass")
    assert t.position.over
    assert t.hands == ("R4 R5", "G1", "G2 B2")
    t = Table("R4 G7", ("", ""), "").plays("0 open R4 with G7")
    assert t.position.over
    assert t.hands == ("R4", "G7")


def test_e23_a_tie() -> None:
    """C55, C58, C68, Q16, Q21."""
    hands = ("R8 R9 RJ G7 B7", "G4 G5 G6 R6 B5 B6 BJ", "R1 R2 R3 R3 R4 R5")
    t = Table("B1", hands, "", passes=2)
    t.says(0, "pass")
    assert t.position.movers == 0b011
    t.says(0, "R7")
    view = t.view(2)
    assert [e["card"] for e in t.zone("hand.0", 2)["cards"]] == ["R8", "R9", "RJ", "G7", "B7"]
    assert "value" not in str(view["zones"])
    assert t.position.movers == 0b010
    t.says(1, "B4")
    assert t.position.scores() == [9, 9, 6]
    assert t.position.winners() == 0b011
    assert t.view(2)["winners"] == [0, 1]
    assert t.view(2)["places"] == [1, 1, 3]


def test_e24_menus_of_a_path() -> None:
    """P1, P4, P6."""
    t = Table("G7 R4 B2 R9x0 G1", ("R5 R5 G2", "G8 G2", "B3 B4"), "R1 R2", dealer=1)
    t.plays("1 open G7 with B2 +G8", "2 pass")
    assert t.menu(0) == "pass bid"
    t.begins(0, "bid")
    assert t.menu(0) == "R4 B2 G1 +R5"
    t.begins(0, "B2")
    assert t.menu(0) == "G1 +R5"
    t.begins(0, "+R5")
    assert t.menu(0) == "+R5 +G2"
    t.begins(0, "+R5")
    assert t.menu(0) == "+G2 done"
    t.begins(0, "done").plays("1 pass")
    assert t.market == "R4 B2x0 R9x0 G1 R1"
    assert t.hands[:2] == ("G2 G7", "G2")


def test_e25_alike_cards() -> None:
    """P5."""
    hands = ("R5", "G8 G2", "B3 B4")
    t = Table("R3 G7 R3 B2 R9", hands, "R1 R2")
    assert t.menu(0) == "R3.1 G7 B2 R9 pass"
    t.begins(0, "G7")
    assert t.menu(0) == "R3.1 B2 R9 +R5"
    one, two = t.position.clone(), t.position.clone()
    one.choose(0, 0)
    assert one.menu(0) == 0b11100 | 1 << t.code(0, "+R5") | 1 << t.law.done_code
    two.choose(0, 3)
    assert two.menu(0) == 0b10000 | 1 << t.code(0, "+R5") | 1 << t.law.done_code
    t = Table("R3x1 G7 R3 B2 R9", hands, "R1 R2")
    assert t.menu(0) == "R3.1 G7 R3.3 B2 R9 pass"
    t.plays("0 open G7 with R3.1 R3.3", "1 pass", "2 pass")
    assert t.hand(2) == "R3 B3 B4"
    assert t.market == "R3x0 B2 R9 R1 R2"


def test_e26_matching_with_two_seats() -> None:
    """C37, P6."""
    t = Table(hands=HANDS[:2], variant="matching").plays("0 open G7 with R4", "1 bid +G2")
    t.begins(0, "bid")
    assert (t.position.required, t.position.needed) == (0, 2)
    assert t.menu(0) == "B2 G1 R9 +R5"
    t.begins(0, "B2", "+B6", "done").plays("1 pass")
    assert t.hands == ("R5 G7", "R4 G8 B2")
    assert t.market == "G1 R9 R1 R2 R3"
    assert (t.lost(0), t.lost(1)) == ("B6", "G2")
