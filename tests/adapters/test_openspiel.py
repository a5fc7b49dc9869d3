"""Every rule set as a game of OpenSpiel: its own tests, and what ours promise beyond them."""

import json
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import ismcts, mcts

from pennies.rules import PenniesRules
from saleroom import catalogue
from saleroom.adapters import openspiel, sight, tree
from saleroom.games.bits import Dice, choices
from saleroom.games.core import deal
from tests.adapters.every import RULE_SETS

assert openspiel  # the import is what registers the games
pytestmark = pytest.mark.once  # adapters see a game through its contract alone
MICRO = str(Path(__file__).with_name("micro.toml"))


def every_game(*, fewest: bool = False) -> list[str]:
    """Each shipped variant with each number of seats it is made for, or the fewest; the utilities
    by turns, for they change nothing but the end."""
    found, variants = [], set()
    for game, variant, seats in RULE_SETS:
        if not (fewest and (game, variant) in variants):
            utility = tree.UTILITIES[len(found) % 2]
            found.append(f"saleroom_{game}(variant={variant},seats={seats},utility={utility})")
            variants.add((game, variant))
    return found


def walk(game: Any, seed: int) -> Iterator[Any]:
    """The states of a random game, the last one included."""
    chance = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        yield state
        state.apply_action(chance.choice(state.legal_actions()))
    yield state


def first_choice(name: str) -> Any:
    """A state in which the first choice is to be made."""
    return next(s for s in walk(pyspiel.load_game(name), 1) if not s.is_chance_node())


# -- OpenSpiel's own tests -----------------------------------------------------------------------


