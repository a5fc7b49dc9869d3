"""C1 to C27: set-up, market and tokens, the dealer's turn, sweep and opening."""

import pytest

from saleroom.games.bits import Dice, choices, count
from saleroom.games.core import NotAllowed, Refusal, deal
from tests.games.colours.table import FOUR_HANDS, HANDS, Table, rules


def refused(t: Table, seat: int, choice: int) -> Refusal:
    with pytest.raises(Refusal) as caught:
        t.position.choose(seat, choice)
    return caught.value


# -- set-up ----------------------------------------------------------------------------------------


def test_c1_the_deck_has_48_cards_of_30_faces() -> None:
    law = rules()
    names = [law.card_names[card] for card in choices(law.all_cards)]
    assert len(names) == 48
    for colour in "RGB":
        for value in range(1, 10):
            assert names.count(f"{colour}{value}") == (2 if value < 7 else 1)
        assert names.count(f"{colour}J") == 1


def test_c1_every_card_of_the_deck_may_come_next_and_alike_ones_are_two() -> None:
    position = rules().begin()
    left = []
    while position.wants:
        left.append(count(position.wants))
        position.draw(choices(position.wants)[-1])
    assert left == list(range(48, 37, -1))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_c2_c3_hands_come_seat_by_seat_together_and_the_market_card_by_card(seats: int) -> None:
    """Both cards of a seat are one set, seen by that seat alone; all see the market."""
    law = rules(seats=seats)
    position = law.begin()
    asked = []
    while position.wants:
        draw = position.pending()
        asked.append((draw.together, choices(draw.seers)))
        assert draw.full == law.all_cards
        position.draw(choices(position.wants)[-1])
    hands = [(left, [seat]) for seat in range(seats) for left in (2, 1)]
    assert asked == hands + [(1, list(range(seats)))] * law.market


def test_c2_hands_come_from_seat_0_on_whoever_is_the_first_dealer() -> None:
    position = rules(seats=3, first_dealer=1).begin()
    seers = []
    while position.wants:
        seers.append(choices(position.pending().seers))
        position.draw(choices(position.wants)[-1])
    assert seers[:6] == [[0], [0], [1], [1], [2], [2]]
    assert [count(side.hand) for side in position.sides] == [2, 2, 2]  # type: ignore[attr-defined]


def test_c4_seat_0_deals_first_and_no_card_has_a_token() -> None:
    """Q14: the first dealer is seat 0; a variant may name another."""
    for first in (0, 1):
        position = rules(seats=2, first_dealer=first).begin()
        deal(position, Dice(3))
        view = position.view(None)
        assert (view["dealer"], view["passes"], position.movers) == (first, 0, 1 << first)
        assert all(not e["question"] and not e["refuse"] for e in view["zones"][1]["cards"])  # type: ignore


# -- market and tokens -----------------------------------------------------------------------------


def test_c5_slots_stay_during_a_round_and_close_up_at_the_refill() -> None:
    """Q25."""
    t = Table("R4 G7x1 B2 G1x2 R9")
    t.plays("0 open R4 with B2", "1 pass")
    assert [e["card"] for e in t.zone("market")["cards"]] == ["R4", "G7", "B2", "G1", "R9"]
    t.plays("2 pass")
    assert t.market == "G7x1 B2x0 G1x2 R9 R1"


def test_c6_one_token_of_a_seat_on_a_card_and_any_number_in_all() -> None:
    """Q22."""
    t = Table().plays("0 open G7 with R4 B2 G1 R9", "1 bid R4 B2 G1 R9 +G2", "2 pass")
    assert t.position.sides[0].asked == t.position.sides[1].asked == 0b11101
    t.begins(0, "bid")
    assert t.menu(0) == "+R5"
    assert refused(t, 0, 0).rule == "C6"


def test_c7_c39_tokens_are_public_at_once() -> None:
    t = Table("R4 G7 B2x2 G1 R9").plays("0 open G7 with B2 R9", "1 bid R9 R4 G1")
    for viewer in (None, 0, 1, 2):
        cards = t.zone("market", viewer)["cards"]
        assert [e["question"] for e in cards] == [[1], [], [0], [1], [0, 1]]
        assert [e["refuse"] for e in cards] == [[], [], [2], [], []]


