"""A match from its first game to its table: the same one however it got there."""

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import msgspec
import pyarrow.parquet as pq
import pytest

import saleroom
from saleroom.arena.ledger import Ledger
from saleroom.arena.match import Match, make
from saleroom.arena.plan import Unplayable, fixtures
from saleroom.arena.run import Run
from saleroom.arena.workers import WorkerLost
from tests.processes import descendants, eventually, is_running

from .programs import DEAR, HANGS, program

BOTS = ("search:8", "random", "house")
GAMES = 12


def match(*bots: str, seed: int = 0) -> Match:
    return make("pennies", None, 2, bots or BOTS, seed)


def told(run: Run, workers: int = 1) -> bytes:
    with run:
        for _ in run.play(workers):
            pass
        return msgspec.json.encode(run.table()) + str(run.table()).encode()


@pytest.fixture(scope="module")
def plain() -> bytes:
    """The table of the match, played in one go."""
    return told(Run(match(), games=GAMES))


def test_the_same_match_twice_has_the_same_table(plain: bytes) -> None:
    assert told(Run(match(), games=GAMES)) == plain
    assert told(Run(match(seed=1), games=GAMES)) != plain


def test_other_processes_play_the_same_match(plain: bytes, tmp_path: Path) -> None:
    assert told(Run(match(), games=GAMES, out=tmp_path), workers=3) == plain
    lines = (tmp_path / "games.jsonl").read_bytes().splitlines()
    assert len(lines) == 1 + 3 * GAMES


def test_a_match_goes_on_where_it_was_left(plain: bytes, tmp_path: Path) -> None:
    with Run(match(), games=GAMES, out=tmp_path) as run:
        for _ in islice(run.play(), 17):
            pass
    before = (tmp_path / "games.jsonl").read_bytes()
    with Run(match(), games=GAMES, out=tmp_path) as run:
        assert run.games == 17
        assert len(run.deals) == 17 // 6
    assert told(Run(match(), games=GAMES, out=tmp_path)) == plain
    after = (tmp_path / "games.jsonl").read_bytes()
    assert after.startswith(before)
    assert after.count(b"\n") == 1 + 3 * GAMES
    assert told(Run(match(), games=GAMES, out=tmp_path)) == plain
    assert (tmp_path / "games.jsonl").read_bytes() == after


def test_more_games_go_on_and_fewer_look_back(plain: bytes, tmp_path: Path) -> None:
    longer = told(Run(match(), games=GAMES + 6, out=tmp_path))
    assert told(Run(match(), games=GAMES, out=tmp_path)) == plain
    assert told(Run(match(), games=GAMES + 6, out=tmp_path)) == longer != plain


def test_every_beginning_of_the_file_that_a_kill_can_leave_is_gone_on_with(
    plain: bytes, tmp_path: Path
) -> None:
    told(Run(match(), games=GAMES, out=tmp_path))
    file = tmp_path / "games.jsonl"
    whole = file.read_bytes()
    heading = whole.index(b"\n") + 1
    last = whole.rindex(b"\n", 0, -1) + 1
    for cut in (0, 1, heading - 1, heading, heading + 5, last - 1, last, last + 9, len(whole) - 1):
        file.write_bytes(whole[:cut])
        ledger = Ledger(tmp_path, match())
        assert len(ledger.games) == max(0, whole[:cut].count(b"\n") - 1)
        assert file.read_bytes() == whole[: max(heading, whole.rfind(b"\n", 0, cut) + 1)]
        ledger.close()
    assert told(Run(match(), games=GAMES, out=tmp_path)) == plain


# -- until it is known -----------------------------------------------------------------------------


def test_a_match_ends_when_every_interval_is_narrow_enough_and_not_before(tmp_path: Path) -> None:
    run = Run(match("random", "search:8"), until=0.6, out=tmp_path)
    table = told(run)
    assert all(over.ahead.width < 0.6 for over in run.table().pairs)
    games = 2 * (len(run.deals) - 1)
    shorter = Run(match("random", "search:8"), games=games)
    told(shorter)
    assert any(over.ahead.width >= 0.6 for over in shorter.table().pairs)
    assert told(Run(match("random", "search:8"), until=0.6), workers=2) == table
    more = Run(match("random", "search:8"), games=games + 20, out=tmp_path)
    told(more)
    assert told(Run(match("random", "search:8"), until=0.6, out=tmp_path)) == table


def test_how_many_games_there_will_be_is_guessed() -> None:
    run = Run(match("random", "search:8"), until=0.5)
    assert run.expected is None
    guesses = [run.expected for _ in run.play()]
    assert guesses[0] is None
    assert guesses[-1] == len(guesses)
    assert Run(match(), games=5).expected == 3 * 6  # whole deals


# -- a folder --------------------------------------------------------------------------------------


