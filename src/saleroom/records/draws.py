"""Draws as they stand in an entry: the pile, and the names of what came out of it, set by set."""

from __future__ import annotations

from saleroom.games.bits import choices, shl
from saleroom.games.chance import Dealer, Recorded
from saleroom.games.core import Position, Refusal, Rules

Draws = tuple[tuple[str, tuple[str, ...]], ...]


def deal_out(rules: Rules, position: Position, dealer: Dealer) -> Draws:
    """Answer every pending draw: what came from which pile, a line for each set.

    What comes together has no order, and is written in the order of its numbers, alike things
    under the lowest of theirs; single draws from one pile stand on one line as they came.
    """
    lines: list[tuple[int, bool, list[int]]] = []  # pile, is it a set, outcomes
    left = 0  # so many of the last line's set may still come
    while position.wants:
        draw = position.pending()
        outcome = dealer.answer(rules, draw)
        same_pile = bool(lines) and lines[-1][0] == draw.pile
        same_set = left > 0 and left == draw.together
        name = rules.outcome(draw.pile, outcome)
        lowest = outcome
        for alike in choices(draw.full & (shl(1, outcome) - 1)):
            if rules.outcome(draw.pile, alike) == name:
                lowest = alike
                break
        if same_pile and (same_set or not (left or lines[-1][1] or draw.together > 1)):
            lines[-1][2].append(lowest)
        else:
            lines.append((draw.pile, draw.together > 1, [lowest]))
        left = draw.together - 1
        position.draw(outcome)
    told = []
    for pile, is_set, outcomes in lines:
        in_order = sorted(outcomes) if is_set else outcomes
        told.append((rules.piles[pile], tuple(rules.outcome(pile, n) for n in in_order)))
    return tuple(told)


def as_written(rules: Rules, draws: Draws) -> Recorded:
    """A dealer who answers just so."""
    drawn = []
    for pile, names in draws:
        if pile not in rules.piles:
            raise Refusal(f"There is no pile {pile!r}; draws come from {', '.join(rules.piles)}.")
        drawn += [(rules.piles.index(pile), name) for name in names]
    return Recorded(drawn)


def must_be_used_up(dealer: Dealer) -> None:
    """Refuse where more is written than was asked for."""
    if isinstance(dealer, Recorded) and not dealer.finished:
        raise Refusal("More draws are written here than it causes.")