def test_c7_the_offers_of_a_trade_name_the_slots_of_their_tokens() -> None:
    """C39, C44: in the view, and in the events of bid and pass."""
    t = Table()
    t.told()
    t.plays("0 open G7 with B2 R9", "1 bid R4 G1 +G8", "2 pass", "0 bid R4 G1", "1 pass")
    told = [
        (e.key, e.values["slots"], e.values["down"])
        for e in t.position.events or []
        if "down" in e.values
    ]
    assert told == [
        ("opened", [3, 5], 0),
        ("raised", [1, 4], 1),
        ("left", [], 0),
        ("raised", [1, 4], 0),
        ("left", [1, 4], 1),
    ]
    t = Table().plays("0 open G7 with B2 R9", "1 bid R4 G1 +G8")
    for viewer in (None, 0, 1, 2):
        offers = [(offer["market"], offer["size"]) for offer in t.view(viewer)["offers"]]
        assert offers == [([3, 5], 2), ([1, 4], 3), ([], 0)]


def test_c8_a_refuse_token_stays_until_its_card_leaves() -> None:
    """A card that comes back to nobody: in a hand it has no tokens."""
    t = Table("R4 G7 B2x2 G1 R9").plays("0 open G7 with R4", "1 pass", "2 pass")
    assert t.market == "R4x0 B2x2 G1 R9 R1"
    t.plays("1 open B2 with R9", "0 pass")
    assert t.market == "R4x0 G1 R9x1 R1 R2"
    assert t.zone("hand.1", 1)["cards"][-1] == {"card": "B2", "code": 29}


def test_c9_c46_c47_question_tokens_end_with_the_trade() -> None:
    """Q6: those of the winner become refuse tokens, losers get none."""
    t = Table().plays("0 open G7 with B2", "1 bid R4 G1", "2 pass", "0 pass")
    assert t.market == "R4x1 B2 G1x1 R9 R1"
    assert all(side.asked == 0 for side in t.position.sides)


