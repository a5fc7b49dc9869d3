"""How the house plays Six of Sparrows: its odds against the rules' own figures, and its ideas."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from saleroom.games import sparrows
from saleroom.games.bits import Dice, choices, compiled
from saleroom.games.core import Random, deal
from saleroom.games.sparrows import patterns
from saleroom.games.sparrows.codes import EXTREME, MAJORITY
from saleroom.games.sparrows.odds import SURE, Odds
from saleroom.games.sparrows.position import Sparrows
from tests.games.matches import share
from tests.sparrows_variants import tables

from .table import Table, opening, rules, table

# Part 9.1, with 4 players, in per cent.
BLIND = {
    "two_pairs": 99.7,
    "three_pairs": 89.7,
    "one_trio": 60.3,
    "two_trios": 12.0,
    "three_trios": 0.49,
    "short_street": 97.1,
    "medium_street": 59.1,
    "long_street": 22.4,
    "short_group": 96.3,
    "medium_group": 45.4,
    "long_group": 10.2,
    "full_house": 60.0,
    "full_villa": 51.9,
    "full_mansion": 3.6,
    "full_estate": 0.17,
    "high_card": 6.1,
    "low_card": 6.1,
    "short_band": 98.5,
    "medium_band": 49.0,
    "long_band": 12.1,
    "superlong_band": 2.4,
    "sparrows_majority": 15.6,
    "hand_group": 49.2,
    "no_duplicates": 22.4,
    "one_quatro": 5.4,
    "two_quatros": 0.03,
}


def odds(hand: str, laid: str, bid: str, *, seats: int = 4, partner: bool = False) -> int:
    """In per cent, as a seat with this hand sees it."""
    law = rules("base", seats)
    number = {name: n for n, name in enumerate(law.card_names)}
    cards = [sum(1 << number[card] for card in row.split()) for row in (hand, laid)]
    return round(100 * Odds(law).chance(law.bid_names.index(bid), *cards, partner) / SURE)


def says(at: Table, seat: int) -> str:
    """What the house decides for this seat, in words; and it does so."""
    words = []
    complete = False
    while not complete:
        choice = at.law.house().choose(at.position, seat, Dice(1))
        words.append(at.position.word(seat, choice).split()[-1])
        complete = at.position.choose(seat, choice)
    at.deal()
    return " ".join(words)


# -- odds -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("bid", BLIND)
def test_before_any_card_is_seen_the_odds_are_those_of_the_rules(bid: str) -> None:
    """Part 9.1; groups are the least exact, because suits compete for places."""
    blind = 100 * Odds(rules("base", 4)).chance(rules().bid_names.index(bid), 0, 0, False) / SURE
    assert blind == pytest.approx(BLIND[bid], abs=6 if bid == "short_group" else 2.6)


def test_what_is_seen_changes_the_odds() -> None:
    """Note 14: No Duplicates after three, four and five different numbers."""
    assert odds("s1 p2 e3", "s5 p6 e7", "no_duplicates") == pytest.approx(25, abs=5)
    assert odds("s1 p2 e3 c4", "s6 p7 e8 c9", "no_duplicates") < 40
    assert odds("s1 p2 e3 c4 s5", "p1 e2 c3 s4 p5", "no_duplicates") > 57
    assert odds("s1 p1", "e7 c9", "no_duplicates") == 0


def test_a_pattern_that_is_there_is_certain_and_one_out_of_reach_hopeless() -> None:
    assert odds("s7 p7", "e7 c9", "one_trio") == 100
    assert odds("s4 s5", "s6 c9", "medium_band") == 100
    assert odds("s1 p3 e5 c7 s9", "p1 e3 c5 s7 p9", "two_quatros") == 0
    assert odds("s1 p2 e3 c4", "s5 p6 e7 c8", "hand_group") == 100


def test_a_partners_hand_takes_the_place_of_the_table() -> None:
    """S43: what lies on the table helps no more."""
    assert odds("s7 p1", "e7 c7", "one_trio") == 100
    assert odds("s7 p1", "e7 c7", "one_trio", partner=True) < 70


def test_a_high_card_wants_the_other_high_cards_on_the_table() -> None:
    """Note 12."""
    alone = odds("s10 p3 e4", "p10 e10 c10", "high_card")
    assert alone == 100
    assert odds("s10 p3 e4", "p1 e1 c1", "high_card") < 15
    assert odds("s10 p3 e4", "p1 e1 c1", "high_card", seats=2) > 30


@settings(
    max_examples=100 if compiled() else 30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(tables(), st.integers(0, 2**32))
def test_when_all_is_dealt_the_odds_are_the_truth(drawn: dict[str, Any], seed: int) -> None:
    """S56 to S87, in any variant: of all but the comparing bids nothing is hidden then."""
    law = sparrows.make_rules(drawn, drawn["seats"][0])
    position = Sparrows(law)
    dice, deck = Dice(seed), law.all_cards
    for pile in range(2):
        for _ in range(law.hand):
            card = dice.member(deck)
            deck &= ~card
            if pile:
                position.laid |= card
            else:
                position.sides[0].hand |= card
    known = Odds(law)
    for bid in range(law.bids):
        if law.kinds[bid] not in (EXTREME, MAJORITY):
            truth = patterns.achieves(position, 0, bid, position.laid)
            assert known.chance(bid, position.sides[0].hand, position.laid, False) == SURE * truth


# -- raising and taking ---------------------------------------------------------------------------


def test_the_dealer_takes_the_best_blind_card_at_once() -> None:
    """Note 8: Short Band before all others."""
    t = opening(
        "base",
        3,
        mark=2,
        six="two_quatros full_estate three_pairs short_band one_trio low_card",
        deck="s2 e1 s6 s8",
    )
    assert says(t, 0) == "raise"
    t.play("1 pass", "2 pass")
    assert says(t, 0) == "short_band"


def test_nobody_raises_for_what_cannot_be_achieved() -> None:
    """Note 5, S39: below the break-even chance a bid costs more than it brings."""
    t = opening(
        "base",
        2,
        mark=1,
        six="two_quatros full_estate three_trios superlong_band full_mansion one_quatro",
        deck="s2 e9 c6 s8 p4 e1",
    )
    assert says(t, 0) == "pass"


def test_who_deals_next_pays_for_a_change_of_a_market_that_nobody_wants() -> None:
    """Note 17: a long shot, for the new card that will lie there in the next round."""
    six = "two_quatros full_estate three_trios superlong_band full_mansion one_quatro"
    t = opening("base", 4, mark=3, six=six, deck="s2 s7 c6 p9 e4")
    assert [says(t, seat) for seat in range(4)] == ["pass", "raise", "pass", "pass"]
    assert says(t, 1) == "one_quatro"


def test_with_a_good_card_in_the_market_nobody_pays_for_a_new_one() -> None:
    """Note 17."""
    six = "two_quatros full_estate three_trios short_band full_mansion one_quatro"
    t = opening("base", 4, mark=3, six=six, deck="s2 s7 c6 p9 e4")
    t.position.market &= ~(1 << t.position.law.bid_names.index("superlong_band"))
    house = t.position.rules.house()
    assert house.renewal(t.position) < 1000  # a point


def test_it_waits_for_a_long_shot_until_the_cards_fit() -> None:
    """Note 11: Full Mansion is nothing at first, and worth a bid with two trios and a pair."""
    six = "two_quatros full_estate three_trios superlong_band full_mansion one_quatro"
    t = opening("base", 2, mark=1, six=six, deck="s7 s2 s3 p7 c5 c9 e7 s6 e3 p3 p10 e9")
    answers = []
    for _ in range(4):
        answers.append(says(t, 0))
        t.play("1 pass")
    assert answers == ["pass", "pass", "pass", "raise"]
    assert says(t, 0) == "full_mansion"


@pytest.mark.parametrize(("last", "answer"), [("s5", "raise"), ("c5", "pass")])
def test_in_the_last_step_only_what_is_achieved_is_bid_for(last: str, answer: str) -> None:
    """Note 4."""
    hands = ["s4 p1 e9 c10 p8 s1", "s6 p2 e2 c3 p5 c7"]
    t = table(hands, f"s3 p4 e6 c8 p10 {last}", six="medium_band three_trios")
    t.position.begin_bidding()
    assert says(t, 0) == answer


def test_a_pair_in_hand_is_no_duplicates_no_more() -> None:
    """S85."""
    t = table(["s4 p4 e9", "s6 p2 e2"], "s3 p3 e6", six="no_duplicates two_quatros")
    t.position.k = 3
    t.position.begin_bidding()
    assert says(t, 0) == "pass"


# -- upgrades -------------------------------------------------------------------------------------


def test_a_sure_pattern_goes_with_a_bonus() -> None:
    """Notes 18, 19: at token 1 almost certain points, and a bonus on top."""
    t = opening(
        "upgrades",
        3,
        mark=2,
        six="two_quatros full_estate three_pairs short_band one_trio low_card",
        deck="s2 e1 s6 s8",
    )
    t.raises(0)
    assert says(t, 0) in ("short_band match_together", "short_band win_all")


def test_with_six_hard_cards_win_none_is_the_best_bid_of_the_game() -> None:
    """Note 20, S45."""
    t = opening(
        "upgrades",
        3,
        mark=2,
        six="two_quatros full_estate three_trios superlong_band full_mansion one_quatro",
        deck="s2 e1 s6 s8",
    )
    assert says(t, 0) == "raise"
    t.play("1 pass", "2 pass")
    assert says(t, 0).split()[1] == "win_none"


def test_match_together_only_when_the_hand_alone_is_promising() -> None:
    """S43: the trio lies on the table, and a partner's hand comes in its place."""
    hands = ["s4 p1 e9 c10 p8", "s6 p2 e2 c3 p5"]
    t = table(hands, "s7 p7 e7 c1 c6", six="one_trio two_quatros", variant="upgrades")
    t.position.k = 5
    t.position.begin_bidding()
    t.raises(0)
    assert "match_together" not in says(t, 0)


