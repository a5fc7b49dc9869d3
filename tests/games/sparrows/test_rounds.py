"""Set-up, dealing and bidding: S1 to S33 at the table."""

import pytest

from saleroom.games.bits import Dice, choices, place
from saleroom.games.core import BadVariant, deal
from saleroom.games.sparrows.position import Sparrows

from .table import Table, opening, rules, table

SIX = "short_band one_trio medium_group high_card long_street no_duplicates"


def game(
    variant: str = "base", seats: int = 3, mark: int = 0, six: str = SIX, **how: object
) -> Table:
    """The first step is dealt: from s1 on, in the order of the deck."""
    deck = " ".join(rules(variant, seats).card_names[: (seats + 1) * 6])
    return opening(variant, seats, mark=mark, six=six, deck=deck, **how)  # type: ignore[arg-type]


def steps(t: Table, number: int) -> None:
    """So many steps in which nobody raises."""
    for _ in range(number):
        t.raises()


# -- set-up ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["base", "upgrades"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_s1_s2_a_game_has_two_to_five_seats_of_one_rule_set(variant: str, seats: int) -> None:
    """R33: two to five, as on the game's page."""
    law = rules(variant, seats)
    assert (law.seats, law.variant, len(law.begin().scores())) == (seats, variant, seats)
    for wrong in (1, 6):
        with pytest.raises(BadVariant, match="this variant is for 2, 3, 4 or 5 seats"):
            rules(variant, wrong)


def test_s3_the_playing_deck_has_forty_cards() -> None:
    law = rules()
    assert len(law.card_names) == len({*law.card_names}) == 40
    assert (law.card_names[0], law.card_names[17], law.card_names[39]) == ("s1", "p8", "c10")


@pytest.mark.parametrize("variant", ["base", "upgrades"])
def test_s4_the_bid_deck_has_the_regular_cards_and_no_bonus(variant: str) -> None:
    t = opening(variant, mark=0)
    assert t.position.pending().pile == 1
    assert len(t.wanted) == 29
    assert not {"win_all", "win_none", "match_together"} & {*t.wanted}


def test_s5_totals_start_at_0_and_may_become_negative() -> None:
    assert opening("base", 4).totals == [0, 0, 0, 0]
    t = table(["s1", "p1"], "e1", bids={0: "one_trio 1"})
    t.score()
    assert t.totals == [-10, 0]


def test_s6_the_mark_goes_to_any_seat_with_equal_chances() -> None:
    for seats in (2, 5):
        draw = rules("base", seats).begin().pending()
        assert (draw.pile, choices(draw.wants), draw.together) == (0, list(range(seats)), 1)
        assert draw.seers == 2**seats - 1


def test_s7_each_pile_and_each_shuffle_has_an_order_of_its_own() -> None:
    t = game(seats=2)
    assert rules().piles == ["mark", "bids", "deck"]
    shuffles = {}
    position, dice = t.position, Dice(3)
    while not position.over:
        if position.wants:
            draw = position.pending()
            shuffles.setdefault(draw.pile, set()).add(draw.shuffle)
            if draw.pile == 2:
                assert draw.shuffle == position.round - 1
            position.draw(place(dice.member(position.wants)))
        else:
            seat = choices(position.movers)[0]
            position.step(seat, place(dice.member(position.menu(seat))))
    assert shuffles[2] == set(range(position.round))
    assert shuffles[1] == set(range(position.shuffles + 1))
    assert position.shuffles > 0


# -- preparing a round ----------------------------------------------------------------------------


def test_s8_s27_what_is_left_stays_and_new_cards_come_to_the_end_of_the_market() -> None:
    """R9: filled up to six, with no gap where a card was taken, and never during a round."""
    t = game(seats=2)
    assert t.zone("market") == SIX
    t.raises(0)
    t.play("0 take one_trio")
    assert t.zone("market") == "short_band medium_group high_card long_street no_duplicates"
    steps(t, 5)
    assert t.position.drawing == 1
    t.turn_up("two_pairs")
    left = "short_band medium_group high_card long_street no_duplicates"
    assert t.zone("market") == f"{left} two_pairs"
    assert t.zone("discards") == "one_trio"
    assert t.zone("pile") == " ".join("?" * 22)


