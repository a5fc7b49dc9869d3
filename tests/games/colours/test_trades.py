"""C28 to C54 and P1 to P7: bids, turns, passing, and what happens at the end of a trade."""

from itertools import combinations

import pytest

from saleroom.games.bits import Dice, choices
from saleroom.games.core import Refusal, deal
from saleroom.laws.moments import decisions
from tests.games.colours.table import FOUR_HANDS, FOUR_MARKET, HANDS, Table, rules


def rule_of(t: Table, seat: int, word: str) -> str:
    with pytest.raises(Refusal) as caught:
        t.position.choose(seat, t.code(seat, word))
    assert caught.value.rule in str(caught.value)
    return caught.value.rule


# -- offers and bids -------------------------------------------------------------------------------


def test_c28_who_refuses_the_lot_is_skipped_and_does_not_pass() -> None:
    t = Table("R4 G7x1 B2 G1 R9").plays("0 open G7 with B2")
    assert t.position.turn == 2
    offers = t.view(None)["offers"]
    assert [offer["takes_part"] for offer in offers] == [True, False, True]
    assert [offer["refuses_lot"] for offer in offers] == [False, True, False]
    assert not any("@1" in said and "passes" in said for said in t.told())


def test_c28_who_has_passed_takes_part_no_more_and_everybody_sees_it() -> None:
    t = Table().plays("0 open G7 with B2", "1 pass")
    for viewer in (None, 0, 1, 2):
        offers = t.view(viewer)["offers"]
        assert [offer["takes_part"] for offer in offers] == [True, False, True]
        assert not any(offer["refuses_lot"] for offer in offers)


def test_c29_c32_a_raise_is_on_top_of_the_own_offer_and_any_larger_size_will_do() -> None:
    """Q5, A2."""
    t = Table().plays("0 open G7 with B2", "1 bid R4 G1 R9 +G2", "2 pass")
    assert t.position.size == 4
    t.begins(0, "bid")
    assert t.position.needed == 4
    assert rule_of(t, 0, "B2") == "C6"
    assert rule_of(t, 0, "done") == "C32"


def test_c40_a_later_bid_of_the_dealer_is_told_as_a_bid() -> None:
    """C24, A2: a trade is opened once."""
    t = Table().plays("0 open G7 with B2", "1 bid R4 G1", "2 pass", "0 bid R9 +B6")
    assert [said for said in t.told() if said.startswith("@0")] == [
        "@0 opens G7 with B2: 1.",
        "@0 bids R9 1 face down: 3.",
    ]


def test_c30_usable_are_hand_and_market_cards_without_an_own_token() -> None:
    t = Table("R4 G7 B2x1 G1x0 R9").plays("0 open G7 with B2 R9").begins(1, "bid")
    assert t.menu(1) == "R4 G1 R9"  # not +G2: three are needed
    t.begins(1, "R4")
    assert t.menu(1) == "G1 R9 +G2"
    assert rule_of(t, 1, "+R5") == "C30"


def test_c31_a_refused_card_is_never_offered_again() -> None:
    t = Table("R4 G7 B2x1 G1 R9").plays("0 open G7 with R4").begins(1, "bid")
    assert rule_of(t, 1, "B2") == "C31"


def test_c33_free_any_cards_will_do() -> None:
    t = Table().plays("0 open G7 with B2 R4").begins(1, "bid")
    t.begins(1, "G1", "R9", "+G2", "done")
    assert t.position.best == 1


def test_c33_free_an_old_refusal_of_an_offered_card_forbids_no_bid() -> None:
    """C36 is a rule of `matching` alone."""
    t = Table("R4x1 G7 B2 G1 R9").plays("0 open G7 with R4", "1 bid B2 G1")
    assert t.position.best == 1


def test_c34_matching_required_cards_are_in_the_bid_by_rule() -> None:
    """P3."""
    t = Table(variant="matching").plays("0 open G7 with B2 R4").begins(1, "bid")
    assert rule_of(t, 1, "B2") == "C34"
    assert t.view(1)["form"]["fixed"] == {"market": ["R4", "B2"]}
    for viewer, marked in ((1, ["offer", None, "offer", None, None]), (0, [None] * 5)):
        assert [e.get("chosen") for e in t.zone("market", viewer)["cards"]] == marked
    t.begins(1, "G1", "done")
    assert t.position.sides[1].asked == 0b1101
    assert t.told(2)[-1] == "@1 bids R4 B2 G1: 3."