def test_a_late_bid_is_the_best_achieved_card_or_none() -> None:
    """Note 21, S31."""
    hands = ["s4 p1 e9 c10 p8 s1", "s6 p2 e2 c3 p5 c7"]
    six = "two_pairs two_quatros short_band three_trios"
    t = table(hands, "s3 p4 e6 c8 p10 c5", six=six, variant="upgrades", bids={1: "one_trio 6"})
    t.position.reveal_hands()
    assert says(t, 0) == "short_band"
    t = table(
        hands, "s3 p4 e6 c8 p10 c5", six="two_quatros", variant="upgrades", bids={1: "one_trio 6"}
    )
    t.position.reveal_hands()
    assert says(t, 0) == "decline"


def test_the_partner_is_who_went_for_the_same_suit() -> None:
    """Note 18."""
    hands = ["e4 e1 e9 c10 p8 s1", "s6 p2 e2 c3 p5 c7", "s2 p3 e3 c4 p6 c8"]
    for friend in (1, 2):
        bids = {0: "medium_group 1 + match_together", friend: "eagles_majority 3"}
        t = table(hands, "s3 p4 e6 c1 p10 c5", variant="upgrades", bids=bids)
        t.position.begin_scoring()
        assert says(t, 0) == str(friend)


# -- whole games ----------------------------------------------------------------------------------


@pytest.mark.once
@pytest.mark.parametrize("variant", ["base", "upgrades"])
def test_alone_among_random_players_it_wins_far_more_than_its_share(variant: str) -> None:
    law = rules(variant, 4, end={"target": 200})
    assert share(law, law.house(), Random(), deals=15) > 2.5 / 4


def test_what_it_has_learnt_changes_nothing() -> None:
    """Odds are kept once they are worked out; in whatever order, they are the same."""
    law = rules("base", 4)
    position, dice = law.begin(), Dice(8)
    met = []
    while len(met) < 40:
        if position.wants:
            deal(position, dice)
        seat = choices(position.movers)[0]
        choice = law.house().choose(position, seat, dice)
        met.append((position.clone(), seat, choice))
        position.step(seat, choice)
    fresh = rules("base", 4).house()
    for before, seat, choice in reversed(met):
        assert fresh.choose(before, seat, dice) == choice
