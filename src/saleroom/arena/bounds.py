"""How sure one can be of a mean, however often one looks and whenever one stops.

`interval` is for what lies between 0 and 1, and holds for every number of deals: a confidence
sequence by betting (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by
betting", 2024), the bets mixed evenly as in Cover's universal portfolio. `reach` is for all else,
and holds when the deals are many: the mixture of Robbins ("Statistical methods related to the law
of the iterated logarithm", 1970). docs/bots.md says how to read them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, log, sqrt
from typing import Final

MISSES: Final = 0.05  # how often an interval may ever fail to hold the truth
EARLY: Final = 10  # deals: fewer tell nothing of how values spread; with 150 the reach is shortest
_BETS: Final = [(n + 0.5) / 100 for n in range(100)]  # shares of what one owns, staked every deal
_HALVINGS: Final = 40


def interval(values: Iterable[float], misses: float = MISSES) -> tuple[float, float]:
    """What a mean of independent values from 0 to 1 lies between, at any time 95 times of 100."""
    seen: dict[float, int] = {}
    for value in values:
        seen[value] = seen.get(value, 0) + 1
    upside_down = {1.0 - value: times for value, times in seen.items()}
    return _lower(seen, misses), 1.0 - _lower(upside_down, misses)


def _lower(seen: dict[float, int], misses: float) -> float:
    """The least mean that nobody has grown rich against.

    Who stakes the share b of all it owns on each value owns the product of 1 - b + b * value / mean
    in the end. Where the mean is true, that is a fair game; so the chance that a fortune of 40,
    the average over all b, is ever made of 1 is at most 1 in 40 (Ville's inequality).
    """
    told = sorted(seen.items())
    rich = log(2.0 / misses)
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        mean = (low + high) / 2.0
        if _fortune(told, mean) >= rich:
            low = mean
        else:
            high = mean
    return low


def _fortune(told: list[tuple[float, int]], mean: float) -> float:
    """The logarithm of what was made of 1, on average over all bets."""
    owned: list[float] = []
    for bet in _BETS:
        logarithm = 0.0
        for value, times in told:
            logarithm += float(times) * log(1.0 - bet + bet * value / mean)
        owned.append(logarithm)
    most = max(owned)
    together = 0.0
    for logarithm in owned:
        together += exp(logarithm - most)
    return most + log(together / float(len(_BETS)))


def reach(deals: int, misses: float = MISSES) -> float:
    """So many standard errors a mean may ever be from the truth, 95 times of 100.

    The errors are known from the same deals only: it is as much more as Student's t is wider than
    the normal, nearly.
    """
    normal = sqrt((1.0 + EARLY / deals) * log((1.0 + deals / EARLY) / misses**2))
    return normal * (1.0 + (normal**2 + 1.0) / (4.0 * max(1.0, deals - 1.0)))


def give_or_take(
    values: Sequence[float], misses: float = MISSES, grain: float = 0.0
) -> float | None:
    """How far the mean of any values may ever be from the truth; None while they are few.

    Values that have all been alike need not be so for ever: it is as if one deal more had been off
    by a grain, the least by which a value can differ from another.
    """
    deals = len(values)
    if deals < EARLY:
        return None
    mean = sum(values) / deals
    squares = grain**2
    for value in values:
        squares += (value - mean) ** 2
    return reach(deals, misses) * sqrt(squares / (deals - 1.0) / deals)
