"""Score (D82 to D89)."""

from typing import Any

import pytest

from .table import Table, rules, table


def end(variant: str = "standard", **zones: Any) -> Table:
    """The last turn: one card is left on display, and both say stop."""
    t = table(
        variant,
        turn="loser",
        stake="",
        display="- r8",
        auction_deck="",
        unplaced="auction_discards",
        **zones,
    )
    t.play("end", "0 stop", "1 stop")
    return t


def mine(cards: str, variant: str = "standard") -> int:
    return table(variant, stake="", own_discards=cards).scores()[0]


def test_d82_deck_hand_discards_and_cashed_in_cards_count() -> None:
    t = table(
        "offering",
        stake="",
        held="",
        own_deck="b1",
        own_aside="g1",
        own_discards="p1",
        cashed="r2",
    )
    assert t.scores() == [11 + 11 + 11 + 7, 0]
    t = table("offering", hand="b1 b2", own_deck="g1", rival_hand="p6")
    assert t.scores() == [11 + 7 + 11, -1]


def test_d82_display_auction_deck_and_auction_discards_belong_to_nobody() -> None:
    t = table("offering", stake="", display="b1 b2", auction_discards="g1 g2")
    assert t.scores() == [0, 0]


def test_d82_what_lies_on_the_table_still_counts_for_its_owner() -> None:
    t = table("offering", stake="b1 | b9", rival_bid="g1")
    assert t.scores() == [4, 11]


def test_d83_a_score_is_the_sum_of_vp_and_bonus() -> None:
    assert mine("b1 b2 b3") == 8 + 7 + 6 + 6
    assert mine("b1 g2 p3 r4") == 8 + 7 + 6 + 5 + 8 + 7 + 6 + 5
    assert mine("b1 b2 b3", "offering") == 11 + 7 + 4
    assert mine("") == 0


def test_d83_the_lines_of_a_score_add_up_also_where_a_bonus_is_a_loss() -> None:
    bonus = {"kind": "suit_count", "at_least": 2, "vp": -5}
    t = table("offering", bonus=bonus, stake="", own_discards="b1 b2 g1")
    assert t.position.view(0)["scores"] == [
        {
            "total": 24,
            "cards": {"count": 3, "points": 29, "rule": "D83"},
            "bonuses": [{"suit": "blue", "points": -5, "rule": "D85"}],
        },
        None,
    ]


def test_d83_no_score_lies_beyond_the_bounds_that_the_rules_name() -> None:
    """All good cards and the best bonus, all bad cards and the worst one."""
    loss = {"kind": "suit_count", "at_least": 1, "vp": -10}
    lowest_of_suit = {"kind": "lowest_of_suit"}
    for law, lowest, highest in (
        (rules(), 0, 144 + 4 * 8),
        (rules("offering"), -100, 100 + 4 * 10),
        (rules("offering", bonus=loss), -100 - 4 * 10, 100),
        (rules("offering", bonus=lowest_of_suit), -100 - 4 * 11, 100 + 4 * 11),
    ):
        assert (law.lowest, law.highest) == (lowest, highest)


def test_d84_standard_the_lowest_card_of_each_suit_counts_once_more() -> None:
    assert mine("b1 b2 g3 g8") == 15 + 7 + 7 + 1
    assert mine("b1") == 16  # one card alone counts twice
    assert mine("b1 bP") == 8  # a power card makes the bonus 0
    assert mine("b1 gQ") == 16  # of its own suit only


def test_d84_each_of_the_four_suits_has_its_own_bonus() -> None:
    assert [mine(card) for card in ("b1", "g2", "p3", "r4")] == [16, 14, 12, 10]
    assert mine("b1 g2 p3 r4") == 16 + 14 + 12 + 10


def test_d84_the_lowest_card_has_the_least_vp_wherever_its_face_stands_in_the_file() -> None:
    costly = {"face": "4", "bid": 4, "vp": -3, "powers": []}
    t = table(faces={"4": costly}, stake="", own_discards="b1 b4 b8")
    assert t.scores()[0] == 8 - 3 + 1 - 3


def test_d85_offering_10_for_each_suit_with_six_or_more_cards() -> None:
    six = "b1 b2 b3 b4 b5 b6"
    assert mine("b1 b2 b3 b4 b5", "offering") == 25
    assert mine(six, "offering") == 24 + 10
    assert mine(f"{six} b7", "offering") == 22 + 10
    assert mine(f"{six} g1 g2 g3 g4 g5 g6", "offering") == 48 + 20


def test_d86_suits_are_the_printed_ones() -> None:
    t = table(stake="b1>g g8")
    assert t.scores()[0] == 8 + 8 + 1 + 1
    t.play("end")
    assert t.scores()[0] == 8 + 8 + 1 + 1


@pytest.mark.parametrize(
    ("ours", "theirs", "winners"), [("b1", "g2", [0]), ("b2", "g1", [1]), ("b1", "g2 g3", [1])]
)
def test_d87_the_higher_score_wins(ours: str, theirs: str, winners: list[int]) -> None:
    t = end(own_discards=ours, rival_discards=theirs)
    assert t.winners == winners


def test_d88_equal_scores_go_to_the_seat_with_fewer_cards() -> None:
    # 16 : 16; b1 alone counts twice, and a power card of another suit counts nothing.
    t = end(own_discards="b1", rival_discards="g1 rP")
    assert t.scores() == [16, 16]
    assert t.winners == [0]
    t = end(own_discards="b1 rP", rival_discards="g1")
    assert t.winners == [1]


def test_d88_cashed_in_cards_are_counted() -> None:
    t = end(own_discards="b1", rival_discards="g1", rival_cashed="rP")
    assert t.winners == [0]


def test_d88_is_left_out_where_the_variant_says_so() -> None:
    t = end(tie_break="none", own_discards="b1", rival_discards="g1 rP")
    assert t.winners == [0, 1]


def test_d89_still_equal_is_a_shared_win() -> None:
    t = end(own_discards="b1", rival_discards="g1")
    assert t.scores() == [16, 16]
    assert t.winners == [0, 1]


def test_d85_the_bonus_comes_once_for_a_suit_however_many_cards_it_has() -> None:
    bonus = {"kind": "suit_count", "at_least": 2, "vp": 10}
    t = table("offering", bonus=bonus, stake="", own_discards="b1 b2 b3 b4 b5")
    assert t.scores()[0] == 25 + 10


def test_d38_cashed_in_cards_count_in_the_suit_bonus() -> None:
    """D84, D85."""
    t = table(stake="", own_discards="b1", cashed="b2")
    assert t.scores()[0] == 8 + 7 + 7
    t = table("offering", stake="", own_discards="b1 b2 b3 b4 b5", cashed="b6")
    assert t.scores()[0] == 11 + 7 + 4 + 2 + 1 - 1 + 10
