"""Ratings by Bradley and Terry: the odds that one finishes ahead of another are the ratio of their
strengths, and a rating is the logarithm of a strength, in the points of Elo (400: ten to one).

Deals are independent of each other, the games of a deal are not; so the errors are those of deals
(the sandwich estimate, clustered by deal). One more deal in which every pair finished level is
counted in, so that who has won everything is not infinitely strong.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from saleroom.arena.bounds import reach

POINTS = 400 / log(10)
_STEPS = 200
_EXACT = 1e-12


def ratings(
    pairs: Sequence[tuple[int, int]], results: Sequence[Sequence[float]]
) -> tuple[list[float], list[float]]:
    """Of each player the points, 0 on average, and give or take how many.

    `results[deal][pair]` is how far the first of the pair finished ahead of the second in that
    deal, from 0 (always behind) to 1.
    """
    import numpy as np

    players = 1 + max(max(pair) for pair in pairs)
    told = np.array([*results, [0.5] * len(pairs)])
    design = np.zeros((len(pairs), players))
    for row, (one, other) in enumerate(pairs):
        design[row, one], design[row, other] = 1, -1
    strength = np.zeros(players)
    for _ in range(_STEPS):
        expected = 1 / (1 + np.exp(-design @ strength))
        weight = len(told) * expected * (1 - expected)
        curvature = (design.T * weight) @ design + 1  # the ones keep the average at 0
        surprise = (told - expected) @ design  # by deal and player
        step = np.linalg.solve(curvature, surprise.sum(axis=0))
        strength += np.clip(step, -1, 1)
        if np.abs(step).max() < _EXACT:
            break
    spread = np.linalg.norm(surprise @ np.linalg.inv(curvature), axis=0)
    return (POINTS * strength).tolist(), (POINTS * reach(len(results)) * spread).tolist()