def test_s9_the_discards_are_shuffled_only_when_the_draw_pile_is_empty() -> None:
    """R10."""
    t = game(seats=2, market={"face_up": 28}, six=" ".join(rules().bid_names[:28]))
    t.raises(0)
    t.play("0 take two_pairs")
    t.raises(1)
    t.play("1 take three_pairs")
    # One card is left: it comes for certain. Then two discards: either may come.
    assert t.told.count("bids_shuffled") == 1
    assert sorted(t.wanted) == ["three_pairs", "two_pairs"]
    assert t.position.pending().shuffle == 1
    assert t.zone("market").split()[-1] == "two_quatros"
    t.turn_up("three_pairs")
    assert t.zone("discards") == ""
    assert t.position.pile == 1


@pytest.mark.parametrize("bonus", ["win_all", "win_none", "match_together"])
def test_s10_s11_s50_tokens_and_bonus_cards_are_back_in_the_next_round(bonus: str) -> None:
    t = game("upgrades", 2)
    t.raises(0)
    t.play(f"0 take one_trio + {bonus}")
    assert bonus not in t.zone("bonuses")
    steps(t, 5)
    if bonus == "match_together":
        t.play("0 partner 1")
    t.play("1 take short_band")
    deal(t.position, Dice(1))
    assert t.position.round == 2
    assert t.view()["token"] == 1
    assert t.zone("bonuses") == "win_all win_none match_together"
    assert (t.bid(0), t.bid(1)) == ("", "")
    assert t.zone("discards") == "one_trio short_band"


def test_s12_the_dealer_of_round_r_is_first_mark_plus_r() -> None:
    """R7: the mark moves before the first round too."""
    position, dice = opening("base", 3, mark=2).position, Dice(9)
    while not position.over:
        assert position.dealer == (2 + position.round) % 3
        deal(position, dice)
        for seat in choices(position.movers)[-1:]:
            position.step(seat, place(dice.member(position.menu(seat))))


def test_s13_each_round_begins_with_a_whole_deck() -> None:
    t = game(seats=2)
    t.raises(0)
    t.play("0 take one_trio")
    steps(t, 5)
    t.turn_up("two_pairs")
    assert len(t.wanted) == 40
    assert [t.zone(zone) for zone in ("hand.0", "hand.1", "table")] == ["", "", ""]
    assert t.zone("deck") == " ".join("?" * 40)


# -- dealing --------------------------------------------------------------------------------------


def test_s14_each_player_from_the_dealer_on_then_the_table() -> None:
    """R8."""
    t = opening("base", 3, mark=0, six=SIX, deck="s2 e1 s6 s8")
    assert t.position.dealer == 1
    hands = [t.zone(f"hand.{seat}", seat) for seat in range(3)]
    assert hands == ["s6", "s2", "e1"]
    assert t.zone("table") == "s8"


def test_s15_a_card_is_seen_by_its_owner_only() -> None:
    t = opening("base", 3, mark=0, six=SIX, deck="s2 e1")
    assert t.position.pending().seers == 1 << 0
    assert [t.zone("hand.1", viewer) for viewer in (None, 0, 1, 2)] == ["?", "?", "s2", "?"]
    said = [line for line in t.said(1) if "dealt" in line]
    assert said == ["@1 is dealt s2.", "@2 is dealt a card."]
    t = opening("base", 3, mark=0, six=SIX, deck="s2 e1 s6")
    assert t.position.pending().seers == 0b111


@pytest.mark.parametrize("variant", ["base", "upgrades"])
def test_s16_in_step_k_only_token_k_can_be_taken(variant: str) -> None:
    """R6, R30: one token a step, and a token not taken is gone."""
    t = game(variant, seats=3)
    for k in range(1, 4):
        assert t.view()["token"] == k
        t.raises()
    assert t.said().count("Nobody raises; token 2 is gone.") == 1
    t.raises(0)
    t.play("0 take one_trio")
    assert t.bid(0) == "one_trio 4"
    t.raises(1, 2)
    t.play("1 take short_band")
    assert t.bid(1) == "short_band 5"


