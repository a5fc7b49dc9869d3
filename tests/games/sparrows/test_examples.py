"""The worked examples of the law, E1 to E35, with their own cards."""

import pytest

from saleroom.games.bits import choices
from saleroom.games.sparrows import scoring

from .table import Table, opening, table

# -- patterns -------------------------------------------------------------------------------------


def holds(hand: str, laid: str, yes: str, no: str, *others: str, **changes: object) -> None:
    """These bids are achieved by seat 0, and these are not."""
    hands = [hand, *others] if others else [hand, ""]
    t = table(hands, laid, **changes)  # type: ignore[arg-type]
    for bid in yes.split():
        assert t.achieves(bid), bid
    for bid in no.split():
        assert not t.achieves(bid), bid


SEVENS = "s7 p7 s1 p2 e3 c4"


def test_e1_four_of_a_number_are_one_pair_and_never_two() -> None:
    laid = "e7 c7 s5 p6 e8 c9"
    holds(SEVENS, laid, "one_trio one_quatro long_street", "two_pairs full_house")


def test_e2_a_trio_alone_is_no_full_house() -> None:
    laid = "e7 s5 p6 e8 c9 s10"
    holds(SEVENS, laid, "one_trio", "full_house")
    holds(SEVENS, laid, "full_house", "", scoring={"sets_may_share_number": True})


def test_e3_a_full_house_is_two_pairs() -> None:
    laid = "e7 c2 p6 e8 c9 s10"
    holds(SEVENS, laid, "full_house two_pairs", "full_villa three_pairs")


def test_e4_a_mansion_is_no_estate() -> None:
    hand, laid = "s7 p7 e7 s3 p3 e3", "s1 p1 c5 e5 s9 c10"
    holds(hand, laid, "full_mansion full_villa two_trios three_pairs", "full_estate")


def test_e5_the_fourth_seven_is_no_second_pair() -> None:
    hand, laid = "s7 p7 e7 c7 s3 p3", "e3 p1 c1 e5 s9 c10"
    holds(hand, laid, "full_villa two_trios", "full_mansion three_trios")


def test_e6_an_estate_uses_all_twelve_cards() -> None:
    holds("s7 p7 e7 s3 p3 e3", "s1 p1 c5 e5 s9 c9", "full_estate", "three_trios")


def test_e7_nine_ten_one_two_is_no_street() -> None:
    hand, laid = "s1 p1 s2 e2 p5 e5", "p6 c6 s9 e9 c10 p10"
    holds(hand, laid, "three_pairs short_band", "short_street")


def test_e8_doubles_do_a_street_no_harm() -> None:
    holds("s3 p3 e4 c5 s8 p8", "e6 c6 s7 p1 e1 c1", "medium_street", "long_street")


def test_e9_a_band_of_three() -> None:
    holds("s4 s5 p1 p8 e2 e10", "s6 c1 c3 p10 e8 c7", "medium_band", "long_band")


def test_e10_a_band_does_not_go_round() -> None:
    holds("s10 s9 p1 p8 e2 e6", "s1 s2 c3 p10 e8 c7", "short_band", "medium_band")


def test_e11_six_eagles_are_a_long_group() -> None:
    """R28: six, not seven."""
    holds("e1 e4 e9 s2 p6 c10", "e3 e6 e8 s7 p5 c2", "long_group", "")


def test_e12_ten_against_ten_fails() -> None:
    holds("s10 p3 e4 c5 s6 p7", "s1 s2 p9 e9 c2 c1", "", "high_card", "c10 p2 e3 c4 s5 p6")


def test_e13_the_table_does_not_count_for_the_high_card() -> None:
    """R26."""
    holds("s9 p3 e4 c5 s6 p7", "s10 p10 e10 c10 c2 c1", "high_card", "", "c8 p2 e3 c4 s5 p6")


def test_e14_the_low_card_is_below_every_other_hand() -> None:
    hand, laid, second = "s2 p9 e4 c5 s6 p7", "s1 p1 e1 c1 s10 p10", "c3 p4 e5 c7 s8 p8"
    holds(hand, laid, "low_card", "", second, "e6 e7 e8 e9 c9 c10")
    holds(hand, laid, "", "low_card", second, "e2 e7 e8 e9 c9 c10")


