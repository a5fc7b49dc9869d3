"""The benchmark runs, covers every rule set, tells what it compared; no test looks at a time."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from saleroom import catalogue

ROOT = Path(__file__).parents[2]


@pytest.mark.once
@pytest.mark.slow
def test_a_quick_run_covers_every_rule_set_and_names_its_peers(tmp_path: Path) -> None:
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    file = tmp_path / "figures.json"
    done = subprocess.run(
        [sys.executable, ROOT / "benchmarks" / "engine.py", "--quick", "--json", file],
        env=clean | {"COLUMNS": "300"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(file.read_text())
    sets = [f"{game} {name}" for game in catalogue.games() for name in catalogue.variants(game)]
    assert list(result["rules"]) == sets
    assert all(rate > 0 for rates in result["rules"].values() for rate in rates["clone"].values())
    assert set(result["peers"]) == {"dou_dizhu", "hearts", "oh_hell", "goofspiel"}
    assert result["versions"]["build"] == "compiled"
    for word in (f"OpenSpiel {result['versions']['open_spiel']}", "two or more entries", *sets):
        assert word in done.stdout