def test_s17_who_has_a_bid_is_not_asked_and_an_empty_market_ends_the_bidding() -> None:
    t = game(seats=2)
    t.raises(0)
    t.play("0 take one_trio")
    assert t.movers == [1]
    t = game(seats=3, market={"face_up": 1}, six="one_trio")
    t.raises(0)
    t.play("0 take one_trio")
    assert t.position.round == 2  # nobody was asked again
    assert t.totals == [-10, 0, 0]


def test_s18_s19_answers_are_sealed_until_all_have_chosen() -> None:
    """R4: at the same time; R3: then all see who raised, and no card is named."""
    t = game(seats=3)
    assert t.movers == [0, 1, 2]
    assert {t.menu(seat) for seat in range(3)} == {"pass raise"}
    before = [t.view(viewer) for viewer in (None, 1, 2)]
    told = len(t.events)
    t.play("0 raise")
    assert [t.view(viewer) for viewer in (None, 1, 2)] == before
    assert len(t.events) == told
    assert t.view(0)["status"]["key"] == "status_answered"
    t.play("2 pass")
    t.play("1 raise")
    assert t.view()["raised"] == [0, 1]
    assert t.said()[told:] == [
        "@0 and @1 raise.",
        "@1 is nearest to the dealer and takes a bid card.",
    ]


def test_s20_if_nobody_raises_the_next_card_is_dealt() -> None:
    t = game(seats=2)
    t.raises()
    assert (t.view()["step"], t.zone("hand.0", 0).count("s")) == (2, 2)
    assert t.view()["raised"] == []


@pytest.mark.parametrize("variant", ["base", "upgrades"])
def test_s20_s28_if_nobody_raises_in_the_last_step_the_hands_are_shown(variant: str) -> None:
    t = game(variant, seats=2)
    steps(t, 5)
    told = len(t.told)
    t.raises()
    assert t.told[told : told + 3] == ["nobody_raised", "shown", "shown"]


@pytest.mark.parametrize(
    ("mark", "raisers", "winner"),
    [(0, (0, 1, 2, 3), 1), (0, (0, 2, 3), 2), (0, (0, 3), 3), (0, (0,), 0), (2, (2, 0), 0)],
)
def test_s21_the_raiser_nearest_to_the_dealer_wins(
    mark: int, raisers: tuple[int, ...], winner: int
) -> None:
    """R1: the dealer is first."""
    t = game(seats=4, mark=mark)
    t.raises(*raisers)
    assert t.movers == [winner]
    assert t.view()["turn"] == winner


def test_s22_the_winner_must_take_a_card_of_the_market() -> None:
    """R2: first who, then what; R5: no withdrawing."""
    t = game(seats=2)
    t.raises(0, 1)
    assert t.menu(1) == "one_trio long_street medium_group high_card short_band no_duplicates"
    assert t.refused("1 pass").rule == "S22"
    t.play("1 take short_band")
    assert t.bid(1) == "short_band 1"
    assert not t.law.take_back


def test_s23_s26_a_bonus_is_taken_with_the_card_or_never() -> None:
    t = game("upgrades", 3)
    t.raises(0)
    t.play("0 take one_trio + win_none")
    assert t.bid(0) == "one_trio 1 + win_none"
    t.raises(1)
    (choice,) = [c for c in choices(t.position.menu(1)) if t.law.bid_names[c] == "short_band"]
    assert not t.position.step(1, choice)
    assert t.menu(1) == "win_all match_together none"
    assert t.bid(1) == ""  # others see nothing of half a decision
    t.position.step(1, t.law.none_code)
    t.deal()
    assert t.bid(1) == "short_band 2"
    assert t.movers == [2]  # S26: the others have a bid, and keep it


def test_s24_match_together_goes_only_with_bids_that_use_the_table() -> None:
    """R24: unless the variant allows it."""
    t = game("upgrades", 2)
    t.raises(0)
    for name in ("high_card", "no_duplicates"):
        assert t.refused(f"0 take {name} + match_together").rule == "S24"
    t.play("0 take one_trio + match_together")
    with_all = [name for code, name in enumerate(t.law.bid_names) if t.law.table_bids >> code & 1]
    without = {"high_card", "low_card", "no_duplicates"}
    without |= {f"{suit}s_majority" for suit in t.law.suit_names}
    assert {*t.law.bid_names} - {*with_all} == without
    t = game("upgrades", 2, upgrades={"match_only_with_table_bids": False})
    t.raises(0)
    t.play("0 take high_card + match_together")
    steps(t, 5)
    assert t.movers == [1]  # no partner is asked for
    assert t.view()["phase"] == "late"