def test_the_columns_hold_all_games(tmp_path: Path) -> None:
    run = Run(match(), games=GAMES, out=tmp_path)
    told(run, workers=2)
    rows = pq.read_table(tmp_path / "games.parquet").to_pylist()
    assert [(row["deal"], row["bot"], row["rival"], row["seat"]) for row in rows] == [
        (f.deal, f.bot, f.rival, f.seat) for f in fixtures(match(), GAMES // 2)
    ]
    assert [row["scores"] for row in rows] == [g.scores for deal in run.deals for g in deal]
    assert all(seconds > 0 for row in rows for seconds in row["seconds"])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.jsonl", "games.parquet"]


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (match(seed=5), "seed is 0 there, not 5"),
        (match("random", "house"), "bots is search:8,random,house there, not random,house"),
        (make("pennies", None, 3, BOTS, 0), "seats is 2 there, not 3"),
        (make("pennies", "tiny", 2, BOTS, 0), "variant is standard there, not tiny"),
        (
            msgspec.structs.replace(match(), table=match().table | {"lots": 1}),
            "the numbers of its variant are others",
        ),
    ],
)
def test_the_folder_of_another_match_is_refused(other: Match, why: str, tmp_path: Path) -> None:
    Run(match(), games=2, out=tmp_path).__exit__(None, None, None)
    before = (tmp_path / "games.jsonl").read_bytes()
    with pytest.raises(Unplayable, match=f"holds another match: {why}"):
        Run(other, games=2, out=tmp_path)
    assert (tmp_path / "games.jsonl").read_bytes() == before


def test_a_file_of_somebody_else_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    for text in ("mine\n", "mine", '{"game":"pennies"}\n{', "\n"):
        file.write_text(text)
        with pytest.raises(Unplayable, match=r"games\.jsonl was not written by the arena"):
            Run(match(), out=tmp_path)
        assert file.read_text() == text


def test_a_line_that_is_damaged_is_named(tmp_path: Path) -> None:
    told(Run(match(), games=2, out=tmp_path))
    file = tmp_path / "games.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    lines[3] = b"{}\n"
    file.write_bytes(b"".join(lines))
    with pytest.raises(Unplayable, match=r"games\.jsonl, line 4: "):
        Run(match(), out=tmp_path)
    assert file.read_bytes() == b"".join(lines)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b'"bot":"search:8"', b'"bot":"club"'),
        (b'"deal":0', b'"deal":-1'),
        (b'"seat":0', b'"seat":2'),
        (b'"winners":[', b'"winners":[2,'),
        (b'"scores":[', b'"scores":[0,'),
    ],
)
def test_a_game_of_another_match_is_named(before: bytes, after: bytes, tmp_path: Path) -> None:
    told(Run(match(), games=2, out=tmp_path))
    file = tmp_path / "games.jsonl"
    heading, *lines = file.read_bytes().splitlines(keepends=True)
    number = next(n for n, line in enumerate(lines, 2) if before in line)
    file.write_bytes(heading + b"".join(line.replace(before, after) for line in lines))
    with pytest.raises(Unplayable, match=rf"games\.jsonl, line {number}: no game of this match"):
        Run(match(), out=tmp_path)


def test_two_at_once_in_one_folder_are_one_too_many(tmp_path: Path) -> None:
    with Run(match(), out=tmp_path), pytest.raises(Unplayable, match="Another run is writing to"):
        Run(match(), out=tmp_path)


# -- killed ----------------------------------------------------------------------------------------


Arena = Callable[..., subprocess.Popen[str]]


