"""Scoring and the end: S34, S37 to S55."""

import pytest

from saleroom.games.bits import Dice, choices
from saleroom.games.core import deal
from saleroom.games.sparrows import scoring

from .table import Table, table

# Seat 0: three sevens with the table. Seat 1: nothing of the kind.
ONE = "s7 p7 s1 p2 e3 c4"
TWO = "s2 c2 s4 p4 e9 c10"
LAID = "e7 s5 p6 e8 c9 s10"


def scored(bids: dict[int, str], **how: object) -> list[int]:
    variant = str(
        how.pop("variant", "upgrades" if any("+" in b for b in bids.values()) else "base")
    )
    t = table([ONE, TWO], LAID, bids=bids, variant=variant, end={"max_rounds": 1}, **how)  # type: ignore[arg-type]
    if variant == "upgrades":
        t.score()
        while not t.position.over:
            (seat,) = t.movers
            if t.view()["phase"] == "partner":
                t.play(f"{seat} partner {1 - seat}")
            else:
                t.play(f"{seat} decline")
        return t.gained
    return t.score()


def test_s34_s38_an_achieved_bid_gives_its_value_divided_by_its_token() -> None:
    """S34: hand and table together; R19: only at the end it is rounded."""
    assert scored({0: "one_trio 1", 1: "two_pairs 3"}) == [80, 13]


def test_s36_a_card_of_the_table_counts_for_every_player() -> None:
    """The seven that lies there makes a trio of one player and the third pair of the other."""
    bids = {0: "one_trio 1", 1: "three_pairs 2"}
    t = table([ONE, "c7 s2 s4 p3 e9 c10"], LAID, bids=bids)
    assert t.score() == [80, 30]
    without = table([ONE, "c7 s2 s4 p3 e9 c10"], LAID.replace("e7", "c1"), bids=bids)
    assert without.score() == [-10, -10]


def test_s37_without_a_bid_the_round_score_is_0() -> None:
    assert scored({}) == [0, 0]
    assert scored({}, variant="upgrades") == [0, 0]


def test_s37_without_a_bid_a_score_of_the_round_before_does_not_count_again() -> None:
    t = table([ONE, TWO], LAID, bids={0: "one_trio 1"})
    assert t.score() == [80, 0]
    while t.position.round < 3:
        deal(t.position, Dice(1))
        if t.position.round < 3:
            t.raises()
    assert (t.gained, t.totals) == ([0, 0], [80, 0])


@pytest.mark.parametrize("token", [1, 2, 6, 10])
def test_s39_a_failed_bid_costs_ten_whatever_its_token(token: int) -> None:
    """R16."""
    assert scored({0: f"two_quatros {token}"}) == [-10, 0]


def test_s39_the_penalty_is_the_number_of_the_variant() -> None:
    assert scored({0: "two_quatros 3"}, scoring={"penalty": 7}) == [-7, 0]
    both = {0: "two_quatros 3 + match_together"}
    assert scored(both, scoring={"penalty": 7}) == [-14, 0]


@pytest.mark.parametrize(
    ("value", "token", "points"),
    [
        (80, 3, 27),
        (80, 6, 13),
        (30, 4, 8),
        (10, 4, 3),
        (50, 4, 13),
        (1, 2, 1),
        (1, 3, 0),
        (0, 5, 0),
    ],
)
def test_s40_halves_are_rounded_up(value: int, token: int, points: int) -> None:
    """R15."""
    t = table([ONE, TWO], LAID)
    assert scoring.points(t.law, value, token, 0) == points
    assert scoring.points(t.law, value, token, 2) == points - 20


def test_s41_values_are_added_before_the_division_and_each_failure_costs() -> None:
    """R17, R19."""
    assert scored({0: "one_trio 3 + win_all"}) == [93, 0]  # (80 + 200) / 3, not 27 + 67
    assert scored({1: "two_pairs 6 + match_together"}) == [0, 23]  # 140 / 6, not 7 + 17
    assert scored({0: "two_quatros 3 + match_together"}) == [-20, 0]
    assert scored({0: "one_trio 1 + win_none"}) == [70, 0]