def test_s25_who_raised_in_vain_has_lost_nothing_and_may_raise_again() -> None:
    t = game(seats=3)
    t.raises(0, 1, 2)
    t.play("1 take short_band")
    assert t.movers == [0, 2]
    t.raises(0, 2)
    t.play("2 take one_trio")
    t.raises(0)
    t.play("0 take high_card")
    taken = [(e.seat, e.values["bid"], e.values["token"]) for e in t.events if e.key == "took"]
    assert taken == [(1, "short_band", 1), (2, "one_trio", 2), (0, "high_card", 3)]


def test_s28_all_six_steps_are_dealt_even_if_all_have_a_bid() -> None:
    t = game(seats=2)
    t.raises(0)
    t.play("0 take one_trio")
    t.raises(1)
    t.play("1 take short_band")
    dealt = [event for event in t.events if event.key == "dealt"]
    assert len(dealt) == 12
    assert t.told.count("step") == 6
    assert t.position.round == 2


# -- before the scores ----------------------------------------------------------------------------


def matched(seats: int) -> Table:
    t = game("upgrades", seats)
    t.raises(0)
    t.play("0 take one_trio + match_together")
    steps(t, 5)
    return t


def test_s29_the_holder_of_match_together_names_any_other_player() -> None:
    """R22: in the open, before hands are shown; with two players there is one entry."""
    t = matched(3)
    assert (t.movers, t.menu(0)) == ([0], "1 2")
    assert t.zone("hand.2", 0) == " ".join("?" * 6)
    assert t.refused("0 partner 0").rule == "S29"
    t.play("0 partner 2")
    assert t.view()["partner"] == 2
    assert "@0 names @2 as partner." in t.said()
    assert matched(2).menu(0) == "1"


def test_s30_then_all_hands_are_open() -> None:
    """R11: also of those without a bid."""
    t = matched(3)
    t.play("0 partner 2")
    for seat in range(3):
        hand = t.zone(f"hand.{seat}", seat)
        assert len(hand.split()) == 6
        assert all(t.zone(f"hand.{seat}", viewer) == hand for viewer in (None, 0, 1, 2))
        assert f"@{seat} shows {hand}." in t.said()


def test_s31_late_bids_are_asked_one_after_the_other_from_the_dealer_on() -> None:
    """R12, R13: after the hands are shown, in priority order; R35: each with a token 10."""
    t = game("upgrades", 3, mark=1)  # seat 2 deals
    t.raises(0)
    t.play("0 take one_trio")
    steps(t, 5)
    assert (t.movers, t.view()["phase"]) == ([2], "late")
    assert t.menu(2) == "long_street medium_group high_card short_band no_duplicates decline"
    t.play("2 take short_band")
    assert t.bid(2) == "short_band 10"
    assert t.movers == [1]
    assert t.refused("1 take short_band").rule == "S31"
    t.play("1 decline")
    assert t.position.round == 2


def test_s31_an_empty_market_leaves_only_to_decline() -> None:
    """R37: the question is asked all the same."""
    t = game("upgrades", 2, market={"face_up": 1}, six="one_trio")
    t.raises(0)
    t.play("0 take one_trio")
    assert (t.movers, t.menu(1)) == ([1], "decline")


def test_s32_a_late_bid_takes_no_bonus() -> None:
    """R14."""
    t = game("upgrades", 2)
    steps(t, 6)
    assert t.refused("1 win_all").rule == "S32"
    t.play("1 take one_trio")
    assert t.bid(1) == "one_trio 10"


def test_s33_s37_in_base_there_are_no_late_bids() -> None:
    t = game(seats=2)
    steps(t, 6)
    assert t.position.round == 2
    assert t.gained == t.totals == [0, 0]


def test_the_position_is_of_its_game() -> None:
    assert isinstance(game().position, Sparrows)
