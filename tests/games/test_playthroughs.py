"""Whole games as people meet them, word by word: what is asked, told and shown at every entry.

The files in tests/playthroughs are read by eye when they change. They are written anew by
`python tests/games/test_playthroughs.py`; a change that nobody wanted is a mistake.
"""

import json
from pathlib import Path

import pytest

from saleroom import records
from saleroom.games.chance import Recorded
from saleroom.games.core import Position

TESTS = Path(__file__).resolve().parents[1]
GAMES = (
    "dutch-standard-stopped-seat-1",
    "dutch-offering-sold-out-seat-0",
    "sparrows-base-round-limit",
    "sparrows-upgrades-round-limit",
    "colours-free-x2",
    "colours-matching-x5",
)
VIEWERS = (0, 1, None)
COMMON = (
    *("round", "step", "phase", "dealer", "token", "passes", "raised", "winner", "turn", "partner"),
    *("lot", "best", "offers", "totals", "scores", "over"),
)


def played(name: str) -> str:
    game = records.read(TESTS / "records" / "games" / f"{name}.sale")
    position = game.rules.begin()
    lines: list[str] = []
    for entry in game.entries:
        lines.append(f"{entry.number}. {'' if entry.seat is None else entry.seat} {entry.text}")
        for code in entry.path:
            lines += asked(position, entry.seat or 0, code)
            position.step(entry.seat or 0, code)
        dealer = Recorded(
            [(game.rules.piles.index(p), card) for p, all_ in entry.draws for card in all_]
        )
        while not dealer.finished:
            position.draw(dealer.answer(game.rules, position.pending()))
        lines += [f"    {line}" for line in told(game, entry.number)]
        common = position.view(None)
        lines.append(f"    @ {json.dumps({key: common[key] for key in COMMON if key in common})}")
        for viewer in VIEWERS:
            status = position.view(viewer)["status"]
            lines.append(f"    = {viewer}: {status['key']} {status['values']} {status['says']}")
    for viewer in VIEWERS:
        lines.append(f"{viewer}: {json.dumps(position.view(viewer))}")
    return "\n".join(lines) + "\n"


def asked(position: Position, seat: int, code: int) -> list[str]:
    """A question: its part, every choice in notation and in words, and why not the others."""
    part = position.part(seat)
    menu = position.menu(seat)
    lines = [f"    ? {part.key} {sorted(part.zones)} {part.least} {part.most} {part.close}"]
    for choice in range(62):
        word = position.word(seat, choice)
        if menu >> choice & 1:
            mark = "*" if choice == code else " "
            goes = f" -> {part.previews[choice]}" if choice in part.previews else ""
            lines.append(f"    {mark} {choice} {word}: {position.label(seat, choice)}{goes}")
        elif any(mask >> choice & 1 for mask in part.zones.values()):
            lines.append(f"    - {choice} {word}: {position.refusal(seat, choice)}")
    return lines


def told(game: records.Game, number: int) -> list[str]:
    """What happened, as a spectator hears it; a seat's own knowledge after it."""
    lines: list[str] = []
    heard = [game.events(number, viewer) for viewer in VIEWERS]
    for first, second, other in zip(*heard, strict=True):
        lines.append(f"! {other['says']} {json.dumps(other['values'])}")
        for seat, known in enumerate((first, second)):
            if known != other:
                lines.append(f"  {seat} knows {json.dumps(known['values'])}")
    return lines


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_asked_told_and_shown_as_written(name: str) -> None:
    written = (TESTS / "playthroughs" / f"{name}.txt").read_text(encoding="utf-8")
    assert played(name).splitlines() == written.splitlines()


if __name__ == "__main__":
    for each in GAMES:
        (TESTS / "playthroughs" / f"{each}.txt").write_text(played(each), encoding="utf-8")