def test_c35_c36_hand_cards_are_not_matched_and_an_old_refusal_forbids_a_bid() -> None:
    t = Table("R4x1 G7 B2 G1 R9", variant="matching").plays("0 open G7 with +R5")
    assert t.position.turn == 1
    t = Table("R4x1 G7 B2 G1 R9", variant="matching").plays("0 open G7 with R4")
    assert t.position.turn == 2


def test_c35_market_cards_outbid_cards_laid_face_down() -> None:
    """Who has no card in its hand may bid too: of what was laid only the number counts."""
    t = Table(hands=("R5 B6", "", "B3 B4"), variant="matching")
    t.plays("0 open G7 with +R5 +B6")
    assert t.menu(1) == "pass bid"
    t.plays("1 bid R4 B2 G1")
    assert (t.position.best, t.position.size) == (1, 3)


def test_c36_the_cards_to_match_are_those_of_the_best_offer_not_of_the_opening() -> None:
    t = Table("R4x2 G7 B2 G1 R9", variant="matching").plays("0 open G7 with B2", "1 bid R4")
    assert t.told()[-1] == "@2 has no bid left, and passes."
    assert t.position.turn == 0


def test_c38_laid_cards_leave_the_hand_at_once_and_only_their_number_is_public() -> None:
    t = Table().plays("0 open G7 with +B6 +R5")
    for viewer in (None, 1, 2):
        assert t.zone("offer.0", viewer) == {
            "id": "offer.0",
            "owner": 0,
            "count": 2,
            "cards": None,
        }
        assert t.zone("hand.0", viewer)["count"] == 0
        assert t.view(viewer)["offers"][0]["down"] == 2
    assert [e["card"] for e in t.zone("offer.0", 0)["cards"]] == ["R5", "B6"]


# -- turns and passing -----------------------------------------------------------------------------


def test_c40_the_turn_goes_on_from_who_has_acted_and_never_to_the_best_bidder() -> None:
    t = Table(dealer=1).plays("1 open G7 with B2", "2 bid R4 R9", "0 pass")
    assert t.position.turn == 1
    t.plays("1 bid R4 G1")
    assert (t.position.turn, t.position.best) == (2, 1)


@pytest.mark.parametrize("hand", ["G8 G2", "R1 BJ"])
def test_c41_c42_who_cannot_bid_passes_by_itself_whatever_the_cards_are(hand: str) -> None:
    """Q13."""
    t = Table("R4 G7", ("R5 B6 R6", hand, "B3 B4 B5"), "").plays("0 open G7 with R4 +R5 +B6")
    assert "@1 has no bid left, and passes." in t.told()
    assert t.position.turn == 2


def test_c42_exactly_enough_is_too_little() -> None:
    for laid, asked in (("+R5", True), ("R4 +R5", True), ("R4 +R5 +B6", False)):
        t = Table("R4 G7", ("R5 B6 R6", "G8 G2", "B3 B4 B5"), "").plays(f"0 open G7 with {laid}")
        assert (t.position.turn == 1) is asked


@pytest.mark.parametrize("hand", ["G8 G2", "G2 G2", "R1 BJ"])
def test_c42_every_card_of_the_hand_counts_also_a_second_alike_one(hand: str) -> None:
    """C41: who has just enough is asked, or the automatic pass would tell of its cards."""
    t = Table("R4 G7", ("R5 B6", hand, "B3 B4"), "").plays("0 open G7 with R4 +R5")
    assert t.menu(1) == "pass bid"
    first, second = t.hand(1).split()
    t.plays(f"1 bid R4 +{first} +{second}")  # three, which nobody else can top
    assert t.hand(1) == "G7"


