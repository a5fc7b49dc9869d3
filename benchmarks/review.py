"""Does a review find a bad decision?

    python benchmarks/review.py [--games 10] [--game GAME] [--seed 0] [--bot search:2000]

Games of all rule sets in turn are played by a search, and in each of them one decision is replaced
by a bad one, drawn among those that a judge thinking much longer rates 0.10 to 0.30 below the best;
then the game is played on. Found is a bad decision that is one of the two largest losses of its
review.
"""

from __future__ import annotations

import argparse
import time

from saleroom import catalogue
from saleroom.bots import bot
from saleroom.bots.review import Rated, rate, review, thinker
from saleroom.bots.search import Search
from saleroom.bots.table import path
from saleroom.games import notation
from saleroom.games.bits import Dice
from saleroom.games.core import Bot, any_decision
from saleroom.records import Entry, Game, deal

PLAYER = "search:500"
SALT = 7  # the dice of the player are not those of the review
GLANCE = "search:500"  # what seems good at first is not judged
JUDGE = "search:8000"
BAD = (0.10, 0.30)  # a loss of the chance to win, as the judge sees it
TWO_LARGEST = 2


def blundered(rules: tuple[str, str], seed: int, player: Bot) -> tuple[Game, Rated]:
    """A game with one bad decision in it, and what the judge said about that."""
    dice, judge = Dice(seed), thinker(JUDGE)
    while True:
        game = deal(rules[0], variant=rules[1], seed=seed)
        played_on(game, player)
        for number in sorted(range(2, len(game.entries) + 1), key=lambda _: dice.below(1 << 30)):
            before = game.at(number - 1)
            before.dealer = game.dealer
            judged = drawn(before, game.entries[number - 1], judge, dice)
            if judged is not None:
                before.choose(judged.seat, judged.decision)
                played_on(before, player)
                return before, judged
        seed += 1000  # nothing bad could be decided in this one


def drawn(before: Game, entry: Entry, judge: Search, dice: Dice) -> Rated | None:
    """Another decision instead of this one, if it is bad, but not too bad."""
    seat = entry.seat
    assert seat is not None
    taken = any_decision(before.position, seat, dice)
    if tuple(taken) == entry.path:
        return None
    text = notation.write(before.position, seat, taken)
    instead = Entry(entry.number, seat, text, tuple(taken))
    glanced = rate(before, instead, thinker(GLANCE))
    if glanced is None or glanced.loss < BAD[0] / 2:
        return None
    judged = rate(before, instead, judge)
    return judged if judged and BAD[0] <= judged.loss <= BAD[1] else None


def played_on(game: Game, player: Bot) -> None:
    while not game.over:
        seat = game.movers[0]
        game.move_on(seat, path(game, seat, player, SALT))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--bot", default="search:2000")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--game", choices=("dutch", "sparrows", "colours"))
    asked = parser.parse_args()
    games = [asked.game] if asked.game else ["dutch", "sparrows", "colours"]
    rule_sets = [(game, catalogue.variants(game)[which]) for which in (0, 1) for game in games]
    found = 0
    for number in range(asked.games):
        rules = rule_sets[number % len(rule_sets)]
        game, judged = blundered(rules, asked.seed + number, bot(PLAYER))
        began = time.perf_counter()
        rated = review(game, asked.bot).decisions
        seconds = time.perf_counter() - began
        largest = sorted(rated, key=lambda each: -each.loss)
        place_of = [each.entry for each in largest].index(judged.entry) + 1
        seen = largest[place_of - 1].loss
        found += place_of <= TWO_LARGEST
        print(
            f"{' '.join(rules)}, entry {judged.entry} of {len(game.entries)}: judged to lose "
            f"{judged.loss:.2f}, in the review {seen:.2f}, number {place_of} of its losses; "
            f"{seconds:.0f} s",
            flush=True,
        )
    print(f"{found} of {asked.games} bad decisions are among the two largest losses.")


if __name__ == "__main__":
    main()