@pytest.mark.parametrize("name", every_game(fewest=True))
def test_openspiel_simulates_copies_and_serialises_random_games(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


api_test.TOTAL_NUM_STATES[MICRO] = (86, 4296, 1152)  # draws, choices, ends
api_test.PERFECT_RECALL_NUM_STATES[MICRO] = 1044


@pytest.mark.slow
class TestTheWholeTreeOfMicroDutch(api_test.EnforceAPIOnFullTreeBase):  # type: ignore[misc]
    """Sealed decisions of one choice each: this test wants all ways to a node equally long."""

    game_name = MICRO
    game = pyspiel.load_game("saleroom_dutch", {"variant": MICRO})


def partly(game: str) -> type:
    return type(
        f"TestAPartOfTheTreeOf{game.title()}",
        (api_test.EnforceAPIOnPartialTreeBase,),
        {"game_name": game, "game": pyspiel.load_game(f"saleroom_{game}")},
    )


for _game in catalogue.games():
    globals()[f"TestAPartOfTheTreeOf{_game.title()}"] = partly(_game)


# -- states --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", every_game())
def test_actions_are_choice_codes_and_returns_come_from_the_scores(name: str) -> None:
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    position = game.rules.begin()
    chance = random.Random(5)
    while not position.over:
        if position.wants:
            assert state.is_chance_node()
            outcomes = dict(state.chance_outcomes())
            assert sum(outcomes.values()) == pytest.approx(1)
            action = chance.choice(list(outcomes))
            position.draw(action)
        else:
            seat = choices(position.movers)[0]
            assert state.current_player() == seat
            assert state.legal_actions() == choices(position.menu(seat))
            assert state.returns() == [0.0] * game.num_players()
            action = chance.choice(state.legal_actions())
            position.step(seat, action)
        state.apply_action(action)
    assert state.is_terminal()
    assert state.returns() == tree.utilities(position, game.utility)
    assert sum(state.returns()) == pytest.approx(0)


def test_a_margin_is_the_score_less_the_mean_of_the_others() -> None:
    game = pyspiel.load_game("saleroom_pennies(seats=3)")
    *_, state = walk(game, 3)
    a, b, c = state.position.scores()
    assert state.returns() == [a - (b + c) / 2, b - (a + c) / 2, c - (a + b) / 2]


def test_a_shared_win_is_worth_an_equal_share_to_the_winners() -> None:
    game = pyspiel.load_game("saleroom_pennies(variant=tiny,utility=win)")
    ends = [state for seed in range(200) for state in walk(game, seed) if state.is_terminal()]
    returns = {tuple(choices(s.position.winners())): tuple(s.returns()) for s in ends}
    assert returns == {(0,): (0.5, -0.5), (1,): (-0.5, 0.5), (0, 1): (0.0, 0.0)}


class Worn(PenniesRules):
    """Pennies with coins so worn that nobody can read them."""

    def outcome(self, pile: int, outcome: int) -> str:
        return "odd" if outcome % 2 else "even"


def test_alike_outcomes_of_a_draw_are_one_outcome_with_the_chance_of_all() -> None:
    rules = Worn(catalogue.load("pennies", "tiny").table, 2)
    position = rules.begin()
    position.draw(0)
    assert tree.outcomes(rules, position) == {"odd": (1, 3), "even": (2, 2)}


def test_what_is_not_in_the_menu_is_refused_and_changes_nothing() -> None:
    state = first_choice("saleroom_dutch")
    seat, before = state.current_player(), str(state)
    outside = next(code for code in range(62) if code not in state.legal_actions())
    with pytest.raises(ValueError, match=r"\w+ .*\."):
        state.apply_action(outside)
    assert (state.current_player(), str(state)) == (seat, before)


def test_what_cannot_be_drawn_is_refused() -> None:
    state = pyspiel.load_game("saleroom_pennies(variant=tiny)").new_initial_state()
    with pytest.raises(ValueError, match="possible: "):
        state.apply_action(17)


def test_a_clone_goes_its_own_way() -> None:
    for state in walk(pyspiel.load_game("saleroom_dutch"), 2):
        before = str(state)
        for action in state.legal_actions()[:1]:
            copy = state.clone()
            copy.apply_action(action)
            assert str(state) == before != str(copy)


@pytest.mark.parametrize("variant", ["offering", MICRO])
def test_a_pickled_state_plays_on_alike(variant: str) -> None:
    game = pyspiel.load_game("saleroom_dutch", {"variant": variant})
    states = [state.clone() for state in walk(game, 4)]
    middle = states[len(states) // 2]
    copy = pickle.loads(pickle.dumps(middle))
    for action in states[-1].history()[len(middle.history()) :]:
        copy.apply_action(action)
    assert str(copy) == str(states[-1])
    assert copy.returns() == states[-1].returns()


def test_a_wrong_utility_or_variant_is_refused_with_what_is_possible() -> None:
    with pytest.raises(ValueError, match="possible: margin, win"):
        pyspiel.load_game("saleroom_dutch(utility=points)")
    with pytest.raises(ValueError, match="Possible: standard, offering"):
        pyspiel.load_game("saleroom_dutch(variant=none_such)")


def test_python_ends_in_peace_after_the_import() -> None:
    code = "import pyspiel, saleroom.adapters.openspiel; pyspiel.load_game('saleroom_pennies')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


# -- what a seat sees and remembers --------------------------------------------------------------


@pytest.mark.parametrize("name", ["saleroom_pennies", "saleroom_dutch(variant=offering)"])
def test_information_states_are_equal_exactly_when_all_that_was_seen_is(name: str) -> None:
    strings: dict[tuple[int, int], str] = {}
    for seed in range(2):
        for state in walk(pyspiel.load_game(name), seed):
            for seat in range(2):
                key = (seat, state.position.seen(seat))
                assert strings.setdefault(key, state.information_state_string(seat)) == (
                    state.information_state_string(seat)
                )
    assert len(set(strings.values())) == len(strings)


@pytest.mark.parametrize("name", every_game())
def test_resampling_keeps_all_the_seat_knows_and_who_is_to_move(name: str) -> None:
    sampler = random.Random(8).random
    for number, state in enumerate(walk(pyspiel.load_game(name), 6)):
        if state.is_chance_node() or state.is_terminal() or (number > 20 and number % 31):
            continue
        seat = state.current_player()
        world = state.resample_from_infostate(seat, sampler)
        assert world.current_player() == seat
        assert world.legal_actions() == state.legal_actions()
        assert world.information_state_string(seat) == state.information_state_string(seat)
        assert world.information_state_tensor(seat) == state.information_state_tensor(seat)
        assert world.observation_string(seat) == state.observation_string(seat)
        while not world.is_terminal():  # and it can be played to the end
            world.apply_action(world.legal_actions()[-1])


def test_an_imagined_world_says_that_it_cannot_be_written_down() -> None:
    state = first_choice("saleroom_pennies")
    world = state.resample_from_infostate(0, random.Random(0).random)
    with pytest.raises(ValueError, match="no history"):
        world.serialize()


def test_the_search_of_openspiel_finds_a_choice() -> None:
    game = pyspiel.load_game("saleroom_pennies(variant=tiny)")
    bot = ismcts.ISMCTSBot(
        game=game,
        uct_c=10,
        max_simulations=20,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(3)),
        random_state=np.random.RandomState(4),
    )
    for state in walk(game, 9):
        if not (state.is_chance_node() or state.is_terminal()):
            assert bot.step(state) in state.legal_actions()


def test_an_observation_is_the_view_in_words_and_in_numbers() -> None:
    rules = catalogue.load("dutch", "standard")
    game = pyspiel.load_game("saleroom_dutch")
    observer = game.make_py_observer()
    assert game.observation_tensor_size() == len(observer.tensor) == sight.size(rules)
    assert game.information_state_tensor_size() == sight.size(rules) + 62

    position = rules.begin()
    deal(position, Dice(7))
    state = game.new_initial_state()
    state.held.position = position
    assert json.loads(state.observation_string(1)) == json.loads(json.dumps(position.view(1)))
    observer.set_from(state, 1)
    vector = np.zeros(sight.size(rules), np.float32)
    sight.fill(vector, position, 1, [])
    assert np.array_equal(observer.tensor, vector)
    assert state.observation_tensor(1) == list(vector)
    assert list(observer.dict["seat"]) == [0, 1]
    key = position.seen(1)
    assert state.information_state_tensor(1) == [*vector, *(key >> bit & 1 for bit in range(62))]


def test_an_observation_shows_the_open_path() -> None:
    game = pyspiel.load_game("saleroom_dutch")
    observer = game.make_py_observer()
    paths = 0
    for state in walk(game, 3):
        if state.is_chance_node() or state.is_terminal():
            continue
        seat = state.current_player()
        observer.set_from(state, seat)
        assert list(np.flatnonzero(observer.dict["path"])) == sorted(state.held.paths[seat])
        paths += len(state.held.paths[seat]) > 1
    assert paths


def test_spectators_see_nothing_private_and_nobody_sees_all() -> None:
    game = pyspiel.load_game("saleroom_pennies")
    kind = pyspiel.IIGObservationType
    public = game.make_py_observer(kind(False, True, pyspiel.PrivateInfoType.NONE))
    private = game.make_py_observer(kind(False, False, pyspiel.PrivateInfoType.SINGLE_PLAYER))
    state = first_choice("saleroom_pennies")
    assert json.loads(public.string_from(state, 0)) == state.position.view(None)
    public.set_from(state, 0)
    seen = np.zeros(len(public.tensor), np.float32)
    sight.fill(seen, state.position, None, [])
    assert np.array_equal(public.tensor, seen)
    assert not public.dict["seat"].any()
    assert not public.dict["menu"].any()
    assert set(json.loads(private.string_from(state, 0))) == {"purse.0"}
    with pytest.raises(ValueError, match="Nobody sees the secrets of all seats"):
        game.make_py_observer(kind(False, True, pyspiel.PrivateInfoType.ALL_PLAYERS))
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"size": 3})
