"""Bots: what they are called, that they cannot peek, never err, and that thinking helps."""

import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from saleroom import catalogue
from saleroom.bots import bot
from saleroom.bots.levels import LEVELS, Easygoing
from saleroom.bots.search import Search
from saleroom.games.bits import Dice, choices
from saleroom.games.core import Bot, Position, Rules, deal, everybody

ROOT = Path(__file__).parents[2]


def rule_sets() -> list[Rules]:
    """Every shipped variant, with each number of seats it is made for."""
    return [
        catalogue.load(game, variant, seats)
        for game in catalogue.games()
        for variant in catalogue.variants(game)
        for seats in catalogue.load(game, variant).table["seats"]  # type: ignore[attr-defined]
    ]


def seated(*names: str) -> list[Any]:
    """Bots at every rule set; where one would think too long uncompiled, in one run only."""
    return [
        pytest.param(
            name,
            rules,
            marks=[]
            if rules.game == "pennies" or name in ("random", "house")
            else [pytest.mark.once],
        )
        for name in names
        for rules in rule_sets()
    ]


def chooser_of(name: str) -> Bot:
    """The bot of this name; a level thinks little, and without a clock."""
    chooser = bot(name)
    if isinstance(chooser, Easygoing):
        return Easygoing(chooser.loses, chooser.draws, 12)
    if name in LEVELS:
        return Search(12)
    return chooser


def named(value: object) -> str:
    if isinstance(value, Rules):
        return f"{value.game}-{value.variant}-{value.seats}"
    return str(value)


def play(rules: Rules, bots: list[Bot], seed: int) -> Position:
    """A game to its end, every choice checked; seats that owe one are asked in changing order."""
    position = rules.begin()
    dealer, dice = Dice(seed), [Dice(seed + 1 + seat) for seat in range(rules.seats)]
    while not position.over:
        if position.wants:
            deal(position, dealer)
            continue
        movers = choices(position.movers)
        seat = movers[dealer.below(len(movers))]
        world = position.sample(seat, dice[seat])
        position.choose(seat, bots[seat].choose(world, seat, dice[seat]))
    return position


def wins(rules: Rules, one: Bot, other: Bot, deals: int) -> float:
    """The share of games that one bot wins, each deal played from both seats."""
    share = 0.0
    for seed in range(deals):
        for seat in range(2):
            bots = [one, other] if seat == 0 else [other, one]
            winners = choices(play(rules, bots, seed).winners())
            share += (seat in winners) / len(winners)
    return share / (2 * deals)


# -- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["random", "house", "flat:1", "flat:50", "search:1", "search:200", "search:5ms", *LEVELS],
)
def test_a_bot_is_known_by_its_name(name: str) -> None:
    assert callable(bot(name).choose)


@pytest.mark.parametrize("name", ["chess", "", "Random", "random:3", "house:", "club:2", "Master"])
def test_an_unknown_bot_is_refused_with_what_is_possible(name: str) -> None:
    with pytest.raises(ValueError, match="possible: ") as refused:
        bot(name)
    assert repr(name) in str(refused.value)
    assert all(kind in str(refused.value) for kind in ("search:200", "search:500ms", *LEVELS))


@pytest.mark.parametrize("kind", ["search", "flat"])
@pytest.mark.parametrize(
    "budget",
    ["", "0", "-5", "1.5", "1e3", "lots", "٣", "7 ", "2s", "ms", "0ms", "9" * 22, "9" * 5000],
)
def test_thinking_without_a_sensible_budget_is_refused(kind: str, budget: str) -> None:
    with pytest.raises(ValueError, match=f"{kind} needs a number of games to imagine") as refused:
        bot(f"{kind}:{budget}")
    assert "such as search:200" in str(refused.value)


def test_only_a_search_can_be_given_time() -> None:
    with pytest.raises(ValueError, match="flat needs a number of games"):
        bot("flat:500ms")


