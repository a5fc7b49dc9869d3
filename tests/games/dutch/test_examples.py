"""The worked examples of the rules, section 7, with their own names and numbers."""

from typing import Any

from .table import opening, table

# -- standard, from the text and its pictures


def test_e1_set_up_picture() -> None:
    ben, adam = "b1 g1 g2 p2 r6", "b6 b7 g7 p6 r3"
    display = "p3 gP p4 r4 r5 b4"
    t = opening(draws=f"{ben} b2 b3 b5 b8  {adam} r1 r2 r7 r8  {display}  {ben}  {adam}")
    assert t.hand(0) == "b1 g1 g2 p2 r6"
    assert t.hand(1) == "b6 b7 g7 p6 r3"
    assert t.display() == display
    assert len(t.own_deck(0).split()) == len(t.own_deck(1).split()) == 4
    assert len(t.auction_deck.split()) == 16


def test_e2_jeannes_16_beats_toms_8() -> None:
    t = table(hand="r6 p3 bP p7 b1", rival_hand="gP g3 r2 b3 g1")
    t.play("0 aside b1", "1 aside g1")
    assert t.totals == [16, 8]
    assert t.winner == 0


def test_e3_catherine_uses_two_powers() -> None:
    t = table(stake="g7 b2 bP pP", own_discards="b3 g2 p2", display="p6 b4 g3 g4 r1 b5")
    t.play("use bP cash b2")
    assert t.stake() == "bP* g7 pP"
    assert t.cashed() == "b2"
    t.play("use pP take-own p2")
    assert t.stake() == "bP* g7 p2 pP*"
    assert t.own_discards() == "b3 g2"


def test_e4_elizabeth_buys_with_three_blue_cards() -> None:
    t = table(stake="bP b8 b3 pP", display="p4 pQ b4 g3 g4 r1")
    t.play("buy 3 with b3 b8 bP")
    assert t.own_discards() == "b3 b4 b8 bP"
    assert t.auction_discards() == ""
    assert t.stake() == "pP"
    assert t.display() == "p4 pQ - g3 g4 r1"


def test_e5_dieter_pays_with_mixed_suits() -> None:
    t = table(stake="g4 p1 bP p6", display="r8 g8 b3 r1 p3 bQ")
    t.play("buy 1 with bP")
    assert t.own_discards() == "r8"
    assert t.auction_discards() == "bP"
    t.play("buy 2 with g4 p6")
    assert t.own_discards() == "g4 g8 r8"
    assert t.auction_discards() == "bP p6"
    assert t.stake() == "p1"
    assert t.display() == "- - b3 r1 p3 bQ"
    t.play("end")
    assert t.own_discards() == "g4 g8 p1 r8"


def test_e6_frida_uses_a_power_after_a_purchase() -> None:
    t = table(stake="p3 pP r3 g2", display="p4 p8 b3 g3 g4 r7")
    t.play("buy 1 with p3")
    assert t.own_discards() == "p3 p4"
    t.play("use pP take-own p3")
    assert t.stake() == "g2 p3 pP* r3"
    assert t.own_discards() == "p4"
    t.play("buy 2 with p3 pP")
    assert t.own_discards() == "p3 p4 p8 pP"
    assert t.stake() == "g2 r3"
    assert t.display() == "- - b3 g3 g4 r7"


def test_e7_femi_takes_a_power_card_and_changes_a_suit() -> None:
    t = table(
        stake="b3 r4 bP rP",
        own_discards="b7 g2 p5",
        auction_discards="g7 rQ",
        display="p4 pP r1 g3 g4 p3",
    )
    t.play("use bP cash b3")
    assert t.cashed() == "b3"
    t.play("use rP take-auction rQ")
    assert t.stake() == "bP* r4 rP* rQ"
    assert t.auction_discards() == "g7"
    t.play("use rQ change r4 pink")
    assert t.stake() == "bP* r4>p rP* rQ*"
    t.play("buy 1 with r4")
    assert t.own_discards() == "b7 g2 p4 p5 r4"
    assert t.stake() == "bP* rP* rQ*"
    assert t.display() == "- pP r1 g3 g4 p3"


