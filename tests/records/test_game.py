"""One play in progress: what it asks, what it refuses, and what it writes down."""

from pathlib import Path

import pytest

from saleroom.bots.table import finish
from saleroom.games.chance import Recorded, Seeded
from saleroom.games.core import GameOver, NotAllowed, NotUnderstood, NotYourTurn, Refusal
from saleroom.records import Entry, Game, Result, deal, read

# Tiny Pennies, seed 16: seat 0 has 3 and 4, seat 1 has 1 and 5, the 2 is for sale.


def tiny(**more: object) -> Game:
    return deal("pennies", variant="tiny", seed=16, **more)  # type: ignore[arg-type]


def played(*decisions: str) -> Game:
    """Each decision with its seat in front."""
    game = tiny()
    for decision in decisions:
        game.choose(int(decision[0]), decision[2:])
    return game


# -- the deal --------------------------------------------------------------------------------------


def test_a_game_is_dealt_when_it_begins() -> None:
    game = tiny()
    draws = (("bag", ("3", "4")), ("bag", ("1", "5")), ("bag", ("2",)))
    assert game.entries == [Entry(1, None, "deal", (), draws)]
    assert game.entries[0].kind == "deal"
    assert game.movers == (0, 1)
    assert not game.over


def test_the_same_seed_deals_the_same_game() -> None:
    assert tiny() == tiny()
    assert tiny() != deal("pennies", variant="tiny", seed=17)


def test_without_a_seed_chance_decides_and_the_seed_is_known_afterwards() -> None:
    games = [deal("dutch") for _ in range(3)]
    assert len({game.chance for game in games}) == 3
    seed = int(games[0].chance.removeprefix("seed "))
    assert deal("dutch", seed=seed) == games[0]


def test_a_dealer_of_ones_own_deals() -> None:
    coins = [(0, name) for name in ("1", "2", "3", "4", "6")]
    game = deal("pennies", variant="tiny", dealer=Recorded(coins))
    assert game.entries[0].draws == (("bag", ("1", "2")), ("bag", ("3", "4")), ("bag", ("6",)))
    assert game.chance == "recorded"


def test_seed_and_dealer_together_are_refused() -> None:
    with pytest.raises(ValueError, match="by a seed or by a dealer, not by both"):
        deal("pennies", seed=1, dealer=Seeded(1))


@pytest.mark.parametrize("names", [["Ada"], ["Ada", ""], ["Ada", "B\nen"], ["Ada", " Ben"]])
def test_names_are_one_line_for_each_seat(names: list[str]) -> None:
    with pytest.raises(ValueError, match="name"):
        tiny(names=names)


# -- what is asked ---------------------------------------------------------------------------------


def test_a_menu_is_words_and_empty_for_a_seat_that_owes_nothing() -> None:
    game = played("0 pocket 3 bid 4")
    assert game.menu(1) == ("1", "5")
    assert game.menu(0) == ()
    assert game.movers == (1,)


def test_each_seat_sees_its_own_coins_and_a_spectator_none() -> None:
    game = tiny()
    seen = {
        viewer: {zone["id"]: zone["cards"] for zone in game.look(viewer)["zones"]}
        for viewer in (None, 0, 1)
    }
    assert [card["card"] for card in seen[0]["purse.0"]] == ["3", "4"]
    assert (seen[0]["purse.1"], seen[1]["purse.0"]) == (None, None)
    assert (seen[None]["purse.0"], seen[None]["purse.1"]) == (None, None)


def test_there_is_no_view_for_a_seat_that_is_not_there() -> None:
    with pytest.raises(Refusal, match="no seat 2; there are 0 to 1"):
        tiny().look(2)


def test_a_game_prints_as_the_table_that_a_spectator_sees() -> None:
    assert str(tiny(names=["Ada", "Ben"])) == (
        "pennies tiny, round 1, bid\n"
        "  bag     1 unseen\n"
        "  lot     2\n"
        "  till    -\n"
        "Ada\n"
        "  purse   2 unseen\n"
        "  pocket  -\n"
        "  bid     -\n"
        "Ben\n"
        "  purse   2 unseen\n"
        "  pocket  -\n"
        "  bid     -\n"
        "The 2 is up for sale; all seal their bids."
    )


