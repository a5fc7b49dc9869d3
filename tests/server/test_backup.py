"""saleroom backup: a copy made under a running server is one that can be served."""

from __future__ import annotations

import random
import resource
import stat
import subprocess
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from .players import PATIENCE_S, SALEROOM, Guest, Server, fill, play


def back_up(data: Path, to: Path, **settings: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [SALEROOM, "backup", str(to), "--data", str(data)],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        **settings,  # type: ignore[call-overload]
    )


def log(folder: Path, table: str) -> list[tuple[object, ...]]:
    with closing(apsw.Connection(str(folder / "saleroom.sqlite"))) as db:
        return db.execute(
            "select * from entry where table_id = ? order by number", (table,)
        ).fetchall()


def edit(server: Server, statement: str, *values: str) -> None:
    """Behind its back."""
    with closing(apsw.Connection(str(server.data / "saleroom.sqlite"))) as db:
        db.execute(statement, values)


def tables_of(folder: Path) -> list[str]:
    with closing(apsw.Connection(str(folder / "saleroom.sqlite"))) as db:
        return [key for (key,) in db.execute("select distinct table_id from entry")]


@pytest.fixture
def kept(serve: Callable[..., Server]) -> tuple[Server, Guest, str]:
    """A server at which somebody has begun a game, and finished another."""
    server = serve()
    guest = Guest(server)
    guest.get("/api/lobby")
    finished = guest.table("sparrows", "hot", "hot", variant="base-short")
    with guest.connect(finished, 0) as one, guest.connect(finished, 1) as other:
        play({0: one, 1: other}, random.Random(1))
    table = guest.table("dutch", "hot", "hot")
    with guest.connect(table, 0) as one, guest.connect(table, 1) as other:
        play({0: one, 1: other}, random.Random(2), most=6)
    return server, guest, table


def test_a_copy_made_while_people_play_can_be_served_and_played_on(
    kept: tuple[Server, Guest, str], tmp_path: Path
) -> None:
    server, guest, table = kept
    other = guest.table("dutch", "hot", "hot")
    acknowledged: list[int] = []
    is_over = threading.Event()

    def play_all_the_while() -> None:
        dice = random.Random(3)
        with guest.connect(other, 0) as zero, guest.connect(other, 1) as one:
            pages = [zero, one]
            for page in pages:
                page.first()
            while not is_over.is_set() and zero.view["result"] is None:
                for seat, page in enumerate(pages):
                    page.catch_up()
                    if page.view["view"]["form"] is not None:
                        page.decide(seat, fill(page.view["view"]["form"], dice))
                        acknowledged.append(page.view["ok"][0]["number"])

    player = threading.Thread(target=play_all_the_while)
    player.start()
    while len(acknowledged) < 4:
        assert player.is_alive()
    before = len(log(server.data, other))
    done = back_up(server.data, tmp_path / "copy")
    is_over.set()
    player.join(PATIENCE_S)

    assert (done.returncode, done.stderr) == (0, "")
    copied = log(tmp_path / "copy", other)
    assert before <= len(copied) <= len(log(server.data, other))
    assert copied == log(server.data, other)[: len(copied)]
    count = sum(len(log(tmp_path / "copy", key)) for key in tables_of(tmp_path / "copy"))
    assert done.stdout == f"{tmp_path / 'copy'} holds 3 tables with {count} entries.\n"

    again = Server(tmp_path / "copy")
    again.start()
    try:
        there = Guest(again)
        there.cookie = guest.cookie  # signed with the keys that were copied
        with (
            there.connect(table, 0) as one,
            there.connect(table, 1) as two,
            guest.connect(table, 0) as old,
        ):
            assert one.first()["view"] == old.first()["view"]
            play({0: one, 1: two}, random.Random(4))
            assert one.view["result"] is not None
    finally:
        again.end()


def test_a_copy_is_for_its_owner_only_and_one_file(
    kept: tuple[Server, Guest, str], tmp_path: Path
) -> None:
    server, _, _ = kept
    assert back_up(server.data, tmp_path / "copies" / "monday").returncode == 0
    copy = tmp_path / "copies" / "monday"
    assert sorted(file.name for file in copy.iterdir()) == ["keys", "saleroom.sqlite"]
    assert (copy / "keys").read_bytes() == (server.data / "keys").read_bytes()
    assert stat.S_IMODE(copy.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in copy.iterdir()} == {0o600}
    assert [path.name for path in (tmp_path / "copies").iterdir()] == ["monday"]


