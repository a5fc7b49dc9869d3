"""Stick to Colours: what a seat has seen, and worlds it cannot tell from the true one (part 5)."""

from typing import TYPE_CHECKING

from mypy_extensions import i64

from saleroom.games.bits import Dice, count, mix, shl
from saleroom.games.colours import offers
from saleroom.games.colours.cards import joined, put, some, without
from saleroom.games.colours.phases import JOKERS
from saleroom.games.core import must_remember, must_rest

if TYPE_CHECKING:
    from saleroom.games.colours.position import Colours, Deed, Side


def seen(table: "Colours", seat: int) -> int:
    """A key of all that was seen: by everybody, by this seat, and its own open decision."""
    must_remember(table)
    side = table.sides[seat]
    key = mix(table.public_key, side.key)
    for value in side.values:
        key = mix(key, value)
    if table.turn == seat and table.offering:
        path = (shl(table.marks, 16) | shl(table.aim + 1, 8)) + table.last + 2
        key = mix(mix(key, path), table.laid)
    return key


def sample(table: "Colours", seat: int, dice: Dice) -> "Colours":
    """A world drawn evenly from all that this seat, with perfect memory, holds possible.

    The dealt cards of the others and the deck are any arrangement of what this seat has never
    seen; what another laid face down was any of the cards it then had.
    """
    must_remember(table)
    must_rest(table)
    world = table.clone()
    if world.over:
        return world
    for other in range(table.law.seats):
        if other != seat:
            undecide(world, other)
    if world.phase != JOKERS:  # then all hands are open (C55)
        redeal(world, seat, dice)
    return world


def undecide(world: "Colours", seat: i64) -> None:
    """What this seat has begun or sealed, and nobody was shown, it has not decided yet."""
    side = world.sides[seat]
    if world.phase == JOKERS:
        side.values = b""
        side.key = mix(mix(3, side.hand), side.lost)  # how it came by them is its own affair
        world.movers |= world.owes_values(seat)
    elif world.turn == seat:
        offers.forget_decision(world)


def redeal(world: "Colours", seat: int, dice: Dice) -> None:
    law = world.law
    unseen = world.deck
    for other in range(law.seats):
        if other != seat:
            unseen = joined(law, unseen, world.sides[other].dealt)
    for other in range(law.seats):
        if other != seat:
            side = world.sides[other]
            side.dealt = some(law, unseen, law.hand, dice)
            unseen = without(law, unseen, side.dealt)
            live_again(world, side, dice)
    world.deck = unseen


def live_again(world: "Colours", side: "Side", dice: Dice) -> None:
    """The life of a hand from another deal on: it took the same cards and laid as many."""
    law = world.law
    life: list[Deed] = []
    deed = side.deeds
    while deed is not None:
        life.append(deed)
        deed = deed.before
    down = count(side.down)
    side.hand = side.dealt
    side.lost = 0
    for deed in reversed(life):
        if deed.laid:
            gone = some(law, side.hand, deed.laid, dice)
            side.hand = without(law, side.hand, gone)
            side.lost = joined(law, side.lost, gone)
        else:
            side.hand = put(law, side.hand, deed.took)
    side.down = some(law, side.hand, down, dice)
    side.hand = without(law, side.hand, side.down)
    side.key = mix(mix(mix(2, side.dealt), side.lost), side.down)
