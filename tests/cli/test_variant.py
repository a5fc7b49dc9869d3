"""saleroom variant."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from saleroom import catalogue
from saleroom.cli import main


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["variant", *words])


@pytest.mark.parametrize("game", catalogue.games())
def test_the_file_of_every_variant_is_one_to_begin_with(game: str, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    for name in catalogue.variants(game):
        mine.write_text(run(game, name).stdout, encoding="utf-8")
        assert run(game, str(mine)).stdout == f"{mine} is {game} {name}, number by number.\n"
    assert run(game).stdout == run(game, catalogue.variants(game)[0]).stdout


def test_what_is_different_is_told(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    text = run("dutch", "offering").stdout
    text = text.replace('variant = "offering"', 'variant = "mine"')
    text = text.replace('face = "1"\nbid = 1', 'face = "1"\nbid = 3').replace(
        "hand = 5", "hand = 4"
    )
    mine.write_text(text, encoding="utf-8")
    done = run("dutch", str(mine))
    assert done.exit_code == 0
    assert done.stdout == (
        f"{mine} can be played. It is dutch offering, but for:\n"
        "  hand: 4 (was 5)\n"
        "  card[0].bid: 3 (was 1)\n"
    )


def test_a_file_that_cannot_be_played_is_a_sentence_with_its_line(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(run("dutch").stdout.replace("hand = 5", "hand = 0"), encoding="utf-8")
    done = run("dutch", str(mine))
    assert done.exit_code == 1
    assert done.stdout == ""
    assert "mine.toml, line " in done.stderr
    assert "hand: 0 is out of range" in done.stderr


def test_of_an_unknown_name_the_possible_ones_are_said() -> None:
    done = run("sparrows", "bass")
    assert done.exit_code == 2
    assert "Did you mean base? Possible: base, upgrades." in done.stderr
