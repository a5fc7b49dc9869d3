"""Which games and variants there are, and what is said about those that are not."""

import subprocess
import sys
from pathlib import Path

import pytest

from saleroom import catalogue
from saleroom.catalogue import shelf

MINE = """\
game = "pennies"
variant = "mine"
version = 1
seats = [2]
coins = [1, 2, 3, 4, 5, 6, 7]
purse = 3
lots = 1
"""


def test_the_games_are_those_that_are_installed() -> None:
    assert {"dutch", "pennies"} <= set(catalogue.games())
    assert catalogue.games() == sorted(catalogue.games())


def test_the_default_variant_comes_first() -> None:
    assert catalogue.variants("dutch") == ["standard", "offering"]
    assert catalogue.variants("pennies") == ["standard", "tiny"]


@pytest.mark.parametrize("game", catalogue.games())
def test_every_shipped_variant_is_loaded_by_its_name(game: str) -> None:
    for variant in catalogue.variants(game):
        rules = catalogue.load(game, variant)
        assert (rules.game, rules.variant) == (game, variant)
        assert catalogue.is_shipped(rules)


@pytest.mark.parametrize(("variant", "target"), [("base", 100), ("upgrades", 200)])
def test_a_short_game_is_the_same_variant_with_the_numbers_of_its_table_short(
    variant: str, target: int
) -> None:
    short, full = (
        catalogue.load("sparrows", f"{variant}-short", 4),
        catalogue.load("sparrows", variant),
    )
    assert short.variant == f"{variant}-short"
    assert catalogue.is_shipped(short)
    assert short.table["end"] == {**full.table["end"], "target": target}  # type: ignore[dict-item]
    same = [key for key in full.table if key not in ("variant", "end")]
    assert [short.table[key] for key in same] == [full.table[key] for key in same]
    assert "short" not in short.table | full.table
    assert [catalogue.is_offered("sparrows", name) for name in (variant, short.variant)] == [
        True
    ] * 2


def test_a_file_of_ones_own_can_have_a_short_game_too(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(MINE + "\n[short]\npurse = 2\n")
    assert catalogue.load("pennies", str(path)).table["purse"] == 3
    assert catalogue.load("pennies", f"{path}-short").table["purse"] == 2
    assert not catalogue.is_shipped(catalogue.load("pennies", f"{path}-short"))


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("target = -1", r"mine\.toml, line 64: short\.end\.target: -1 is out of range"),
        ("targett = 100", r"mine\.toml, line 64: short\.end\.targett: "),
    ],
)
def test_a_wrong_short_game_is_refused_with_its_line(
    tmp_path: Path, target: str, said: str
) -> None:
    path = tmp_path / "mine.toml"
    base = shelf.folder("sparrows") / "variants" / "base.toml"
    path.write_text(base.read_text().replace("end = { target = 100 }", f"end = {{ {target} }}"))
    with pytest.raises(catalogue.NotOffered, match=said):
        catalogue.load("sparrows", str(path))


def test_what_is_possible_has_the_short_games_too() -> None:
    with pytest.raises(catalogue.Unknown, match="Possible: base, base-short, upgrades, upgrades-"):
        catalogue.load("sparrows", "x")


def test_a_variant_without_a_short_game_says_so() -> None:
    assert not catalogue.is_offered("dutch", "standard-short")
    with pytest.raises(catalogue.Unknown, match=r"standard\.toml has no short game"):
        catalogue.load("dutch", "standard-short")


def test_without_a_name_the_default_variant_is_loaded() -> None:
    assert catalogue.load("pennies").variant == "standard"


def test_the_first_number_of_seats_is_the_default_and_others_can_be_asked_for() -> None:
    assert catalogue.load("pennies").seats == 2
    assert catalogue.load("pennies", seats=3).seats == 3


def test_a_variant_of_ones_own_is_loaded_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(MINE)
    rules = catalogue.load("pennies", str(path))
    assert (rules.variant, rules.table["purse"]) == ("mine", 3)
    assert not catalogue.is_shipped(rules)


def test_a_changed_variant_under_a_shipped_name_is_not_a_shipped_one(tmp_path: Path) -> None:
    path = tmp_path / "standard.toml"
    path.write_text(MINE.replace('"mine"', '"standard"'))
    assert not catalogue.is_shipped(catalogue.load("pennies", str(path)))


