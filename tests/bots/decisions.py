"""Prints what bots choose in a game of each rule set; both builds must print the same.

python tests/bots/decisions.py
"""

import sys

from saleroom import catalogue
from saleroom.bots import bot
from saleroom.bots.levels import Easygoing
from saleroom.bots.search import Search
from saleroom.games.bits import Dice, choices, compiled
from saleroom.games.core import Position, deal


def shares(position: Position) -> list[float]:
    """What a search sees in a first decision."""
    deal(position, Dice(5))
    seat = choices(position.movers)[0]
    walker, decision, complete = position.clone(), list[int](), False
    while not complete:
        decision.append(choices(walker.menu(seat))[-1])
        complete = walker.step(seat, decision[-1])
    return Search(15).shares(position, seat, decision, 8)


def main() -> None:
    print("compiled" if compiled() else "interpreted", file=sys.stderr)
    bots = [bot("search:9"), bot("flat:9"), Search(15, guided=False), Easygoing(0.2, 2, 12)]
    for game in catalogue.games():
        for variant in catalogue.variants(game):
            position = catalogue.load(game, variant).begin()
            dice = Dice(3)
            told: list[int] = []
            while not position.over:
                if position.wants:
                    deal(position, dice)
                    continue
                seat = choices(position.movers)[0]
                turn = len(told) % 12  # the rest is for the house, which is quick
                chooser = bots[turn] if turn < len(bots) else bot("house")
                told.append(chooser.choose(position.sample(seat, dice), seat, dice))
                position.choose(seat, told[-1])
            print(game, variant, *told, *position.scores())
            print(*shares(catalogue.load(game, variant).begin()))


if __name__ == "__main__":
    main()
