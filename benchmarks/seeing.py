"""How much could be gained by knowing what is hidden? One who sees it all, among houses.

    python benchmarks/seeing.py GAME [--variant V] [--seats N] [--games 600] [--deals 60]

The one seat tries every choice in so many games that go on from the true position, and not from an
imagined one: it knows every hand, only not what will be drawn. No bot may do that, so what this one
wins is more than a bot that imagines as many games can hope for. Each deal is played from every
seat.
"""

from __future__ import annotations

import argparse
from math import sqrt

from saleroom import catalogue
from saleroom.bots.imagine import Option, Referee, finish, options
from saleroom.games.bits import Dice, mix, place
from saleroom.games.core import Bot, Position, Rules, deal


def choose(position: Position, seat: int, house: Bot, games: int, dice: Dice) -> int:
    """The best choice; what the house would do, unless another is ahead by more than luck."""
    tried = options(seat, position.menu(seat))
    favourite = house.choose(position, seat, dice)
    leads = {option.choice: 0.0 for option in tried}
    squares = dict(leads)
    referee = Referee()
    for _ in range(max(1, games // len(tried))):
        luck = dice.below(1 << 31)  # the same for every choice
        results = {
            option.choice: result(position, option, house, referee, luck) for option in tried
        }
        for choice, found in results.items():
            ahead = found - results[favourite]
            leads[choice] += ahead
            squares[choice] += ahead * ahead
    best = max(leads, key=lambda choice: leads[choice])
    return best if leads[best] > sqrt(squares[best]) else favourite


def result(position: Position, option: Option, house: Bot, referee: Referee, luck: int) -> float:
    world = position.clone()
    world.step(option.seat, option.choice)
    finish(world, house, Dice(luck))
    referee.look(world)
    return referee.result(option.seat)


def share(rules: Rules, seer: int, games: int, seed: int) -> float:
    """The part of the win that the one who sees has in this deal, on this seat."""
    house, chance, dice = rules.house(), Dice(mix(seed, 1)), Dice(mix(seed, 2 + seer))
    position = rules.begin()
    position.remembers = False
    while not position.over:
        if position.wants:
            deal(position, chance)
            continue
        seat = place(position.movers & -position.movers)
        menu = position.menu(seat)
        if not menu & (menu - 1):
            position.step(seat, place(menu))
        elif seat == seer:
            position.step(seat, choose(position, seat, house, games, dice))
        else:
            position.step(seat, house.choose(position, seat, dice))
    winners = position.winners()
    return (winners >> seer & 1) / winners.bit_count()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", choices=catalogue.games())
    parser.add_argument("--variant")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--games", type=int, default=600, help="imagined for each decision")
    parser.add_argument("--deals", type=int, default=60)
    asked = parser.parse_args()
    rules = catalogue.load(asked.game, asked.variant, asked.seats)
    shares: list[float] = []  # fair ones, by deal
    for seed in range(asked.deals):
        shares.append(sum(share(rules, seer, asked.games, seed) for seer in range(rules.seats)))
        mean = sum(shares) / len(shares)
        spread = sum((one - mean) ** 2 for one in shares)
        error = sqrt(spread / max(1, len(shares) - 1) / len(shares))
        print(f"{len(shares)} deals: {mean:.2f} times its share, +- {error:.2f}", flush=True)


if __name__ == "__main__":
    main()
