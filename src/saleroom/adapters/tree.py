"""A game as a tree of single moves, as solvers want it.

Where several seats owe a choice, they choose one after another in the order of seats, and no seat
sees what the seats before it chose. Things that come together are drawn one after another. Alike
outcomes of a draw are one outcome, with the chance of them all.
"""

from __future__ import annotations

from saleroom.games.bits import choices
from saleroom.games.core import Position, Rules

UTILITIES = ("margin", "win")


def seat_to_move(position: Position) -> int:
    """The lowest seat that owes a choice; one must."""
    movers: int = position.movers
    assert movers, "some seat owes a choice"
    return (movers & -movers).bit_length() - 1


def outcomes(rules: Rules, position: Position) -> dict[str, tuple[int, int]]:
    """What the pending draw may bring: name -> (an outcome, how many are alike)."""
    pile = position.pending().pile
    found: dict[str, tuple[int, int]] = {}
    for outcome in choices(position.wants):
        name = rules.outcome(pile, outcome)
        first, alike = found.get(name, (outcome, 0))
        found[name] = (first, alike + 1)
    return found


def must_be_utility(utility: str) -> None:
    if utility not in UTILITIES:
        raise ValueError(f"There is no utility {utility!r}; possible: {', '.join(UTILITIES)}.")


def utilities(position: Position, utility: str) -> list[float]:
    """What the end of a game is worth to each seat; the sum is zero.

    "margin": the score, less the mean of the other seats' scores.
    "win": 1 shared by the winners, less 1 shared by all.
    """
    scores = position.scores()
    if utility == "win":
        winners = choices(position.winners())
        share, fair = 1 / len(winners), 1 / len(scores)
        return [(share if seat in winners else 0.0) - fair for seat in range(len(scores))]
    others = len(scores) - 1
    return [score - (sum(scores) - score) / others for score in scores]


def most(rules: Rules, utility: str) -> float:
    """No utility is above this; none is below its negative."""
    if utility == "win":
        return 1 - 1 / rules.seats if rules.seats > 1 else 1.0
    return float(max(rules.highest - rules.lowest, 1))
