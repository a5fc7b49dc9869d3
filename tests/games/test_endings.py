"""Whole recorded games, one for each way to end and each result (section 8 of the rules).

The files of tests/records/games are never made anew: every later version must replay them to the
same end. A file's name says what it shows: GAME-EDITION-ENDING-RESULT, or GAME-EDITION-ENDING.
"""

from itertools import product
from pathlib import Path

import pytest

from saleroom import records
from saleroom.games.chance import Seeded

FOLDER = Path(__file__).parents[1] / "records" / "games"
EDITIONS = ("standard", "offering")
ENDINGS = ("sold-out", "stopped", "last-round")
RESULTS = ("seat-0", "seat-1", "fewest-cards", "shared")
ALL = sorted(path.stem for path in FOLDER.glob("*.sale"))
SHOWN = sorted("-".join(("dutch", *shown)) for shown in product(EDITIONS, ENDINGS, RESULTS))
BIRDS = sorted(
    "-".join(("sparrows", *shown))
    for shown in product(("base", "upgrades"), ("target", "round-limit", "round-limit-shared"))
)


def test_there_is_a_game_for_each_way_to_end_and_each_result_in_all_editions() -> None:
    assert [name for name in ALL if not name.startswith("colours")] == SHOWN + BIRDS


@pytest.mark.parametrize("name", BIRDS)
def test_a_recorded_game_of_sparrows_ends_as_its_name_says(name: str) -> None:
    game = records.read(FOLDER / f"{name}.sale")
    assert game.result is not None
    assert name == f"sparrows-{game.rules.variant}-{game.result.ending.replace('_', '-')}"
    scores, end = game.result.scores, game.rules.table["end"]
    best = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    assert game.result.winners == best
    assert (len(best) > 1) == name.endswith("shared")  # S54
    assert isinstance(end, dict)
    if name.endswith("target"):
        assert max(scores) >= end["target"]  # S52
    else:
        assert game.look()["round"] == end["max_rounds"]


@pytest.mark.parametrize("name", SHOWN)
def test_a_recorded_game_ends_as_its_name_says(name: str) -> None:
    game = records.read(FOLDER / f"{name}.sale")
    assert game.over
    assert game.result is not None
    scores = game.result.scores
    held = [cards_of(game, seat) for seat in range(2)]

    assert game.result.ending.replace("_", "-") in name
    if name.endswith("seat-0"):
        assert game.result.winners == (0,)
        assert scores[0] > scores[1]  # D87
    elif name.endswith("seat-1"):
        assert game.result.winners == (1,)
        assert scores[1] > scores[0]
    elif name.endswith("fewest-cards"):
        assert scores[0] == scores[1]  # D88
        assert held[0] != held[1]
        assert game.result.winners == (held.index(min(held)),)
    else:
        assert scores[0] == scores[1]  # D89
        assert held[0] == held[1]
        assert game.result.winners == (0, 1)


def cards_of(game: records.Game, seat: int) -> int:
    """D82: how many cards the seat gathers, counted in what everybody sees after the end (H4)."""
    zones = game.look()["zones"]
    return sum(zone["count"] for zone in zones if zone["owner"] == seat)


@pytest.mark.parametrize("name", SHOWN)
def test_the_table_at_the_end_agrees_with_the_ending(name: str) -> None:
    game = records.read(FOLDER / f"{name}.sale")
    left = {zone["id"]: zone["count"] for zone in game.look()["zones"]}
    last_words = [entry.text for entry in game.entries[-2:]]
    if "sold-out" in name:  # D74
        assert left["auction"] == left["display"] == 0
    elif "stopped" in name:  # D75
        assert left["auction"] == 0 < left["display"]
        assert last_words == ["stop", "stop"]
    else:  # the last round of the variant
        assert game.look()["round"] == game.rules.table["rounds"]
        assert left["display"] > 0


@pytest.mark.parametrize("name", ALL)
def test_a_recorded_game_is_saved_again_byte_for_byte(name: str, tmp_path: Path) -> None:
    recorded = FOLDER / f"{name}.sale"
    records.read(recorded).save(tmp_path / "again.sale")
    assert (tmp_path / "again.sale").read_bytes() == recorded.read_bytes()


@pytest.mark.parametrize("name", ALL)
def test_the_seed_of_a_recorded_game_still_deals_the_same_cards(name: str) -> None:
    recorded = records.read(FOLDER / f"{name}.sale")
    seed = int(recorded.chance.removeprefix("seed "))
    again = records.Game(recorded.rules, Seeded(seed))
    for entry in recorded.entries[1:]:
        assert entry.seat is not None
        again.choose(entry.seat, entry.path)
    assert again.text() == recorded.text()


# -- Stick to Colours ------------------------------------------------------------------------------

WAYS = ("x1", "x2", "x3", "x4", "x5")
COLOURS = [f"colours-{rules}-{way}" for rules in ("free", "matching") for way in WAYS]


@pytest.mark.parametrize("name", COLOURS)
def test_a_recorded_game_of_colours_ends_as_its_name_says(name: str) -> None:
    """X1 to X5, in both rule sets and with two, three and four seats."""
    game = records.read(FOLDER / f"{name}.sale")
    assert game.result is not None
    assert game.rules.table["trading"]["raising"] == name.split("-")[1]  # type: ignore[index]
    keys = [event["key"] for entry in game.entries for event in game.events(entry.number)]
    last_round = keys[len(keys) - keys[::-1].index("round") :]
    passes = [key for key in keys if key.startswith("dealer_")][-game.rules.seats :]
    left = {zone["id"]: zone["count"] for zone in game.look()["zones"]}
    assert left["market"] == 0
    assert (left["deck"] > 0) is name.endswith("x5")
    if name.endswith(("x1", "x2")):
        assert game.result.ending == "sold_out"
        assert ("takes_automatic" in last_round) is name.endswith("x2")
    elif name.endswith(("x3", "x4")):
        assert game.result.ending == "swept_out"
        assert (set(passes) == {"dealer_stuck"}) is name.endswith("x3")
    else:
        assert game.result.ending == "all_passed"
    best = max(game.result.scores)
    assert game.result.winners == tuple(s for s, n in enumerate(game.result.scores) if n == best)


def test_the_games_of_colours_have_all_seats_jokers_and_a_shared_win() -> None:
    games = [records.read(FOLDER / f"{name}.sale") for name in COLOURS]
    assert {game.rules.seats for game in games} == {2, 3, 4}
    assert any(len(game.result.winners) > 1 for game in games if game.result)
    assert any(side.values for game in games for side in game.position.sides)  # type: ignore[attr-defined]


def test_the_games_together_hold_every_word_of_the_notation() -> None:
    said = {word for name in SHOWN for word in (FOLDER / f"{name}.sale").read_text().split()}
    assert said >= {"aside", "hold", "use", "play", "copy", "buy", "with", "end", "stop", "go-on"}
    assert said >= {"cash", "change", "take-own", "take-auction", "take-display", "steal"}
    said = {word for name in BIRDS for word in (FOLDER / f"{name}.sale").read_text().split()}
    assert said >= {"raise", "pass", "take", "+", "partner", "decline"}
    assert said >= {"win_all", "win_none", "match_together"}
