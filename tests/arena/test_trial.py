"""Which games a trial has, that its variants meet the same chance, and what is told of a game."""

from collections import Counter
from typing import Any

import msgspec
import pytest

from saleroom import catalogue
from saleroom.arena.plan import Unplayable, chance_of, fixtures
from saleroom.arena.trial import Sitting, Story, Trial, make, play, words
from saleroom.bots import bot
from saleroom.bots.table import path
from saleroom.catalogue import NotOffered, Unknown
from saleroom.games.chance import Seeded
from saleroom.records import Game
from tests.adapters.every import RULE_SETS

LOTS: dict[str, object] = {"lots": 1}


def trial(**settings: Any) -> Trial:
    return make("pennies", **{"changes": [LOTS], **settings})


def test_each_variant_plays_each_deal_and_with_a_rival_again_from_every_seat() -> None:
    assert list(fixtures(trial(), 2)) == [
        Sitting(deal, variant, None) for deal in (0, 1) for variant in (0, 1)
    ]
    games = list(fixtures(trial(rival="random", seats=3), 2))
    assert len(games) == len(set(games)) == 2 * trial(rival="random", seats=3).games_a_deal
    assert games[:5] == [Sitting(0, 0, seat) for seat in (None, 0, 1, 2)] + [Sitting(0, 1, None)]


def test_the_bot_sits_where_it_should() -> None:
    """Alone among dice a search wins, wherever it sits; 12 of these 36 games are a fair share."""
    three = trial(rival="random", bot="search:20", seats=3)
    sittings = [Sitting(deal, 0, seat) for deal in range(12) for seat in range(3)]
    assert sum(play(three, each).share(each.seat or 0) for each in sittings) > 17


def test_all_variants_meet_the_same_chance() -> None:
    """Pennies draws its purses before its lots, so fewer lots change nothing that is dealt."""
    both = trial(bot="random")
    seeds = set()
    for deal in range(5):
        one, other = (play(both, Sitting(deal, variant, None)) for variant in (0, 1))
        assert one.seed == other.seed == chance_of(both.seed, deal)
        assert len(one.happened) >= 1
        seeds.add(one.seed)
    assert len(seeds) == 5
    assert play(trial(bot="random", seed=1), Sitting(0, 0, None)).seed not in seeds


def test_a_game_is_the_same_whenever_it_is_played() -> None:
    for sitting in fixtures(trial(bot="search:5", rival="random"), 1):
        assert play(trial(bot="search:5", rival="random"), sitting) == play(
            trial(bot="search:5", rival="random"), sitting
        )


