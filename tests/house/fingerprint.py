"""Prints a line for each rule set: a hash of many random games, of every step of them.

    python tests/house/fingerprint.py [GAMES]

Both builds must print the same, on every machine; `test_builds.py` compares them.
"""

import hashlib
import json
import sys
from collections.abc import Iterator

from saleroom import catalogue
from saleroom.games.bits import Dice, choices, compiled, mix, place
from saleroom.games.core import Position, Rules

LOOKED_AT = 3  # so many games a rule set are looked at by every seat at each step, which is slow,
LOOKS = 300  # and of each game so many steps at most


def rule_sets(games: int) -> Iterator[tuple[Rules, int]]:
    """Every shipped variant of every game that is installed, and how many games of it to play.

    They are shared among the numbers of seats that a variant has.
    """
    for game in catalogue.games():
        for variant in catalogue.variants(game):
            seats = catalogue.load(game, variant).table["seats"]
            assert isinstance(seats, list)
            for number in seats:
                yield catalogue.load(game, variant, number), max(1, games // len(seats))


def numbers() -> Iterator[int]:
    """The arithmetic under all games: dice and hash, at the edges of 62 bits too."""
    for seed in (0, 1, -1, 2**31, 2**62 - 1, 2**62, 2**80 + 7):
        dice = Dice(seed)
        for n in (1, 2, 6, 40, 2**16, 2**31):
            yield dice.below(n)
            yield mix(dice.state & (2**62 - 1), n)


def steps(position: Position, dice: Dice) -> Iterator[object]:
    """Plays to the end at random, and tells every draw, menu and choice."""
    while not position.over:
        if position.wants:
            outcome = place(dice.member(position.wants))
            yield "draw", position.wants, outcome
            position.draw(outcome)
            continue
        movers = choices(position.movers)
        seat = movers[dice.below(len(movers))]
        menu = position.menu(seat)
        choice = place(dice.member(menu))
        yield "choice", position.movers, seat, menu, choice, position.step(seat, choice)
    yield "over", position.scores(), position.winners(), position.ending()


def looks(rules: Rules, position: Position, dice: Dice) -> Iterator[object]:
    """What each seat sees and knows now, in the true world and in one it could be in."""
    yield position.view(None)
    for seat in range(rules.seats):
        yield position.view(seat), position.seen(seat)
        if not position.wants:
            world = position.sample(seat, dice)
            yield [world.seen(other) for other in range(rules.seats)], world.scores()


def fingerprint(rules: Rules, games: int) -> str:
    told = hashlib.sha256()
    for seed in range(games):
        position = rules.begin()
        position.remembers = True
        dice, other_dice = Dice(seed), Dice(-1 - seed)
        for number, step in enumerate(steps(position, dice)):
            told.update(json.dumps(step).encode())
            if seed < LOOKED_AT and number < LOOKS:
                for look in looks(rules, position, other_dice):
                    told.update(json.dumps(look).encode())
    return told.hexdigest()


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    print(f"{'compiled' if compiled() else 'interpreted'} build, {games} games", file=sys.stderr)
    print("numbers", hashlib.sha256(json.dumps(list(numbers())).encode()).hexdigest())
    for rules, number in rule_sets(games):
        print(rules.game, rules.variant, rules.seats, fingerprint(rules, number), flush=True)


if __name__ == "__main__":
    main()
