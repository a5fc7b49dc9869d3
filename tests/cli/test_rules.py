"""saleroom rules."""

from click.testing import CliRunner, Result

from saleroom import catalogue
from saleroom.cli import main


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["rules", *words])


def test_the_law_is_printed_as_it_is_written() -> None:
    assert run("pennies").stdout.strip() == catalogue.law("pennies").strip()


def test_one_rule_is_printed_by_its_number() -> None:
    told = "**D15** [both] The higher total wins the bid.\n"
    assert run("dutch", "D15").stdout == told
    assert run("dutch", " d15 ").stdout == told


def test_rulings_and_examples_have_numbers_too() -> None:
    assert "\nRuling: no (D30)\n" in run("dutch", "R34").stdout
    assert run("dutch", "E2").stdout.startswith("**E2** **Bids** (D14, D15). Jeanne")


def test_of_an_unknown_number_the_nearest_are_said() -> None:
    done = run("dutch", "D93")
    assert done.exit_code == 2
    assert done.stderr == (
        "Error: dutch has no rule D93. The nearest are D90, D91, D92. See saleroom rules --help.\n"
    )
