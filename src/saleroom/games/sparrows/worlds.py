"""Six of Sparrows: what a seat has seen, and worlds it cannot tell from the true one.

Hidden are the other hands until they are shown (S15, S30), and sealed answers (S18). The deck is
made anew in every round and every hand is shown at its end, so nothing older needs remembering.
"""

from typing import TYPE_CHECKING

from mypy_extensions import i64

from saleroom.games.bits import Dice, count, mix, shl
from saleroom.games.core import must_remember, must_rest
from saleroom.games.sparrows.codes import NOTHING
from saleroom.games.sparrows.phases import RAISING

if TYPE_CHECKING:
    from saleroom.games.sparrows.position import Sparrows


def seen(table: "Sparrows", seat: int) -> int:
    """A key of all that was seen: by everybody, by this seat, and its own open decision."""
    must_remember(table)
    side = table.sides[seat]
    key = mix(mix(table.public_key, side.key), side.answer)
    if table.turn == seat:
        key = mix(key, table.taking + 1)
    return key


def sample(table: "Sparrows", seat: int, dice: Dice) -> "Sparrows":
    """A world drawn evenly from all that this seat holds possible."""
    must_remember(table)
    must_rest(table)
    world = table.clone()
    if not table.over:
        undecide(world, seat)
        if not table.revealed:
            redeal(world, seat, dice)
        for other in range(world.law.seats):
            if other != seat:
                rival = world.sides[other]
                rival.key = mix(mix(2, other), rival.hand)
    return world


def undecide(world: "Sparrows", seat: i64) -> None:
    """What others have begun or sealed, and nobody was shown, they have not decided yet."""
    for other in range(world.law.seats):
        if other != seat:
            world.sides[other].answer = 0
    if world.phase == RAISING:
        world.movers = world.unbid & (world.movers | ~shl(1, seat))
    elif world.turn != seat:
        world.taking = NOTHING


def redeal(world: "Sparrows", seat: i64, dice: Dice) -> None:
    """The other hands are any of the cards that this seat does not see."""
    unseen = world.law.all_cards & ~world.sides[seat].hand & ~world.laid
    for other in range(world.law.seats):
        if other != seat:
            rival = world.sides[other]
            cards = count(rival.hand)
            rival.hand = 0
            for _ in range(cards):
                card = dice.member(unseen)
                unseen &= ~card
                rival.hand |= card
    world.deck = unseen
