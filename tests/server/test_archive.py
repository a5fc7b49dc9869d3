"""saleroom export and import: logs go out as they lie there, and come in as if they were played."""

from __future__ import annotations

import json
import random
import re
import resource
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .players import PATIENCE_S, SALEROOM, Guest, Server, play

pytestmark = pytest.mark.once


def saleroom(*words: object, **settings: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [SALEROOM, *map(str, words)],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        **settings,  # type: ignore[call-overload]
    )


def lines_of(file: Path) -> list[Any]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def write(file: Path, lines: list[Any]) -> Path:
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return file


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A house where one game was finished and one begun, and somebody has only a name."""
    folder = tmp_path_factory.mktemp("house")
    server = Server(folder / "data")
    server.start()
    ann, ben = Guest(server), Guest(server)
    ann.post("/api/me", {"name": "Ann"})
    ben.post("/api/me", {"name": "Ben \N{SLIGHTLY SMILING FACE}"})
    finished = ann.table("sparrows", "hot", "hot", variant="base-short")
    with ann.connect(finished, 0) as one, ann.connect(finished, 1) as other:
        play({0: one, 1: other}, random.Random(1))
    ann.post(f"/api/t/{finished}/rematch")
    begun = ann.table("dutch", "open", "open", public=True)
    ann.sit(begun, 0)
    ann.sit(begun, 1)
    with ann.connect(begun, 0) as one, ann.connect(begun, 1) as other:
        play({0: one, 1: other}, random.Random(2), most=6)
    ann.post("/api/me", {"name": "Anna"})
    done = saleroom("export", folder / "tables.jsonl", "--data", server.data)
    assert (done.returncode, done.stderr) == (0, "")
    server.kill()
    return folder / "tables.jsonl", server, ann, finished, begun, done.stdout


def test_a_round_trip_is_the_same_bytes_and_the_house_goes_on_where_it_was(
    house: Any, tmp_path: Path
) -> None:
    file, server, ann, finished, begun, said = house
    lines = lines_of(file)
    entries = [line for line in lines if line["is"] == "entry"]
    assert (
        said == f"{file} holds 3 tables with {len(entries)} entries, and the names of 2 guests.\n"
    )
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    for table in (finished, begun):
        told = [
            (line["number"], line["seat"], line["command"], line["kind"], line["body"])
            for line in entries
            if line["table"] == table
        ]
        assert told == server.log(table)

    there = tmp_path / "there"
    done = saleroom("import", file, "--data", there)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{there} has 3 more tables with {len(entries)} entries.\n"
    assert saleroom("export", tmp_path / "again.jsonl", "--data", there).returncode == 0
    assert (tmp_path / "again.jsonl").read_bytes() == file.read_bytes()

    (there / "keys").write_bytes((server.data / "keys").read_bytes())
    server.start()
    other = Server(there)
    other.start()
    try:
        anna = Guest(other)
        anna.cookie = ann.cookie  # signed with the keys that were copied
        assert anna.get("/api/lobby") == ann.get("/api/lobby")  # names, lists and their order too
        with anna.connect(begun, 0) as one, anna.connect(begun, 1) as two:
            play({0: one, 1: two}, random.Random(3))
            assert one.view["result"] is not None
    finally:
        other.end()
        server.end()


def test_named_tables_come_with_their_guests_and_nobody_elses(house: Any, tmp_path: Path) -> None:
    file, server, _, finished, begun, _ = house
    done = saleroom("export", tmp_path / "one.jsonl", begun, "--data", server.data)
    assert "holds 1 tables" in done.stdout
    lines = lines_of(tmp_path / "one.jsonl")
    assert {line["table"] for line in lines if line["is"] == "entry"} == {begun}
    assert [line["name"] for line in lines if line["is"] == "guest"] == ["Anna"]
    others = tmp_path / "others.jsonl"
    done = saleroom("export", others, "--without", begun, "--data", server.data)
    assert f'"{begun}"' not in others.read_text()
    assert finished in others.read_text()
    assert saleroom("import", others, "--data", tmp_path / "there").returncode == 0
    assert saleroom("import", tmp_path / "one.jsonl", "--data", tmp_path / "there").returncode == 0
    assert saleroom("export", tmp_path / "all.jsonl", "--data", tmp_path / "there").returncode == 0
    assert (tmp_path / "all.jsonl").read_bytes() == file.read_bytes()


def test_what_is_there_already_is_left_alone_and_what_differs_is_refused(
    house: Any, tmp_path: Path
) -> None:
    file, _, _, _, begun, _ = house
    there, all_of_it = tmp_path / "there", lines_of(file)
    assert saleroom("import", file, "--data", there).returncode == 0
    again = saleroom("import", file, "--data", there)
    assert again.stdout == f"{there} has 0 more tables with 0 entries.\n"
    assert again.stderr == "3 were there already, with the same logs.\n"

    last = [line for line in all_of_it if line.get("table") == begun][-1]
    shorter = [line for line in all_of_it if line != last]
    shorter[-1]["entries"] -= 1
    elsewhere = tmp_path / "elsewhere"
    one = saleroom("export", tmp_path / "one.jsonl", begun, "--data", there)
    assert one.returncode == 0
    assert saleroom("import", tmp_path / "one.jsonl", "--data", elsewhere).returncode == 0
    refused = saleroom("import", write(tmp_path / "short.jsonl", shorter), "--data", elsewhere)
    assert refused.returncode == 1
    assert refused.stderr == (
        f"Error: Table {begun} is there already with another log: {last['number']} entries there, "
        f"{last['number'] - 1} in short.jsonl. Nothing was imported.\n"
    )
    saleroom("export", tmp_path / "still.jsonl", "--data", elsewhere)
    assert (tmp_path / "still.jsonl").read_bytes() == (tmp_path / "one.jsonl").read_bytes()


def change(lines: list[Any], table: str, kind: str, to: dict[str, Any]) -> int:
    """The last entry of this kind is another one; its number."""
    line = [line for line in lines if line.get("table") == table and line["kind"] == kind][-1]
    if "body" in to:
        to["body"] = json.dumps({**json.loads(line["body"]), **to["body"]}, separators=(",", ":"))
    line.update(to)
    number: int = line["number"]
    return number


@pytest.mark.parametrize(
    ("where", "kind", "to", "told"),
    [
        ("begun", "decided", {"body": {"path": [61]}}, ""),
        ("begun", "decided", {"seat": 7}, "There is no seat 7; there are 0 to 1."),
        ("begun", "decided", {"seat": None}, "A seat does this, and nobody else."),
        ("begun", "decided", {"body": {"gate": 1}}, "That question is no longer open"),
        ("begun", "decided", {"kind": "undone"}, "It is said to be undone, and is something else."),
        ("begun", "decided", {"body": {"draws": [["auction", [1]]]}}, ""),
        ("begun", "created", {"number": 0}, "Entry 1 is missing."),
        ("begun", "dealt", {"number": 9}, "Entry 4 is missing."),
        (
            "begun",
            "seated",
            {"kind": "dealt", "seat": None, "body": {"kind": "dealt"}},
            "cannot be",
        ),
        ("begun", "created", {"body": {"game": "chess", "table": {"game": "chess"}}}, ""),
        ("finished", "decided", {"check_sum": 7}, "The game ends otherwise than it did"),
        ("finished", "rematch", {"kind": "abandoned", "body": {"kind": "abandoned"}}, "has ended."),
    ],
)
def test_a_log_that_could_not_have_been_played_is_named_and_nothing_is_imported(
    house: Any, tmp_path: Path, where: str, kind: str, to: dict[str, Any], told: str
) -> None:
    file, _, _, finished, begun, _ = house
    table = finished if where == "finished" else begun
    lines = lines_of(file)
    number = change(lines, table, kind, dict(to))
    done = saleroom("import", write(tmp_path / "bad.jsonl", lines), "--data", tmp_path / "there")
    assert done.returncode == 1
    assert done.stdout == ""
    assert f": table {table}, entry {number}: " in done.stderr
    assert told in done.stderr
    assert done.stderr.endswith(" Nothing was imported.\n")
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "there").exists()


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda text: text[:-40], "Input data was truncated."),
        (lambda text: text[: text.rindex("\n", 0, -1) + 1], "is not whole: its last line"),
        (lambda text: text.partition("\n")[2], "bad.jsonl, line 1: this line cannot stand here."),
        (lambda text: text + text, "this line cannot stand here."),
        (lambda text: "Dear diary,\n" + text, "bad.jsonl, line 1: this is no line of an export: "),
        (lambda text: "\ud800" + text, "bad.jsonl, line 1: this is no line of an export: "),
        (lambda text: text.replace('"version":1', '"version":2', 1), "is of version 2, and this"),
        (lambda text: re.sub('"created":[0-9]+', f'"created":{1 << 63}', text, count=1), "`int` <"),
        (lambda text: re.sub('"at":[0-9]+', f'"at":{1 << 63}', text, count=1), "`int` <"),
        (lambda text: "", "is not whole"),
    ],
)
def test_a_file_that_is_no_whole_export_is_refused_with_its_line(
    house: Any, tmp_path: Path, spoil: Callable[[str], str], told: str
) -> None:
    file, *_ = house
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(spoil(file.read_text()).encode(errors="surrogatepass"))
    done = saleroom("import", bad, "--data", tmp_path / "there")
    assert done.returncode == 1
    assert told in done.stderr
    assert done.stderr.endswith(" Nothing was imported.\n")
    assert not (tmp_path / "there").exists()


def test_a_house_in_use_is_exported_and_not_imported_into(
    house: Any, serve: Callable[..., Server], tmp_path: Path
) -> None:
    file, *_ = house
    server = serve()
    table = Guest(server).table("pennies", "hot", "hot")
    assert saleroom("export", tmp_path / "x.jsonl", "--data", server.data).returncode == 0
    assert table in (tmp_path / "x.jsonl").read_text()
    refused = saleroom("import", file, "--data", server.data)
    assert (refused.returncode, refused.stderr) == (
        1,
        f"Error: Another server is using {server.data}. Nothing was imported.\n",
    )


def test_where_there_is_no_room_nothing_is_half_written(
    house: Any, serve: Callable[..., Server], tmp_path: Path
) -> None:
    file, *_ = house
    server = serve()
    guest = Guest(server)
    for _ in range(20):
        guest.table("dutch", "hot", "hot")

    def hardly_any_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (33_000, 33_000))  # SQLite itself needs 32768

    out = tmp_path / "out.jsonl"
    done = saleroom("export", out, "--data", server.data, preexec_fn=hardly_any_room)
    assert (done.returncode, done.stderr) == (
        1,
        f"Error: {out} cannot be written: File too large.\n",
    )
    assert list(tmp_path.iterdir()) == [server.data]

    def room_for_little() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    there = tmp_path / "there"
    done = saleroom("import", file, "--data", there, preexec_fn=room_for_little)
    assert done.returncode == 1
    assert "Nothing was imported." in done.stderr
    assert "Traceback" not in done.stderr
    assert saleroom("export", tmp_path / "none.jsonl", "--data", there).returncode == 0
    assert lines_of(tmp_path / "none.jsonl")[1]["tables"] == 0
    assert saleroom("import", file, "--data", there).returncode == 0


def test_what_is_misused_is_said(house: Any, tmp_path: Path) -> None:
    file, server, *_ = house
    before = file.read_bytes()
    for words, told in (
        (("export", file, "--data", server.data), f"{file} is there already, and was left as it"),
        (("export", tmp_path / "x", "--data", tmp_path / "no"), "There are no tables in "),
        (("export", tmp_path / "x", "nix", "--data", server.data), "There is no table nix."),
        (("import", tmp_path / "no.jsonl"), f"There is no file {tmp_path / 'no.jsonl'}."),
    ):
        done = saleroom(*words)
        assert done.returncode == 2, done.stderr
        assert told in done.stderr
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == []
