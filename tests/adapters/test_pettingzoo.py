"""Every rule set as an environment of PettingZoo: its own tests, and what ours promise beyond."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils import wrappers

from saleroom.adapters import sight, tree
from saleroom.adapters.pettingzoo import env
from saleroom.games.bits import Dice, choices
from saleroom.games.core import NotAllowed
from tests.adapters.every import RULE_SETS

# PettingZoo knows by name the environments whose observation is a dictionary with the mask in it,
# and warns of all others; and nobody has a legal action when the game is over.
IN_THEIR_STYLE = (
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
    r"ignore:Action mask numpy array is all zeros \(no legal actions\):UserWarning",
)

pytestmark = pytest.mark.once  # adapters see a game through its contract alone
every_rule_set = pytest.mark.parametrize(("game", "variant", "seats"), RULE_SETS)


def played(table: Any, seed: int) -> Iterator[str]:
    """Each agent that is to act in a random game, before it acts."""
    table.reset(seed=seed)
    chance = np.random.default_rng(seed)
    for agent in table.agent_iter():
        yield agent
        observation, _, is_over, _, _ = table.last()
        mask = observation["action_mask"]
        table.step(None if is_over else int(chance.choice(np.flatnonzero(mask))))


# -- PettingZoo's own tests ------------------------------------------------------------------------


@pytest.mark.filterwarnings(*IN_THEIR_STYLE)
@every_rule_set
def test_it_passes_the_api_test(game: str, variant: str, seats: int) -> None:
    api_test(env(game, variant=variant, seats=seats), num_cycles=12)


@pytest.mark.filterwarnings(*IN_THEIR_STYLE)
def test_it_passes_the_api_test_over_the_end_of_a_game() -> None:
    api_test(env("pennies", variant="tiny"), num_cycles=60)


@every_rule_set
def test_it_passes_the_seed_test(game: str, variant: str, seats: int) -> None:
    seed_test(lambda: env(game, variant=variant, seats=seats), num_cycles=8)


# -- what ours promise -----------------------------------------------------------------------------


@every_rule_set
def test_a_game_goes_as_the_engine_has_it(game: str, variant: str, seats: int) -> None:
    utility = tree.UTILITIES[seats % 2]
    table = env(game, variant=variant, seats=seats, utility=utility)
    heard = {}
    for agent in played(table, 11):
        position = table.unwrapped.position
        seat = table.possible_agents.index(agent)
        observation, reward, is_over, is_cut, _ = table.last()
        assert (is_over, is_cut) == (position.over, False)
        assert list(np.flatnonzero(observation["action_mask"])) == choices(position.menu(seat))
        if is_over:
            heard[seat] = reward
        else:
            assert seat == choices(position.movers)[0]
            assert reward == 0
    worth = tree.utilities(table.unwrapped.position, utility)
    assert heard == dict(enumerate(worth))
    assert sum(worth) == pytest.approx(0)
    assert table.agents == []


@pytest.mark.parametrize(("game", "variant"), [("colours", "matching"), ("pennies", "standard")])
def test_an_observation_is_the_same_in_every_world_the_seat_could_be_in(
    game: str, variant: str
) -> None:
    table = env(game, variant=variant)
    raw = table.unwrapped
    paths = 0
    for number, agent in enumerate(played(table, 4)):
        seat = table.possible_agents.index(agent)
        before, truth = table.observe(agent), raw.position
        raw.position = truth.sample(seat, Dice(number))
        imagined, raw.position = table.observe(agent), truth
        for key in ("observation", "action_mask"):
            assert np.array_equal(before[key], imagined[key])
        where = sight.pieces(raw.rules)
        path = before["observation"][where["path"]]
        assert list(np.flatnonzero(path)) == sorted(raw.paths[agent])
        paths += bool(path.any())
    assert paths


def test_seats_that_decide_at_the_same_time_do_not_see_each_other() -> None:
    """Whatever seat 0 seals, seat 1 observes the same when it is asked after it."""
    observed = set()
    table = env("dutch")
    for action in range(5):
        table.reset(seed=3)
        mask = table.observe("seat_0")["action_mask"]
        table.step(int(np.flatnonzero(mask)[action]))
        assert table.agent_selection == "seat_1"
        observed.add(table.observe("seat_1")["observation"].tobytes())
    assert len(observed) == 1


def test_what_is_not_in_the_menu_is_refused_and_changes_nothing() -> None:
    table = env("dutch")
    table.reset(seed=3)
    before = table.observe("seat_0")
    outside = int(np.flatnonzero(before["action_mask"] == 0)[0])
    with pytest.raises(NotAllowed, match=r"is not in your hand \(D7\)"):
        table.step(outside)
    with pytest.raises(ValueError, match="seat_0 must choose"):
        table.step(None)
    assert table.agent_selection == "seat_0"
    assert np.array_equal(table.observe("seat_0")["observation"], before["observation"])


def test_who_wants_illegal_choices_to_lose_wraps_it() -> None:
    table = wrappers.TerminateIllegalWrapper(env("pennies"), illegal_reward=-1)
    table.reset(seed=3)
    outside = int(np.flatnonzero(table.observe("seat_0")["action_mask"] == 0)[0])
    table.step(outside)
    assert all(table.terminations.values())


def test_a_reset_without_a_seed_goes_on_with_the_same_chance() -> None:
    one, other = env("pennies"), env("pennies")
    told = []
    for table in (one, other):
        table.reset(seed=5)
        first = table.observe("seat_0")["observation"].tobytes()
        table.reset()
        told.append((first, table.observe("seat_0")["observation"].tobytes()))
    assert told[0] == told[1]
    assert told[0][0] != told[0][1]


def test_the_table_is_shown_as_a_spectator_sees_it(capsys: pytest.CaptureFixture[str]) -> None:
    table = env("pennies", variant="tiny", render_mode="ansi")
    table.reset(seed=5)
    shown = table.render()
    assert shown.startswith("pennies tiny, round 1, bid\n")
    assert "purse   2 unseen" in shown
    table = env("pennies", variant="tiny", render_mode="human")
    table.reset(seed=5)
    table.step(int(np.flatnonzero(table.observe("seat_0")["action_mask"])[0]))
    assert capsys.readouterr().out.startswith("pennies tiny, round 1, bid\n")


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"variant": "none_such"}, "Possible: standard"),
        ({"seats": 9}, "is for 2 or 3 seats, not for 9"),
        ({"utility": "points"}, "possible: margin, win"),
        ({"render_mode": "rgb"}, "possible: ansi, human"),
    ],
)
def test_what_is_not_there_is_said_with_what_is_possible(wrong: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        env("pennies", **wrong)