def test_s42_a_bonus_stands_by_itself() -> None:
    """R18."""
    assert scored({0: "two_quatros 2 + win_none"}) == [90, 0]
    assert scored({0: "two_quatros 4 + win_all", 1: "long_group 1 + match_together"}) == [40, -20]


def test_s43_with_match_together_the_table_counts_for_nothing() -> None:
    """R23: both cards stand or fall together."""
    assert scored({0: "long_street 1 + match_together"}) == [-20, 0]
    assert scored({0: "long_street 1"}) == [140, 0]
    assert scored({1: "full_house 1 + match_together"}) == [0, 180]
    assert scored({1: "full_house 1"}) == [0, -10]


def test_s43_without_a_partner_the_bid_is_tested_as_usual() -> None:
    """R24: with a bid that never uses the table, where the variant allows it."""
    free = {"upgrades": {"match_only_with_table_bids": False}}
    assert scored({1: "high_card 1 + match_together"}, **free) == [0, 200]
    assert scored({0: "high_card 1 + match_together"}, **free) == [-20, 0]


def test_s44_hand_group_with_match_together_asks_for_the_suits_of_the_partner() -> None:
    hands = ["s1 p2 e3 s4 p5 e6", "s7 p8 e9 s10 p9 e8"]
    bids = {0: "hand_group 1 + match_together"}
    t = table(hands, "c1 c2 c3 c4 c5 c6", variant="upgrades", bids=bids, partner=1)
    t.score()
    t.play("1 decline")
    assert t.gained == [200, 0]
    t = table([hands[0], "s7 p8 e9 s10 p9 c8"], "s2", variant="upgrades", bids=bids, partner=1)
    t.score()
    t.play("1 decline")
    assert t.gained == [-20, 0]


def none(bid: str, six: str) -> int:
    t = table(
        [ONE, TWO],
        LAID,
        variant="upgrades",
        six=six,
        bids={0: f"{bid} 1 + win_none"},
        end={"max_rounds": 1},
    )
    t.score()
    t.play("1 decline")
    return t.gained[0]


def test_s45_win_none_looks_at_all_of_the_six_taken_or_not() -> None:
    """R21: the own bid included."""
    assert none("two_quatros", "two_quatros long_group full_estate") == 190
    assert none("two_quatros", "two_quatros long_group one_trio") == -20
    assert none("one_trio", "two_quatros long_group one_trio") == 70


def test_s46_s47_win_all_is_tested_last_and_a_tie_fails() -> None:
    """R20: final points, the own ones without this card."""
    t = table(
        [ONE, TWO],
        LAID,
        variant="upgrades",
        bids={0: "one_trio 8 + win_all"},
        six="two_pairs high_card",
    )
    t.score()
    t.play("1 take high_card")
    assert t.gained == [0, 10]  # 80 / 8 = 10 is not above 10
    t = table(
        [ONE, TWO],
        LAID,
        variant="upgrades",
        bids={0: "one_trio 8 + win_all"},
        six="two_pairs high_card",
    )
    t.score()
    t.play("1 take two_pairs")
    assert t.gained == [35, 4]


def test_s46_one_equal_score_of_several_is_enough() -> None:
    hands = [ONE, TWO, "s3 p3 s6 c6 s9 p9"]
    bids = {0: "one_trio 8 + win_all", 1: "high_card 10", 2: "two_pairs 1"}
    t = table(hands, LAID, variant="upgrades", bids=bids)
    t.score()
    assert t.gained == [0, 10, 40]
    bids = {0: "one_trio 2 + win_all", 1: "high_card 10", 2: "two_pairs 1"}
    t = table(hands, LAID, variant="upgrades", bids=bids)
    t.score()
    assert t.gained == [0 + 30, 10, 40]  # 40 is not above 40


def test_s48_the_partner_scores_as_if_never_named() -> None:
    alone = scored({1: "high_card 2"})
    both = scored({0: "one_trio 1 + match_together", 1: "high_card 2"})
    assert alone[1] == both[1] == 50


def test_s49_s51_totals_are_added_all_at_once_and_then_the_end_is_checked() -> None:
    """R31: who passes the target first does not matter."""
    t = table([ONE, TWO], LAID, bids={0: "one_trio 1", 1: "high_card 1"}, totals=[425, 430])
    t.score()
    assert t.totals == [505, 530]
    assert choices(t.position.winners()) == [1]


