"""Bots at a table: what one would decide now, and a game played out by them."""

from __future__ import annotations

from saleroom.bots import bot
from saleroom.games import notation
from saleroom.games.bits import Dice
from saleroom.games.core import Bot
from saleroom.records import Game, Result


def ask(game: Game, seat: int, by: str | Bot) -> str:
    """The decision, in notation, that a bot would take for a seat that owes one.

    It is handed a world that the seat cannot tell from the true one, and dice that depend on what
    the seat has seen; so it knows nothing more, and answers the same question alike.
    """
    chooser = bot(by) if isinstance(by, str) else by
    return notation.write(game.position, seat, path(game, seat, chooser))


def path(game: Game, seat: int, chooser: Bot, salt: int = 0) -> list[int]:
    """The same as choice codes; with another salt the dice fall otherwise."""
    if seat not in game.movers:
        game.check(seat, [])  # refuses, and says why
    dice = Dice(game.position.seen(seat) ^ salt)
    world = game.position.sample(seat, dice)
    chosen: list[int] = []
    complete = False
    while not complete:
        chosen.append(chooser.choose(world, seat, dice))
        complete = world.choose(seat, chosen[-1])
    return chosen


def finish(game: Game, *by: str | Bot) -> Result:
    """Let bots play the game out: one for each seat, or one for all."""
    if len(by) not in (1, game.rules.seats):
        raise ValueError(
            f"{len(by)} bots for {game.rules.seats} seats: name one for each, or one for all."
        )
    choosers = [bot(each) if isinstance(each, str) else each for each in by]
    while not game.over:
        seat = game.movers[0]
        game.move_on(seat, path(game, seat, choosers[seat % len(choosers)]))
    result = game.result
    assert result is not None, "a game that is over has a result"
    return result
