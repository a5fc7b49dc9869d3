"""What a user types first: names found when they are asked for, and bots at the table."""

import subprocess
import sys

import pytest

import saleroom
from saleroom.bots import bot
from saleroom.games.bits import Dice
from saleroom.games.core import GameOver, NotYourTurn, Position


def test_every_name_of_the_front_door_is_there() -> None:
    assert sorted(dir(saleroom)) == sorted(saleroom.__all__)
    assert [name for name in saleroom.__all__ if getattr(saleroom, name) is None] == []


def test_a_name_that_is_not_there_is_said() -> None:
    with pytest.raises(
        AttributeError, match="saleroom has no 'shuffle'; it has Game, Refusal, arena, ask"
    ):
        _ = saleroom.shuffle  # type: ignore[attr-defined]


def test_the_front_door_opens_no_room() -> None:
    line = "import saleroom, sys; print([m for m in sys.modules if m.startswith('saleroom.')])"
    told = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=True)
    assert told.stdout == "[]\n"


# -- bots at the table -----------------------------------------------------------------------------


class Curious:
    """A bot that notes the worlds it is handed, and takes the first choice."""

    def __init__(self) -> None:
        self.worlds: list[Position] = []

    def choose(self, world: Position, seat: int, dice: Dice) -> int:
        self.worlds.append(world.clone())
        menu = world.menu(seat)
        return (menu & -menu).bit_length() - 1


def test_a_bot_decides_in_notation_and_changes_nothing() -> None:
    game = saleroom.deal("pennies", seed=7)
    before = game.text()
    decision = saleroom.ask(game, 1, "search:20")
    assert game.text() == before
    game.choose(1, decision)


def test_a_bot_is_asked_until_its_decision_is_complete() -> None:
    game = saleroom.deal("pennies", variant="tiny", seed=16)
    curious = Curious()
    assert saleroom.ask(game, 0, curious) == "pocket 3 bid 4"
    assert len(curious.worlds) == 3


def test_a_bot_is_never_handed_the_true_position() -> None:
    """What the rival holds in the worlds it is handed is not what the rival holds."""
    same = 0
    for seed in range(30):
        game = saleroom.deal("pennies", seed=seed)
        curious = Curious()
        saleroom.ask(game, 0, curious)
        world = curious.worlds[0]
        assert world.view(0) == game.position.view(0)
        same += world.view(1)["zones"] == game.position.view(1)["zones"]
    assert same < 5  # by chance, in one of 56 worlds


def test_a_bot_answers_the_same_question_alike() -> None:
    game = saleroom.deal("dutch", seed=7)
    assert len({saleroom.ask(game, 0, "random") for _ in range(5)}) == 1
    decisions = {saleroom.ask(saleroom.deal("dutch", seed=seed), 0, "random") for seed in range(9)}
    assert len(decisions) > 1


def test_a_bot_answers_alike_whatever_it_cannot_see() -> None:
    """The rival has decided, differently; nobody can know."""
    answers = set()
    for sealed in ("pocket 3", "pocket 4 bid 3", "pocket 3 bid 4"):
        game = saleroom.deal("pennies", variant="tiny", seed=16)
        game.choose(0, sealed)
        answers.add(saleroom.ask(game, 1, "search:30"))
    assert len(answers) == 1


def test_a_bot_answers_alike_whether_its_rival_has_decided_or_not() -> None:
    for seed in range(9):
        game = saleroom.deal("dutch", seed=seed)
        before = saleroom.ask(game, 1, "random")
        game.choose(0, f"aside {game.menu(0)[0]}")
        assert saleroom.ask(game, 1, "random") == before


def test_a_seat_that_owes_nothing_has_nothing_to_ask() -> None:
    game = saleroom.deal("pennies", variant="tiny", seed=16)
    game.choose(0, "pocket 3")
    with pytest.raises(NotYourTurn, match="Seat 0 has nothing to decide now"):
        saleroom.ask(game, 0, "random")
    game.choose(1, "pocket 1")
    with pytest.raises(GameOver):
        saleroom.ask(game, 1, "random")


def test_bots_play_a_game_out() -> None:
    game = saleroom.deal("dutch", variant="offering", seed=3)
    result = saleroom.finish(game, "random")
    assert game.over
    assert game.result == result


def test_each_seat_can_have_its_own_bot() -> None:
    game = saleroom.deal("pennies", seed=1, seats=3)
    bots = [Curious() for _ in range(3)]
    saleroom.finish(game, *bots)
    assert all(curious.worlds for curious in bots)


def test_too_few_bots_are_refused() -> None:
    game = saleroom.deal("pennies", seed=1, seats=3)
    with pytest.raises(ValueError, match="2 bots for 3 seats: name one for each, or one for all"):
        saleroom.finish(game, "random", bot("random"))
