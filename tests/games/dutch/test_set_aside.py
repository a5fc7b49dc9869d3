"""Phase 1: set aside (D7 to D9)."""

import pytest

from .table import opening, table


def test_d7_any_card_of_the_hand_can_be_set_aside_and_nothing_else() -> None:
    t = table(hand="b1 b8 g3 pP r5", rival_hand="g1 g2")
    assert t.menu(0) == "b1 b8 g3 pP r5"
    assert t.menu(1) == "g1 g2"


def test_d7_the_card_lies_on_top_of_the_own_deck_so_it_is_drawn_next() -> None:
    t = table(hand="b1 b8 g3 g4 r5", own_deck="p1 p2 p3 p4 p6", rival_hand="r1 r2")
    t.play("0 aside g3", "1 aside r1")
    assert t.hand(0) == ""
    assert t.own_deck(0) == "g3 p1 p2 p3 p4 p6"
    assert t.set_aside_cards(0) == "g3"


def test_d7_a_hand_of_two_cards_sets_one_aside() -> None:
    t = table(hand="b4 rP", rival_hand="g5")
    assert t.movers == [0]
    assert t.menu(0) == "b4 rP"
    t.play("0 aside rP")
    assert t.stake(0) == "b4"
    assert t.own_deck(0) == "rP"


@pytest.mark.parametrize("hand", ["", "b4"])
def test_d8_a_seat_with_one_card_or_none_sets_nothing_aside(hand: str) -> None:
    t = table(hand=hand, rival_hand="g1 g2 g3")
    assert t.movers == [1]
    t.play("1 aside g3")
    assert t.stake(0) == hand
    assert t.own_deck(0) == ""


def test_d8_of_two_cards_to_set_aside_the_last_lies_on_top() -> None:
    t = table(set_aside=2, hand="b1 b2 b3", own_deck="p1 p2", rival_hand="r1 r2 r3")
    t.play("0 aside b2 b3", "1 aside r2 r3")
    # 1 : 1, a tie: each adds its top card, the one set aside last; again 4 : 4, then the other.
    assert t.added == ["0 b3", "1 r3", "0 b2", "1 r2"]


def test_d8_in_which_order_is_known_to_the_seat_alone() -> None:
    def seen(order: str) -> tuple[int, int]:
        t = table(set_aside=2, hand="b1 b2 b3", rival_hand="r1")
        t.position.remembers = True
        t.play(f"0 aside {order}")
        return t.position.seen(0), t.position.seen(1)

    one, other = seen("b1 b2"), seen("b2 b1")
    assert one[0] != other[0]
    assert one[1] == other[1]


def test_d8_a_short_hand_sets_fewer_aside_and_keeps_one_to_bid() -> None:
    t = table(set_aside=3, hand="b1 b2 b3", rival_hand="r1")
    t.play("0 aside b3 b1")
    assert t.own_deck(0) == "b1 b3"
    assert t.stake(0) == "b2"
    assert t.set_aside_cards(0) == "b1 b3"


def test_d8_nothing_is_set_aside_where_the_variant_says_so() -> None:
    t = opening(set_aside=0)
    assert t.stake(0) == t.stake(0, viewer=1)
    assert len(t.stake(0).split()) == 5
    assert t.hand(0) == ""


def test_d9_both_seats_choose_at_the_same_time_and_in_any_order() -> None:
    t = table(hand="b1 b2 b3", rival_hand="r1 r2 r4")
    assert t.movers == [0, 1]
    other = t.copy()
    t.play("0 aside b1", "1 aside r2")
    other.play("1 aside r2", "0 aside b1")
    for viewer in (0, 1, None):
        assert t.position.view(viewer) == other.position.view(viewer)


def test_d9_nothing_is_shown_before_both_have_chosen() -> None:
    t = table(hand="b1 b2 b3", rival_hand="r1 r2 r4")
    before = t.position.view(1)
    t.play("0 aside b1")
    assert t.movers == [1]
    assert t.position.view(1) == before


def test_d9_the_rival_never_learns_which_card_it_was() -> None:
    # The rival has seen nothing of the deal: b1 set aside and b3 in the deck could be exchanged.
    first = table(hand="b1 b2 b4", own_deck="b3", rival_hand="r1 r2 r3")
    second = table(hand="b3 b2 b4", own_deck="b1", rival_hand="r1 r2 r3")
    first.play("0 aside b1", "1 aside r1")
    second.play("0 aside b3", "1 aside r1")
    assert first.position.view(1) == second.position.view(1)
    assert first.told(1) == second.told(1)
    assert first.told(None) == second.told(None)


def test_d9_nor_does_the_key_of_what_the_rival_has_seen_tell_it() -> None:
    def seen(card: str, below: str) -> list[tuple[int, int]]:
        t = table(hand=f"{card} b2 b4", own_deck=below, rival_hand="r1 r2 r3")
        t.position.remembers = True
        keys = []
        for decision in (f"0 aside {card}", "1 aside r1"):  # sealed, then the bids are turned up
            t.play(decision)
            keys.append((t.position.seen(0), t.position.seen(1)))
        return keys

    for one, other in zip(seen("b1", "b3"), seen("b3", "b1"), strict=True):
        assert one[0] != other[0]
        assert one[1] == other[1]
