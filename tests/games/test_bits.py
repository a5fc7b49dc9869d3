"""Sets as bits and dice: small numbers checked by hand, and the same in both builds."""

from collections import Counter

from saleroom.games.bits import Dice, choices, count, mix, pick, place


def test_a_set_is_counted_listed_and_picked_from_in_rising_order() -> None:
    members = [0, 1, 7, 31, 32, 40, 61]
    whole = sum(1 << member for member in members)
    assert count(whole) == 7
    assert choices(whole) == members
    assert [place(pick(whole, k)) for k in range(7)] == members
    assert count(0) == 0
    assert choices(0) == []


def test_dice_multiply_with_carry() -> None:
    """Each state is 2147483085 times the low half of the last, plus its high half."""
    dice = Dice(7)
    for _ in range(100):
        before = dice.state
        number = dice.below(1000)
        assert dice.state == 2147483085 * (before % 2**32) + before // 2**32
        assert number == dice.state % 2**32 * 1000 // 2**32


def test_dice_are_fair_and_seeds_differ() -> None:
    dice = Dice(1)
    thrown = Counter(dice.below(6) for _ in range(60_000))
    assert all(9_600 < thrown[face] < 10_400 for face in range(6))
    assert len({Dice(seed).below(2**31) for seed in range(1_000)}) > 990


def test_a_key_depends_on_every_value_and_their_order() -> None:
    assert mix(mix(0, 1), 2) != mix(mix(0, 2), 1)
    assert len({mix(5, value) for value in range(10_000)}) == 10_000
    assert all(0 <= mix(key, 2**61) < 2**62 for key in range(100))