# -- laws -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "rules"), seated("random", "house", "flat:8", "search:8", *LEVELS), ids=named
)
def test_a_bot_chooses_the_same_in_all_worlds_its_seat_cannot_tell_apart(
    name: str, rules: Rules
) -> None:
    position, dice, chooser = rules.begin(), Dice(21), chooser_of(name)
    looked_at = 0
    while not position.over:
        if position.wants:
            deal(position, dice)
            continue
        movers = choices(position.movers)
        seat = movers[dice.below(len(movers))]
        menu = choices(position.menu(seat))
        if len(menu) > 1 and dice.below(4) == 0:
            worlds = [position.sample(seat, Dice(seed)) for seed in range(4)]
            found = {chooser.choose(world, seat, Dice(99)) for world in worlds}
            found.add(chooser.choose(position, seat, Dice(99)))
            assert len(found) == 1
            assert found <= set(menu)
            looked_at += 1
        position.step(seat, menu[dice.below(len(menu))])
    assert looked_at


def begun(rules: Rules) -> Position:
    position = rules.begin()
    deal(position, Dice(4))
    return position


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules",
    [rules for rules in rule_sets() if begun(rules).movers == everybody(rules)],
    ids=named,
)
def test_what_another_seat_has_sealed_makes_no_difference(rules: Rules) -> None:
    position = begun(rules)
    found = set()
    for code in choices(position.menu(0)):
        sealed = position.clone()
        is_complete = sealed.step(0, code)
        while not is_complete:
            is_complete = sealed.step(0, choices(sealed.menu(0))[-1])
        world = sealed.sample(1, Dice(6))
        found.add(tuple(bot(name).choose(world, 1, Dice(7)) for name in ("search:20", "flat:20")))
    assert len(found) == 1


@pytest.mark.parametrize(
    ("name", "rules"), seated("random", "house", "flat:2", "search:3"), ids=named
)
def test_a_bot_only_chooses_what_is_allowed(name: str, rules: Rules) -> None:
    for seed in range(3):
        assert play(rules, [bot(name)] * rules.seats, seed).over


def test_a_forced_choice_is_made_at_once() -> None:
    position = catalogue.load("pennies").begin()
    deal(position, Dice(1))
    dice = Dice(2)
    while len(choices(position.menu(0))) > 1:
        position.step(0, choices(position.menu(0))[0])
    before = dice.state
    assert bot("search:1000000000").choose(position, 0, dice) == choices(position.menu(0))[0]
    assert dice.state == before


def test_equal_dice_give_equal_choices_and_other_dice_others() -> None:
    position = catalogue.load("dutch").begin()
    deal(position, Dice(12))
    chosen = [bot("flat:5").choose(position, 0, Dice(seed)) for seed in (*range(8), *range(8))]
    assert chosen[:8] == chosen[8:]
    assert len(set(chosen)) > 1


def decisions(rules: Rules, seed: int) -> list[tuple[Position, int]]:
    """The open choices of a game that the house plays, with the seat that has each."""
    position, dice, house, found = rules.begin(), Dice(seed), rules.house(), []
    while not position.over:
        if position.wants:
            deal(position, dice)
            continue
        seat = choices(position.movers)[0]
        if len(choices(position.menu(seat))) > 1:
            found.append((position.clone(), seat))
        position.step(seat, house.choose(position, seat, dice))
    return found


@pytest.mark.parametrize("rules", rule_sets(), ids=named)
def test_a_search_without_games_to_compare_plays_like_the_house(rules: Rules) -> None:
    for position, seat in decisions(rules, 5):
        house = rules.house().choose(position, seat, Dice(6))
        assert bot("search:1").choose(position, seat, Dice(6)) == house


@pytest.mark.parametrize("games", [2, 7, 40])
def test_half_of_the_choices_go_home_after_each_heat_but_never_the_favourite(games: int) -> None:
    rules = catalogue.load("dutch")
    for position, seat in decisions(rules, 5)[:12]:
        tried = Search(games).consider(position, seat, Dice(6))
        tries = sorted((option.tries for option in tried), reverse=True)
        assert games // 2 < sum(tries) <= games
        assert tries[0] == tries[1]  # the last heat is run by two
        assert len(tries) < 3 or tries[0] > tries[2]
        favourite = rules.house().choose(position, seat, Dice(6))
        longest = [option.choice for option in tried if option.tries == tries[0]]
        assert favourite in longest
        assert tried[0].choice in longest


