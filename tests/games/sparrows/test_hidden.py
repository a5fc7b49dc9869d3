"""Section 5: what each seat may see, what it remembers, and the worlds it holds possible."""

from collections import Counter

import pytest

from saleroom.games.bits import Dice, choices, count, place
from saleroom.games.core import Position, deal
from saleroom.games.sparrows.phases import LATE

from .table import opening, rules, shipped

SIX = "short_band one_trio medium_group high_card long_street no_duplicates"


def test_s15_views_show_own_cards_and_sizes_of_all_else() -> None:
    t = opening("upgrades", 3, mark=0, six=SIX, deck="s2 e1 s6 s8")
    assert [t.zone("hand.0", viewer) for viewer in (None, 0, 1, 2)] == ["?", "s6", "?", "?"]
    for viewer in (None, 0, 1, 2):
        assert t.zone("deck", viewer) == " ".join("?" * 36)
        assert t.zone("pile", viewer) == " ".join("?" * 23)
        assert (t.zone("table", viewer), t.zone("market", viewer)) == ("s8", SIX)


def test_s30_hands_stay_open_until_the_next_round_is_prepared() -> None:
    t = opening("upgrades", 2, mark=0, six=SIX, deck=" ".join(rules().card_names[:18]))
    for _ in range(6):
        t.raises()
    hand = t.zone("hand.0", 0)
    assert t.zone("hand.0", 1) == t.zone("hand.0", None) == hand
    t.play("1 decline", "0 decline")
    assert t.zone("hand.0", 1) == ""


@pytest.mark.parametrize("bids", range(2, 30))
def test_s31_to_decline_is_seen_as_no_card_that_is_taken(bids: int) -> None:
    law = rules("upgrades", bids=shipped("upgrades")["bids"][:bids], market={"face_up": bids})
    position = law.begin()
    position.remembers = True
    while position.phase != LATE:
        deal(position, Dice(1))
        for seat in choices(position.movers):
            position.step(seat, law.pass_code)
    seat = place(position.movers)
    seen = set()
    for choice in choices(position.menu(seat)):
        after = position.clone()
        after.step(seat, choice)
        seen.add(after.seen(1 - seat))
    assert len(seen) == bids + 1


def test_in_the_end_everything_is_seen() -> None:
    position = opening("upgrades", 4).position
    dice = Dice(3)
    while not position.over:
        deal(position, dice)
        for seat in choices(position.movers)[:1]:
            position.step(seat, place(dice.member(position.menu(seat))))
    zones = position.view(None)["zones"]
    assert isinstance(zones, list)
    assert all(zone["cards"] is not None for zone in zones)
    marks = [
        card.get("achieved") for zone in zones if "bid" in zone["id"] for card in zone["cards"]
    ]
    assert None not in marks


# -- keys -----------------------------------------------------------------------------------------


def test_s18_the_own_answer_is_in_the_own_key_and_in_no_other() -> None:
    t = opening("base", 3, mark=0, six=SIX, deck="s2 e1 s6 s8")
    twin = t.position.clone()
    before = [t.position.seen(seat) for seat in range(3)]
    t.play("1 raise")
    twin.step(1, twin.law.pass_code)
    after = [t.position.seen(seat) for seat in range(3)]
    assert after[0] == before[0]
    assert after[2] == before[2]
    assert len({before[1], after[1], twin.seen(1)}) == 3


def test_s19_who_raised_in_vain_is_in_every_key() -> None:
    """The winner is the same in all of them, and everybody has seen who else raised."""
    keys = []
    for raisers in ((1,), (1, 0), (1, 2), (1, 0, 2)):
        t = opening("base", 3, mark=0, six=SIX, deck="s2 e1 s6 s8")
        t.raises(*raisers)
        assert t.movers == [1]
        keys.append([t.position.seen(seat) for seat in range(3)])
    for seat in range(3):
        assert len({seen[seat] for seen in keys}) == 4