def test_c43_bid_or_pass() -> None:
    t = Table().plays("0 open G7 with B2")
    assert t.menu(1) == "pass bid"
    assert rule_of(t, 1, "R4") == "C43"
    assert t.view(1)["status"]["says"] == "@0 offers 1 for the green 7. Bid more, or pass."
    assert t.view(0)["status"]["says"] == "@0 offers 1 for the green 7. @1 bids or passes."


def test_c44_a_pass_is_final_and_takes_the_question_tokens_off() -> None:
    t = Table().plays("0 open G7 with B2", "1 bid R4 +G8", "2 bid R4 G1 R9", "0 pass")
    assert [e["question"] for e in t.zone("market")["cards"]] == [[1, 2], [], [], [2], [2]]
    t.plays("1 pass")
    assert t.market == "R4x2 B2 G1x2 R9x2 R1"
    assert t.lost(1) == "G8"
    t = Table().plays("0 open G7 with B2", "1 bid R4 +G8", "2 pass", "0 bid G1 R9")
    assert t.position.turn == 1  # seat 2 is not asked again
    t.plays("1 bid B2 R9")
    assert t.position.turn == 0


def test_c44_an_automatic_pass_takes_the_question_tokens_off_at_once_too() -> None:
    t = Table("R4 G7 B2x0 G1x0 R9x0", ("R5", *HANDS[1:]))
    t.plays("0 open G7 with R4 +R5", "1 bid B2 G1 R9", "2 bid R4 B2 G1 R9")
    assert t.told()[-1] == "@0 has no bid left, and passes."
    assert t.position.turn == 1
    assert [e["question"] for e in t.zone("market")["cards"]] == [[2], [], [1, 2], [1, 2], [1, 2]]
    assert [offer["size"] for offer in t.view()["offers"]] == [1, 3, 4]  # R5 stays face down


def test_c45_alone_the_opening_wins() -> None:
    t = Table("R4 G7x12 B2", FOUR_HANDS, "", dealer=0).plays("0 open G7 with R4 +B6", "3 pass")
    assert t.hand(0) == "R5 G7"
    t = Table("R4 G7x12 B2", HANDS, "", dealer=0).plays("0 open G7 with R4")
    assert t.hand(0) == "R5 G7 B6"  # nobody else took part


# -- end of a trade --------------------------------------------------------------------------------


def test_c46_to_c54_in_this_order() -> None:
    t = Table("R4 G7x2 B2x1 G1 R9")
    t.told()
    t.plays("0 open G7 with B2 +B6", "1 pass")
    assert t.told()[2:] == [
        "@0 wins G7 with 2, and refuses B2 from now on.",
        "@0 loses 1 laid face down.",
        "@0 takes G7.",
        "All others refuse B2: @2 takes it.",
        "R1 comes to slot 4.",
        "R2 comes to slot 5.",
        "Round 2: @1 is the dealer.",
    ]


def test_c46_who_offered_no_market_card_comes_to_refuse_none() -> None:
    t = Table().plays("0 open G7 with +B6", "1 pass", "2 pass")
    assert "@0 wins G7 with 1." in t.told()
    assert t.market == "R4 B2 G1 R9 R1"


def test_c47_who_can_raise_no_more_refuses_nothing_of_its_offer() -> None:
    """C41: the automatic pass of seat 0 ends the trade, and its token on R4 is gone."""
    t = Table("R4 G7 B2", ("R5", "G8 G2", ""), "").plays("0 open G7 with R4", "1 bid R4 B2 +G8")
    assert "@0 has no bid left, and passes." in t.told()
    assert t.market == "R4x1 B2x1"


def test_c48_what_is_laid_is_lost_for_winner_and_losers_and_nobody_sees_it() -> None:
    t = Table().plays("0 open G7 with +B6", "1 bid R4 +G8", "2 pass", "0 pass")
    for viewer in (None, 2):
        assert t.zone("lost.0", viewer)["cards"] is None
        assert t.zone("lost.1", viewer)["cards"] is None
    assert t.zone("lost.1", 1)["cards"] == [{"card": "G8", "code": 25}]
    assert (t.lost(0), t.lost(1)) == ("B6", "G8")
    assert [said for said in t.told() if "loses" in said] == [
        "@0 loses 1 laid face down.",
        "@1 loses 1 laid face down.",
    ]


