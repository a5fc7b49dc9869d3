"""Bots in programs of their own: what they are told, and what becomes of those that fail."""

import json
import time
from pathlib import Path

import pytest

import saleroom
from saleroom.bots import bot, external
from saleroom.bots.external import External
from saleroom.games import forms
from saleroom.games.bits import Dice, choices
from saleroom.records import Game
from tests.processes import eventually, is_running

from ..arena.programs import COLLECTOR, CRASHES, DEAR, FIRST, HANGS, answers, program

ECHO = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    with open({file!r}, "a") as notes:
        print(line, end="", file=notes)
    print(json.dumps([int(next(iter(asked["menu"])))]), flush=True)
"""


@pytest.fixture
def game() -> Game:
    """Seat 0 holds 3 and 4, seat 1 holds 1 and 5, and 2 is for sale."""
    return saleroom.deal("pennies", variant="tiny", seed=16)


def opened(name: str) -> External:
    found = bot(name)
    assert isinstance(found, External)
    return found


def asked(game: Game, name: str, seat: int = 0) -> tuple[str, int]:
    """What such a bot decides, and how often it failed to."""
    chooser = opened(name)
    try:
        return saleroom.ask(game, seat, chooser), chooser.faults
    finally:
        chooser.close()


def by_rule(game: Game, seat: int = 0) -> str:
    """What random choices with the same dice decide."""
    return saleroom.ask(game, seat, "random")


def read(file: Path) -> str:
    return file.read_text() if file.exists() else ""


# -- what is said ----------------------------------------------------------------------------------


def test_a_program_is_told_its_seat_its_menu_and_its_view(game: Game, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    decision, faults = asked(game, program(tmp_path, "echo", ECHO.format(file=str(notes))), 1)
    assert (decision, faults) == ("pocket 1 bid 5", 0)
    first, second, third = map(json.loads, notes.read_text().splitlines())
    position = game.position
    assert first == {
        "seat": 1,
        "menu": {str(c): position.word(1, c) for c in choices(position.menu(1))},
        "view": json.loads(json.dumps(position.view(1))),
    }
    assert first["view"]["form"] == json.loads(json.dumps(forms.form(position, 1)))
    assert [part["view"]["form"]["key"] for part in (first, second, third)] == [
        "pocket",
        "bid",
        "bid",
    ]


@pytest.mark.parametrize(
    ("answer", "decision"),
    [
        ('"pocket 3 bid 4"', "pocket 3 bid 4"),
        ('"4"', "pocket 4 bid"),
        ("[2, 3, 6]", "pocket 3 bid 4"),
        (" [3, 6] ", "pocket 4 bid"),
    ],
)
def test_a_program_answers_in_notation_or_with_a_path(
    game: Game, tmp_path: Path, answer: str, decision: str
) -> None:
    told, faults = asked(game, program(tmp_path, "fixed", answers(answer)))
    assert (game.check(0, told), faults) == (game.check(0, decision), 0)


def test_a_program_need_not_know_which_world_it_is_in(game: Game, tmp_path: Path) -> None:
    """It is handed the same bytes in all of them, and so answers alike."""
    notes = tmp_path / "notes"
    chooser = opened(program(tmp_path, "echo", ECHO.format(file=str(notes))))
    for seed in range(5):
        chooser.choose(game.position.sample(0, Dice(seed)), 0, Dice(1))
    chooser.close()
    assert len(notes.read_text().splitlines()) == 5
    assert len(set(notes.read_text().splitlines())) == 1


def test_the_example_plays_a_whole_game_without_a_fault() -> None:
    chooser = opened(DEAR)
    result = saleroom.finish(saleroom.deal("pennies", seed=3, seats=3), chooser)
    chooser.close()
    assert result.ending == "sold"
    assert chooser.faults == 0


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("variant", ["free", "matching"])
def test_the_collector_plays_whole_games_without_a_fault(variant: str, seats: int) -> None:
    chooser = opened(COLLECTOR)
    for seed in range(2):
        saleroom.finish(saleroom.deal("colours", variant=variant, seed=seed, seats=seats), chooser)
    chooser.close()
    assert chooser.faults == 0


@pytest.mark.parametrize("name", ["dutch", "sparrows", "colours"])
def test_a_program_can_play_every_game(name: str, tmp_path: Path) -> None:
    chooser = opened(program(tmp_path, "first", FIRST))
    saleroom.finish(saleroom.deal(name, seed=1), chooser, "random")
    chooser.close()
    assert chooser.faults == 0


# -- what goes wrong -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lines",
    [
        ["I pass"],
        ["{}"],
        ["null"],
        ["[]"],
        ["[61]"],
        ["[0]"],  # a coin of the rival
        ["[2, 3, 6, 6]"],
        ["[2.5]"],
        ["[true]"],
        ["[99999999999999999999]"],
        ['"pocket 5"'],
        ['"fly away"'],
        [""],
        ["\\udc80"],
    ],
)
def test_nonsense_is_replaced_by_a_random_decision_and_the_program_is_asked_on(
    game: Game, tmp_path: Path, lines: list[str]
) -> None:
    chooser = opened(program(tmp_path, "lies", answers(*lines)))
    for _ in range(2):
        assert saleroom.ask(game, 0, chooser) == by_rule(game)
    assert chooser.faults == 2
    assert chooser._process is not None  # still there
    chooser.close()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (answers("I pass"), "'I pass' is no answer: "),
        (
            answers("3"),
            "'3' is no answer: Expected `str | array`, got `int`; possible is a decision in",
        ),
        (answers('"fly away"'), "'fly away' is refused: "),
        (answers("[]"), "[] is refused: The path is empty."),
        (CRASHES, "It ended without an answer."),
        ("while True: print(end='1' * 65536)", "It failed: an answer of more than a megabyte."),
    ],
)
def test_of_the_first_fault_whoever_wrote_the_program_is_told(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, why: str
) -> None:
    chooser = opened(program(tmp_path, "lies", text))
    for _ in range(2):
        saleroom.ask(game, 0, chooser)
    chooser.close()
    told = capsys.readouterr().err
    assert told.count("A random decision instead.\n") == 1
    assert f"lies.py: {why}" in told


def test_a_program_that_crashes_is_not_asked_again(game: Game, tmp_path: Path) -> None:
    log = tmp_path / "begun"
    text = f"open({str(log)!r}, 'a').write('x')\n" + CRASHES
    chooser = opened(program(tmp_path, "crashes", text))
    for seat in (0, 1, 0):
        assert saleroom.ask(game, seat, chooser) == by_rule(game, seat)
    assert chooser.faults == 3
    assert log.read_text() == "x"


def test_a_program_that_hangs_is_ended_with_all_that_it_has_started(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = f"""
import os, subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print(os.getpid(), child.pid, file=open({str(tmp_path / "pids")!r}, "w"), flush=True)
"""
    name = program(tmp_path, "hangs", note + HANGS)
    pids: list[int] = []
    for limit_s in (2.0, 20.0, 120.0):  # a slow machine may need long to begin it at all
        monkeypatch.setattr(external, "LIMIT_S", limit_s)
        assert asked(game, name) == (by_rule(game), 1)
        pids = [int(pid) for pid in read(tmp_path / "pids").split()]
        if pids:
            break
    assert len(pids) == 2
    eventually(lambda: not any(map(is_running, pids)), within_s=60)


@pytest.mark.parametrize("pause_s", [0.0, 0.2])  # in one piece with the answer, or after it
def test_a_program_that_answers_twice_is_not_asked_again(
    game: Game, tmp_path: Path, capfd: pytest.CaptureFixture[str], pause_s: float
) -> None:
    """What it said before a question is no answer to it."""
    twice = f"""