# In the background of a shell programs are deaf to Ctrl-C, and all that they start.
HEARS = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Arena]:
    """Begin `saleroom arena`, and wait until it has kept some games."""
    begun = []

    def begin(*words: str, games: int = 15) -> subprocess.Popen[str]:
        line = [sys.executable, "-c", f"{HEARS}; from saleroom.cli import main; main()", "arena"]
        process = subprocess.Popen(
            [*line, *words, "--out", str(tmp_path / "out")],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        begun.append(process)
        file = tmp_path / "out" / "games.jsonl"
        eventually(lambda: file.exists() and file.read_bytes().count(b"\n") > games, within_s=120)
        return process

    yield begin
    for process in begun:
        process.kill()
        process.communicate()


WORDS = ("pennies", "--bots", ",".join(BOTS), "--games", "1000000")


@pytest.mark.once
def test_killed_in_the_middle_and_resumed_it_is_the_same_match(
    begin: Arena, plain: bytes, tmp_path: Path
) -> None:
    process = begin(*WORDS, "--workers", "2")
    family = descendants(process.pid)
    assert len(family) >= 2
    process.kill()
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    eventually(lambda: not any(map(is_running, family)), within_s=120)
    assert told(Run(match(), games=GAMES, out=tmp_path / "out")) == plain


@pytest.mark.once
def test_ctrl_c_tells_what_is_known_and_how_to_go_on(begin: Arena, tmp_path: Path) -> None:
    process = begin(*WORDS, "--workers", "2")
    family = descendants(process.pid)
    first = b'"deal":0,'  # without it there is nothing to tell, however many others have ended
    file = tmp_path / "out" / "games.jsonl"
    eventually(lambda: file.read_bytes().count(first) == len(list(match().deal(0))), within_s=120)
    process.send_signal(signal.SIGINT)
    output, remarks = process.communicate()
    assert process.returncode == 1
    assert output.startswith("pennies standard, 2 seats, seed 0: ")
    assert "Stopped after " in remarks
    assert f"with --out {tmp_path / 'out'}." in remarks
    assert "Traceback" not in remarks
    eventually(lambda: not any(map(is_running, family)), within_s=120)
    deals = int(output.split("seed 0: ")[1].split()[0])
    with Run(match(), games=2 * deals, out=tmp_path / "out") as again:
        assert str(again.table()) + "\n" == output


@pytest.mark.once
def test_programs_of_bots_end_with_the_match_however_it_ends(begin: Arena, tmp_path: Path) -> None:
    note = f"import os\nopen({str(tmp_path)!r} + f'/{{os.getpid()}}.pid', 'w')\n"
    hangs = program(tmp_path, "hangs", note + HANGS)
    process = begin("pennies", "--bots", f"random,{hangs}", "--workers", "2", games=0)
    eventually(lambda: len(list(tmp_path.glob("*.pid"))) == 2, within_s=120)
    process.kill()
    pids = [int(file.stem) for file in tmp_path.glob("*.pid")]
    eventually(lambda: not any(map(is_running, pids)), within_s=120)


@pytest.mark.once
def test_a_full_disk_is_told_and_gone_on_from(plain: bytes, tmp_path: Path) -> None:
    full = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))"
    line = [sys.executable, "-c", f"{full}; from saleroom.cli import main; main()", "arena", *WORDS]
    done = subprocess.run(
        [*line, "--workers", "1", "--out", str(tmp_path)], capture_output=True, text=True
    )
    assert done.stderr == f"Error: {tmp_path / 'games.jsonl'}: File too large.\n"
    assert done.returncode == 1
    assert (tmp_path / "games.jsonl").stat().st_size == 3000
    assert told(Run(match(), games=GAMES, out=tmp_path)) == plain


# -- from Python -----------------------------------------------------------------------------------


def test_the_front_door_gives_a_table() -> None:
    table = saleroom.arena("pennies", "search:8", "random", "house", games=GAMES)
    assert (table.deals, table.games) == (GAMES // 2, 3 * GAMES)
    assert [over.bot for over in table.pairs] == ["search:8", "search:8", "random"]
    assert str(table).startswith("pennies standard, 2 seats, seed 0: 6 deals, 36 games\n")
    assert saleroom.arena("pennies", *BOTS, games=GAMES) == table  # the room is open now


@pytest.mark.once
def test_a_script_of_thirty_lines_beats_random_play() -> None:
    table = saleroom.arena("pennies", DEAR, "random", games=40)
    assert table.pairs[0].ahead.low > 0.5
    assert [rating.faults for rating in table.ratings] == [0, 0]


def test_an_end_that_cannot_be_is_refused() -> None:
    for settings, why in (
        (dict(games=10, until=0.1), "not at both"),
        (dict(games=0), "a game or more, up to 1,000,000,000, not 0"),
        (dict(until=0.0), "between 0 and 1, not 0.0"),
        (dict(until=1.5), "between 0 and 1, not 1.5"),
        (dict(until=float("nan")), "between 0 and 1, not nan"),
    ):
        with pytest.raises(Unplayable, match=why):
            Run(match(), **settings)  # type: ignore[arg-type]
    with pytest.raises(Unplayable, match="a worker or more, not 0"):
        next(Run(match(), games=2).play(0))


@pytest.mark.once
def test_a_worker_that_is_lost_is_told(begin: Arena) -> None:
    process = begin(*WORDS, "--workers", "2")
    workers = [pid for pid in descendants(process.pid) if is_worker(pid)]
    os.kill(workers[0], signal.SIGKILL)
    _, remarks = process.communicate()
    assert process.returncode == 1
    assert "A process ended in the middle of a game" in remarks
    assert "Traceback" not in remarks


def test_workers_that_are_lost_between_two_games_are_told() -> None:
    with Run(match(), games=GAMES) as run:
        games = run.play(2)
        next(games)
        for worker in multiprocessing.active_children():
            worker.kill()
            worker.join()
        with pytest.raises(WorkerLost):
            list(games)


def is_worker(pid: int) -> bool:
    """It has no children, and is not the one that only keeps accounts."""
    line = Path(f"/proc/{pid}/cmdline").read_bytes()
    return not descendants(pid) and b"resource_tracker" not in line
