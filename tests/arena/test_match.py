"""Which games a match has, that its deals are duplicate, and what is counted of a game."""

import json
from pathlib import Path

import pytest

from saleroom.arena.match import Fixture, Match, Played, make, play
from saleroom.arena.plan import Unplayable, fixtures
from saleroom.catalogue import Unknown

from .programs import program

NOTES = """
import json, sys
for line in sys.stdin:
    with open({file!r}, "a") as notes:
        notes.write(line)
    print(json.dumps([int(max(json.loads(line)["menu"], key=int))]), flush=True)
"""


def match(*bots: str, seats: int = 2, seed: int = 0) -> Match:
    return make("pennies", None, seats, bots, seed)


def test_each_pair_plays_each_deal_from_every_seat() -> None:
    games = list(fixtures(match("random", "house", "search:3", seats=3), 2))
    assert len(games) == len(set(games)) == 2 * 3 * 3
    assert [game.seated(3) for game in games[:3]] == [
        ["random", "house", "house"],
        ["house", "random", "house"],
        ["house", "house", "random"],
    ]
    assert {(game.bot, game.rival) for game in games} == {
        ("random", "house"),
        ("random", "search:3"),
        ("house", "search:3"),
    }


def test_a_deal_is_the_same_whoever_sits_where_and_the_next_is_another(tmp_path: Path) -> None:
    """An external bot notes what it is shown: a seat's coins and the first lot."""
    notes = tmp_path / "notes"
    watcher = program(tmp_path, "watcher", NOTES.format(file=str(notes)))
    bots = match(watcher, "random", "house", seats=3)
    shown: dict[tuple[int, int], set[str]] = {}
    for fixture in fixtures(bots, 2):
        if watcher not in (fixture.bot, fixture.rival):
            continue
        notes.unlink(missing_ok=True)
        assert play(bots, fixture).faults == [0, 0, 0]
        first = json.loads(notes.read_text().splitlines()[0])
        assert first["seat"] == fixture.seat  # rotated
        zones = {zone["id"]: zone["cards"] for zone in first["view"]["zones"]}
        seen = json.dumps([zones["lot"], zones[f"purse.{fixture.seat}"]])
        shown.setdefault((fixture.deal, fixture.seat), set()).add(seen)
    assert set(shown) == {(deal, seat) for deal in range(2) for seat in range(3)}
    assert all(len(seen) == 1 for seen in shown.values())
    assert len(set.union(*shown.values())) == 6


def test_a_game_is_the_same_every_time_and_dice_differ_by_deal_seat_and_seed() -> None:
    fixture = Fixture(3, "random", "search:5", 1)

    def told(bots: Match, fixture: Fixture) -> tuple[object, ...]:
        game = play(bots, fixture)
        return game.seed, game.ending, game.winners, game.scores, game.decisions

    bots = match("random", "search:5")
    assert told(bots, fixture) == told(bots, fixture)
    seeds = {play(match("random", "search:5", seed=s), fixture).seed for s in range(4)}
    assert len(seeds) == 4
    ways = {str(told(bots, Fixture(deal, "random", "search:5", 0))[1:]) for deal in range(12)}
    assert len(ways) > 6


def test_bots_of_few_questions_do_not_repeat_themselves() -> None:
    """In the smallest game there are few things to see, and yet every deal has its own dice."""
    bots = make("pennies", "tiny", 2, ("random", "house"), 0)
    games = [play(bots, fixture) for fixture in fixtures(bots, 150)]
    by_deal: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
    for game in games:
        by_deal.setdefault((game.fixture.seat, *sorted(game.scores)), set()).add(tuple(game.scores))
    assert sum(len(found) > 1 for found in by_deal.values()) > 3


def played(winners: list[int], scores: list[int]) -> Played:
    none = [0] * len(scores)
    fixture = Fixture(0, "random", "house", 0)
    return Played(fixture, 1, "sold", winners, scores, none, [0.0], [0.0], none)


@pytest.mark.parametrize(
    ("winners", "scores", "ahead"),
    [
        ([0], [7, 5, 3], [1.0, 1.0]),
        ([1], [5, 7, 3], [0.0, 1.0]),
        ([1], [5, 7, 5], [0.0, 0.5]),
        ([0, 1], [7, 7, 3], [0.5, 1.0]),
        ([1, 2], [3, 7, 7], [0.0, 0.0]),
        ([0], [7, 7, 3], [1.0, 1.0]),  # a tie that the rules break
    ],
)
def test_who_finishes_ahead(winners: list[int], scores: list[int], ahead: list[float]) -> None:
    game = played(winners, scores)
    assert [game.ahead(0, other) for other in (1, 2)] == ahead
    assert [game.ahead(other, 0) for other in (1, 2)] == [1 - value for value in ahead]
    assert sum(game.share(seat) for seat in range(3)) == pytest.approx(1)


@pytest.mark.parametrize(
    ("bots", "told"),
    [
        (("random",), "two bots or more"),
        ((), "two bots or more"),
        (("random", "random"), "random is named twice"),
        (("random", "chess"), "There is no bot 'chess'"),
        (("random", "search:0"), "search needs"),
        (("random", "external:"), "needs a command"),
        (("random", "external:'"), "cannot be read: No closing quotation"),
        (("random", "external:no-such-program"), "no program 'no-such-program'"),
    ],
)
def test_a_match_that_cannot_be_is_refused(bots: tuple[str, ...], told: str) -> None:
    with pytest.raises(Unplayable, match=told):
        match(*bots)


def test_seats_that_the_game_does_not_have_are_refused() -> None:
    with pytest.raises(Unknown, match="is for 2 or 3 seats, not for 7"):
        match("random", "house", seats=7)