@pytest.mark.parametrize("variant", ["free", "matching"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_c10_c11_c37_c51_c70_c71_c72_hold_in_random_games(variant: str, seats: int) -> None:
    """And C9: what follows from the rules is found in every game."""
    law = rules(variant, seats)
    for seed in range(4):
        dice = Dice(seed)
        position = law.begin()
        best: tuple[int, int, int] | None = None
        while not position.over:
            deal(position, dice)
            if position.over:
                break
            _check(position, seats)
            seat = choices(position.movers)[0]
            position.step(seat, choices(dice.member(position.menu(seat)))[0])
            trade = (position.round, position.size, position.sides[position.best].asked)
            if position.lot < 0 or position.wants:
                best = None
            elif best is None or trade[0] != best[0]:
                best = trade
            elif trade != best:
                assert trade[1] > best[1]  # C71
                if variant == "matching":
                    assert best[2] & ~trade[2] == 0  # C37
                best = trade
        assert position.round <= seats * (48 - 2 * seats)


def _check(position: object, seats: int) -> None:
    sides = position.sides  # type: ignore[attr-defined]
    zones = position.view(None)["zones"]  # type: ignore[attr-defined]
    assert sum(zone["count"] for zone in zones) == 48  # C72
    if position.phase == 1 and not position.offering:  # type: ignore[attr-defined]
        assert all(side.asked == 0 for side in sides)  # C9
        for slot in choices(position.slots):  # type: ignore[attr-defined]
            assert sum(side.refused >> slot & 1 for side in sides) <= seats - 2  # C10, C11


# -- the dealer's turn -----------------------------------------------------------------------------


def test_c12_a_round_begins_with_the_dealer_who_opens_or_passes() -> None:
    """A1, C16."""
    t = Table()
    assert t.position.movers == 1
    assert t.menu(0) == "R4 G7 B2 G1 R9 pass"
    assert refused(t, 0, t.law.bid_code).rule == "C12"
    assert refused(t, 0, t.code(0, "+R5")).rule == "C12"


def test_c13_a_refused_card_cannot_be_the_lot_and_others_tokens_do_not_matter() -> None:
    t = Table("R4x0 G7x12 B2 G1 R9", FOUR_HANDS, dealer=0)
    assert t.menu(0) == "G7 B2 G1 R9 pass"
    sentence = refused(t, 0, 0)
    assert str(sentence) == "You refuse R4, so you cannot open it (C13)."
    assert sentence.rule == "C13"


def test_c14_a_lot_needs_an_opening_beside_it() -> None:
    """Q9: with `opening` = 3, two usable cards are too few; then the dealer is not asked (C15)."""
    law = rules(opening=3)
    t = Table("R4 G7 B2", ("R5", "G8", "B3"), "", law=law)
    assert t.menu(0) == "R4 G7 B2 pass"
    t.begins(0, "R4", "G7", "B2")
    assert t.menu(0) == "+R5"
    t = Table("R4 G7 B2", ("", "G8", "B3"), "", law=law)
    assert (t.position.dealer, t.position.passes) == (1, 1)


def test_c15_c17_an_automatic_pass_depends_on_public_facts_only() -> None:
    """Whatever the cards are: tokens and the number of cards in hand decide."""
    for card in ("R1", "GJ", "B9"):
        t = Table("R4x0 G7x0 B2", ("", card, "R2"), "")
        assert t.told() == [
            "Round 1: @0 is the dealer.",
            "@0 has nothing to open with, and passes.",
            "Round 2: @1 is the dealer.",
        ]


@pytest.mark.parametrize("card", ["R1", "GJ", "B9"])
def test_c17_any_card_of_the_hand_saves_the_dealer_from_an_automatic_pass(card: str) -> None:
    """C14, C56: a joker opens like every card, or the pass would tell of it."""
    t = Table("R4x0 G7x0 B2", (card, "G8", "R2"), "")
    assert t.menu(0) == "B2 pass"
    assert t.begins(0, "B2").menu(0) == f"+{card}"


@pytest.mark.parametrize("hand", ["", "R1", "R1 R1", "R1 GJ B9"])
def test_c15_who_refuses_the_whole_market_passes_by_itself_whatever_it_holds(hand: str) -> None:
    t = Table("R4x0 G7x0 B2x0", (hand, "G8", "R2"), "")
    assert t.told()[1] == "@0 has nothing to open with, and passes."
    assert (t.position.dealer, t.position.passes) == (1, 1)


def test_c18_a_dealer_that_passed_takes_part_later() -> None:
    t = Table().plays("0 pass", "1 open G7 with B2", "2 pass")
    assert t.menu(0) == "pass bid"


def test_c19_dealer_and_pass_count_are_public() -> None:
    t = Table().plays("0 pass")
    for viewer in (None, 0, 1, 2):
        assert (t.view(viewer)["dealer"], t.view(viewer)["passes"]) == (1, 1)


def test_c19_the_event_of_a_pass_counts_it() -> None:
    t = Table("R4x2 G7x2 B2x2", ("R5", "G8", ""), "").plays("0 pass", "1 pass")
    told = [
        (e.key, e.seat, e.values["passes"]) for e in t.position.events or [] if "passes" in e.values
    ]
    assert told == [("dealer_passed", 0, 1), ("dealer_passed", 1, 2), ("dealer_stuck", 2, 3)]


def test_c20_after_a_pass_the_next_seat_deals_and_nothing_is_refilled() -> None:
    t = Table("R4 G7").plays("0 pass")
    assert (t.position.dealer, t.position.passes, t.market) == (1, 1, "R4 G7")


def test_c20_everybody_has_seen_a_dealer_pass() -> None:
    t = Table()
    before = [t.position.seen(seat) for seat in range(3)]
    t.plays("0 pass")
    assert all(t.position.seen(seat) != before[seat] for seat in range(3))


def test_c21_an_opening_sets_the_pass_count_to_0() -> None:
    t = Table().plays("0 pass", "1 pass", "2 open G7 with B2")
    assert t.position.passes == 0


def test_c21_the_pass_count_stands_until_the_opening_is_complete() -> None:
    """C24: others learn nothing of an opening before."""
    t = Table().plays("0 pass", "1 pass")
    before = [t.view(viewer) for viewer in (None, 0, 1)]
    t.begins(2, "G7", "B2")
    assert [t.view(viewer) for viewer in (None, 0, 1)] == before
    assert t.position.passes == 2
    t.begins(2, "done")
    assert t.position.passes == 0


def test_c16_a_dealer_without_cards_may_pass_too() -> None:
    t = Table("R4 G7 B2", ("", "G8", "B3"), "")
    assert t.menu(0) == "R4 G7 B2 pass"


def test_c21_a_trade_that_is_over_at_once_has_set_the_pass_count_to_0() -> None:
    """C20: what follows is counted anew; that seat 1 refuses all there is, is the first pass."""
    t = Table("R4 G7x12 B2x1", ("R5", "", "B3"), "", passes=2).plays("0 open G7 with R4")
    assert not t.position.over
    assert (t.position.dealer, t.position.passes) == (2, 1)


def test_c22_the_sweep_takes_the_tokens_of_every_seat() -> None:
    """C8: no card of the new market bears one."""
    t = Table("R4x0 G7x1 B2x2 G1 R9").plays("0 pass", "1 pass", "2 pass")
    assert t.market == "R1 R2 R3 G3"


def test_c70_an_automatic_pass_may_be_the_last_before_the_sweep() -> None:
    t = Table("R4x2 G7x2 B2x2 G1x2 R9x2").plays("0 pass", "1 pass")
    assert t.market == "R1 R2 R3 G3"


def test_c71_who_has_passed_is_out_of_the_trade_whoever_raises() -> None:
    t = Table().plays("0 open G7 with B2", "1 bid R4 +G8", "2 bid R4 G1 R9", "0 bid R4 G1 R9")
    t.plays("1 pass", "2 bid B2 +B3")
    assert t.position.movers == 0b001
    t.plays("0 pass")
    assert "G7" in t.hand(2)


def test_c22_the_sweep_tells_its_cards_and_the_last_dealer_is_warned() -> None:
    t = Table().plays("0 pass", "1 pass")
    assert t.view(2)["status"]["key"] == "status_sweeps"
    t.told()
    t.plays("2 pass")
    assert t.told()[1] == (
        "All have passed as dealers. The market goes to the discard: R4 G7 B2 G1 R9."
    )
    for viewer in (None, 0, 1, 2):
        discard = t.zone("discard", viewer)
        assert discard["count"] == len(discard["cards"]) == 48 - 6 - 4  # face up
        assert {"R4", "G7", "B2", "G1", "R9"} <= {e["card"] for e in discard["cards"]}


def test_c23_the_end_by_passing_shows_no_deck() -> None:
    """C55, Q28: hands and discards are open, what is left in the deck is not."""
    t = Table(law=rules(all_pass="end"), passes=2)
    assert t.view(0)["status"]["key"] == "status_ends"
    t.plays("0 pass")
    assert t.zone("deck") == {"id": "deck", "owner": None, "count": 4, "cards": None}
    assert t.zone("hand.1")["cards"] is not None


def test_c23_in_the_end_by_passing_the_market_goes_to_the_discard() -> None:
    t = Table("R4 G7 B2x2 G1 R9", law=rules(all_pass="end"), passes=2)
    before = t.zone("discard")["count"]
    t.plays("0 pass")
    assert t.position.ending() == "all_passed"
    assert (t.market, t.zone("market")["count"]) == ("", 0)
    assert t.zone("discard")["count"] == before + 5
    assert all(side.refused == 0 for side in t.position.sides)


# -- opening ---------------------------------------------------------------------------------------


def test_c24_lot_and_offer_are_told_together_when_complete() -> None:
    """Q10, P9: nobody else's view changes inside the path."""
    t = Table()
    t.told()
    before = [t.view(viewer) for viewer in (None, 1, 2)]
    t.begins(0, "G7", "B2", "+B6")
    assert [t.view(viewer) for viewer in (None, 1, 2)] == before
    assert t.told() == []
    t.begins(0, "done")
    assert t.told() == ["@0 opens G7 with B2 1 face down: 2."]
    assert t.position.lot == 1


def test_c24_nobody_else_has_seen_a_half_made_opening() -> None:
    t = Table()
    before = [t.position.seen(seat) for seat in range(3)]
    for word in ("G7", "B2", "+B6"):
        t.begins(0, word)
        assert [t.position.seen(seat) for seat in (1, 2)] == before[1:]
    assert t.position.seen(0) != before[0]


def test_c25_after_the_lot_there_is_no_way_back() -> None:
    t = Table().begins(0, "G7")
    assert refused(t, 0, t.law.pass_code).rule == "C25"
    assert isinstance(refused(t, 0, 1), NotAllowed)


def test_c26_the_opening_may_hold_all_usable_cards() -> None:
    t = Table().plays("0 open G7 with R4 B2 G1 R9 +R5 +B6", "1 pass")
    assert t.position.wants == 0
    assert t.hand(0) == "G7"


def test_c27_the_lot_is_in_no_offer_and_keeps_its_tokens() -> None:
    t = Table("R4 G7x2 B2 G1 R9").plays("0 open G7 with B2").begins(1, "bid")
    assert "G7" not in t.menu(1).split()
    assert refused(t, 1, 1).rule == "C27"
    assert t.zone("market")["cards"][1]["refuse"] == [2]
    assert t.zone("market")["cards"][1]["lot"] is True


def test_opening_refused_when_another_card_is_meant_by_p5() -> None:
    t = Table("R3 G7 R3 B2 R9", HANDS)
    sentence = refused(t, 0, 2)
    assert str(sentence) == "R3.3 is like R3.1: name that one (P5)."
    assert count(t.position.slots) == 5
