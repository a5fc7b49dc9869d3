"""How fast the engine is: both builds, and OpenSpiel beside them, in one run.

    python benchmarks/engine.py [--quick] [--json FILE]

The installed package is measured here, the tree (never compiled) by a second process; every figure
is a median over rounds in which all that is compared takes its turn, in CPU time of one core.
A decision is a menu with two or more entries, here and there; forced moves and draws take time but
are not counted. `docs/speed.md` says what is measured and why.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator
from importlib.metadata import version
from itertools import islice, repeat
from pathlib import Path
from time import process_time
from typing import Any

import pyspiel
from rich.console import Console
from rich.table import Table

from saleroom import catalogue
from saleroom.bots.search import Search
from saleroom.games.bits import Dice, choices, compiled, place
from saleroom.games.core import Position, Rules, deal, playout

ROOT = Path(__file__).resolve().parents[1]
PEERS = ("dou_dizhu", "hearts", "oh_hell", "goofspiel")
SEARCHED = "oh_hell"  # the peer that OpenSpiel's own search is measured with
Reading = tuple[float, float]  # so many things were done, in so many seconds
console = Console()
if not (console.is_terminal or "COLUMNS" in os.environ):
    console.width = 140  # a file has room


# -- our own rule sets ---------------------------------------------------------------------------


def rule_sets() -> Iterator[Rules]:
    """Every shipped variant of every game that is installed."""
    for game in catalogue.games():
        for variant in catalogue.variants(game):
            yield catalogue.load(game, variant)


def until(seconds: float, work: Callable[[], float]) -> Reading:
    """Do the work again and again, until the time is up."""
    done, start = 0.0, process_time()
    while True:
        done += work()
        if (took := process_time() - start) >= seconds:
            return done, took


def begun(rules: Rules, *, remembers: bool, events: bool = False) -> Position:
    position = rules.begin()
    position.remembers = remembers
    position.events = [] if events else None
    return position


def playouts(rules: Rules, seconds: float, dice: Dice, **how: bool) -> Reading:
    """Decisions in random games that are played inside the engine."""
    return until(seconds, lambda: sum(playout(begun(rules, **how), dice) for _ in range(10)))


def stepped(rules: Rules, seconds: float, dice: Dice) -> Reading:
    """Decisions in random games of which each choice is made here, in Python."""
    chance = random.Random(1).random
    lowest = [0] + [place(seats & -seats) for seats in range(1, 1 << rules.seats)]

    def game() -> int:
        position, decisions = begun(rules, remembers=False), 0
        while True:
            movers = position.movers
            if not movers:
                if position.over:
                    return decisions
                deal(position, dice)
                continue
            seat = lowest[movers]
            codes = choices(position.menu(seat))
            if len(codes) > 1:
                decisions += 1
                position.step(seat, codes[int(chance() * len(codes))])
            else:
                position.step(seat, codes[0])

    return until(seconds, game)


def moments(rules: Rules, number: int = 200) -> list[tuple[Position, int]]:
    """Positions along random games, each with a seat that has a decision to make."""
    dice, found = Dice(3), []
    while len(found) < number:
        position = begun(rules, remembers=True)
        while not position.over:
            if position.wants:
                deal(position, dice)
                continue
            codes = choices(position.movers)
            seat = codes[dice.below(len(codes))]
            menu = choices(position.menu(seat))
            if len(menu) > 1 and dice.below(8) == 0:
                found.append((position.clone(), seat))
            position.step(seat, menu[dice.below(len(menu))])
    return found[:number]


def calls(seconds: float, method: Callable[..., object], *columns: list[Any]) -> Reading:
    """Calls of a method from Python, with the crossing of the border and the tightest loop."""

    def work() -> float:
        deque(map(method, *columns), maxlen=0)
        return len(columns[0])

    return until(seconds, work)


def searched(rules: Rules, seconds: float, *, guided: bool) -> Reading:
    """Simulations of a search, in the first decision of games."""
    dice, search = Dice(5), Search(100, guided=guided)

    def work() -> float:
        position = begun(rules, remembers=True)
        while True:
            deal(position, dice)
            seat = choices(position.movers)[0]
            menu = choices(position.menu(seat))
            if len(menu) > 1:
                tried = search.consider(position.sample(seat, dice), seat, dice)
                return sum(option.tries for option in tried)
            position.step(seat, menu[0])

    return until(seconds, work)


def drawn(rules: Rules, seconds: float, dice: Dice) -> Reading:
    """Draws of the first deal, without the making of the position."""

    def dealt() -> float:
        position, draws = begun(rules, remembers=False), 0
        while position.wants:
            position.draw(choices(position.wants)[0])
            draws += 1
        return draws

    draws = dealt()

    def work() -> float:
        deal(begun(rules, remembers=False), dice)
        return draws

    done, took = until(seconds, work)
    made, idle = until(seconds / 4, lambda: bool(begun(rules, remembers=False)))
    return done, max(took - done / draws * idle / made, took / 10)


def contents(rules: Rules) -> dict[str, float]:
    """What a random game consists of, on average."""
    draws = decisions = forced = 0
    dice, games = Dice(11), 100
    for _ in range(games):
        position = begun(rules, remembers=False)
        while not position.over:
            if position.wants:
                draws += 1
                wants = choices(position.wants)
                position.draw(wants[dice.below(len(wants))])
                continue
            seat = choices(position.movers)[0]
            menu = choices(position.menu(seat))
            decisions += len(menu) > 1
            forced += len(menu) == 1
            position.step(seat, menu[dice.below(len(menu))])
    return {"decisions": decisions / games, "forced": forced / games, "draws": draws / games}


def measure(rules: Rules, what: str, seconds: float) -> Reading:
    """One reading of one rule set."""
    dice = Dice(1)
    if what == "memory off":
        return playouts(rules, seconds, dice, remembers=False)
    if what == "memory on":
        return playouts(rules, seconds, dice, remembers=True)
    if what == "events on":
        return playouts(rules, seconds, dice, remembers=False, events=True)
    if what == "stepped":
        return stepped(rules, seconds, dice)
    if what == "draw":
        return drawn(rules, seconds, dice)
    if what in ("search", "guided"):
        return searched(rules, seconds, guided=what == "guided")
    found = moments(rules)
    positions, seats = [p for p, _ in found], [s for _, s in found]
    kind = type(positions[0])
    if what == "clone":
        return calls(seconds, kind.clone, positions)
    if what == "reset_to":
        return calls(seconds, positions[0].clone().reset_to, positions)
    if what == "menu":
        return calls(seconds, kind.menu, positions, seats)
    if what == "seen":
        return calls(seconds, kind.seen, positions, seats)
    if what == "view":
        return calls(seconds, kind.view, positions, seats)
    assert what == "sample", what
    return calls(seconds, kind.sample, positions, seats, list(repeat(dice, len(positions))))


LABELS = {
    "memory off": "inside, memory off",
    "memory on": "inside, memory on",
    "events on": "inside, events on",
    "stepped": "stepped from Python",
}
SEARCHES = {"search": "search, unguided", "guided": "search, guided by house"}
RATES = (*LABELS, *SEARCHES)
COSTS = ("clone", "reset_to", "menu", "seen", "view", "sample", "draw")


# -- OpenSpiel -----------------------------------------------------------------------------------


def peer_inside(game: Any, decisions: float, seconds: float) -> Reading:
    """Random bots of OpenSpiel, the whole game in C++."""
    bots = [pyspiel.make_uniform_random_bot(p, 7 + p) for p in range(game.num_players())]
    seeds = iter(range(10**9))

    def work() -> float:
        pyspiel.evaluate_bots(game.new_initial_state(), bots, next(seeds))
        return decisions

    return until(seconds, work)


def peer_stepped(game: Any, seconds: float) -> Reading:
    """The same from Python, with OpenSpiel's own sampler for chance."""
    chance = random.Random(1).random
    seats = range(game.num_players())

    def work() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_simultaneous_node():
                taken = []
                for seat in seats:
                    actions = state.legal_actions(seat)
                    decisions += len(actions) > 1
                    taken.append(actions[int(chance() * len(actions))])
                state.apply_actions(taken)
            elif state.is_chance_node():
                state.apply_action(pyspiel.sample_action(state.chance_outcomes(), chance())[0])
            else:
                actions = state.legal_actions()
                decisions += len(actions) > 1
                state.apply_action(actions[int(chance() * len(actions))])
        return decisions

    return until(seconds, work)