def test_half_a_decision_is_in_the_own_key_only() -> None:
    t = opening("upgrades", 2, mark=0, six=SIX, deck="s2 e1 s8")
    t.raises(0)
    before = [t.position.seen(seat) for seat in range(2)]
    assert not t.position.choose(0, t.law.bid_names.index("one_trio"))
    assert not t.position.between(0)
    assert t.position.between(1)
    assert t.position.seen(0) != before[0]
    assert t.position.seen(1) == before[1]


def test_without_memory_there_is_no_key_and_no_world() -> None:
    position = opening("base", 2).position
    position.remembers = False
    with pytest.raises(RuntimeError, match="does not remember"):
        position.seen(0)
    with pytest.raises(RuntimeError, match="does not remember"):
        position.sample(0, Dice(1))
    with pytest.raises(RuntimeError, match="A draw is pending"):
        rules().begin().sample(0, Dice(1))


# -- worlds ---------------------------------------------------------------------------------------


def test_s15_a_sampled_hand_is_any_of_the_unseen_cards_alike() -> None:
    """Two rivals with a card each: 38 times 37 worlds, each as often."""
    t = opening("base", 3, mark=0, six=SIX, deck="s2 e1 s6 s8")
    dice, drawn, number = Dice(5), Counter[tuple[int, int]](), 30_000
    for _ in range(number):
        world = t.position.sample(0, dice)
        assert world.sides[0].hand == t.position.sides[0].hand
        assert world.laid == t.position.laid
        hands = (world.sides[1].hand, world.sides[2].hand)
        assert world.deck == t.law.all_cards & ~(world.laid | world.sides[0].hand | sum(hands))
        drawn[place(hands[0]), place(hands[1])] += 1
    assert len(drawn) == 38 * 37
    expected = number / (38 * 37)
    distance = sum((times - expected) ** 2 / expected for times in drawn.values())
    freedom = 38 * 37 - 1
    assert distance <= freedom + 2 * (freedom * 25) ** 0.5 + 50


def test_s30_when_hands_are_shown_every_world_has_them() -> None:
    t = opening("upgrades", 3, mark=0, six=SIX, deck=" ".join(rules().card_names[:24]))
    for _ in range(6):
        t.raises()
    hands = [side.hand for side in t.position.sides]
    world = t.position.sample(2, Dice(7))
    assert [side.hand for side in world.sides] == hands


def test_s18_in_a_sampled_world_nobody_else_has_answered() -> None:
    t = opening("base", 3, mark=0, six=SIX, deck="s2 e1 s6 s8")
    t.play("0 raise", "2 pass")
    world = t.position.sample(0, Dice(1))
    assert choices(world.movers) == [1, 2]
    assert [side.answer for side in world.sides] == [t.position.sides[0].answer, 0, 0]
    assert choices(t.position.sample(1, Dice(1)).movers) == [0, 1, 2]


def test_s22_in_a_sampled_world_half_a_decision_of_another_is_not_begun() -> None:
    t = opening("upgrades", 2, mark=0, six=SIX, deck="s2 e1 s8")
    t.raises(0)
    t.position.choose(0, t.law.bid_names.index("one_trio"))
    assert t.position.sample(1, Dice(1)).between(0)
    assert not t.position.sample(0, Dice(1)).between(0)


# -- a whole game ----------------------------------------------------------------------------------


def step(position: Position, dice: Dice) -> None:
    if position.wants:
        position.draw(place(dice.member(position.wants)))
    elif position.movers:
        seat = choices(position.movers)[-1]
        position.step(seat, place(dice.member(position.menu(seat))))


def test_no_card_is_lost_in_a_whole_game() -> None:
    position, dice = rules("upgrades", 5).begin(), Dice(2)
    while not position.over:
        step(position, dice)
        cards = [position.deck, position.laid, *(side.hand for side in position.sides)]
        assert sum(cards) == position.law.all_cards
        assert sum(count(zone) for zone in cards) == 40
        bids = [position.pile, position.market, position.discards]
        bids += [1 << side.bid for side in position.sides if side.bid >= 0]
        assert sum(bids) == position.law.all_bids
        assert sorted(position.market_row) == choices(position.market)
        assert sorted(position.discard_row) == choices(position.discards)