import sys, time
for asked in sys.stdin:
    print("[3, 6]", end="\\n" if {pause_s} else "\\n[2, 6]\\n", flush=True)
    if {pause_s}:
        time.sleep({pause_s})
        print("[2, 6]", flush=True)
"""
    chooser = opened(program(tmp_path, "twice", twice))
    assert saleroom.ask(game, 0, chooser) == "pocket 4"
    time.sleep(5 * pause_s)
    for _ in range(2):
        assert saleroom.ask(game, 0, chooser) == by_rule(game)
    assert chooser.faults == 2
    assert "It answered what it had not been asked." in capfd.readouterr().err
    chooser.close()


def test_a_program_that_reads_nothing_cannot_stop_the_game(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It answers when something has come, and what it is told fills the pipe."""
    monkeypatch.setattr(external, "LIMIT_S", 2.0)
    text = """
import array, fcntl, termios, time
known = 0
while True:
    size = array.array("i", [0])
    fcntl.ioctl(0, termios.FIONREAD, size)
    if size[0] > known:
        known = size[0]
        print("[2, 6]", flush=True)
    time.sleep(0.001)
"""
    chooser = opened(program(tmp_path, "deaf", text))
    asked = 0
    while not chooser.faults:
        saleroom.ask(game, 0, chooser)
        asked += 1
    chooser.close()
    assert asked > 10  # it was not at once


def test_an_answer_without_end_is_none(game: Game, tmp_path: Path) -> None:
    text = "import sys\nwhile True: sys.stdout.write('1' * 65536)\n"
    assert asked(game, program(tmp_path, "floods", text)) == (by_rule(game), 1)


def test_a_file_that_cannot_be_run_is_a_fault(game: Game, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.write_text("no program")
    broken.chmod(0o755)
    assert asked(game, f"external:{broken}") == (by_rule(game), 1)


def test_a_program_ends_with_the_bot(game: Game, tmp_path: Path) -> None:
    """Also where nobody has closed it."""
    note = f"import os\nopen({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\n"
    saleroom.ask(game, 0, program(tmp_path, "first", note + FIRST))
    pid = int((tmp_path / "pid").read_text())
    eventually(lambda: not is_running(pid), within_s=60)


def test_no_shell_reads_the_command(game: Game, tmp_path: Path) -> None:
    name = program(tmp_path, "first", FIRST)
    decision, faults = asked(game, f"{name} ; touch {tmp_path}/broken $(touch {tmp_path}/in)")
    assert (decision, faults) == ("pocket 3 bid 4", 0)
    assert [path.name for path in tmp_path.iterdir()] == ["first.py"]


# -- who may not start one -------------------------------------------------------------------------


def test_the_server_offers_no_program() -> None:
    from saleroom.server.bots import OFFERED, is_offered

    assert [offer.bot for offer in OFFERED if offer.bot.startswith("external")] == []
    assert not is_offered(DEAR)
    assert not is_offered("external:true")
