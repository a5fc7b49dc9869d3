"""Every rule set as a game of OpenSpiel: `import saleroom.adapters.openspiel`, then

    pyspiel.load_game("saleroom_dutch", {"variant": "offering", "utility": "win"})

Parameters: `variant` (a name, or the path of a .toml file), `seats` (0: as the variant says) and
`utility` ("margin" or "win", see `tree.utilities`; the sum is zero). An action is a choice code;
the order of moves is that of `tree`, and menus with one entry are asked like all others.

information state   string: the seat and its key, equal exactly when `Position.seen` is;
                    tensor: the observation and the 62 bits of the key
observation         string: the view as JSON; tensor: see `sight`
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyspiel

from saleroom import catalogue
from saleroom.adapters import sight, tree
from saleroom.games.bits import Dice, choices, place
from saleroom.games.core import Position, Rules

KEY_BITS = 62
LONGEST = 10_000  # choices in a game: a bound that OpenSpiel asks for, and no game comes near


# -- the game ------------------------------------------------------------------------------------


class SaleroomGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A rule set, as OpenSpiel sees it; each game has a class of its own."""

    game: str
    kind: Any

    def __init__(self, params: dict[str, Any]) -> None:
        self.named = (self.game, params.get("variant"), params.get("seats") or None)
        self.rules = rules = catalogue.load(*self.named)
        self.utility = params.get("utility", "margin")
        tree.must_be_utility(self.utility)
        most = tree.most(rules, self.utility)
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.choices,
            max_chance_outcomes=62,
            num_players=rules.seats,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.kind, info, params)

    def new_initial_state(self) -> SaleroomState:
        return SaleroomState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise ValueError(f"Observations have no parameters, and these were given: {params}.")
        return Observer(
            self.rules, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        )


# -- the state -----------------------------------------------------------------------------------


class _Held:
    """A position that can be copied and pickled: OpenSpiel does both to all a state holds."""

    def __init__(self, named: tuple[Any, ...], position: Position) -> None:
        position.remembers = True
        self.named = named
        self.position = position
        self.moves: list[int] | None = []  # all so far; None for an imagined world without a past
        self.paths: list[list[int]] = [[] for _ in range(position.rules.seats)]  # open decisions

    def __deepcopy__(self, memo: object) -> _Held:
        copy = _Held(self.named, self.position.clone())
        copy.moves = None if self.moves is None else self.moves.copy()
        copy.paths = [path.copy() for path in self.paths]
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        if self.moves is None:
            raise ValueError("An imagined world has no history, so it cannot be written down.")
        return _replayed, (self.named, self.moves)

    def apply(self, move: int) -> None:
        position = self.position
        if position.wants:
            if not 0 <= move < 62 or not position.wants >> move & 1:
                raise ValueError(f"{move} cannot be drawn; possible: {choices(position.wants)}.")
            position.draw(move)
        else:
            seat = tree.seat_to_move(position)
            is_complete = position.choose(seat, move)
            self.paths[seat] = [] if is_complete else [*self.paths[seat], move]
        if self.moves is not None:
            self.moves.append(move)


def _replayed(named: tuple[Any, ...], moves: list[int]) -> _Held:
    held = _Held(named, catalogue.load(*named).begin())
    for move in moves:
        held.apply(move)
    return held


