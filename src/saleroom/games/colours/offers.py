"""Stick to Colours: how an offer is chosen, card by card (P1 to P6), and which cards are alike.

An offer is a path of market slots and then of faces of the hand, both in rising order. Nothing on
the table changes before it is complete; until then it lies in offering … needed of the position.
"""

from typing import TYPE_CHECKING

from mypy_extensions import i64

from saleroom.games.bits import count, place, shl
from saleroom.games.colours.cards import put, take
from saleroom.games.colours.codes import FACES, NO_CODE, NO_SLOT

if TYPE_CHECKING:
    from saleroom.games.colours.position import Colours


# -- alike cards ----------------------------------------------------------------------------------


def find_twins(table: "Colours") -> None:
    """P5: which market cards have an alike one in a lower slot?"""
    table.twins = 0
    seen: i64 = 0  # faces in lower slots
    row = table.market
    slot: i64 = 0
    while row:
        bit = shl(1, row & 63)
        if seen & bit and twin(table, slot) >= 0:
            table.twins |= shl(1, slot)
        seen |= bit
        row >>= 6
        slot += 1


def twin(table: "Colours", slot: i64) -> i64:
    """The nearest lower slot with a card alike to this one, the lot apart, or NO_SLOT."""
    lot = table.the_lot()
    lower = slot - 1
    while lower >= 0:
        if table.at(lower) == table.at(slot) and lower != lot:
            differ: i64 = 0
            for side in table.sides:
                differ |= (side.asked >> lower) ^ (side.asked >> slot)
                differ |= (side.refused >> lower) ^ (side.refused >> slot)
            if not differ & 1:
                return lower
        lower -= 1
    return NO_SLOT


# -- the path -------------------------------------------------------------------------------------


def free_slots(table: "Colours", seat: i64) -> i64:
    """C30: the market cards that this seat may offer."""
    side = table.sides[seat]
    lot = table.the_lot()
    found = table.slots & ~side.asked & ~side.refused
    return found & ~shl(1, lot) if lot >= 0 else found


def begin(table: "Colours", required: i64, needed: i64) -> None:
    """The seat in turn has chosen its lot, or `bid`; so many cards are to follow."""
    table.offering = True
    table.required = required
    table.marks = 0
    table.laid = 0
    table.kept = table.sides[table.turn].hand
    table.last = NO_CODE
    table.needed = needed


def forget_decision(table: "Colours") -> None:
    """The seat in turn stands before its decision."""
    table.offering = False
    table.aim = NO_SLOT
    table.required = 0
    table.marks = 0
    table.laid = 0
    table.kept = 0
    table.last = NO_CODE
    table.needed = 0


def menu(table: "Colours") -> i64:
    """P1 to P6."""
    law = table.law
    left = missing(table)
    slots = reach(table, table.marks, table.last)
    hand = hand_ahead(table)
    offered = slots
    rest = slots & table.twins
    while rest:  # P5: after its twin, not before
        lower = twin(table, place(rest & -rest))
        if lower >= 0 and (slots >> lower) & 1:
            offered &= ~(rest & -rest)
        rest &= rest - 1
    faces = hand & law.all_faces
    if left <= 0:
        return offered | shl(faces, FACES) | shl(1, law.done_code)
    if left > 1:  # P6
        rest = offered
        while rest:
            slot = rest & -rest
            after = count(reach(table, table.marks | slot, place(slot))) + count(hand)
            if 1 + after < left:
                offered &= ~slot
            rest &= rest - 1
        rest = faces
        while rest:
            face = rest & -rest
            if count(hand & law.from_face[place(face)]) < left:
                faces &= ~face
            rest &= rest - 1
    return offered | shl(faces, FACES)


def missing(table: "Colours") -> i64:
    """P2: how many cards the open offer still needs; not above 0 when it is enough."""
    return table.needed - count(table.marks) - count(table.laid)


def hand_ahead(table: "Colours") -> i64:
    """P1: the cards of the hand that can still be chosen ..."""
    if table.last < FACES:
        return table.kept
    return table.kept & table.law.from_face[table.last - FACES]


def reach(table: "Colours", marks: i64, last: i64) -> i64:
    """... and P1, P5: the slots, when the path has come to this code."""
    if last >= FACES:
        return 0
    ahead = free_slots(table, table.turn) & ~table.required & -shl(1, last + 1)
    rest = ahead & table.twins
    while rest:
        slot = rest & -rest
        lower = twin(table, place(slot))
        if lower >= 0 and not ((marks | ahead) >> lower) & 1:
            ahead &= ~slot  # the path has gone past its twin
        rest &= rest - 1
    return ahead


def step(table: "Colours", choice: i64) -> bool:
    if choice == table.law.done_code:
        table.place_offer()
        return True
    if choice < FACES:
        table.marks |= shl(1, choice)
    else:
        table.kept = take(table.law, table.kept, choice - FACES)
        table.laid = put(table.law, table.laid, choice - FACES)
    table.last = choice
    return False