def test_a_table_shows_a_seat_its_own_things_and_score() -> None:
    lines = tiny().table(1).splitlines()
    assert lines[8:10] == ["seat 1 (you), score 6", "  purse   1 5"]
    assert lines[4:6] == ["seat 0", "  purse   2 unseen"]


def test_a_game_says_in_short_what_it_is() -> None:
    assert repr(tiny()) == "<Game pennies tiny, seed 16, entry 1, 0 and 1 to move>"
    over = played("0 pocket 3 bid 4", "1 pocket 1", "0 take 2 give 4")
    assert repr(over) == "<Game pennies tiny, seed 16, entry 4, sold, winners 0, scores 8 7>"


# -- what is decided -------------------------------------------------------------------------------


def test_a_decision_becomes_the_next_entry() -> None:
    game = tiny()
    entry = game.choose(0, "pocket 3 bid 4")
    assert entry == Entry(2, 0, "pocket 3 bid 4", (2, 3, 6))
    assert game.entries[-1] is entry
    assert entry.kind == "decision"


def test_an_entry_has_the_draws_it_caused() -> None:
    game = deal("pennies", seed=7)
    game.choose(0, "4")
    game.choose(1, "3 bid 8")
    entry = game.choose(1, "take 7 give 8")
    assert entry.draws == (("bag", ("5",)),)


def test_a_decision_can_be_a_path_of_choice_codes() -> None:
    game = tiny()
    game.choose(0, [2, 3, 6])
    assert game == played("0 pocket 3 bid 4")


def test_checking_changes_nothing_and_gives_the_path() -> None:
    game = tiny()
    assert game.check(0, "3 4") == [2, 3, 6]
    assert game.check(0, [2, 6]) == [2, 6]
    assert game == tiny()


def test_the_two_halves_together_are_a_choice() -> None:
    game = tiny()
    game.move_on(0, game.check(0, "pocket 3 bid 4"))
    assert game == played("0 pocket 3 bid 4")


@pytest.mark.parametrize(
    ("seat", "decision", "kind", "told"),
    [
        (0, "pocket 5", NotAllowed, "The 5 is not in your purse"),
        (0, "sing", NotUnderstood, "'sing' is not understood here; possible: 3, 4."),
        (0, "", NotUnderstood, "The decision is not complete"),
        (0, "pocket 3 bid 4 pass now", NotUnderstood, "The decision is complete before 'now'"),
        (0, [2], NotUnderstood, "The decision is not complete"),
        (0, [2, 6, 6], NotUnderstood, "The decision is complete before choice 6"),
        (0, [], NotUnderstood, "The decision is not complete"),
        (0, [99], NotUnderstood, "99"),
        (7, "pocket 3", NotYourTurn, "Seat 7 has nothing to decide now"),
        (-1, [2, 6], NotYourTurn, "Seat -1 has nothing to decide now"),
    ],
)
def test_a_refusal_is_a_sentence_and_changes_nothing(
    seat: int, decision: str | list[int], kind: type[Refusal], told: str
) -> None:
    game = tiny()
    with pytest.raises(kind, match=told):
        game.choose(seat, decision)
    assert game == tiny()
    assert game.movers == (0, 1)


def test_a_seat_that_has_decided_cannot_decide_again() -> None:
    game = played("0 pocket 3")
    with pytest.raises(NotYourTurn):
        game.choose(0, "pocket 4")


def test_after_the_end_nothing_can_be_chosen() -> None:
    game = played("0 pocket 3 bid 4", "1 pocket 1", "0 take 2 give 4")
    assert game.over
    with pytest.raises(GameOver):
        game.choose(0, "pass")


def test_a_failing_dealer_changes_nothing() -> None:
    coins = [(0, name) for name in ("1", "2", "3", "4", "5", "6", "7")]
    game = deal("pennies", dealer=Recorded(coins))
    game.choose(0, "1 bid 2")
    game.choose(1, "4 bid 5")
    before = game.text()
    with pytest.raises(Refusal, match="A draw from bag is missing"):
        game.choose(1, "take 7 give 5")
    assert game.text() == before
    assert game.movers == (1,)


def test_going_back_undoes_a_decision_with_its_draws() -> None:
    game = deal("pennies", seed=7)
    for seat, decision in ((0, "4"), (1, "3 bid 8")):
        game.choose(seat, decision)
    before = game.text()
    undone = game.choose(1, "take 7 give 8")
    assert game.back() == undone
    assert game.text() == before
    assert game.movers == (1,)
    assert game.choose(1, "take 7 give 8") == undone


