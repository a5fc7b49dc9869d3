"""Small games as trees, and solved: a second opinion about what each seat can know."""

from collections import Counter
from pathlib import Path

import pyspiel
import pytest
from click.testing import CliRunner

from pennies.position import Pennies
from pennies.rules import PenniesRules
from saleroom import catalogue
from saleroom.adapters import efg, exploit, openspiel, solve  # noqa: F401  (openspiel registers the games)
from saleroom.bots import bot
from saleroom.games.bits import choices
from saleroom.games.core import Rules

pytestmark = pytest.mark.once  # adapters see a game through its contract alone
TINY = str(Path(__file__).parents[2] / "examples" / "solving" / "tiny.toml")
MICRO = str(Path(__file__).with_name("micro.toml"))


def loaded(rules: Rules, utility: str) -> pyspiel.Game:
    return pyspiel.load_efg_game("\n".join([*efg.lines(rules, utility), ""]))


def test_a_tree_has_a_line_for_each_draw_choice_and_end() -> None:
    head, *nodes = efg.lines(catalogue.load("pennies", "tiny"))
    assert head == 'EFG 2 R "pennies tiny, margin" { "seat 0" "seat 1" } ""'
    assert nodes[0] == 'c "" 1 "" { "1" 1/6 "2" 1/6 "3" 1/6 "4" 1/6 "5" 1/6 "6" 1/6 } 0'
    assert next(node for node in nodes if node[0] == "p").endswith(
        '{ "0 pocket 1" "1 pocket 2" } 0'
    )
    kinds = Counter(node[0] for node in nodes)
    assert kinds["c"] == 1 + 6 + 6 * 5 + 6 * 5 * 4 + 6 * 5 * 4 * 3
    assert nodes[-1].startswith(f't "" {kinds["t"]} ')


def test_a_tree_that_nobody_could_use_is_refused() -> None:
    with pytest.raises(efg.TooLarge, match="dutch standard has more than 1,000 nodes"):
        list(efg.lines(catalogue.load("dutch"), most=1000))


class Forgetful(Pennies):
    """Has perfect rules and no memory at all."""

    def seen(self, seat: int) -> int:
        return 0


class ForgetfulRules(PenniesRules):
    def begin(self) -> Pennies:
        return Forgetful(self)


def test_a_game_whose_seats_forget_what_they_may_choose_is_found_out() -> None:
    table = catalogue.load("pennies", "tiny").table
    with pytest.raises(AssertionError, match=r"has seen the same .* and has two menus"):
        list(efg.lines(ForgetfulRules(table, 2)))


@pytest.mark.slow
def test_the_tree_and_the_stepped_game_are_the_same_game() -> None:
    tree = loaded(catalogue.load("dutch", MICRO), "win")
    stepped = pyspiel.load_game("saleroom_dutch", {"variant": MICRO, "utility": "win"})
    found = []
    for game in (tree, stepped):
        solver = pyspiel.CFRPlusSolver(game)
        for _ in range(2):
            solver.evaluate_and_update_policy()
        policy = solver.tabular_average_policy()
        found.append((len(policy.policy_table()), pyspiel.exploitability(game, policy)))
    (sets, exploitability), (stepped_sets, stepped_exploitability) = found
    assert sets == stepped_sets
    assert exploitability == pytest.approx(stepped_exploitability, abs=1e-9)
    assert exploitability > 0


@pytest.mark.slow
def test_tiny_dutch_is_solved_in_seconds() -> None:
    found = solve.solve(catalogue.load("dutch", TINY))
    assert (found.nodes, found.sets, found.span) == (65_141, 9_500, 46)
    assert found.iterations <= 20
    assert 0 <= found.exploitability < 0.01 * found.span
    assert found.value == pytest.approx(1.69, abs=0.01 * found.span)  # seat 0 wins ties (D20)


@pytest.mark.slow
def test_the_commands_write_and_solve() -> None:
    written = CliRunner().invoke(efg.main, ["dutch", "--variant", MICRO])
    assert written.exit_code == 0
    assert written.output.splitlines() == list(efg.lines(catalogue.load("dutch", MICRO)))
    solved = CliRunner().invoke(solve.main, ["dutch", "--variant", MICRO])
    assert solved.exit_code == 0
    assert "% of the range" in solved.output


# -- exploitability -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def micro() -> exploit.Tree:
    return exploit.Tree(catalogue.load("dutch", MICRO), "win")


def test_a_bot_is_asked_at_every_information_set_and_the_chances_are_those_of_its_answers(
    micro: exploit.Tree,
) -> None:
    solver = pyspiel.CFRPlusSolver(micro.game)
    assert set(micro.moments) == set(solver.tabular_average_policy().policy_table())
    for moment in micro.moments.values():
        assert list(moment.actions) == choices(moment.position.menu(moment.seat))
        answers = exploit.answers(moment, bot("random"), times=3)
        assert sum(chance for _, chance in answers) == pytest.approx(1)


def test_what_a_solution_loses_to_a_perfect_rival_is_what_the_solver_says(
    micro: exploit.Tree,
) -> None:
    uniform = {
        name: [(action, 1 / len(moment.actions)) for action in moment.actions.values()]
        for name, moment in micro.moments.items()
    }
    expected = pyspiel.exploitability(micro.game, pyspiel.TabularPolicy(uniform))
    assert micro.exploitability(bot("random"), times=200) == pytest.approx(expected, abs=0.02)


@pytest.mark.slow
def test_the_more_a_search_imagines_the_less_a_perfect_rival_gains(micro: exploit.Tree) -> None:
    little, much = (micro.exploitability(bot(f"search:{n}"), times=2) for n in (4, 1000))
    assert 0 <= much < little


def test_the_command_tells_what_a_perfect_rival_gains() -> None:
    told = CliRunner().invoke(
        exploit.main, ["dutch", "--variant", MICRO, "--bots", "random,house", "--times", "2"]
    )
    assert told.exit_code == 0
    assert [line.split()[0] for line in told.output.splitlines()] == ["random", "house"]


def test_a_bot_that_cannot_be_exploited_is_answered_with_a_sentence() -> None:
    unknown = CliRunner().invoke(exploit.main, ["dutch", "--variant", MICRO, "--bots", "chess"])
    assert (unknown.exit_code, "There is no bot 'chess'" in unknown.output) == (1, True)
    with pytest.raises(ValueError, match="two seats"):
        exploit.Tree(catalogue.load("pennies", seats=3))


@pytest.mark.parametrize("command", [efg.main, solve.main, exploit.main])
def test_a_misuse_of_the_commands_is_answered_with_a_sentence(command: object) -> None:
    answer = CliRunner().invoke(command, ["whist"])  # type: ignore[arg-type]
    assert answer.exit_code == 1
    assert answer.output.startswith("Error: There is no game 'whist'. Possible: ")


def test_only_games_for_two_seats_are_solved() -> None:
    with pytest.raises(ValueError, match="two seats"):
        solve.solve(catalogue.load("pennies", seats=3))