def test_e15_three_against_three_is_no_majority() -> None:
    hand, laid, third = "s1 s2 s3 p4 e5 c6", "s8 s9 s10 p7 e7 c7", "p1 p2 p3 e1 e2 c3"
    holds(hand, laid, "medium_group", "sparrows_majority", "s4 s5 s6 p8 p9 e9", third)
    holds(hand, laid, "sparrows_majority", "", "s4 s5 p5 p8 p9 e9", third)


def test_e16_hand_group_asks_for_the_suits_of_the_table() -> None:
    """R29: in one direction only."""
    holds("s1 p2 e3 s4 p5 e6", "s7 p8 e9 s10 p9 e8", "hand_group", "")
    holds("s1 p2 s3 s4 p5 p6", "s7 p8 e9 s10 p9 s8", "", "hand_group")
    holds("s1 p2 e3 c4 p5 p6", "s7 s8 s9 s10 s2 s3", "hand_group", "")


def test_e17_no_duplicates_looks_at_the_hand_alone() -> None:
    holds("s1 p2 e3 c4 s5 p6", "p1 s2 s3 s4 p5 s6", "no_duplicates three_pairs", "")
    holds("s1 p1 e3 c4 s5 p6", "p7 s8 s9 s10 p9 s7", "", "no_duplicates")


def test_e18_two_quatros_hold_smaller_sets() -> None:
    hand, laid = "s7 p7 e7 c7 s3 p3", "e3 c3 p1 e5 s9 c10"
    yes = "two_quatros two_trios two_pairs full_house"
    holds(hand, laid, yes, "three_pairs three_trios")


@pytest.mark.parametrize(
    ("value", "token", "points"),
    [
        *((80, 3, 27), (80, 6, 13), (100, 3, 33), (100, 6, 17), (140, 3, 47), (140, 6, 23)),
        *((20, 3, 7), (20, 6, 3), (40, 6, 7), (160, 6, 27), (200, 3, 67), (200, 6, 33)),
        *((280, 6, 47), (80, 10, 8), (20, 10, 2), (30, 4, 8), (10, 4, 3), (50, 4, 13)),
    ],
)
def test_e19_rounding(value: int, token: int, points: int) -> None:
    assert scoring.points(table([SEVENS, ""]).law, value, token, 0) == points


# -- bidding and whole rounds ---------------------------------------------------------------------


def test_e20_priority_over_six_steps() -> None:
    six = "two_pairs three_pairs one_trio two_trios three_trios short_street"
    deck = " ".join(f"{suit}{n}" for n in range(1, 11) for suit in "spec")
    t = opening("base", 4, mark=1, six=six, deck=deck)
    assert t.position.dealer == 2
    t.raises(0, 1, 3)
    t.play("3 take two_pairs")
    t.raises(0, 1, 2)
    t.play("2 take three_pairs")
    assert t.bid(2) == "three_pairs 2"
    t.raises()
    t.raises(0, 1)
    t.play("0 take one_trio")
    assert t.movers == [1]
    t.raises(1)
    t.play("1 take two_trios")
    taken = [(e.seat, e.values["token"]) for e in t.events if e.key == "took"]
    assert taken == [(3, 1), (2, 2), (0, 4), (1, 5)]
    assert t.told.count("step") == 6  # all are dealt, and nobody is asked


