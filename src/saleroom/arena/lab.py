"""The designer's lab: what do other numbers do to a game? A trial, played to its end."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from saleroom.arena.findings import Findings, findings
from saleroom.arena.plan import Unplayable
from saleroom.arena.playing import MOST_GAMES, Playing
from saleroom.arena.trial import Sitting, Story, Trial, make

DEALS = 1000  # where nothing else is said


def lab(
    game: str,
    *variants: str,
    changes: Sequence[dict[str, object]] = (),
    deals: int = DEALS,
    bot: str = "house",
    rival: str | None = None,
    seats: int | None = None,
    workers: int = 1,
    out: str | Path | None = None,
    seed: int = 0,
) -> Findings:
    """Let bots play variants of a game, and see what differs.

    The first is what the others are compared to, and what the changes change. With more workers
    than one, other processes play; a script must then be safe to import.
    """
    trial = make(game, variants, changes=changes, seats=seats, bot=bot, rival=rival, seed=seed)
    with Run(trial, deals, out) as run:
        for _ in run.play(workers):
            pass
        return run.findings()


class Run(Playing[Sitting, Story]):
    """A trial on its way, for so many deals."""

    def __init__(self, trial: Trial, deals: int = DEALS, out: str | Path | None = None) -> None:
        if not 1 <= deals <= MOST_GAMES:
            raise Unplayable(f"A trial needs a deal or more, up to {MOST_GAMES:,}, not {deals}.")
        self.trial = trial
        super().__init__(trial, deals, out)

    def findings(self) -> Findings:
        """What came of the deals that are complete; there must be one."""
        return findings(self.trial, self.deals)