class SaleroomState(pyspiel.State):  # type: ignore[misc]
    """A position, as OpenSpiel sees it."""

    def __init__(self, game: SaleroomGame) -> None:
        super().__init__(game)
        self.held = _Held(game.named, game.rules.begin())

    @property
    def position(self) -> Position:
        return self.held.position

    def current_player(self) -> int:
        position = self.position
        if position.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if position.wants:
            return int(pyspiel.PlayerId.CHANCE)
        return tree.seat_to_move(position)

    def is_terminal(self) -> bool:
        return self.position.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        found = tree.outcomes(self.get_game().rules, self.position).values()
        total = sum(alike for _, alike in found)
        return sorted((outcome, alike / total) for outcome, alike in found)

    def _legal_actions(self, player: int) -> list[int]:
        return choices(self.position.menu(player))

    def _apply_action(self, action: int) -> None:
        self.held.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            pile = self.position.pending().pile
            rules = self.get_game().rules
            return f"{rules.piles[pile]}: {rules.outcome(pile, action)}"
        return self.position.word(player, action)

    def returns(self) -> list[float]:
        game = self.get_game()
        if not self.position.over:
            return [0.0] * game.num_players()
        return tree.utilities(self.position, game.utility)

    def resample_from_infostate(self, player: int, probability_sampler: Any) -> SaleroomState:
        """A world that this seat cannot tell from the true one, with the same seat to move."""
        dice = Dice(int(probability_sampler() * 2**53))
        true = self.position
        world = true.sample(player, dice)
        # There nobody else has sealed anything yet; who has, here, chooses anew at random.
        for seat in choices(world.movers & ~true.movers):
            while world.movers >> seat & 1:
                world.step(seat, place(dice.member(world.menu(seat))))
        state: SaleroomState = self.get_game().new_initial_state()
        state.held = _Held(self.held.named, world)
        state.held.moves = None
        state.held.paths[player] = self.held.paths[player].copy()
        return state

    def __str__(self) -> str:
        return f"{self.history_str()}\n{json.dumps(self.position.view(None))}"


# -- observations --------------------------------------------------------------------------------


class Observer:
    """What a seat sees, or all it remembers, as a tensor and as a string.

    The tensor is the vector of `sight`, and with perfect recall the bits of `Position.seen`; `dict`
    has its pieces by name: seat, menu, path, facts, key.
    """

    def __init__(self, rules: Rules, kind: Any) -> None:
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("Nobody sees the secrets of all seats; ask for one seat or for none.")
        self.is_public = kind.public_info
        self.is_private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.remembers = kind.perfect_recall and self.is_public and self.is_private
        pieces = sight.pieces(rules)
        if self.remembers:
            pieces["key"] = slice(sight.size(rules), sight.size(rules) + KEY_BITS)
        self.tensor = np.zeros(max(piece.stop for piece in pieces.values()), np.float32)
        self.dict = {name: self.tensor[piece] for name, piece in pieces.items()}

    def set_from(self, state: SaleroomState, player: int) -> None:
        viewer = player if self.is_private else None
        sight.fill(self.tensor, state.position, viewer, state.held.paths[player])
        if self.remembers:
            key = state.position.seen(player)
            self.dict["key"][:] = [key >> bit & 1 for bit in range(KEY_BITS)]

    def string_from(self, state: SaleroomState, player: int) -> str:
        position = state.position
        if self.remembers:
            return f"{player}:{position.seen(player):016x}"
        if not self.is_private:
            return json.dumps(position.view(None))
        view = position.view(player)
        if self.is_public:
            return json.dumps(view)
        all_see = {zone["id"] for zone in _zones(position.view(None)) if zone["cards"] is not None}
        own = {z["id"]: z["cards"] for z in _zones(view) if z["cards"] and z["id"] not in all_see}
        return json.dumps(own) if own else ""


def _zones(view: dict[str, Any]) -> list[dict[str, Any]]:
    return list(view["zones"])


# -- registration: one OpenSpiel game for each game of the catalogue -------------------------------


def _register(game: str) -> None:
    tables = [catalogue.load(game, variant).table for variant in catalogue.variants(game)]
    seats = [number for table in tables for number in table["seats"]]  # type: ignore[attr-defined]
    kind = pyspiel.GameType(
        short_name=f"saleroom_{game}",
        long_name=f"Saleroom: {game}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={
            "variant": catalogue.variants(game)[0],
            "seats": 0,
            "utility": "margin",
        },
    )
    # A class: OpenSpiel lets go of it when Python is gone already, and a function would crash then.
    made = type(f"{game.title()}Game", (SaleroomGame,), {"game": game, "kind": kind})
    pyspiel.register_game(kind, made)


for _name in catalogue.games():
    _register(_name)