def test_e21_a_whole_round_of_base() -> None:
    six = "short_band one_trio medium_group high_card long_street no_duplicates"
    deck = """s2 e1 s6 s8  s5 e2 e7 e4  c8 s3 e6 c9
              p3 p10 s10 p5  p1 e9 c2 s1  e3 c10 e10 p6"""
    t = opening("base", 3, mark=0, six=six, deck=deck)
    t.raises(1)
    t.play("1 take short_band")
    t.raises(0, 2)
    t.play("2 take medium_group")
    t.raises(0)
    t.play("0 take one_trio")
    shown = [set(str(e.values["cards"]).split()) for e in t.events if e.key == "shown"]
    assert shown[0] == {"s6", "e7", "e6", "s10", "c2", "e10"}
    assert shown[1] == {"s2", "s5", "c8", "p3", "p1", "e3"}
    assert shown[2] == {"e1", "e2", "s3", "p10", "e9", "c10"}
    assert t.gained == t.totals == [27, 80, -10]
    assert t.zone("discards") == "one_trio short_band medium_group"
    assert t.zone("market") == "high_card long_street no_duplicates"


E22_SIX = "three_pairs medium_street long_band eagles_majority hand_group two_quatros"
E22_DECK = """c1 c10 c3 e6 p3  s1 c7 p5 p9 e9  s8 s10 s4 e8 e10
              e1 e2 p2 c5 p7  p10 p1 s9 c8 c9  e7 s6 c4 s3 s2"""


def e22(bonus_of_0: str) -> Table:
    t = opening("upgrades", 4, mark=1, six=E22_SIX, deck=E22_DECK)
    t.raises(2)
    t.play("2 take three_pairs + win_all")
    t.raises(0, 1)
    t.play(f"0 take medium_street{bonus_of_0}")
    t.raises()
    t.raises()
    t.raises(1)
    t.play("1 take long_band + win_none")
    t.raises()
    return t


def test_e22_a_whole_round_of_upgrades() -> None:
    t = e22(" + match_together")
    assert (t.movers, t.menu(0)) == ([0], "1 2 3")
    t.play("0 partner 1")
    assert t.movers == [3]
    t.play("3 take hand_group")
    assert t.gained == t.totals == [90, -20, 50, 10]


def test_e23_the_same_round_without_match_together() -> None:
    t = e22("")
    t.play("3 take hand_group")
    assert t.gained == [-10, -20, 260, 10]


def test_e24_a_late_bid_can_spoil_win_all() -> None:
    hands = ["s1 p1 s3 p3 s5 p5", "s2 p4 e6 c8 s10 p9"]
    for late, scores in (("take hand_group", [0, 10]), ("decline", [43, 0])):
        t = table(
            hands,
            "s7 s8 p7 e9 c10 e2",
            variant="upgrades",
            six="three_pairs hand_group",
            bids={0: "three_pairs 6 + win_all"},
            end={"max_rounds": 1},
        )
        t.score()
        t.play(f"1 {late}")
        assert t.gained == scores


def test_e25_a_failed_bid_can_still_win_all() -> None:
    t = table(
        ["s1 p1 s3 p3 s5 p5", "s2 p4 e6 c8 s10 p9"],
        "s7 s8 p7 e9 c10 e2",
        variant="upgrades",
        bids={0: "two_quatros 4 + win_all", 1: "long_group 2 + match_together"},
        partner=0,
    )
    t.score()
    assert t.gained == [40, -20]


E26_HANDS = ["c5 s7 p10 s5 s3 e2", "c4 p4 c10 c6 c7 p5"]
E26_TABLE = "c9 c8 c3 s1 e7 s10"
E26_SIX = "long_street two_trios long_band chickens_majority no_duplicates full_mansion"


def e26(bids: dict[int, str]) -> list[int]:
    t = table(E26_HANDS, E26_TABLE, variant="upgrades", six=E26_SIX, bids=bids)
    t.score()
    for seat in t.movers:
        t.play(f"{seat} decline")
    return t.gained


def test_e26_win_none_pays_where_the_own_bid_failed() -> None:
    assert e26({0: "long_street 3 + win_none", 1: "chickens_majority 1"}) == [57, 100]


def test_e27_win_none_fails() -> None:
    assert e26({1: "chickens_majority 2 + win_none"})[1] == 40
    assert e26({1: "two_trios 2 + win_none"})[1] == -20


