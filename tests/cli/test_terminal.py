"""saleroom play at a real terminal: whole games, people at one keyboard, and docs/terminal.md:

python -m tests.cli.test_terminal > docs/terminal.md
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

import pytest

from saleroom.bots.table import path as path_of
from saleroom.games import notation
from saleroom.games.core import Random
from saleroom.records import Game, deal, read
from tests.cli.terminal import Terminal, plain

ROOT = Path(__file__).parents[2]
CLEAR = "\x1b[H\x1b[2J\x1b[3J"

SHORT = [  # the seed gives a short game
    ("dutch", "standard", 2),
    ("dutch", "offering", 11),
    ("sparrows", "base", 5),
    ("sparrows", "upgrades", 6),
    ("colours", "free", 1),
    ("colours", "matching", 2),
]


# -- whole games -----------------------------------------------------------------------------------


def numbers(screen: str, wanted: list[str]) -> str:
    """What is typed for these labels; of alike ones each is used once."""
    offered = re.findall(r"^ *(\d+)\. (.*)$", screen, re.MULTILINE)
    typed = []
    for label in wanted:
        number = next(number for number, text in offered if text == label)
        offered.remove((number, label))
        typed.append(number)
    return " ".join(typed)


def type_numbers(terminal: Terminal, game: Game, seat: int, path: list[int]) -> None:
    """A decision by the numbers on the screen, question by question."""
    walker = game.position.clone()
    rest = list(path)
    while rest:
        part = walker.part(seat)
        start = walker.clone()
        taken = [rest.pop(0)]
        walker.choose(seat, taken[0])
        while part.many and rest and taken[-1] != part.close and walker.part(seat).key == part.key:
            taken.append(rest.pop(0))
            walker.choose(seat, taken[-1])
        if len(taken) > 1 and taken[-1] == part.close:
            taken.pop()  # it is understood
        terminal.type(
            numbers(terminal.screen, [game.named(start.label(seat, code)) for code in taken])
        )


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant", "seed"), SHORT)
def test_a_whole_game_is_played_at_a_terminal(
    name: str, variant: str, seed: int, tmp_path: Path
) -> None:
    """The same game is played beside it, so every screen and the record are known."""
    game = deal(name, variant=variant, seed=seed, names=["seat 0", "random"])
    line = ("--variant", variant, "--seed", str(seed), "--bots", "random", "--save", "evening.sale")
    with Terminal("play", name, *line, folder=tmp_path) as terminal:
        while not game.over:
            if 1 in game.movers:
                game.move_on(1, path_of(game, 1, Random()))
                continue
            assert game.table(0) in terminal.screen
            path = path_of(game, 0, Random())
            if len(game.entries) % 2:
                terminal.type(notation.write(game.position, 0, path))
            else:
                type_numbers(terminal, game, 0, path)
            game.move_on(0, path)
        assert game.table(0) in terminal.screen
        assert f"{game.verdict()}\nKept in evening.sale.\n" in terminal.screen
        assert terminal.ended == 0
    assert read(tmp_path / "evening.sale") == game


# -- people at one keyboard ------------------------------------------------------------------------


def test_long_lines_are_broken_between_words(tmp_path: Path) -> None:
    with Terminal("play", "sparrows", "--seed", "5", folder=tmp_path, columns=60) as terminal:
        lines = terminal.screen.splitlines()
    assert max(map(len, lines)) <= 60
    table = deal("sparrows", seed=5, names=["seat 0", "club"]).table(0)
    assert table.split() == " ".join(lines).split()[-len(table.split()) - 5 : -5]


def test_nobody_sees_the_screen_of_another(tmp_path: Path) -> None:
    line = ("--variant", "tiny", "--seed", "16", "--bots", "person")
    with Terminal("play", "pennies", *line, folder=tmp_path) as terminal:
        cover = "Seat 0 is next, and the others look away.\nEnter shows the table.\n> "
        assert terminal.screen.endswith(cover)
        assert "purse" not in terminal.screen
        assert "seat 0 (you), score 7\n  purse   3 4\n" in terminal.type("")
        covered = terminal.type("pocket 3 bid 4")
        assert covered.endswith(cover.replace("0", "1"))
        assert terminal.raw.endswith(CLEAR + cover.replace("0", "1"))
        assert "purse" not in covered
        assert "purse" not in terminal.type("help")  # not before Enter
        shown = terminal.type("")
        assert "seat 1 (you), score 6\n  purse   1 5\n" in shown
        assert "3 4" not in shown
        terminal.type("pocket 1 bid 5")
        assert terminal.screen.endswith("  2. Take the 4 out of a bid\n> ")  # its turn: no cover
        terminal.type("1")
        end = terminal.type("1")  # everybody may look
        assert "(you)" not in end
        assert "seat 1 has" in end or "Seat 1 wins" in end
        assert terminal.type("save evening.sale").endswith("\n> ")
        terminal.type("")
        assert terminal.ended == 0
    assert read(tmp_path / "evening.sale").over


def test_people_and_bots_sit_at_one_table(tmp_path: Path) -> None:
    line = ("--seats", "3", "--seed", "1", "--bots", "random,person", "--save", "evening.sale")
    with Terminal("play", "pennies", *line, folder=tmp_path) as terminal:
        assert "Seat 0 is next" in terminal.screen
        terminal.type("")
        terminal.type("1")
        assert "Seat 2 is next" in terminal.type("1")
        assert "Left after entry 3, seed 1. Kept." in terminal.type("quit")
    game = read(tmp_path / "evening.sale")
    assert game.names == ("seat 0", "random", "seat 2")
    with Terminal("play", "--resume", "evening.sale", folder=tmp_path) as terminal:
        assert "Seat 2 is next" in terminal.screen
        terminal.type("quit")


# -- docs/terminal.md ------------------------------------------------------------------------------

INTRODUCTION = """\
# A table in the terminal