def test_c49_the_winner_takes_the_lot_and_its_tokens_return() -> None:
    t = Table("R4 G7x1 B2 G1 R9").plays("0 open G7 with B2", "2 pass")
    assert t.hand(0) == "R5 G7 B6"
    assert t.position.sides[1].refused == 0


def test_c50_cards_fall_in_the_order_of_their_slots() -> None:
    t = Table("R4 G7 B2x2 G1x1 R9").plays("0 open G7 with B2 G1", "1 pass", "2 pass")
    assert [said for said in t.told() if said.startswith("All others")] == [
        "All others refuse B2: @1 takes it.",
        "All others refuse G1: @2 takes it.",
    ]


def test_c50_without_automatic_wins_a_card_refused_by_all_is_swept() -> None:
    law = rules(automatic_wins=False)
    t = Table("R4 G7 B2x2 G1x12 R9", law=law).plays("0 open G7 with B2 G1", "1 pass", "2 pass")
    assert t.market == "R4 B2x02 R9 R1 R2"
    assert t.hands == ("R5 G7 B6", "G2 G8", "B3 B4")
    assert "All refuse G1: it goes to the discard." in t.told()
    assert sum(zone["count"] for zone in t.view()["zones"]) == 48  # C72


def test_c50_the_view_says_to_whom_a_card_falls_if_its_viewer_refuses_it() -> None:
    falls = [e.get("falls_to") for e in Table("R4 G7 B2x1 G1x2 R9x0").zone("market", 0)["cards"]]
    assert falls == [None, None, 2, 1, None]
    two = Table(hands=("R5 B6", "G8 G2")).plays("0 open G7 with B2")
    assert [e.get("falls_to") for e in two.zone("market", 1)["cards"]] == [0, None, 0, 0, 0]
    kept = Table("R4 G7 B2x1 G1 R9", law=rules(automatic_wins=False))
    assert not any(
        "falls_to" in e for e in kept.zone("market", 0)["cards"] + two.zone("market")["cards"]
    )


def test_c31_the_form_says_why_a_card_behind_the_bid_button_is_not_offered() -> None:
    t = Table("R4 G7 B2 G1x1 R9", variant="matching").plays("0 open G7 with B2")
    why = t.view(1)["form"]["why"]
    assert {code: reason["rule"] for code, reason in why.items() if int(code) < 8} == {"3": "C31"}


def test_c51_the_winner_never_takes_more_than_the_lot() -> None:
    t = Table("R4 G7 B2x1 G1x2 R9").plays("0 open G7 with B2 G1", "1 pass", "2 pass")
    assert t.hand(0) == "R5 G7 B6"


def test_c52_the_refill_ends_with_the_deck_and_causes_no_automatic_win() -> None:
    t = Table("R4 G7 B2 G1 R9", HANDS, "R1").plays("0 open G7 with R4", "1 pass", "2 pass")
    assert t.market == "R4x0 B2 G1 R9 R1"
    t.plays("1 open R1 with R9", "2 pass", "0 pass")
    assert t.market == "R4x0 B2 G1 R9x1"


def test_c53_c54_the_next_dealer_follows_the_dealer_not_the_winner() -> None:
    t = Table().plays("0 open G7 with R4", "1 pass", "2 bid R4 R9", "0 pass")
    assert t.position.dealer == 1
    assert t.hand(2) == "G7 B3 B4"


def test_c53_play_ends_when_automatic_wins_take_the_last_cards() -> None:
    """X2: an empty market has no dealer, and nobody sweeps it."""
    for hands, market, said in (
        (("", ""), "R4 G7", ["0 open R4 with G7"]),
        (("R5", "G1", "G2"), "R4 B2x1", ["0 open R4 with B2", "2 pass"]),
    ):
        t = Table(market, hands, "").plays(*said)
        assert (t.position.ending(), t.position.round, t.position.passes) == ("sold_out", 1, 0)


# -- paths -----------------------------------------------------------------------------------------