def test_e28_the_partner_in_place_of_the_table() -> None:
    for bid, score in (("two_pairs", -20), ("one_quatro", 260)):
        t = table(
            [SEVENS, "e7 c7 s5 p6 e8 c9"],
            "s2 s3 c10 p10 e9 p9",
            variant="upgrades",
            bids={0: f"{bid} 1 + match_together"},
            partner=1,
        )
        assert t.achieves("three_pairs")  # with the table
        t.score()
        t.play("1 decline")
        assert t.gained[0] == score


def test_e29_which_bonus_cards_are_offered() -> None:
    six = "no_duplicates hand_group one_trio two_trios two_pairs three_pairs"
    for bid, menu in (
        ("no_duplicates", "win_all win_none none"),
        ("hand_group", "win_all win_none match_together none"),
    ):
        t = opening("upgrades", 2, mark=0, six=six, deck="s1 s2 s3")
        t.raises(1)
        t.position.choose(1, t.law.bid_names.index(bid))
        assert t.menu(1) == menu


def test_e30_a_late_bid_that_fails_and_one_that_is_declined() -> None:
    hands = ["s1 p2 s3 p4 s5 p6", "s2 p1 e6 c8 s10 p9"]
    for late, score in (("take two_quatros", -10), ("decline", 0)):
        t = table(
            hands, "s7", variant="upgrades", six="two_quatros two_pairs", bids={1: "two_pairs 1"}
        )
        t.score()
        t.play(f"0 {late}")
        assert t.gained[0] == score


def test_e31_late_bids_in_priority_order() -> None:
    hands = [f"{suit}{number}" for number, suit in enumerate("spec", 1)] + ["s9"]
    six = "two_pairs three_pairs one_trio two_trios three_trios short_street"
    t = table(
        hands,
        "p9",
        variant="upgrades",
        six=six,
        bids={0: "two_pairs 1", 2: "three_pairs 2"},
        dealer=4,
    )
    t.score()
    order = []
    for late in ("take one_trio", "decline", "decline"):
        (seat,) = t.movers
        order.append(seat)
        assert (seat == 4) == ("one_trio" in t.menu(seat).split())
        t.play(f"{seat} {late}")
    assert order == [4, 1, 3]


def test_e32_the_draw_pile_runs_out_in_the_middle_of_a_refill() -> None:
    t = table(["s1", "p1", "e1", "c1"], "s2")
    position, names = t.position, t.law.bid_names
    position.k = 0
    position.pile = 0b11 << 27
    position.market = 0b11
    position.market_row = bytes([0, 1])
    position.discards = t.law.all_bids & ~position.pile & ~position.market
    position.discard_row = bytes(choices(position.discards))
    assert len(position.discard_row) == 25
    position.fill_market()
    t.turn_up(names[28])  # the other card of the pile comes for certain
    assert (len(t.wanted), position.shuffles) == (25, 1)
    t.turn_up(f"{names[9]} {names[4]}")
    assert t.zone("market") == " ".join(names[n] for n in (0, 1, 28, 27, 9, 4))
    assert len(t.zone("pile").split()) == 23
    assert t.zone("discards") == ""


def test_e33_a_tie_in_front_is_played_on() -> None:
    hands = ["s1 p2 s3 p4 s5 p6", "s2 p1 e6 c8 s10 p9", "e1 c1 e3 c3 e5 c5"]
    t = table(hands, "s7", totals=[520, 520, 480])
    t.score()
    assert not t.position.over
    t = table(hands, "s7", bids={0: "two_quatros 1", 2: "three_pairs 1"}, totals=[520, 520, 480])
    t.score()
    assert t.totals == [510, 520, 540]
    assert (t.position.ending(), choices(t.position.winners())) == ("target", [2])


def test_e34_the_higher_of_two_above_the_target_wins() -> None:
    t = table(["s1", "p1"], "e1", totals=[505, 530])
    t.score()
    assert choices(t.position.winners()) == [1]


def test_e35_a_shared_win_at_the_round_limit() -> None:
    t = table(["s1", "p1", "e1"], "c1", totals=[430, 430, 120], round=100)
    t.score()
    assert t.position.ending() == "round_limit_shared"
    assert t.view()["places"] == [1, 1, 3]