def test_e8_restocking() -> None:
    t = table(turn="loser", stake="", display="- g3 r1 - bP -")
    t.play("end", draws="r3 p5 r8")
    assert t.display() == "g3 r1 bP r3 p5 r8"


def test_e9_imrans_score_is_63() -> None:
    t = table(stake="", own_discards="p1 p2 g1 g3 g6", own_deck="b2 b4 b7 bP bQ", cashed="r2 rP")
    assert t.scores()[0] == 22 + 20 + 14 + 7 == 63
    for cards, points in (
        ("p1 p2", 22),
        ("g1 g3 g6", 20),
        ("b2 b4 b7 bP bQ", 14),
        ("r2 rP", 7),
    ):
        assert table(stake="", own_discards=cards).scores()[0] == points


def test_e10_prices() -> None:
    display = "r4 g6 b3 p2 b8 g1"
    for n in range(7):
        stake = " ".join(["b1", "b2", "g2", "g3", "p3", "r1"][:n])
        t = table(stake=stake, display=display)
        assert t.menu() == " ".join([*map(str, range(1, n + 1)), "end"])


# -- offering, from the text and its pictures


def test_e11_set_up_picture() -> None:
    ben, adam = "b1 g1 g2 p2 r6", "b4 b6 b7 g7 r3"
    display = "p4 r1 p1 g4 p3 p5"
    draws = f"{ben} b2 b3 b5  {adam} r2 r4 r5  {display}  {ben}  {adam}"
    t = opening("offering", draws=draws)
    assert t.hand(0) == ben
    assert t.hand(1) == adam
    assert t.display() == display
    assert len(t.own_deck(0).split()) == len(t.own_deck(1).split()) == 3
    assert len(t.auction_deck.split()) == 18


def test_e12_jean_and_tom() -> None:
    t = table("offering", hand="b4 b2 r8 p2 g1", rival_hand="r10 r3 g2 b6 p1", display="g3 g4")
    t.play("0 aside g1 bid", "1 aside p1 hold b6")
    assert t.stake(0) == "b2 b4 p2 r8"
    assert t.stake(1) == "g2 r3 r10"
    assert t.totals == [16, 15]
    assert t.hand(1, viewer=0) == "?"
    assert t.menu() == "1 2 end"  # r8 was bid: it cannot act
    t.play("0 end")
    assert t.menu() == "b6 1 2"  # nor can r10


def test_e13_catherine_cashes_in_and_takes() -> None:
    t = table(
        "offering",
        stake="g7 b2",
        held="b6 b9",
        own_discards="b3 g2 p2",
        display="p10 b4 g3 g4 r1 r5",
    )
    t.play("play b6", "use b6 b2")
    assert t.cashed() == "b2"
    t.play("play b9", "use b9 b3")
    assert t.stake() == "g7 | b3 b6* b9*"
    assert t.own_discards() == "g2 p2"


def test_e14_three_blue_cards() -> None:
    t = table("offering", stake="b10 b8 b3 | p9", display="p4 p10 b4 g3 g4 r1")
    t.play("buy 3 with b3 b8 b10")
    assert t.own_discards() == "b3 b4 b8 b10"
    assert t.stake() == "| p9"
    assert t.menu() == "1 end"


def test_e15_dieter() -> None:
    t = table("offering", stake="g4 p1 b9", held="r7", display="r8 g9 b3 r1 p3 b10")
    t.play("buy 1 with b9")
    assert t.own_discards() == "r8"
    assert t.auction_discards() == "b9"
    t.play("buy 2 with g4 p1")
    assert t.own_discards() == "g4 g9 r8"
    assert t.auction_discards() == "b9 p1"
    assert t.stake() == ""
    t.play("end")
    assert t.own_discards() == "g4 g9 r7 r8"


