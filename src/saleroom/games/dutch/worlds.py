"""Dutch: what a seat has seen, and worlds it cannot tell from the true one (H5 to H12)."""

from typing import TYPE_CHECKING

from mypy_extensions import i64

from saleroom.games.bits import Dice, count, mix, place
from saleroom.games.core import must_remember, must_rest
from saleroom.games.dutch import turn

if TYPE_CHECKING:
    from saleroom.games.dutch.position import Dutch, Side


def seen(table: "Dutch", seat: int) -> int:
    """A key of all that was seen: by everybody, by this seat, and its own open decision."""
    must_remember(table)
    side = table.sides[seat]
    key = mix(table.public_key, side.key)
    owes = (table.movers >> seat) & 1
    key = mix(mix(mix(key, side.plan), side.holds), (side.vote + 1) * 2 + owes)
    if table.turn == seat:
        path = ((table.acting + 1) * 64 + table.agent + 1) * 8 + table.power + 1
        path = ((path * 64 + table.target + 1) * 8 + table.lot + 1) * 8 + table.stage
        key = mix(mix(key, path), table.paid)
    return key


def sample(table: "Dutch", seat: int, dice: Dice) -> "Dutch":
    """H9: a world drawn evenly from all that this seat, with perfect memory, holds possible."""
    must_remember(table)
    must_rest(table)
    world = table.clone()
    if not table.over:
        rival = world.sides[1 - seat]
        undecide(world, 1 - seat)
        while not redeal(world, rival, dice):
            pass
        rival.key = mix(mix(mix(2, rival.hand), rival.deck), rival.top)
    return world


def undecide(world: "Dutch", seat: i64) -> None:
    """What this seat has begun or sealed, and nobody was shown, it has not decided yet."""
    side = world.sides[seat]
    side.forget_decision()
    if world.turn == seat:
        turn.forget_decision(world)
    elif world.turn < 0:
        world.movers |= world.owes(seat)


def redeal(world: "Dutch", rival: "Side", dice: Dice) -> bool:
    """Give the rival other hidden cards; False when cards are held that cannot be (D11)."""
    hidden = rival.hidden()
    unknown = hidden & ~rival.known
    unknown_is_old = (unknown & rival.old) != 0
    old = rival.old & rival.known
    new = rival.known & ~old

    # (1) The unknown cards are any of those never seen.
    unseen = world.auction | unknown
    dealt = some(unseen, count(unknown), dice)
    if unknown_is_old:
        old |= dealt
    else:
        new |= dealt

    # (2), (3) All old cards are in front: in the hand or set aside. New ones fill up.
    asides = count(rival.aside)
    front = old | some(new, asides + count(rival.hand) - count(old), dice)
    aside: i64 = 0
    top: i64 = 0
    for _ in range(asides):
        card = dice.member(front & ~aside)
        aside |= card
        top = (top << 6) | (place(card) + 1)
    hand = front & ~aside
    held = world.turn >= 0
    if held and hand & ~world.law.power_cards:
        return False

    world.auction = unseen & ~dealt
    rival.old = old
    rival.hand = hand
    rival.aside = aside
    rival.top = top
    rival.deck = (old | new) & ~front  # (4) in no order yet
    return True


def some(cards: i64, number: i64, dice: Dice) -> i64:
    """So many of these cards, each choice of them alike."""
    rest = cards
    for _ in range(number):
        rest &= ~dice.member(rest)
    return cards & ~rest
