"""A trial from its first game to its findings: the same ones however it got there."""

from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pyarrow.parquet as pq
import pytest

import saleroom
from saleroom.arena.lab import Run
from saleroom.arena.plan import Unplayable, fixtures
from saleroom.arena.trial import Trial, make

DEALS = 12
LOTS: dict[str, object] = {"lots": 1}


def trial(**settings: Any) -> Trial:
    return make("pennies", **{"changes": [LOTS], "bot": "search:8", "rival": "random", **settings})


def told(run: Run, workers: int = 1) -> bytes:
    with run:
        for _ in run.play(workers):
            pass
        return msgspec.json.encode(run.findings()) + str(run.findings()).encode()


@pytest.fixture(scope="module")
def plain() -> bytes:
    """The findings of the trial, played in one go."""
    return told(Run(trial(), DEALS))


def test_the_same_trial_twice_finds_the_same_and_another_seed_something_else(plain: bytes) -> None:
    assert told(Run(trial(), DEALS)) == plain
    assert told(Run(trial(seed=1), DEALS)) != plain


def test_other_processes_find_the_same(plain: bytes, tmp_path: Path) -> None:
    assert told(Run(trial(), DEALS, tmp_path), workers=3) == plain
    assert (tmp_path / "games.jsonl").read_bytes().count(b"\n") == 1 + 6 * DEALS


def test_a_trial_goes_on_where_it_was_left(plain: bytes, tmp_path: Path) -> None:
    with Run(trial(), DEALS, tmp_path) as run:
        for _ in islice(run.play(), 20):
            pass
        assert (len(run.deals), run.games, run.expected) == (20 // 6, 20, 6 * DEALS)
    with Run(trial(), DEALS, tmp_path) as run:
        assert run.games == 20
    assert told(Run(trial(), DEALS, tmp_path)) == plain
    assert told(Run(trial(), DEALS + 5, tmp_path)) != plain
    assert told(Run(trial(), DEALS, tmp_path)) == plain


def test_the_columns_hold_all_games(tmp_path: Path) -> None:
    told(Run(trial(), 3, tmp_path), workers=2)
    rows = pq.read_table(tmp_path / "games.parquet").to_pylist()
    assert [(row["deal"], row["variant"], row["seat"]) for row in rows] == [
        (each.deal, each.variant, each.seat) for each in fixtures(trial(), 3)
    ]


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (trial(seed=5), "seed is 0 there, not 5"),
        (trial(changes=[{"lots": 3}]), "variants is standard,lots=1 there, not standard,lots=3"),
        (trial(rival=None), "rival is random there, not None"),
        (
            msgspec.structs.replace(trial(), tables=(trial().tables[1], trial().tables[1])),
            "the numbers of its variants are others",
        ),
    ],
)
def test_the_folder_of_another_trial_is_refused(other: Trial, why: str, tmp_path: Path) -> None:
    told(Run(trial(), 1, tmp_path))
    before = (tmp_path / "games.jsonl").read_bytes()
    with pytest.raises(Unplayable, match=f"holds another trial: {why}"):
        Run(other, 1, tmp_path)
    assert (tmp_path / "games.jsonl").read_bytes() == before


def test_the_folder_of_a_match_is_refused(tmp_path: Path) -> None:
    saleroom.arena("pennies", "house", "random", games=2, out=tmp_path)
    with pytest.raises(Unplayable, match=r"games\.jsonl was not written by the lab"):
        Run(trial(), 1, tmp_path)


def test_a_trial_needs_deals() -> None:
    with pytest.raises(Unplayable, match="a deal or more, up to 1,000,000,000, not 0"):
        Run(trial(), 0)
    with pytest.raises(Unplayable, match="A trial needs a worker or more, not 0"):
        next(Run(trial(), 1).play(0))


def test_the_front_door_gives_findings(plain: bytes) -> None:
    found = saleroom.lab(
        "pennies", changes=[{"lots": 1}], deals=DEALS, bot="search:8", rival="random"
    )
    assert msgspec.json.encode(found) + str(found).encode() == plain
    assert found.trial.variants == ("standard", "lots=1")


def test_a_larger_hand_means_more_choices_at_dutch() -> None:
    """A difference that anybody would expect is found, and said first or second."""
    found = saleroom.lab("dutch", changes=[{"hand": 6}], deals=60)
    assert any("choices at a decision" in said for said in found.reading[0][:2])
    assert found.changes == [{"hand": ("5", "6")}]
