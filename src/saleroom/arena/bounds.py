"""How sure one can be of a mean, however often one looks and whenever one stops.

`interval` is for what lies between 0 and 1, and holds for every number of deals: a confidence
sequence by betting (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by
betting", 2024), the bets mixed evenly as in Cover's universal portfolio. `reach` is for all else,
and holds when the deals are many: the mixture of Robbins ("Statistical methods related to the law
of the iterated logarithm", 1970). docs/bots.md says how to read them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import log, sqrt
from statistics import stdev

import numpy as np

MISSES = 0.05  # how often an interval may ever fail to hold the truth
_BETS = (np.arange(100) + 0.5) / 100  # shares of what one owns, staked on every deal
_HALVINGS = 40
EARLY = 10  # deals: fewer tell nothing of how values spread; with 80 the reach is shortest


def interval(values: Iterable[float]) -> tuple[float, float]:
    """What a mean of independent values from 0 to 1 lies between, at any time 95 times of 100."""
    seen = Counter(values)
    return _lower(seen), 1.0 - _lower(Counter({1.0 - value: n for value, n in seen.items()}))


def _lower(seen: Counter[float]) -> float:
    """The least mean that nobody has grown rich against.

    Who stakes the share b of all it owns on each value owns the product of 1 - b + b * value / mean
    in the end. Where the mean is true, that is a fair game; so the chance that a fortune of 40,
    the average over all b, is ever made of 1 is at most 1 in 40 (Ville's inequality).
    """
    values = np.array(sorted(seen))[:, np.newaxis]
    times = np.array([seen[value] for value in sorted(seen)])[:, np.newaxis]
    rich = log(2 / MISSES)
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        mean = (low + high) / 2
        owned = (times * np.log(1 - _BETS + _BETS * values / mean)).sum(axis=0)
        fortune = np.logaddexp.reduce(owned) - log(len(_BETS))
        low, high = (mean, high) if fortune >= rich else (low, mean)
    return low


def reach(deals: int) -> float:
    """So many standard errors a mean may ever be from the truth, 95 times of 100."""
    return sqrt((1 + EARLY / deals) * log((1 + deals / EARLY) / MISSES**2))


def give_or_take(values: Sequence[float]) -> float | None:
    """How far the mean of any values may ever be from the truth; None while they are few."""
    if len(values) < EARLY:
        return None
    return reach(len(values)) * stdev(values) / sqrt(len(values))