def peer_searched(game: Any, seconds: float) -> Reading:
    """Simulations of OpenSpiel's search in C++, in the first decision of games."""
    number, seeds, chance = 100, iter(range(10**9)), random.Random(1).random

    def work() -> float:
        state = game.new_initial_state()
        while state.is_chance_node() or len(state.legal_actions()) == 1:
            if state.is_chance_node():
                state.apply_action(pyspiel.sample_action(state.chance_outcomes(), chance())[0])
            else:
                state.apply_action(state.legal_actions()[0])
        evaluator = pyspiel.RandomRolloutEvaluator(1, next(seeds))
        pyspiel.ISMCTSBot(next(seeds), evaluator, 2.0, number).step(state)
        return number

    return until(seconds, work)


def peer_decisions(game: Any, games: int = 100) -> float:
    """Decisions in a game between the random bots, by replaying some of their games."""
    bots = [pyspiel.make_uniform_random_bot(p, 7 + p) for p in range(game.num_players())]
    decisions = 0
    for seed in range(games):
        played = game.new_initial_state()
        pyspiel.evaluate_bots(played, bots, seed)
        state, history = game.new_initial_state(), iter(played.full_history())
        while not state.is_terminal():
            if state.is_simultaneous_node():
                seats = range(game.num_players())
                decisions += sum(len(state.legal_actions(seat)) > 1 for seat in seats)
                state.apply_actions([item.action for item in islice(history, game.num_players())])
            else:
                decisions += not state.is_chance_node() and len(state.legal_actions()) > 1
                state.apply_action(next(history).action)
    return decisions / games


