"""Stick to Colours: piles of cards of which several are alike, as bits.

A face has one bit for each of its copies, and a pile with two of them has its two lowest: so equal
piles are equal numbers, and there is no physical card that anybody could follow (C8). The first
copies of all faces are the lowest bits, in the order of the faces; so the low bits of a pile say
which faces are in it, and are the choice codes.
"""

from typing import TYPE_CHECKING

from mypy_extensions import i64

from saleroom.games.bits import Dice, largest, place

if TYPE_CHECKING:
    from saleroom.games.colours.rules import ColoursRules


def put(law: "ColoursRules", pile: i64, face: i64) -> i64:
    """The pile with one card of this face more: the lowest of its bits that is free."""
    free = law.copies_of[face] & ~pile
    return pile | (free & -free)


def take(law: "ColoursRules", pile: i64, face: i64) -> i64:
    """The pile with one card of this face less: the highest of its bits."""
    return pile & ~largest(law.copies_of[face] & pile)


def joined(law: "ColoursRules", pile: i64, more: i64) -> i64:
    """Both piles together."""
    while more:
        pile = put(law, pile, law.face_of[place(more & -more)])
        more &= more - 1
    return pile


def without(law: "ColoursRules", pile: i64, less: i64) -> i64:
    """What is left of the pile without these."""
    while less:
        pile = take(law, pile, law.face_of[place(less & -less)])
        less &= less - 1
    return pile


def some(law: "ColoursRules", pile: i64, number: i64, dice: Dice) -> i64:
    """So many cards of the pile, each choice of them alike; two alike cards are two."""
    left = pile
    for _ in range(number):
        left &= ~dice.member(left)
    return joined(law, 0, pile & ~left)


def faces(law: "ColoursRules", pile: int) -> list[int]:
    """The face of each card, in rising order."""
    found: list[int] = []
    rest: i64 = pile
    while rest:
        found.append(law.face_of[place(rest & -rest)])
        rest &= rest - 1
    found.sort()
    return found
