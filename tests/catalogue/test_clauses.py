"""The law by number."""

import pytest

from saleroom import catalogue


def test_the_law_is_the_whole_text() -> None:
    assert catalogue.law("dutch").startswith("# Dutch")
    assert "**D92**" in catalogue.law("dutch")


def test_every_rule_has_its_text() -> None:
    clauses = catalogue.clauses("dutch")
    for letter, last in (("D", 92), ("R", 45), ("E", 39), ("H", 12)):
        assert [n for n in range(1, last + 1) if not clauses.get(f"{letter}{n}")] == []


def test_a_rule_is_its_line() -> None:
    assert catalogue.clause("dutch", "D15") == "[both] The higher total wins the bid."
    assert catalogue.clause("dutch", "d15") == catalogue.clause("dutch", "D15")


def test_a_ruling_is_its_row_with_the_names_of_the_columns() -> None:
    text = catalogue.clause("dutch", "R34")
    question = "`offering`: can a power card that was bid be activated?"
    assert text.splitlines() == [
        f"Question and what the sources say: {question}",
        "Ruling: no (D30)",
        'Why: held cards are used "instead" of being bid; power cards lie apart from bid cards',
        'Option: `activate_from = "stake"`',
    ]


def test_a_worked_example_goes_up_to_the_next_one() -> None:
    text = catalogue.clause("dutch", "E4")
    assert text.startswith("**Elizabeth, purchase** (D55 to D58).")
    assert text.splitlines()[-1].startswith("1. buy 3, pay")
    assert "Dieter" not in text


def test_the_last_example_of_a_section_ends_with_it() -> None:
    assert "7.2" not in catalogue.clause("dutch", "E10")
    assert "Ways a game can end" not in catalogue.clause("dutch", "E39")


@pytest.mark.parametrize(
    ("number", "told"),
    [
        ("D94", "dutch has no rule D94. The nearest are D90, D91, D92."),
        ("D0", "dutch has no rule D0. The nearest are D1, D2, D3."),
        ("X1", "dutch has no rule X1. Possible: D1 to D92,"),
        ("what", "dutch has no rule what. Possible: D1 to D92,"),
    ],
)
def test_of_an_unknown_number_the_nearest_are_said(number: str, told: str) -> None:
    with pytest.raises(catalogue.Unknown) as refusal:
        catalogue.clause("dutch", number)
    assert str(refusal.value).startswith(told)


def test_rulings_and_decisions_of_colours_are_rows_too() -> None:
    clauses = catalogue.clauses("colours")
    for letter, last in (("C", 72), ("A", 3), ("P", 9), ("Q", 29), ("E", 26), ("X", 5)):
        assert [n for n in range(1, last + 1) if not clauses.get(f"{letter}{n}")] == []
    assert "ruling: C54." in clauses["Q15"]


def test_a_game_without_a_guide_has_none() -> None:
    assert catalogue.guide("pennies") is None