@pytest.mark.parametrize(("game", "variant", "seats"), RULE_SETS)
def test_a_story_tells_what_a_record_of_the_game_holds(game: str, variant: str, seats: int) -> None:
    """Counted again, from what is written down of the same game."""
    others = [v for g, v, s in RULE_SETS if g == game and v != variant and s == seats]
    changes: list[dict[str, object]] = [] if others else [LOTS]
    both = make(game, [variant, *others[:1]], changes=changes, seats=seats, bot="house")
    story = play(both, Sitting(3, 0, None))

    rules = catalogue.load(game, variant, seats)
    played = Game(rules, Seeded(story.seed))
    menus = 0
    leaders = [_leader(played)]
    while not played.over:
        seat = played.movers[0]
        menus += len(played.menu(seat))
        played.move_on(seat, path(played, seat, bot("house"), chance_of(0, 3, seat)))
        leaders.append(_leader(played))

    assert played.result is not None
    assert story.ending == played.result.ending
    assert (tuple(story.winners), tuple(story.scores)) == (
        played.result.winners,
        played.result.scores,
    )
    assert (story.decisions, story.choices) == (len(played.entries) - 1, menus)
    told = [played.events(number, "all") for number in range(1, len(played.entries) + 1)]
    happened = Counter((event["key"], event["seat"]) for entry in told for event in entry)
    rounds = sum(times for (key, _), times in happened.items() if key == "round")
    assert story.rounds == rounds
    for key, times in story.did.items():
        assert [happened.pop((key, seat), 0) for seat in range(seats)] == times
    rest = Counter[str]()
    for (key, _), times in happened.items():
        rest[key] += times
    assert rest == story.happened
    for key in story.did:
        first = next(found for entry in told if (found := _who_did(entry, key)))
        assert story.first[key] == (first.pop() if len(first) == 1 else -1)
    assert story.halfway == leaders[len(leaders) // 2]
    alone = [leader for leader in leaders if leader >= 0]
    assert story.leads == sum(alone[n] != alone[n - 1] for n in range(1, len(alone)))


def _leader(game: Game) -> int:
    best = sorted(range(game.rules.seats), key=lambda seat: -game.position.scores()[seat])
    scores = game.position.scores()
    return best[0] if scores[best[0]] > scores[best[1]] else -1


def _who_did(entry: list[dict[str, Any]], key: str) -> set[int]:
    return {event["seat"] for event in entry if event["key"] == key and event["seat"] >= 0}


def test_a_story_tells_how_much_was_bid_and_which_things_were_taken() -> None:
    sparrows = make("sparrows", ["upgrades", "base"], seats=3)
    story = play(sparrows, Sitting(1, 0, None))
    assert set(story.amounts["took_with_bonus"]) == {"value", "token"}
    tokens, times = story.amounts["took_with_bonus"]["token"]
    assert times == sum(story.did["took_with_bonus"])
    assert times <= tokens <= 6 * times
    known = words(sparrows.tables[0])
    assert (known["full_house"], known["win_all"]) == ("bids.id", "upgrades.bonus.id")
    taken = Counter[str]()
    for word, often in story.named.items():
        taken[known[word]] += sum(often)
    bids = [sum(story.did.get(key, ())) for key in ("took", "took_with_bonus", "took_late")]
    assert taken["bids.id"] == sum(bids)
    assert taken["upgrades.bonus.id"] == bids[1]


def test_a_game_that_was_written_down_is_read_again_and_no_other() -> None:
    both = trial()
    story = play(both, Sitting(0, 1, None))
    line = msgspec.json.encode(story)
    assert both.read(line) == story
    wrong: list[dict[str, Any]] = [
        dict(fixture=Sitting(-1, 0, None)),
        dict(fixture=Sitting(0, 2, None)),
        dict(fixture=Sitting(0, 0, 1)),
        dict(winners=[]),
        dict(winners=[2]),
        dict(scores=[1]),
        dict(did={"won": [1, 1, 1]}),
        dict(named={"pennies": [1]}),
        dict(first={"won": 2}),
        dict(halfway=-2),
    ]
    for change in wrong:
        with pytest.raises(ValueError, match="no game of this trial"):
            both.read(msgspec.json.encode(msgspec.structs.replace(story, **change)))
    with pytest.raises(msgspec.DecodeError):
        both.read(b"{}")


# -- what is compared ------------------------------------------------------------------------------


def test_without_a_name_the_changes_are_to_the_default() -> None:
    found = make("dutch", changes=[{"hand": 4}, {"hand": 6, "steal": "nobody"}])
    assert found.variants == ("standard", "hand=4", "hand=6, steal=nobody")
    first, *others = found.tables
    assert first == catalogue.load("dutch").table
    assert [catalogue.differences(first, other) for other in others] == [
        {"hand": ("5", "4")},
        {"hand": ("5", "6"), "steal": ('"winner"', '"nobody"')},
    ]
    assert [table["variant"] for table in others] == ["hand-4", "hand-6-steal-nobody"]


def test_names_are_compared_with_the_first(tmp_path: Any) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(catalogue.source("pennies", "standard").replace("lots = 2", "lots = 4"))
    found = make("pennies", ["tiny", "standard", str(mine)])
    assert found.variants == ("tiny", "standard", str(mine))
    assert [table["lots"] for table in found.tables] == [1, 2, 4]
    assert found.seats == 2


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        (dict(changes=[]), "compares two variants or more: name another one, or give a key"),
        (dict(changes=[{"purse": n} for n in range(1, 4)] * 3), "is named twice"),
        (dict(variants=["tiny", "tiny"]), "tiny is named twice"),
        (dict(bot="nobody"), "There is no bot 'nobody'"),
        (dict(rival="search:0"), "search needs a number of games to imagine"),
        (dict(bot="random", rival="random"), "random cannot be its own rival"),
    ],
)
def test_what_cannot_be_compared_is_refused(settings: dict[str, Any], why: str) -> None:
    with pytest.raises(Unplayable, match=why):
        trial(**settings)


def test_too_many_are_too_many() -> None:
    with pytest.raises(Unplayable, match="compares 12 variants at most, not 13"):
        make("dutch", changes=[{"rounds": n} for n in range(1, 13)])


@pytest.mark.parametrize(
    ("change", "kind", "why"),
    [
        ({"lots": 40}, NotOffered, r"standard with lots = 40: coins: 46 are dealt and sold"),
        ({"lost": 1}, Unknown, r"There is no key 'lost' in this variant. Did you mean lots\?"),
        ({"coins[0]": 2}, NotOffered, r"standard with coins\[0\] = 2: coins: name 1 to"),
        (
            {"lots.size": 1},
            Unknown,
            r"There is no key 'lots.size' in this variant. Did you mean lo",
        ),
        ({"": 1}, Unknown, "There is no key '' in this variant. Possible: game, variant"),
        ({"coins[12]": 1}, Unknown, r"There is no key 'coins\[12\]' in this variant. Did you mean"),
        ({"game": "dutch"}, Unknown, "game is not for changing"),
        ({"seats": [3]}, Unknown, "is for 3 seats, not for 2"),
    ],
)
def test_a_change_that_cannot_be_made_is_refused(
    change: dict[str, object], kind: type[Exception], why: str
) -> None:
    with pytest.raises(kind, match=why):
        trial(changes=[change])


def test_the_story_of_a_game_says_who_had_which_part_of_the_win() -> None:
    story = play(trial(seats=3), Sitting(0, 0, None))
    shared = msgspec.structs.replace(story, winners=[0, 2])
    assert [shared.share(seat) for seat in range(3)] == [0.5, 0.0, 0.5]
    assert isinstance(shared, Story)