def test_going_back_after_the_end_goes_on() -> None:
    game = played("0 pocket 3 bid 4", "1 pocket 1", "0 take 2 give 4")
    game.back()
    assert (game.over, game.result, game.movers) == (False, None, (0,))


def test_the_deal_cannot_be_taken_back() -> None:
    with pytest.raises(Refusal, match="only the deal has been made"):
        tiny().back()


# -- how it ends -----------------------------------------------------------------------------------


def test_a_finished_game_has_a_result() -> None:
    game = played("0 pocket 3 bid 4", "1 pocket 1", "0 take 2 give 4")
    assert game.result == Result("sold", (0,), (8, 7))
    assert game.movers == ()
    assert game.verdict() == "Seat 0 wins with 8; seat 1 has 7. All lots are sold."


def test_the_verdict_tells_of_a_tie_that_was_broken() -> None:
    game = read(Path(__file__).parent / "games" / "dutch-standard-stopped-fewest-cards.sale")
    assert game.verdict().startswith("Seat 0 wins the tie with 25; seat 1 has 25.")


def test_the_verdict_names_those_behind_in_the_order_of_their_points() -> None:
    game = deal("pennies", seats=3, seed=4)
    finish(game, "random")
    assert game.result == Result("sold", (1,), (15, 30, 28))
    assert game.verdict() == "Seat 1 wins with 30; seat 2 has 28; seat 0 has 15. All lots are sold."


def test_an_unfinished_game_has_none() -> None:
    assert tiny().result is None
    assert tiny().verdict() == "The game is unfinished after entry 1."


def test_a_shared_win_is_said_so() -> None:
    game = deal("pennies", variant="tiny", dealer=Recorded([(0, coin) for coin in "15234"]))
    game.choose(0, "pocket 1")
    game.choose(1, "pocket 2")
    assert game.result == Result("sold", (0, 1), (7, 7))
    assert game.verdict() == "Seat 0 and seat 1 share the win with 7. All lots are sold."


def test_an_abandoned_game_has_no_winner_and_goes_no_further() -> None:
    game = played("0 pocket 3 bid 4")
    game.abandon()
    assert game.result == Result("abandoned")
    assert (game.over, game.movers, game.menu(1)) == (True, (), ())
    assert game.verdict() == "The game was abandoned."
    with pytest.raises(GameOver, match="abandoned"):
        game.choose(1, "pocket 1")


def test_who_resigns_loses_without_a_score() -> None:
    game = tiny(names=["Ada", "Ben"])
    game.resign(0)
    assert game.result == Result("resigned", (1,))
    assert game.verdict() == "Ben wins: the other seat resigned."


def test_a_finished_game_can_neither_be_abandoned_nor_resigned() -> None:
    game = played("0 pocket 3 bid 4", "1 pocket 1", "0 take 2 give 4")
    with pytest.raises(GameOver):
        game.abandon()
    with pytest.raises(GameOver):
        game.resign(0)
    assert game.result == Result("sold", (0,), (8, 7))


def test_of_three_nobody_can_resign() -> None:
    game = deal("pennies", seats=3, seed=1)
    with pytest.raises(Refusal, match="Only one of two seats"):
        game.resign(0)


# -- what was told ---------------------------------------------------------------------------------


def test_sentences_have_the_names_of_the_players() -> None:
    game = tiny(names=["Ada", "Ben"])
    assert [event["says"] for event in game.events(1, 1)] == [
        "Ada is dealt 2 coins.",
        "Ben is dealt 1, 5.",
        "The 2 is up for sale.",
    ]


def test_without_names_a_sentence_begins_with_a_capital() -> None:
    assert tiny().events(1)[0]["says"] == "Seat 0 is dealt 2 coins."


def test_somebody_who_may_see_everything_is_told_everything() -> None:
    told = [event["says"] for event in tiny().events(1, "all")]
    assert told[:2] == ["Seat 0 is dealt 3, 4.", "Seat 1 is dealt 1, 5."]


def test_there_is_nothing_to_tell_of_an_entry_that_is_not_there() -> None:
    for number in (0, 2):
        with pytest.raises(Refusal, match=f"There is no entry {number}; there are 1 to 1"):
            tiny().said(number)
        with pytest.raises(Refusal, match=f"There is no entry {number}; there are 1 to 1"):
            tiny().events(number)