def test_what_makes_no_difference_is_no_reason_to_leave_the_house() -> None:
    rules = catalogue.load("sparrows")
    alike = 0
    for position, seat in decisions(rules, 5)[:40]:
        tried = Search(24).consider(position, seat, Dice(6))
        if len(tried) == 2 and tried[0].total == tried[1].total:
            assert tried[0].choice == rules.house().choose(position, seat, Dice(6))
            alike += 1
    assert alike


@pytest.mark.parametrize("loses", [0.0, 0.3, 0.5])
def test_the_easygoing_let_chances_go_by_but_never_more_than_they_say(loses: float) -> None:
    position = catalogue.load("pennies").begin()
    deal(position, Dice(12))
    taken = set()
    for seed in range(12):
        tried = Easygoing(loses, 2, 400).consider(position, 0, Dice(seed))
        assert tried[0].win() >= max(option.win() for option in tried) - loses
        taken.add(tried[0].choice)
    assert (len(taken) > 1) == (loses > 0.4)  # one coin is clearly the best here


def test_the_easygoing_go_on_with_a_decision_as_well_as_they_can() -> None:
    position = catalogue.load("pennies").begin()
    deal(position, Dice(12))
    position.step(0, Easygoing(0.5, 2, 400).choose(position, 0, Dice(1)))
    assert not position.between(0)
    for seed in range(12):
        taken = Easygoing(1.0, 2, 90).choose(position, 0, Dice(seed))
        assert taken == Search(30).choose(position, 0, Dice(seed))


@pytest.mark.parametrize(
    "chooser",
    [Search(seconds=1e6, whole=0.01), Easygoing(0.1, 2, 10**9, 1e6, 0.01)],
    ids=["search", "easygoing"],
)
def test_all_choices_of_a_decision_have_one_clock(chooser: Search | Easygoing) -> None:
    position = catalogue.load("pennies").begin()
    deal(position, Dice(12))
    assert chooser.left(position, 0, 100.0) == 100.0
    position.step(0, Search(2).choose(position, 0, Dice(1)))
    assert chooser.choose(position, 0, Dice(1)) in choices(position.menu(0))  # in good time
    chooser.begun = perf_counter()
    assert 40.0 < chooser.left(position, 0, 100.0) <= 50.0
    chooser.begun -= 100.0
    assert chooser.left(position, 0, 100.0) == 2.0  # late, but not mindless


@pytest.mark.once
@pytest.mark.slow
def test_both_builds_choose_the_same() -> None:
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    script = Path(__file__).with_name("decisions.py")
    told = {}
    for environment in (clean, clean | {"PYTHONPATH": str(ROOT / "src")}):
        done = subprocess.run(
            [sys.executable, script], env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        told[done.stderr.strip()] = done.stdout
    assert set(told) == {"compiled", "interpreted"}
    assert told["compiled"] == told["interpreted"]
    assert len(told["compiled"].splitlines()) > 2


# -- strength: fixed seeds, so the same result on every machine -----------------------------------


def test_a_search_beats_random_play_at_pennies() -> None:
    assert wins(catalogue.load("pennies"), bot("search:60"), bot("random"), deals=20) > 0.7


@pytest.mark.once
@pytest.mark.slow
@pytest.mark.parametrize("variant", catalogue.variants("dutch"))
def test_a_search_beats_random_play_at_dutch(variant: str) -> None:
    assert wins(catalogue.load("dutch", variant), bot("search:40"), bot("random"), deals=3) > 0.75


@pytest.mark.once
@pytest.mark.slow
@pytest.mark.parametrize("variant", catalogue.variants("dutch"))
def test_a_search_beats_the_house_at_dutch(variant: str) -> None:
    assert wins(catalogue.load("dutch", variant), bot("search:300"), bot("house"), deals=4) > 0.6


@pytest.mark.slow
def test_more_thinking_beats_less() -> None:
    assert wins(catalogue.load("pennies"), bot("search:100"), bot("search:1"), deals=10) > 0.6
