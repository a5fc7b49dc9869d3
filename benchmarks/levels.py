"""How much a level gives away, decision by decision, in the eyes of a search.

    python benchmarks/levels.py GAME [--variant F] [--seats N] [--level novice] [--decisions 200]

A level plays all seats of game after game, and every decision in which there was something to
choose is rated as in a review. Told are the largest losses of the chance to win, what is lost in a
game and seat, and how long the longest decision took.
"""

from __future__ import annotations

import argparse
import time

from saleroom.bots import bot
from saleroom.bots.review import Rated, rate, thinker
from saleroom.bots.table import path
from saleroom.records import deal

JUDGE = "search:2000"
WORST = 5
SALT = 7  # the dice of the level are not those of the judge


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--variant")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--level", default="novice")
    parser.add_argument("--decisions", type=int, default=200, help="at least so many")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    level, judge = bot(asked.level), thinker(JUDGE)
    rated: list[tuple[int, Rated]] = []
    games, longest = 0, 0.0
    while len(rated) < asked.decisions:
        seed = asked.seed + games
        game = deal(asked.game, variant=asked.variant, seats=asked.seats, seed=seed)
        while not game.over:
            seat, began = game.movers[0], time.process_time()
            taken = path(game, seat, level, SALT)
            longest = max(longest, time.process_time() - began)
            before = game.copy()
            found = rate(before, game.move_on(seat, taken), judge)
            if found is not None:
                rated.append((seed, found))
        games += 1
    losses = [found.loss for _, found in rated]
    seats = game.rules.seats
    print(
        f"{game.rules.game} {game.rules.variant}, {seats} seats: {len(rated)} decisions of "
        f"{asked.level} in {games} games, rated by {JUDGE}: the worst lost {max(losses):.3f} of "
        f"the win; {sum(losses) / games / seats:.2f} a seat and game; "
        f"the longest took {longest:.2f} s of a core."
    )
    for seed, found in sorted(rated, key=lambda each: -each[1].loss)[:WORST]:
        print(f"  seed {seed}, entry {found.entry}: {found.loss:.3f}, {found.words}")


if __name__ == "__main__":
    main()
