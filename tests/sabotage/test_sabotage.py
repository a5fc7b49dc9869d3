"""Sabotage: the files faults.toml hold mistakes a good programmer could make; each must be noticed.

A fault is put into a copy of the sources, and the test that guards against it runs on the copy and
must fail. The same tests, without a fault, must pass. A new safeguard deserves a new fault here.
"""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import pytest

from tests.mutants import run_tests

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "tests").glob("*/faults.toml"))
FAULTS = [fault for file in FILES for fault in tomllib.loads(file.read_text("utf-8"))["fault"]]
LIMIT = 300.0  # seconds
FAILED = 1  # pytest: tests ran and some failed; anything else is no proof

pytestmark = [pytest.mark.once, pytest.mark.slow]


def test_there_are_many_faults_and_each_has_its_place() -> None:
    assert len(FAULTS) >= 14
    assert len({fault["name"] for fault in FAULTS}) == len(FAULTS)
    for fault in FAULTS:
        source = (ROOT / "src" / fault["file"]).read_text(encoding="utf-8")
        times = source.count(fault["old"])
        assert times == 1, f"{fault['name']}: its text occurs {times} times in {fault['file']}"
        assert fault["new"] not in ("", fault["old"])


def test_without_a_fault_the_tests_pass() -> None:
    tests = sorted({fault["test"] for fault in FAULTS})
    passed = run_tests(ROOT / "src", *tests, limit=LIMIT)
    assert passed.returncode == 0, passed.stdout + passed.stderr


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault["name"])
def test_a_fault_is_noticed(fault: dict[str, str], tmp_path: Path) -> None:
    copy = tmp_path / "src"
    # Bytecode is welcome, but not a file that another test is just writing.
    shutil.copytree(ROOT / "src", copy, ignore=shutil.ignore_patterns("*.pyc.*"))
    broken = copy / fault["file"]
    source = broken.read_text(encoding="utf-8")
    broken.write_text(source.replace(fault["old"], fault["new"]), encoding="utf-8")
    noticed = run_tests(copy, fault["test"], limit=LIMIT)
    told = noticed.stdout + noticed.stderr
    assert noticed.returncode == FAILED, f"{fault['test']} did not fail:\n{told}"
    assert "error" not in noticed.stdout.splitlines()[-1], told  # in setting up, not in the test