def test_p1_cards_are_chosen_in_rising_order_and_a_face_as_often_as_held() -> None:
    t = Table(hands=("R5 R5 B6", *HANDS[1:])).begins(0, "G7", "B2")
    assert rule_of(t, 0, "R4") == "P1"
    t.begins(0, "+R5")
    assert t.menu(0) == "+R5 +B6 done"
    t.begins(0, "+R5")
    assert rule_of(t, 0, "+R5") == "P1"
    t.begins(0, "+B6")
    assert t.menu(0) == "done"  # P4: chosen although nothing else is left


def test_p2_p4_done_when_enough_and_only_then() -> None:
    t = Table().plays("0 open G7 with R4 B2").begins(1, "bid")
    for word in ("R4", "B2", "G1"):
        assert "done" not in t.menu(1).split()
        t.begins(1, word)
    assert "done" in t.menu(1).split()
    assert rule_of(t, 1, "bid") == "P4"


def test_p5_p6_refusals_of_a_path() -> None:
    t = Table("R3 G7 R3 B2 R9", ("R5", "G8", "B3")).begins(0, "G7")
    assert rule_of(t, 0, "R3.3") == "P5"
    t = Table().plays("0 open G7 with R4 B2 G1 R9").begins(1, "bid")
    assert rule_of(t, 1, "+G8") == "P6"


def test_p5_a_question_token_tells_alike_cards_apart() -> None:
    """Alike is: the same tokens, of the same seats and the same side."""
    t = Table("R3 G7 R3 B2 R9").plays("0 open G7 with R3.1").begins(1, "bid")
    assert t.menu(1) == "R3.1 R3.3 B2 R9 +G2"
    t.begins(1, "R3.3")
    assert t.menu(1) == "B2 R9 +G2 +G8"
    t = Table("R3 G7 R3 B2 R9").plays("0 open G7 with R3.1 R3.3").begins(1, "bid")
    assert t.menu(1) == "R3.1 B2 R9"


def test_p5_the_lot_is_alike_to_no_card_of_an_offer() -> None:
    t = Table("R3 G7 R3 B2 R9").begins(0, "R3.1")
    assert t.menu(0) == "G7 R3.3 B2 R9 +R5 +B6"


def offers(t: Table, seat: int) -> set[tuple[str, ...]]:
    """All legal offers by brute force, as names of cards; alike cards are one."""
    position = t.position
    side = position.sides[seat]
    lot = position.lot
    usable = [
        (t.law.face_names[position.at(slot)], tokens(t, slot))
        for slot in choices(position.slots & ~side.refused & ~side.asked & ~position.required)
        if slot != lot
    ]
    usable += [("+" + name, "") for name in t.hand(seat).split()]
    found = set()
    for size in range(position.needed, len(usable) + 1):
        for cards in combinations(sorted(usable), size):
            found.add(tuple(name + mark for name, mark in cards))
    return found


def tokens(t: Table, slot: int) -> str:
    sides = t.position.sides
    return "".join(f"{side.asked >> slot & 1}{side.refused >> slot & 1}" for side in sides)


@pytest.mark.parametrize("variant", ["free", "matching"])
def test_p7_every_legal_offer_has_exactly_one_path(variant: str) -> None:
    """Against brute force over all subsets, in responses of random games; P1 to P6."""
    for seed in range(3):
        dice = Dice(seed)
        t = Table(FOUR_MARKET, FOUR_HANDS, "", law=rules(variant, 4))
        t.position = t.law.begin()  # type: ignore[assignment]
        met = 0
        while met < 12 and not t.position.over:
            deal(t.position, dice)
            position = t.position
            seat = choices(position.movers)[0]
            if position.phase == 2 and not position.offering:
                position.step(seat, t.law.bid_code)
                paths = [
                    tuple(sorted(named(t, code) for code in path[:-1]))
                    for path in decisions(position, seat)
                ]
                assert len(paths) == len(set(paths))
                assert set(paths) == offers(t, seat)
                met += 1
            menu = position.menu(seat)
            position.step(seat, choices(dice.member(menu))[0])
        assert met == 12


def named(t: Table, code: int) -> str:
    if code < 8:
        return t.law.face_names[t.position.at(code)] + tokens(t, code)
    return "+" + t.law.face_names[code - 8]
