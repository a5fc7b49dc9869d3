"""saleroom arena."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from saleroom.bots import external
from saleroom.cli import main

from ..arena.programs import DEAR, FIRST, HANGS, ROOT, answers, program

TWO = """\
pennies standard, 2 seats, seed 0: 10 deals, 20 games

                      ahead           95 %        margin
 ───────────────────────────────────────────────────────
 random over house   52.5 %   20.5 to 83.8   -0.1 ± 12.5

            rating
 ─────────────────
 random   +8 ± 185
 house    -8 ± 185

            wins           95 %         score
 ────────────────────────────────────────────
 seat 0   27.5 %    7.8 to 58.8    23.1 ± 5.1
 seat 1   72.5 %   41.2 to 92.2   29.0 ± 11.0
"""


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["arena", *words])


def test_the_table_of_two_seats() -> None:
    done = run("pennies", "--bots", "random,house", "--games", "20", "--workers", "1")
    assert done.exit_code == 0
    assert done.stdout == TWO


def test_names_may_stand_apart_and_a_folder_may_have_any_name(tmp_path: Path) -> None:
    odd = tmp_path / "\udcff"  # a byte that is no letter
    done = run(
        *("pennies", "--bots", "random, house", "--games", "20", "--workers", "1"),
        *("--out", str(odd)),
    )
    assert done.stdout == TWO
    assert (odd / "games.parquet").is_file()


@pytest.mark.once
def test_the_docs_show_what_the_command_prints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    docs = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    command, table = re.findall(r"^    saleroom arena (.*)\n\n```\n([^`]*)```", docs, re.M)[0]
    done = run(*shlex.split(command))
    assert done.exit_code == 0
    assert done.stdout == table
    assert (ROOT / "examples" / "bots" / "dear.py").read_text(encoding="utf-8") in docs


def test_times_are_a_remark_and_not_in_the_table() -> None:
    done = run("pennies", "--bots", "search:5,random", "--games", "2", "--workers", "1")
    assert done.stderr.split()[:5] == ["decisions", "ms", "a", "decision", "longest"]
    assert [line.split()[0] for line in done.stderr.splitlines()[3:]] == ["search:5", "random"]
    assert "decision" not in done.stdout


def test_json_is_the_table_as_data(tmp_path: Path) -> None:
    words = ["pennies", "--bots", "search:5,random", "--seats", "3", "--games", "6", "--json"]
    done = run(*words, "--workers", "1", "--out", str(tmp_path))
    data = json.loads(done.stdout)
    assert (data["deals"], data["games"]) == (2, 6)
    (over,) = data["pairs"]
    assert (over["bot"], over["rival"]) == ("search:5", "random")
    assert over["ahead"]["low"] < over["ahead"]["mean"] < over["ahead"]["high"]
    assert over["fair"]["mean"] == pytest.approx(3 * over["wins"]["mean"])
    assert sum(seat["wins"]["mean"] for seat in data["seats"]) == pytest.approx(1)
    assert run(*words, "--workers", "2", "--out", str(tmp_path)).stdout == done.stdout


def test_a_width_decides_when_to_end() -> None:
    done = run("pennies", "--bots", "search:5,random", "--until", "0.7", "--workers", "1", "--json")
    (over,) = json.loads(done.stdout)["pairs"]
    assert over["ahead"]["high"] - over["ahead"]["low"] < 0.7


def test_the_table_counts_the_faults_of_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(external, "LIMIT_S", 0.5)
    monkeypatch.chdir(tmp_path)
    for name, text in {"hangs": HANGS, "lies": answers("nonsense")}.items():
        program(tmp_path, name, text)
    names = [f"external:{sys.executable} {name}.py" for name in ("hangs", "lies")]
    done = run("pennies", "--bots", ",".join(names), "--games", "2", "--workers", "1")
    assert done.exit_code == 0
    assert done.stdout.split("faults")[1].count("external:") == 2
    data = run("pennies", "--bots", ",".join(names), "--games", "2", "--workers", "1", "--json")
    counted = {rating["bot"]: rating["faults"] for rating in json.loads(data.stdout)["ratings"]}
    assert all(counted[name] >= 4 for name in names)  # every decision


def test_a_name_is_shown_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    program(tmp_path, "first", FIRST)
    name = "external:python3 first.py [red] :smile:"
    done = run("pennies", "--bots", f"{name},random", "--games", "2", "--workers", "1")
    assert name in done.stdout


def test_programs_without_faults_have_no_column_for_them() -> None:
    done = run("pennies", "--bots", f"{DEAR},random", "--games", "4", "--workers", "1")
    assert done.exit_code == 0
    assert "faults" not in done.stdout


@pytest.mark.parametrize("library", ["numpy", "pyarrow"])
def test_without_its_libraries_it_says_what_to_install(library: str, tmp_path: Path) -> None:
    out = ["--out", str(tmp_path / "kept")]
    line = f"import sys; sys.modules['{library}'] = None; from saleroom.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", line, "arena", "pennies", "--bots", "random,house", *out],
        capture_output=True,
        text=True,
    )
    assert done.stderr == f"Error: This needs {library}: pip install 'saleroom[arena]'.\n"
    assert (done.returncode, done.stdout) == (1, "")
    assert not any(tmp_path.iterdir())


def test_a_record_starts_no_program(tmp_path: Path) -> None:
    """Names in a record may be those of bots; it may be anybody's record."""
    from saleroom.cli.play import _bot_of

    assert _bot_of("search:5 (1)") is not None
    assert _bot_of(DEAR) is None