def test_e16_elizabeth_uses_a_power_after_a_purchase() -> None:
    t = table("offering", stake="p1 p3 b3", held="p9", display="p4 p10 b4 g3 g4 r1")
    t.play("buy 1 with p1")
    assert t.own_discards() == "p1 p4"
    t.play("play p9", "use p9 p1")
    assert t.stake() == "b3 p3 | p1 p9*"
    assert t.own_discards() == "p4"
    t.play("buy 2 with p1 p3")
    assert t.own_discards() == "p1 p3 p4 p10"
    assert t.stake() == "b3 | p9*"


def test_e17_femis_chain_with_duplicate() -> None:
    t = table(
        "offering",
        stake="b3 b5",
        held="b6 b10",
        own_discards="b7 r2 p2",
        auction_discards="r1 b9",
        display="p4 p10 b4 g3 g4 r5",
    )
    t.play("play b6", "use b6 b3")
    t.play("play b10", "use b10 take-auction b9")
    t.play("use b9 b7")
    t.play("use b7 b6 b5")
    assert t.stake() == "| b6* b7* b9* b10*"
    assert t.cashed() == "b3 b5"
    assert t.auction_discards() == "r1"
    assert t.own_discards() == "p2 r2"


def test_e18_restocking() -> None:
    t = table("offering", turn="loser", stake="", display="- g3 r1 - b10 -")
    t.play("end", draws="r3 p9 r10")
    assert t.display() == "g3 r1 b10 r3 p9 r10"


# -- further examples, standard


def test_e19_tie_with_reshuffle() -> None:
    start = table(
        hand="b4 p3 g2 r1 r2",
        own_discards="g5 b1",
        rival_hand="b5 p2 g3 rP b2",
        rival_deck="g8 b6",
    )
    start.play("0 aside r2", "1 aside b2")
    assert start.added == ["0 r2", "1 b2"]  # 10 : 10, then 12 : 12
    assert start.wanted == "b1 g5"
    t = start.copy()
    t.answer("g5 g8")
    assert t.totals == [17, 20]
    assert t.winner == 1
    assert t.stake(0) == "b4 g2 g5 p3 r1 r2"
    assert t.own_deck(0) == "b1"
    assert t.own_discards(0) == ""
    assert t.stake(1) == "b2 b5 g3 g8 p2 rP"
    assert t.own_deck(1) == "b6"
    t = start.copy()
    t.answer("b1 g8")
    assert t.totals == [13, 20]
    assert t.winner == 1


def test_e20_tie_without_cards() -> None:
    t = table(hand="b4", own_deck="r2", rival_hand="g4", rival_deck="p2", round=8, lost_before=1)
    assert t.added == ["0 r2", "1 p2"]
    assert t.totals == [6, 6]
    assert t.winner == 1


def test_e21_one_side_has_nothing_to_add() -> None:
    t = table(hand="b4", rival_hand="g4", rival_deck="gP p1")
    t.answer("gP")
    assert t.added == ["1 gP", "1 p1"]
    assert t.totals == [4, 5]
    assert t.winner == 1


def test_e22_stealing_a_power_card() -> None:
    t = table(stake="rP b5 g6 p7", rival_bid="rQ r1 b2 g3", display="b8 r5 g1 p2 g4 r7")
    t.play("use rP steal rQ")
    assert t.stake(0) == "b5 g6 p7 rP* rQ"
    t.play("use rQ steal r1")
    assert t.stake(0) == "b5 g6 p7 r1 rP* rQ*"
    assert t.stake(1) == "b2 g3"
    t.play("buy 2 with rP rQ")
    assert t.own_discards(0) == "r5 rP rQ"
    t.play("end")
    assert t.own_discards(0) == "b5 g6 p7 r1 r5 rP rQ"
    assert t.menu(1) == "1"
    other = t.copy()
    t.play("1 buy 1 with b2")
    assert t.own_discards(1) == "b2 b8"
    other.play("1 buy 1 with g3")
    assert other.auction_discards() == "g3"
    assert other.own_discards(1) == "b8"


def test_e23_forced_purchase_and_reserve() -> None:
    t = table(turn="loser", stake="b2 g3 p4", display="r8 g1 p6 - - b1")
    assert t.menu() == "1 2"
    t.play("buy 2 with g3 p4")
    assert t.own_discards() == "g1 g3"
    assert t.auction_discards() == "p4"
    assert t.menu() == "1"
    t.play("buy 1 with b2")
    assert t.auction_discards() == "b2 p4"
    assert t.own_discards() == "g1 g3 r8"
    assert t.menu() == "end"


def test_e24_obligation_removed_by_a_power() -> None:
    t = table(turn="loser", stake="rP g3", display="r8 g1 - - - -")
    t.play("use rP take-display 1")
    assert t.stake() == "g3 r8 rP*"
    assert t.display() == "- g1 - - - -"
    assert "end" in t.menu().split()
    t.play("end")
    assert t.own_discards() == "g3 r8 rP"


def test_e25_obligation_lapses_and_the_card_expires() -> None:
    t = table(stake="gP", rival_bid="g3", display="b8 r5 - g1 - -", auction_deck="p1")
    t.play("0 use gP steal g3", "0 end")
    assert t.menu(1) == "end"
    t.play("1 end")
    assert t.auction_discards() == "b8"
    assert t.display() == "r5 g1 p1 - - -"
    assert t.auction_deck == ""
    assert t.phase == "vote"


def test_e26_changed_power_card() -> None:
    t = table(stake="rP rQ b3 g7", auction_discards="b6 r5", rival_bid="g1 p1", display="b1 p2 p3")
    t.play("use rP change rQ blue")
    assert t.stake() == "b3 g7 rP* rQ>b"
    t.begin("use rQ")
    assert t.menu() == "cash change take-auction take-display"
    for power, targets in (
        ("cash", "b3"),
        ("change", "b3"),
        ("take-auction", "b6"),
        ("take-display", "1"),
    ):
        other = t.copy()
        other.begin(power)
        assert other.menu() == targets
    t.begin("take-auction b6")
    t.play("buy 1 with rQ")
    assert t.own_discards() == "b1 rQ"
    assert t.stake() == "b3 b6 g7 rP*"


def test_e27_ready_again() -> None:
    t = table(stake="pP pQ p5 g2", display="p3 p6 b1 b2 b4 r7")
    t.play("use pP take-display 2")
    t.play("buy 1 with pP")
    assert t.own_discards() == "p3 pP"
    t.play("use pQ take-own pP")
    assert t.stake() == "g2 p5 p6 pP pQ*"
    t.play("use pP take-own p3")
    assert t.stake() == "g2 p3 p5 p6 pP* pQ*"
    assert t.own_discards() == ""


def test_e28_draw() -> None:
    rest: dict[str, Any] = {"display": "- g6 g7 g8 gP gQ", "auction_deck": "b1 b2"}
    t = table(turn="loser", stake="", own_deck="b4 g1", own_discards="r2 r3 p5 p6", **rest)
    t.play("end", draws="b1 p5 r2 r3")
    assert t.hand() == "b4 g1 p5 r2 r3"
    assert t.own_deck() == "p6"
    assert t.own_discards() == ""
    t = table(turn="loser", stake="", own_deck="b4 g1 g2 g3 g5", own_discards="r2 r3", **rest)
    t.play("end", draws="b1")
    assert t.hand() == "b4 g1 g2 g3 g5"
    assert t.own_deck() == ""
    assert t.own_discards() == "r2 r3"


def test_e29_short_hand() -> None:
    t = table(hand="b4 rP", rival_hand="g8")
    t.play("0 aside rP")
    assert t.stake() == "b4"
    assert t.own_deck() == "rP"
    t = table(hand="b4", rival_hand="g8 g7")
    t.play("1 aside g7")
    assert t.stake() == "b4"
    assert t.own_deck() == ""
    t = table(hand="", rival_hand="g8 g7")
    t.play("1 aside g7")
    assert t.stake() == ""
    assert t.totals == [0, 8]