def test_the_table_of_a_rule_set_is_its_own() -> None:
    catalogue.load("pennies").table["purse"] = 99
    assert catalogue.load("pennies").table["purse"] == 3


@pytest.mark.once
def test_a_game_that_cannot_be_loaded_is_said(tmp_path: Path) -> None:
    announced = tmp_path / "ghosts-1.0.dist-info"
    announced.mkdir()
    (announced / "METADATA").write_text("Metadata-Version: 2.1\nName: ghosts\nVersion: 1.0\n")
    (announced / "entry_points.txt").write_text("[saleroom.games]\nghost = ghosts.ghost\n")
    line = f"import sys; sys.path.append({str(tmp_path)!r}); from saleroom.cli import main; main()"
    words = [sys.executable, "-c", line, "random", "ghost"]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == (
        "Error: The game ghost (announced by ghosts) cannot be loaded: No module named 'ghosts'.\n"
    )


def refused(game: str, variant: str | None = None, seats: int | None = None) -> str:
    with pytest.raises(catalogue.NotOffered) as refusal:
        catalogue.load(game, variant, seats)
    return str(refusal.value)


def test_of_an_unknown_game_the_nearest_name_is_said() -> None:
    told = refused("penies")
    assert told.startswith("There is no game 'penies'. Did you mean pennies? Possible: ")
    assert "dutch" in told


def test_of_an_unknown_variant_the_known_ones_are_said() -> None:
    assert refused("pennies", "small") == (
        "pennies has no variant 'small'. Possible: standard, tiny. "
        "A file of your own ends in .toml."
    )


def test_of_a_wrong_number_of_seats_the_possible_ones_are_said() -> None:
    assert refused("pennies", seats=5) == "pennies standard is for 2 or 3 seats, not for 5."


def test_a_variant_file_of_another_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(MINE)
    assert refused("dutch", str(path)) == (
        "mine.toml, line 1: game: this is a variant of pennies, not of dutch."
    )


def test_a_variant_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "mine.toml")
    assert refused("pennies", path) == f"There is no variant file {path}."


def test_a_folder_is_no_variant_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.mkdir()
    assert refused("pennies", str(path)) == (
        f"{path} is a folder; a variant is a file such as mine.toml."
    )


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (b"\xff\xfe", "mine.toml is not UTF-8 text, as a variant file must be."),
        (b"game = ", "mine.toml, line 1: this is not TOML: invalid value."),
        (b"\n\ngame", "mine.toml, line 3: this is not TOML: expected '=' after a key"),
        (MINE.replace("lots = 1", "lots 1").encode(), "mine.toml, line 7: this is not TOML: "),
        (
            MINE.replace("seats = [2]\n", "").encode(),
            "mine.toml: seats: is missing; it must be the possible numbers of seats, such as [2].",
        ),
        (
            MINE.replace("[2]", "2").encode(),
            "mine.toml, line 4: seats: 2 is not the possible numbers of seats, such as [2].",
        ),
        (
            MINE.replace("[2]", '["two"]').encode(),
            "mine.toml, line 4: seats: ['two'] is not the possible numbers of seats, such as [2].",
        ),
        (
            MINE.replace("[2]", "[]").encode(),
            "mine.toml, line 4: seats: [] is not the possible numbers of seats, such as [2].",
        ),
        (
            MINE.replace('"mine"', "7").encode(),
            "mine.toml, line 2: variant: 7 is not a name in quotes.",
        ),
        (
            MINE.replace('"mine"', '"mine\\nown"').encode(),
            'mine.toml, line 2: variant: "mine\nown" is not a name in quotes.',
        ),
        (b"game = " + b"9" * 5000, "mine.toml: a number in it is larger than a whole number"),
        (
            MINE.replace("version = 1", 'version = "1"').encode(),
            'mine.toml, line 3: version: "1" is not a number, the version of the rules.',
        ),
        (MINE.replace("[1, 2, 3", "[0, 2, 3").encode(), "mine.toml, line 5: coins[0]: "),
        (MINE.replace("purse = 3", "purse = 30").encode(), "mine.toml, line 5: coins: "),
        (MINE.replace("purse = 3", "purse = 'x'").encode(), "mine.toml, line 6: purse: "),
    ],
)
def test_what_is_wrong_with_a_file_is_said_with_its_line(
    wrong: bytes, told: str, tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(wrong)
    assert refused("pennies", str(path)).startswith(told)
