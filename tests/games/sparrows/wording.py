"""Every pattern a second time, from the wording of the rules, by lists and loops.

Slow and plain on purpose, and nothing of the engine: `test_patterns` compares the two.
"""

from __future__ import annotations

from itertools import combinations, product

Card = tuple[str, int]  # suit, number

SUITS = ("sparrow", "parrot", "eagle", "chicken")
NUMBERS = range(1, 11)


def serves(numbers: list[int], groups: list[int]) -> bool:
    """S56: can each group of equal cards be laid out, each of a number of its own?"""
    possible = [n for n in NUMBERS if numbers.count(n) >= 2]
    for chosen in combinations(possible, len(groups)):
        for sizes in set(product(*[groups] * len(groups))):
            if sorted(sizes) == sorted(groups) and all(
                numbers.count(n) >= size for n, size in zip(chosen, sizes, strict=True)
            ):
                return True
    return False


def street(pool: list[Card], length: int) -> bool:
    """S57, S64 to S66."""
    present = {number for _, number in pool}
    return any(
        all(x + i in present for i in range(length)) for x in NUMBERS if x + length - 1 <= 10
    )


def band(pool: list[Card], length: int) -> bool:
    """S76 to S79."""
    return any(street([card for card in pool if card[0] == suit], length) for suit in SUITS)


def group(pool: list[Card], length: int) -> bool:
    """S67 to S69."""
    return any(sum(card[0] == suit for card in pool) >= length for suit in SUITS)


def majority(hand: list[Card], others: list[list[Card]], suit: str) -> bool:
    """S80 to S83."""
    mine = len([card for card in hand if card[0] == suit])
    return all(mine > len([card for card in other if card[0] == suit]) for other in others)


def achieved(bid: str, hand: list[Card], support: list[Card], others: list[list[Card]]) -> bool:
    """S34, S59 to S87."""
    pool = hand + support
    numbers = [number for _, number in pool]
    sets = {
        "two_pairs": [2, 2],
        "three_pairs": [2, 2, 2],
        "one_trio": [3],
        "two_trios": [3, 3],
        "three_trios": [3, 3, 3],
        "full_house": [3, 2],
        "full_villa": [3, 2, 2],
        "full_mansion": [3, 3, 2, 2],
        "full_estate": [3, 3, 2, 2, 2],
        "one_quatro": [4],
        "two_quatros": [4, 4],
    }
    if bid in sets:
        return serves(numbers, sets[bid])
    lengths = {"short_street": 3, "medium_street": 5, "long_street": 7}
    if bid in lengths:
        return street(pool, lengths[bid])
    lengths = {"short_group": 4, "medium_group": 5, "long_group": 6}
    if bid in lengths:
        return group(pool, lengths[bid])
    lengths = {"short_band": 2, "medium_band": 3, "long_band": 4, "superlong_band": 5}
    if bid in lengths:
        return band(pool, lengths[bid])
    if bid.endswith("_majority"):
        return majority(hand, others, bid.removesuffix("s_majority"))
    mine = [number for _, number in hand]
    if bid == "high_card":
        return all(max(mine) > max(number for _, number in other) for other in others)
    if bid == "low_card":
        return all(min(mine) < min(number for _, number in other) for other in others)
    if bid == "hand_group":
        return all(suit in [card[0] for card in hand] for suit, _ in support)
    assert bid == "no_duplicates", bid
    return all(one != two for one, two in combinations(mine, 2))