`saleroom play GAME` shows what has happened, the table as your seat sees it, and your choices.
Type the number of a choice, or several where you choose several.
A decision in notation will do too.
`help` lists what else can be typed.

`--bots` says who plays the other seats: `novice` to `master`, [any bot](bots.md), or `person`.
One name stands for all of them; or name one for each, with commas between.
`--save FILE` keeps the game as it goes on.
`--resume FILE` goes on with an unfinished game, with the same players.
All options are in [the reference](cli.md).

`tests/cli/test_terminal.py` plays both games below at a real terminal, and compares.
"""

AGAINST_A_BOT = (
    "## Dutch, against a bot",
    "play dutch --seed 7 --bots random --save evening.sale",
    ["help", "r8", "aside b1", "hint", "1", "1 2 3", "back", "quit"],
    "play --resume evening.sale",
    ["quit"],
)
HOT_SEAT = (
    "## Stick to Colours, two people at one keyboard",
    "play colours --seed 4 --bots person",
    ["", "9", "1", "1", "", "quit"],
)


def transcript(folder: Path, title: str, *sessions: str | list[str]) -> str:
    """Sessions at a terminal: a command, the lines typed, and all that was to be seen."""
    told = [f"{title}\n\n```"]
    for command, lines in zip(sessions[::2], sessions[1::2], strict=True):
        assert isinstance(command, str)
        with Terminal(*command.split(), folder=folder) as terminal:
            for line in lines:
                terminal.type(line)
            seen = terminal.raw.replace(CLEAR, "(the screen is cleared)\n")
        told.append(f"$ saleroom {command}\n{plain(seen).rstrip()}")
    return "\n".join([*told, "```\n"])


def page(folder: Path) -> str:
    told = [INTRODUCTION, transcript(folder, *AGAINST_A_BOT), transcript(folder, *HOT_SEAT)]
    return "\n".join(line.rstrip() for line in "\n".join(told).split("\n"))


@pytest.mark.once
def test_the_page_shows_what_happens_at_a_terminal(tmp_path: Path) -> None:
    assert (ROOT / "docs" / "terminal.md").read_text(encoding="utf-8") == page(tmp_path)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        print(page(Path(place)), end="")
