"""Small matches between bots: fixed seeds, so the same result on every machine."""

from __future__ import annotations

from saleroom.games.bits import Dice, choices
from saleroom.games.core import Bot, Position, Rules, deal


def play(rules: Rules, bots: list[Bot], seed: int) -> Position:
    """A game to its end, every choice checked; bots are handed a world of their seat."""
    position = rules.begin()
    dealer, dice = Dice(seed), Dice(seed + 1)
    while not position.over:
        if position.wants:
            deal(position, dealer)
            continue
        seat = choices(position.movers)[0]
        world = position.sample(seat, dice)
        position.choose(seat, bots[seat].choose(world, seat, dice))
    return position


def share(rules: Rules, one: Bot, others: Bot, deals: int) -> float:
    """The share of games that one bot wins among others, each deal played from every seat."""
    found = 0.0
    for seed in range(deals):
        for seat in range(rules.seats):
            bots = [one if at == seat else others for at in range(rules.seats)]
            winners = choices(play(rules, bots, seed).winners())
            found += (seat in winners) / len(winners)
    return found / (deals * rules.seats)
