"""Perft: the numbers of paths of choices in tests/perft/*.perft, on whichever build is tested.

The format is explained in the files. A wrong number says that some menu has an entry too many or
too few, or that a step led elsewhere; both builds, and any other program, must count the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from saleroom import catalogue
from saleroom.games import notation
from saleroom.games.bits import choices
from saleroom.games.chance import Dealer, Seeded
from saleroom.games.core import Position, Refusal, Rules

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parents[1] / "perft"
WHOLE = 999  # a depth beyond the end of any game
FEW = 200  # paths at most that the slow second opinion walks


class Count(NamedTuple):
    """A position of a file, and how many paths of each length it has."""

    name: str
    rules: Rules
    dealer: Dealer | None  # None: every outcome of a draw is a branch
    decisions: list[str]
    paths: dict[int, int]  # by depth
    games: int | None  # whole games


# -- reading the files -----------------------------------------------------------------------------


def read(path: Path) -> Iterator[Count]:
    lines = [line.split("#")[0].strip() for line in path.read_text(encoding="utf-8").splitlines()]
    said: dict[str, str] = {}
    decisions: list[str] = []
    for line in [*filter(None, lines), "position"]:
        key, _, value = line.partition(" ")
        if key == "play":
            decisions += [decision.strip() for decision in value.split(";")]
        elif key != "position":
            assert key not in said, f"{path.name}, {said['position']}: {key} is there already"
            said[key] = value
        else:
            if said:
                yield count_of(path, said, decisions)
            said, decisions = {"position": value}, []


def count_of(path: Path, said: dict[str, str], decisions: list[str]) -> Count:
    game, variant, *seats = said["rules"].split()
    if variant.endswith(".toml"):
        variant = str(path.with_name(variant))
    how, *seed = said["draws"].split()
    assert how in ("seed", "all"), f"{said['position']}: draws {how}"
    return Count(
        f"{path.stem}: {said['position']}",
        catalogue.load(game, variant, int(seats[0]) if seats else None),
        Seeded(int(seed[0])) if how == "seed" else None,
        decisions,
        {int(depth): int(number) for depth, number in said.items() if depth.isdigit()},
        int(said["games"]) if "games" in said else None,
    )


def counts() -> list[Count]:
    return [count for path in sorted(FOLDER.glob("*.perft")) for count in read(path)]


def set_up(count: Count) -> Position:
    """The position itself: the deal, and the decisions before it."""
    position = count.rules.begin()
    position.remembers = False
    answer(position, count.dealer)
    for decision in count.decisions:
        seat, said = decision.split(" ", 1)
        for code in notation.read(position, int(seat), said):
            position.choose(int(seat), code)
        answer(position, count.dealer)
    return position


def answer(position: Position, dealer: Dealer | None) -> None:
    while dealer is not None and position.wants:
        position.draw(dealer.answer(position.rules, position.pending()))


# -- counting --------------------------------------------------------------------------------------


def paths(position: Position, dealer: Dealer | None, depth: int, least: int = 0) -> int:
    """So many paths of `depth` choices, or of whole games; draws that come together as one set."""
    if position.wants and dealer is None:
        together = position.pending().together
        found = 0
        for outcome in choices(position.wants & -(1 << least)):
            twin = position.clone()
            twin.draw(outcome)
            found += paths(twin, None, depth, outcome + 1 if together > 1 else 0)
        return found
    if depth == 0 or position.over:
        return 1 if depth == 0 or depth >= WHOLE else 0
    seat = choices(position.movers)[0]
    menu = position.menu(seat)
    if depth == 1 and dealer is not None:
        return len(choices(menu))
    found = 0
    for choice in choices(menu):
        twin = position.clone()
        twin.step(seat, choice)
        answer(twin, dealer)
        found += paths(twin, dealer, depth if depth >= WHOLE else depth - 1)
    return found


def tried_paths(position: Position, dealer: Dealer | None, depth: int) -> int:
    """The same by another way: every code is tried, and the refused ones are no paths."""
    ends = 0
    open_ends = [(position, depth, frozenset[int]())]
    while open_ends:
        here, left, drawn = open_ends.pop()
        answer(here, dealer)
        if here.wants:
            draw = here.pending()
            for outcome in range(62):
                if here.wants >> outcome & 1 and all(outcome > before for before in drawn):
                    twin = here.clone()
                    twin.draw(outcome)
                    same_set = drawn | {outcome} if draw.together > 1 else frozenset()
                    open_ends.append((twin, left, same_set))
            continue
        if left == 0:
            ends += 1
            continue
        seat = 0
        while not here.over and not here.movers >> seat & 1:
            seat += 1
        for code in range(62):
            twin = here.clone()
            try:
                twin.choose(seat, code)
            except Refusal:
                continue
            open_ends.append((twin, left - 1, frozenset()))
    return ends


@pytest.mark.parametrize("count", counts(), ids=lambda count: count.name)
def test_a_position_has_so_many_paths_of_choices(count: Count) -> None:
    position = set_up(count)
    found = {depth: paths(position, count.dealer, depth) for depth in count.paths}
    assert found == count.paths
    if count.games is not None:
        assert paths(position, count.dealer, WHOLE) == count.games


@pytest.mark.parametrize("count", counts(), ids=lambda count: count.name)
def test_trying_every_code_finds_the_same_paths(count: Count) -> None:
    position = set_up(count)
    depth = max(depth for depth, number in count.paths.items() if number <= FEW)
    assert tried_paths(position, count.dealer, depth) == count.paths[depth]


@pytest.mark.parametrize("game", ["colours", "dutch", "sparrows"])
def test_the_files_count_every_shipped_variant_and_a_tree_with_all_its_draws(game: str) -> None:
    counted = [count for count in counts() if count.rules.game == game]
    assert {count.rules.variant for count in counted} > {*catalogue.variants(game)}
    assert any(count.dealer is None and count.games for count in counted)