def test_s50_the_taken_cards_go_to_the_discards_in_seat_order() -> None:
    six = "one_trio two_pairs high_card low_card"
    t = table([ONE, TWO], LAID, six=six, bids={1: "two_pairs 1", 0: "high_card 1"})
    t.score()
    assert t.zone("discards") == "high_card two_pairs"
    assert t.zone("market") == "one_trio low_card"
    t = table([ONE, TWO], LAID, six=six, bids={1: "two_pairs 1"}, market={"refill": "fresh"})
    t.score()
    assert t.zone("market") == ""
    assert t.zone("discards") == "two_pairs one_trio high_card low_card"  # R9


# -- the end --------------------------------------------------------------------------------------


def ended(totals: list[int], **how: object) -> Table:
    """The last scores are 80 for seat 0 and 40 for seat 1."""
    bids = {0: "one_trio 1", 1: "two_pairs 1"}
    before = [totals[0] - 80, totals[1] - 40]
    t = table([ONE, TWO], LAID, bids=bids, totals=before, **how)  # type: ignore[arg-type]
    t.score()
    assert t.totals == totals
    return t


def test_s52_one_player_alone_in_front_at_the_target_wins() -> None:
    t = ended([500, 499])
    assert t.position.over
    assert t.position.ending() == "target"
    assert choices(t.position.winners()) == [0]
    assert t.view()["places"] == [1, 2]
    assert not ended([499, 120]).position.over


def test_s52_the_seat_in_front_is_any_seat() -> None:
    t = ended([300, 500])
    assert t.position.ending() == "target"
    assert choices(t.position.winners()) == [1]
    assert not ended([300, 499]).position.over


def test_s53_a_tie_at_the_target_is_played_on() -> None:
    t = ended([520, 520])
    assert not t.position.over
    assert t.position.round == 2
    assert t.position.ending() == ""


def test_s54_after_the_last_round_the_game_ends_whatever_the_scores() -> None:
    """R32."""
    t = ended([130, 120], round=100)
    assert (t.position.ending(), choices(t.position.winners())) == ("round_limit", [0])
    t = ended([520, 520], round=100)
    assert (t.position.ending(), choices(t.position.winners())) == ("round_limit_shared", [0, 1])
    t = ended([520, 500], round=100)
    assert t.position.ending() == "target"
    assert not ended([130, 120], round=99).position.over


def test_s5_s54_where_all_totals_are_negative_the_highest_wins() -> None:
    t = table([ONE, TWO], LAID, totals=[-30, -10], round=100)
    t.score()
    assert (t.position.ending(), choices(t.position.winners())) == ("round_limit", [1])
    assert t.view()["places"] == [2, 1]
    t = table([ONE, TWO], LAID, totals=[-20, -20], round=100)
    t.score()
    assert (t.position.ending(), choices(t.position.winners())) == ("round_limit_shared", [0, 1])


def test_s55_equal_totals_share_the_better_place() -> None:
    hands = [ONE, TWO, "s3 p3 s6 c6 s9 p9"]
    t = table(hands, LAID, totals=[430, 120, 430], round=100)
    t.score()
    assert t.view()["places"] == [1, 3, 1]
    assert t.view()["winners"] == [0, 2]


def test_r27_where_ties_succeed_win_all_stays_strict() -> None:
    bids = {0: "two_quatros 1 + win_all", 1: "long_group 1"}
    assert scored(bids, scoring={"compare_ties": "succeed"}) == [-20, -10]


def test_r31_with_rotation_the_target_counts_when_all_have_dealt_equally_often() -> None:
    rotation = {"check": "rotation"}
    assert not ended([500, 499], round=3, end=rotation).position.over
    assert ended([500, 499], round=4, end=rotation).position.ending() == "target"
    assert ended([500, 499], round=99, end=rotation | {"max_rounds": 99}).position.ending() == (
        "round_limit"
    )


def test_r32_without_a_target_only_the_round_limit_ends_a_game() -> None:
    endless = {"target": 0, "max_rounds": 7}
    assert not ended([5000, 1], round=6, end=endless).position.over
    assert ended([5000, 1], round=7, end=endless).position.ending() == "round_limit"
    assert not ended([-80, -90], end=endless).position.over