def test_e30_end() -> None:
    t = table(
        turn="loser", stake="b1 g1", display="- r8", auction_deck="", rival_discards="p1 p2 p3"
    )
    t.play("end")
    assert t.display() == "r8 - - - - -"
    other = t.copy()
    other.play("0 stop", "1 stop")
    assert other.position.over
    t.play("0 stop", "1 go-on")
    t.play("0 aside g1", "1 aside p1", "1 end")
    assert t.menu(0) == "1"
    t.play("0 buy 1 with b1", "0 end")
    assert t.position.over
    assert t.position.ending() == "sold_out"


def test_e31_single_cards_and_power_cards_in_the_score() -> None:
    assert table(stake="", own_discards="p1").scores()[0] == 16
    assert table(stake="", own_discards="p1 pP").scores()[0] == 8


def test_e32_two_power_cards() -> None:
    t = table(stake="bP bQ b3", display="r1 r2")
    assert t.menu() == "bP bQ 1 2 end"
    t.play("use bP change b3 red")
    assert t.menu() == "bQ 1 2 end"
    t.begin("buy 1")
    assert t.menu() == "b3 bP bQ"


# -- further examples, offering


def test_e33_duplicate_of_a_take() -> None:
    t = table("offering", stake="| b7 b9", own_discards="b1 b2 g4")
    t.play("use b7 b9 b1", "use b9 b2")
    assert t.stake() == "| b1 b2 b7* b9*"
    assert t.own_discards() == "g4"


def test_e34_bid_cards_cannot_be_copied() -> None:
    t = table("offering", stake="b9 | b7", own_discards="b1 b2")
    assert t.menu() == "end"


def test_e35_cashing_in_the_7_itself() -> None:
    t = table("offering", stake="g3 | b6* b7")
    t.begin("use b7 b6")
    assert t.menu() == "b7"
    t.begin("b7")
    assert t.cashed() == "b7"
    assert t.stake() == "g3 | b6*"


def test_e36_a_second_duplicate_in_a_variant() -> None:
    second = {"face": "D", "bid": 5, "vp": 0, "powers": ["duplicate"]}
    t = table(
        "offering", faces={"5": second}, stake="| b7 bD b9", own_discards="b1 b2 b3", display="r1"
    )
    for card in ("b7", "bD"):
        other = t.copy()
        other.begin(f"use {card}")
        assert other.menu() == "b9"
    t.play("use b7 b9 b1", "use bD b9 b2", "use b9 b3")
    assert t.stake() == "| b1 b2 b3 bD* b7* b9*"


def test_e37_empty_bid_and_obligation() -> None:
    t = table("offering", turn="loser", stake="", held="b10 g8 p9 r6", display="g1 g2")
    assert t.menu() == "b10 g8 p9 r6"
    t.play("play r6")
    assert t.menu() == "b10 g8 p9 1"
    t.play("buy 1 with r6")
    assert t.own_discards() == "g1"
    assert t.auction_discards() == "r6"


def test_e38_score_and_tie_break() -> None:
    t = table(
        "offering",
        turn="loser",
        stake="",
        own_discards="b1 b2 b3 b4 b5 b6 g10",
        rival_discards="p1 g1 g5",
        display="- r8",
        auction_deck="",
        unplaced="auction_discards",
    )
    t.play("end", "0 stop", "1 stop")
    assert t.scores() == [23, 23]
    assert t.winners == [1]


def test_e39_a_taken_bid_card_becomes_active() -> None:
    t = table("offering", stake="g8 p3 | g9", display="g2 r1", auction_discards="g1")
    t.play("buy 1 with g8")
    assert t.own_discards() == "g2 g8"
    t.play("use g9 g8")
    assert t.stake() == "p3 | g8 g9*"
    t.play("use g8 g1")
    assert t.stake() == "p3 | g1 g8* g9*"
