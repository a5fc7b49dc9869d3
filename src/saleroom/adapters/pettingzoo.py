"""Every rule set as an environment of PettingZoo, in which agents act one after another (AEC):

    from saleroom.adapters.pettingzoo import env
    table = env("dutch", variant="offering", utility="win")

An agent is a seat, `seat_0` and so on. An action is a choice code: a decision of several choices is
several actions of one agent. Seats that decide at the same time are asked one after another, and
none sees what the others chose. Menus with one entry are asked like all others.

An observation is {"observation": the vector of `sight`, "action_mask": the menu}, in the style of
PettingZoo's own card games. Rewards are zero until the end, where they are those of
`tree.utilities` ("margin" or "win"); their sum is zero. A seed decides all draws; a reset without
one goes on with the chance of the game before. What is not in the menu is refused with a sentence,
and nothing has changed.
"""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from saleroom import catalogue
from saleroom.adapters import sight, tree
from saleroom.games.bits import Dice, choices
from saleroom.games.core import Position, deal
from saleroom.records import default_name, picture


def env(game: str, **parameters: Any) -> Any:
    """The environment as agents should have it: whoever acts before a reset is told so."""
    return OrderEnforcingWrapper(raw_env(game, **parameters))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  # the name that PettingZoo asks for
    """A rule set, as PettingZoo sees it."""

    position: Position

    def __init__(
        self,
        game: str,
        *,
        variant: str | None = None,
        seats: int | None = None,
        utility: str = "margin",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        tree.must_be_utility(utility)
        if render_mode not in (None, "ansi", "human"):
            raise ValueError(f"There is no render mode {render_mode!r}; possible: ansi, human.")
        self.rules = rules = catalogue.load(game, variant, seats)
        self.metadata = {
            "name": f"saleroom_{rules.game}_{rules.variant}_v{rules.version}",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        self.utility = utility
        self.render_mode = render_mode
        self.dice = Dice(secrets.randbits(62))
        self.possible_agents = [f"seat_{seat}" for seat in range(rules.seats)]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        most = sight.MOST
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-most, most, (sight.size(rules),), np.float32),
                    "action_mask": spaces.Box(0, 1, (rules.choices,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(rules.choices) for agent in self.seats}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    # -- a game --------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self.dice = Dice(int(seed))
        self.position = self.rules.begin()
        deal(self.position, self.dice)
        self.agents = list(self.possible_agents)
        self.paths: dict[str, list[int]] = {agent: [] for agent in self.agents}
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask_next()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} must choose; None is for agents whose game is over.")
        code = int(action)
        complete = self.position.choose(self.seats[agent], code)
        self.paths[agent] = [] if complete else [*self.paths[agent], code]
        deal(self.position, self.dice)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._ask_next()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _ask_next(self) -> None:
        """The lowest seat that owes a choice; at the end all agents, to hear how it ended."""
        if not self.position.over:
            self.agent_selection = self.possible_agents[tree.seat_to_move(self.position)]
            return
        worth = tree.utilities(self.position, self.utility)
        self.rewards = {agent: worth[self.seats[agent]] for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    # -- what is seen --------------------------------------------------------------------------

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.seats[agent]
        vector = np.zeros(sight.size(self.rules), np.float32)
        sight.fill(vector, self.position, seat, self.paths[agent])
        mask = np.zeros(self.rules.choices, np.int8)
        mask[choices(self.position.menu(seat))] = 1
        return {"observation": vector, "action_mask": mask}

    def render(self) -> str | None:
        """The table as a spectator sees it, in plain text."""
        if self.render_mode is None:
            return None
        names = [default_name(seat) for seat in range(self.rules.seats)]
        told = picture.table(self.position.view(None), names)
        if self.render_mode == "ansi":
            return told
        print(told)
        return None

    def close(self) -> None:
        """There is nothing to let go of."""
