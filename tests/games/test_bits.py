"""Sets as bits and dice: small numbers checked by hand, and the same in both builds."""

import random
from collections import Counter

import pytest

from saleroom.games.bits import Dice, above, choices, count, largest, mix, pick, place


def test_a_set_is_counted_listed_and_picked_from_in_rising_order() -> None:
    members = [0, 1, 7, 31, 32, 40, 61]
    whole = sum(1 << member for member in members)
    assert count(whole) == 7
    assert choices(whole) == members
    assert [place(pick(whole, k)) for k in range(7)] == members
    assert count(0) == 0
    assert choices(0) == []


def test_every_kind_of_set_is_counted() -> None:
    dice = random.Random(1)
    sets = [dice.getrandbits(62) & dice.getrandbits(62) for _ in range(1_000)]
    for whole in (*sets, 2**62 - 1, *(3 << n for n in range(61)), *(15 << n for n in range(59))):
        members = [n for n in range(62) if whole >> n & 1]
        assert (count(whole), choices(whole)) == (len(members), members)
        assert [place(pick(whole, k)) for k in range(len(members))] == members
        ahead = [n for n in range(62) if n > max(members, default=-1)]
        assert choices((2**62 - 1) & above(whole)) == ahead
        assert choices(largest(whole)) == members[-1:]


def test_dice_multiply_with_carry() -> None:
    """Each state is 2147483085 times the low half of the last, plus its high half."""
    dice = Dice(7)
    for _ in range(100):
        before = dice.state
        number = dice.below(1000)
        assert dice.state == 2147483085 * (before % 2**32) + before // 2**32
        assert number == dice.state % 2**32 * 1000 // 2**32


def test_a_seed_throws_the_same_for_ever() -> None:
    """What was seen with a seed can be seen again, in any version."""
    assert [Dice(7).below(1000), Dice(2**70 + 3).below(1000)] == [876, 803]
    assert (mix(0, 1), mix(5, 2**61)) == (2922066071429842258, 1615720246831727345)


def test_dice_are_fair_and_seeds_differ() -> None:
    dice = Dice(1)
    thrown = Counter(dice.below(6) for _ in range(60_000))
    assert all(9_600 < thrown[face] < 10_400 for face in range(6))
    assert len({Dice(seed).below(2**31) for seed in range(1_000)}) > 990


def test_nothing_comes_out_of_an_empty_set() -> None:
    """Else it would be taken for the set of member 0."""
    assert Dice(1).member(8) == 8
    with pytest.raises(AssertionError, match="empty"):
        Dice(1).member(0)


def test_a_key_depends_on_every_value_and_their_order() -> None:
    assert mix(mix(0, 1), 2) != mix(mix(0, 2), 1)
    assert len({mix(5, value) for value in range(10_000)}) == 10_000
    assert all(0 <= mix(key, 2**61) < 2**62 for key in range(100))
