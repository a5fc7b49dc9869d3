"""How often the lab is wrong when nothing differs: the same game twice, on other deals.

    python benchmarks/lab.py GAME [--variant V] [--seats N] [--deals 100] [--trials 60]

Each trial compares a game with itself, but what stands as its second variant was played on deals of
another seed; so every difference that is called sure is a false one. By promise there are such in
no more than 5 trials of 100.
"""

from __future__ import annotations

import argparse

import msgspec

from saleroom import catalogue
from saleroom.arena.findings import Findings, findings
from saleroom.arena.trial import Sitting, Story, Trial, make, play


def compared(trials: tuple[Trial, Trial], deals: int) -> Findings:
    one, other = trials
    return findings(
        one, [[_played(one, deal, 0), _played(other, deal, 1)] for deal in range(deals)]
    )


def _played(trial: Trial, deal: int, as_variant: int) -> Story:
    story = play(trial, Sitting(deal, 0, None))
    return msgspec.structs.replace(story, fixture=Sitting(deal, as_variant, None))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--variant")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--trials", type=int, default=60)
    asked = parser.parse_args()
    rules = catalogue.load(asked.game, asked.variant, asked.seats)
    same: dict[str, object] = {"seats": rules.table["seats"]}
    false, figures, misled = 0, 0, 0
    for number in range(asked.trials):
        names = [asked.variant] if asked.variant else []
        one, other = (
            make(asked.game, names, changes=[same], seats=asked.seats, seed=2 * number + seed)
            for seed in (0, 1)
        )
        found = compared((one, other), asked.deals)
        false += found.reading != [[]]
        for section in found.sections:
            for more in (figure.more[0] for figure in section.figures):
                if more and more.low is not None and more.high is not None:
                    figures += 1
                    misled += not more.low <= 0 <= more.high
    print(
        f"{rules.game} {rules.variant}, {rules.seats} seats, {asked.deals} deals: "
        f"in {false} of {asked.trials} trials something was called sure; "
        f"alone, {misled} of {figures} intervals did not hold zero."
    )


if __name__ == "__main__":
    main()
