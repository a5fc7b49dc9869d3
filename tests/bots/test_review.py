"""Review: what a decision is worth, who may know it, and what a game turned on."""

from itertools import islice

import pytest

from saleroom.bots.review import Rated, decisions, hint, rate, review, thinker, turning_points
from saleroom.bots.table import finish
from saleroom.games import notation
from saleroom.games.bits import Dice
from saleroom.games.core import NotYourTurn
from saleroom.records import Game, deal

RULE_SETS = [
    *(("pennies", "standard"), ("dutch", "standard"), ("dutch", "offering")),
    *(("sparrows", "base"), ("sparrows", "upgrades"), ("colours", "free"), ("colours", "matching")),
]


@pytest.fixture
def blundered() -> Game:
    """Ben has 1 and 5, and what is in the pocket counts twice."""
    game = deal("pennies", variant="tiny", seed=16, names=["Ada", "Ben"])
    for seat, decision in ((0, "pocket 3 bid 4"), (1, "pocket 1"), (0, "take 2 give 4")):
        game.choose(seat, decision)
    return game


def test_a_blunder_is_found_and_the_better_decision_named(blundered: Game) -> None:
    found = review(blundered, "search:400")
    worst = max(found.decisions, key=lambda each: each.loss)
    assert (worst.entry, worst.seat, worst.decision) == (3, 1, "pocket 1")
    assert worst.words == "Pocket the 1"
    assert worst.better is not None
    assert worst.better.startswith("pocket 5")
    assert worst.before - worst.after == worst.loss > 0.2
    told = next(point.says for point in found.turning_points if point.entry == 3)
    assert told == (
        f'Entry 3: Ben chose "Pocket the 1" '
        f'(chance {worst.before:.2f} to {worst.after:.2f}); "{worst.better_words}" was better.'
    )


def test_a_review_says_whose_game_it_is_of(blundered: Game) -> None:
    found = review(blundered, "search:20")
    assert (found.game, found.variant, found.names) == ("pennies", "tiny", ("Ada", "Ben"))
    assert (found.bot, found.entries, found.result) == ("search:20", 4, blundered.result)


def test_an_unfinished_game_is_rated_as_far_as_it_goes(blundered: Game) -> None:
    begun = blundered.at(3)
    found = review(begun, "search:50")
    assert found.result is None
    assert found.decisions == review(blundered, "search:50").decisions[:2]


def test_where_nothing_could_be_chosen_nothing_is_rated(blundered: Game) -> None:
    assert blundered.entries[-1].text == "take 2 give 4"  # there was nothing else to take or give
    assert [each.entry for each in decisions(blundered, "search:1")] == [2, 3]


@pytest.mark.once
@pytest.mark.parametrize(("game", "variant"), RULE_SETS)
def test_a_seat_is_rated_by_what_it_knows(game: str, variant: str) -> None:
    played = deal(game, variant=variant, seed=5)
    finish(played, "house")
    search = thinker("search:6")
    for before, entry in islice(played.stages(), 0, 30, 4):
        assert entry.seat is not None
        rated = rate(before, entry, search)
        asked = hint(before, entry.seat, "search:6")
        for seed in range(2):
            elsewhere = before.copy()
            elsewhere.position = before.position.sample(entry.seat, Dice(seed))
            assert rate(elsewhere, entry, search) == rated
            assert hint(elsewhere, entry.seat, "search:6") == asked


@pytest.mark.once
def test_at_most_five_points_are_turning_points_the_largest_losses_in_their_order() -> None:
    game = deal("dutch", seed=1)
    finish(game, "random")
    found = review(game, "search:200")
    losses = sorted((each.loss for each in found.decisions if each.better), reverse=True)
    assert len(losses) > 5
    assert sorted((point.loss for point in found.turning_points), reverse=True) == losses[:5]
    numbers = [point.entry for point in found.turning_points]
    assert numbers == sorted(numbers)


def test_a_small_loss_turns_nothing_however_sure_it_is(blundered: Game) -> None:
    rated = [
        Rated(
            entry, 1, "pocket 1", "Pocket the 1", 0.5, 0.5 - loss, loss, "pocket 5", "Pocket the 5"
        )
        for entry, loss in ((2, 0.04), (3, 0.05))
    ]
    assert [point.entry for point in turning_points(blundered, rated)] == [3]


def test_what_is_no_better_than_luck_is_not_called_better(blundered: Game) -> None:
    for each in review(blundered, "search:2").decisions:
        assert (each.better, each.better_words, each.loss) == (None, None, 0.0)
        assert each.before == each.after


def test_a_hint_is_what_the_bot_would_decide(blundered: Game) -> None:
    begun = blundered.at(2)
    told = hint(begun, 1, "search:400")
    assert told.decision.startswith("pocket 5")
    assert told.words.startswith("Pocket the 5")
    assert 0.0 < told.chance < 1.0
    begun.choose(1, told.decision)


def test_a_hint_for_who_owes_nothing_is_refused(blundered: Game) -> None:
    with pytest.raises(NotYourTurn, match="Seat 0 has nothing to decide now"):
        hint(blundered.at(2), 0, "search:5")


@pytest.mark.parametrize("name", ["random", "house", "flat:20", "novice", "club"])
def test_who_does_not_search_rates_nothing(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} cannot say what a decision is worth; possible"):
        thinker(name)


def test_what_is_chosen_together_is_said_together() -> None:
    game = deal("pennies", seed=1)
    one, two, three = game.menu(0)
    path = game.check(0, f"pocket {one} bid {two} {three}")
    said = notation.speak(game.position, 0, path)
    assert said == f"Pocket the {one}, bid the {two}, {three}"
    assert notation.speak(game.position, 0, path[:1]) == f"Pocket the {one}"