def test_after_a_kill_what_was_acknowledged_is_in_the_copy(
    kept: tuple[Server, Guest, str], tmp_path: Path
) -> None:
    """It lies in the file beside the file then."""
    server, _, table = kept
    server.kill()
    assert (server.data / "saleroom.sqlite-wal").stat().st_size > 0
    assert back_up(server.data, tmp_path / "copy").returncode == 0
    assert len(log(tmp_path / "copy", table)) > 6
    assert log(tmp_path / "copy", table) == log(server.data, table)


def test_what_this_program_cannot_read_is_copied_and_named(
    kept: tuple[Server, Guest, str], tmp_path: Path
) -> None:
    server, _, table = kept
    server.stop()
    edit(
        server,
        "update entry set body = replace(body, '\"dutch\"', '\"chess\"') "
        "where table_id = ? and number = 1",
        table,
    )
    done = back_up(server.data, tmp_path / "copy")
    assert done.returncode == 0
    assert (
        "1 of them cannot be read by this program, as when a game is not installed; they are "
        in done.stderr
    )
    assert done.stderr.endswith(f"{table}.\n")
    assert log(tmp_path / "copy", table) == log(server.data, table)


def test_a_game_that_ends_otherwise_than_it_did_is_named(
    kept: tuple[Server, Guest, str], tmp_path: Path
) -> None:
    server, _, table = kept
    server.stop()
    edit(server, "update entry set check_sum = 7 where check_sum is not null")
    (key,) = (key for key in tables_of(server.data) if key != table)
    done = back_up(server.data, tmp_path / "copy")
    assert done.returncode == 1
    assert f"so the rules have changed: {key}. They are copied as they are." in done.stderr
    assert (tmp_path / "copy" / "saleroom.sqlite").exists()


# -- refused ---------------------------------------------------------------------------------------


def test_without_tables_or_a_new_folder_nothing_is_copied(
    kept: tuple[Server, Guest, str], tmp_path: Path
) -> None:
    server, _, _ = kept
    done = back_up(tmp_path / "nowhere", tmp_path / "copy")
    assert (done.returncode, done.stderr) == (
        2,
        f"Error: There are no tables in {tmp_path / 'nowhere'}; name their folder with --data.\n",
    )
    assert not (tmp_path / "nowhere").exists()
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "notes").write_text("mine")
    for taken in (mine, mine / "notes", server.data):
        done = back_up(server.data, taken)
        assert done.returncode == 2
        assert done.stderr == (
            f"Error: {taken} is there already, and was left as it is; name a new folder.\n"
        )
    assert (mine / "notes").read_text() == "mine"
    assert not (tmp_path / "copy").exists()


def test_damage_is_found_and_what_is_damaged_is_no_copy(
    kept: tuple[Server, Guest, str], tmp_path: Path
) -> None:
    server, _, _ = kept
    server.stop()
    file = server.data / "saleroom.sqlite"
    whole = bytearray(file.read_bytes())
    middle = 4096 * 4
    whole[middle : middle + 2000] = b"\x00" * 2000
    file.write_bytes(whole)
    done = back_up(server.data, tmp_path / "copy")
    assert done.returncode == 1
    assert done.stderr.startswith("Error: ")
    assert "Traceback" not in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data0"]


def test_a_file_of_a_later_program_is_refused(
    kept: tuple[Server, Guest, str], tmp_path: Path
) -> None:
    server, _, _ = kept
    server.stop()
    edit(server, "insert into schema_version values (9, 0)")
    done = back_up(server.data, tmp_path / "copy")
    assert (done.returncode, done.stderr) == (
        1,
        "Error: The data is of version 9, and this program knows 1.\n",
    )
    assert not (tmp_path / "copy").exists()


def test_where_there_is_no_room_nothing_is_left_behind(
    kept: tuple[Server, Guest, str], tmp_path: Path
) -> None:
    server, _, _ = kept
    server.stop()

    def hardly_any_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))

    done = back_up(server.data, tmp_path / "copy", preexec_fn=hardly_any_room)
    assert done.returncode == 1
    assert "cannot be copied: " in done.stderr
    assert "Traceback" not in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data0"]