# -- the other build, in a process of its own ----------------------------------------------------


class OtherBuild:
    """The tree as it is, interpreted, answering the same questions."""

    def __init__(self) -> None:
        paths = [str(ROOT / "src"), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--serve"],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def measure(self, number: int, what: str, seconds: float) -> Reading:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps([number, what, seconds]), file=self.process.stdin, flush=True)
        done, took = json.loads(self.process.stdout.readline())
        return done, took

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def serve() -> None:
    """Answer readings, one a line, until the questions end."""
    if compiled():
        raise SystemExit("The second process is to see the tree, which is not compiled.")
    known = list(rule_sets())
    for line in sys.stdin:
        number, what, seconds = json.loads(line)
        print(json.dumps(measure(known[number], what, seconds)), flush=True)


# -- the run -------------------------------------------------------------------------------------


def run(rounds: int, seconds: float) -> dict[str, Any]:
    """All readings, taking turns, and their medians: things a second."""
    known = list(rule_sets())
    names = [f"{rules.game} {rules.variant}" for rules in known]
    peers = {name: pyspiel.load_game(name) for name in PEERS}
    peer_counts = {name: peer_decisions(game) for name, game in peers.items()}
    readings: dict[tuple[str, ...], list[float]] = {}

    def note(reading: Reading, *key: str) -> None:
        readings.setdefault(key, []).append(reading[0] / reading[1])

    other = OtherBuild()
    with console.status("") as status:
        for turn in range(rounds):
            for what in (*RATES, *COSTS):
                status.update(f"round {turn + 1} of {rounds}: {what}")
                for number, rules in enumerate(known):
                    note(measure(rules, what, seconds), names[number], what, "installed")
                    note(other.measure(number, what, seconds), names[number], what, "tree")
                if what in ("memory off", "memory on", "stepped"):
                    for name, game in peers.items():
                        if what == "stepped":
                            note(peer_stepped(game, seconds), name, "stepped")
                        else:
                            note(peer_inside(game, peer_counts[name], seconds), name, "inside")
                if what == "search":
                    note(peer_searched(peers[SEARCHED], seconds), SEARCHED, "search")
    other.close()
    medians = {key: statistics.median(values) for key, values in readings.items()}
    return {
        "versions": {
            "saleroom": version("saleroom"),
            "build": "compiled" if compiled() else "interpreted",
            "open_spiel": version("open_spiel"),
            "python": platform.python_version(),
            "machine": f"{platform.system()} {platform.machine()}",
        },
        "rounds": rounds,
        "seconds": seconds,
        "games": {n: contents(rules) for n, rules in zip(names, known, strict=True)},
        "peers": {
            name: {
                "decisions": peer_counts[name],
                "inside": medians[name, "inside"],
                "stepped": medians[name, "stepped"],
            }
            for name in PEERS
        },
        "peer search": {"game": SEARCHED, "simulations": medians[SEARCHED, "search"]},
        "rules": {
            name: {
                what: {build: medians[name, what, build] for build in ("installed", "tree")}
                for what in (*RATES, *COSTS)
            }
            for name in names
        },
    }


# -- the report ----------------------------------------------------------------------------------


def table(title: str, *columns: str) -> Table:
    made = Table(title=title, title_justify="left", title_style="bold")
    for number, column in enumerate(columns):
        made.add_column(column, justify="left" if number == 0 else "right")
    return made


def short(number: float) -> str:
    """Three digits that count: 1230000 is 1.23 M."""
    for unit, size in (("M", 1e6), ("k", 1e3), ("", 1.0)):
        if number >= size:
            return f"{number / size:.3g} {unit}".rstrip()
    return f"{number:.3g}"


def report(result: dict[str, Any]) -> list[Table]:
    return [
        contents_of_games(result),
        decisions_a_second(result),
        searches(result),
        costs_of_calls(result),
        costs_inside(result),
        beside_the_peers(result),
    ]


def ours(result: dict[str, Any]) -> str:
    return f"saleroom {result['versions']['saleroom']}, {result['versions']['build']}"


def theirs(result: dict[str, Any]) -> str:
    return f"OpenSpiel {result['versions']['open_spiel']}"


def games_a_second(result: dict[str, Any]) -> dict[str, float]:
    """Random games of each rule set, inside."""
    return {
        name: rates["memory off"]["installed"] / result["games"][name]["decisions"]
        for name, rates in result["rules"].items()
    }


def over_tree(result: dict[str, Any], what: str) -> Iterator[str]:
    """A rate of each rule set, and how many times faster than the tree that is."""
    for rates in result["rules"].values():
        here, there = rates[what]["installed"], rates[what]["tree"]
        yield f"{short(here)} ({here / there:.0f})"


def contents_of_games(result: dict[str, Any]) -> Table:
    made = table("A random game has, on average", "", *result["rules"])
    for what in ("decisions", "forced", "draws"):
        label = {"forced": "forced choices"}.get(what, what)
        made.add_row(label, *(f"{result['games'][name][what]:.1f}" for name in result["rules"]))
    return made


def decisions_a_second(result: dict[str, Any]) -> Table:
    title = f"Decisions a second: {ours(result)} (÷ tree, interpreted)"
    made = table(title, "", *result["rules"])
    for what, label in LABELS.items():
        made.add_row(label, *over_tree(result, what))
    made.add_row("inside: random games", *(short(r) for r in games_a_second(result).values()))
    return made


def searches(result: dict[str, Any]) -> Table:
    rules, games, peer = result["rules"], games_a_second(result), result["peer search"]
    title = f"Search from the first decision: {ours(result)} (÷ tree, interpreted)"
    made = table(title, "", *rules)
    for what, label in SEARCHES.items():
        made.add_row(f"{label}: simulations a second", *over_tree(result, what))
    for what, label in SEARCHES.items():
        made.add_row(
            f"{label}: simulations ÷ random games",
            *(f"{rates[what]['installed'] / games[name]:.2f}" for name, rates in rules.items()),
        )
    there = peer["simulations"] * result["peers"][peer["game"]]["decisions"]
    made.add_row(
        f"unguided: simulated decisions ÷ ISMCTSBot of {theirs(result)}, {peer['game']}",
        *(
            f"{rates['search']['installed'] * result['games'][name]['decisions'] / there:.1f}"
            for name, rates in rules.items()
        ),
    )
    return made


def costs_of_calls(result: dict[str, Any]) -> Table:
    title = f"A call from Python, µs (in decisions of that game): {ours(result)}"
    made = table(title, "", *result["rules"])
    for what in COSTS:
        made.add_row(
            what,
            *(
                f"{1e6 / rates[what]['installed']:.3g} "
                f"({rates['memory off']['installed'] / rates[what]['installed']:.2g})"
                for rates in result["rules"].values()
            ),
        )
    return made


def costs_inside(result: dict[str, Any]) -> Table:
    rules, games = result["rules"], games_a_second(result)
    made = table("What it costs inside: share of the time of a random game", "", *rules)
    for what in ("memory on", "events on"):
        made.add_row(
            what,
            *(
                f"{1 - rates[what]['installed'] / rates['memory off']['installed']:.0%}"
                for rates in rules.values()
            ),
        )
    made.add_row(
        "draws, at the price of the first deal",
        *(
            f"{result['games'][name]['draws'] / rates['draw']['installed'] * games[name]:.0%}"
            for name, rates in rules.items()
        ),
    )
    return made


def beside_the_peers(result: dict[str, Any]) -> Table:
    peers = result["peers"].values()
    made = table(f"Decisions a second: {ours(result)} ÷ {theirs(result)}", "", *result["peers"])
    for name, rates in result["rules"].items():
        for what, label in LABELS.items():
            if what != "events on":
                there = "stepped" if what == "stepped" else "inside"
                ratios = (rates[what]["installed"] / peer[there] for peer in peers)
                made.add_row(f"{name}, {label}", *(f"{ratio:.1f}" for ratio in ratios))
    made.add_section()
    for what, label in (
        ("inside", "inside, by its random bots in C++"),
        ("stepped", "stepped from Python"),
        ("decisions", "decisions in a game"),
    ):
        made.add_row(f"{theirs(result)}: {label}", *(short(peer[what]) for peer in peers))
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="one short round: only to see it run")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to a file")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        serve()
        return
    result = run(1, 0.02) if asked.quick else run(5, 0.25)
    versions = result["versions"]
    console.print(
        f"saleroom {versions['saleroom']} ({versions['build']}), Python {versions['python']}, "
        f"OpenSpiel {versions['open_spiel']}, {versions['machine']}; "
        f"median of {result['rounds']}, CPU time of one core. "
        "A decision is a menu with two or more entries, on both sides."
    )
    for made in report(result):
        console.print(made)
    if versions["build"] != "compiled":
        console.print("[bold red]The installed package is not compiled; these figures say little.")
    if asked.json:
        asked.json.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
