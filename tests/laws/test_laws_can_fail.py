"""Each law is able to fail: games with a small slip are caught, by the law that should."""

import pytest

from saleroom import laws
from tests.laws.broken import BREAKERS, Breaker, pennies

pytestmark = pytest.mark.slow

GAMES = {"ends": 2, "fair": 60, "untold": 40}


@pytest.mark.parametrize(
    ("law", "words", "make"), BREAKERS, ids=[f"{b[0]}-{b[2].__name__}" for b in BREAKERS]
)
def test_the_right_law_catches_a_broken_game(law: str, words: str, make: Breaker) -> None:
    report = laws.check(
        make(),
        games=GAMES.get(law, 12),
        exhaustive=law in ("recall", "posterior"),
        laws=laws.named([law]),
    )
    assert list(report.failures) == [law]
    assert words in report.failures[law].what


@pytest.mark.parametrize("law", [law.name for law in laws.ALL])
def test_every_law_has_a_game_that_breaks_it(law: str) -> None:
    assert law in {broken for broken, _, _ in BREAKERS}


@pytest.mark.parametrize("law", sorted({law for law, _, _ in BREAKERS} - {"recall", "posterior"}))
def test_a_sound_game_breaks_none(law: str) -> None:
    report = laws.check(pennies(), games=GAMES.get(law, 12), laws=laws.named([law]))
    assert report.ok, str(report)
