"""Replays: a game again, as somebody saw it, with nothing that they did not know."""

from pathlib import Path

import pytest

from saleroom import catalogue
from saleroom.bots.table import finish
from saleroom.catalogue import shelf
from saleroom.games.bits import Dice
from saleroom.games.core import Refusal, any_decision
from saleroom.records import Game, deal, replay


def a_game() -> Game:
    """Tiny Pennies: seat 0 has 3 and 4, seat 1 has 1 and 5, the 2 is for sale."""
    game = deal("pennies", variant="tiny", seed=16, names=["Ada", "Ben"])
    for seat, decision in ((0, "pocket 3 bid 4"), (1, "pocket 1"), (0, "take 2 give 4")):
        game.choose(seat, decision)
    return game


def said(game: Game, viewer: object) -> list[str]:
    return [moment.said for moment in game.moments(viewer)]  # type: ignore[arg-type]


def test_a_seat_hears_its_own_decisions_and_not_the_secrets_of_others() -> None:
    game = a_game()
    assert said(game, 0) == ["deal", "pocket 3 bid 4", "pocket ?", "take 2 give 4"]
    assert said(game, 1) == ["deal", "pocket ?", "pocket 1", "take 2 give 4"]


def test_a_spectator_hears_what_everybody_may_know() -> None:
    assert said(a_game(), None) == ["deal", "pocket ?", "pocket ?", "take 2 give 4"]


def test_who_may_see_everything_hears_everything() -> None:
    assert said(a_game(), "all") == ["deal", "pocket 3 bid 4", "pocket 1", "take 2 give 4"]


def test_a_moment_has_its_entry_its_events_and_the_table() -> None:
    moment = list(a_game().moments(1))[2]
    assert (moment.number, moment.seat) == (3, 1)
    assert [event["says"] for event in moment.events] == [
        "Ada puts a coin into the pocket.",
        "Ada bids 4.",
        "Ben puts the 1 into the pocket.",
        "Ben bids nothing.",
        "Ada has bid the most.",
    ]
    assert moment.view["viewer"] == 1
    assert "Ben (you), score 7\n  purse   5\n  pocket  1\n" in str(moment)
    assert "Ada\n  purse   -\n  pocket  1 unseen\n  bid     4\n" in str(moment)


def test_the_views_are_those_that_the_game_had() -> None:
    for viewer in (None, 0, 1):
        game = deal("dutch", seed=5)
        views = [game.look(viewer)]
        for seat, decision in ((1, game.menu(1)[0]), (0, game.menu(0)[0])):
            game.choose(seat, decision)
            views.append(game.look(viewer))
        assert [moment.view for moment in game.moments(viewer)] == views


def test_all_seats_together_see_what_each_of_them_sees() -> None:
    moment = list(a_game().moments("all"))[1]
    shown = {zone["id"]: zone["cards"] for zone in moment.view["zones"]}
    assert [card["card"] for card in shown["purse.0"]] == ["3", "4"]
    assert [card["card"] for card in shown["purse.1"]] == ["1", "5"]
    assert shown["bag"] is None


def test_when_the_game_is_over_everything_is_open() -> None:
    last = list(a_game().moments())[-1]
    assert all(zone["cards"] is not None for zone in last.view["zones"])


def test_the_last_decision_is_told_whole_when_the_game_is_over() -> None:
    game = deal("pennies", variant="tiny", seed=16)
    game.choose(0, "pocket 3")
    game.choose(1, "pocket 1")
    assert game.over
    assert said(game, None) == ["deal", "pocket ?", "pocket 1"]


def test_a_file_is_replayed(tmp_path: Path) -> None:
    game = a_game()
    game.save(tmp_path / "evening.sale")
    moments = list(replay(tmp_path / "evening.sale", seat=0))
    assert moments == list(game.moments(0))


def test_there_is_no_replay_for_a_seat_that_is_not_there() -> None:
    with pytest.raises(Refusal, match="no seat 3; there are 0 to 1"):
        a_game().moments(3)


def test_a_game_of_three_seats_is_replayed_as_each_of_them() -> None:
    game = deal("pennies", seats=3, seed=2)
    finish(game, "random")
    for seat in range(3):
        for entry, moment in zip(game.entries, game.moments(seat), strict=True):
            assert (moment.said == entry.text) or "?" in moment.said
            assert entry.seat != seat or moment.said == entry.text


@pytest.mark.parametrize(
    ("game", "variant"),
    [(game, variant) for game in catalogue.games() for variant in catalogue.variants(game)],
)
def test_a_sealed_decision_sounds_the_same_whatever_it_is(
    game: str, variant: str, tmp_path: Path
) -> None:
    """While others still owe theirs, neither content nor length of a decision may be told."""
    sealed = 0
    if game == "colours":  # only jokers are decided together: large hands, and all pass
        text = (shelf.folder(game) / "variants" / f"{variant}.toml").read_text("utf-8")
        text = text.replace("hand = 2", "hand = 10").replace('"sweep"', '"end"')
        variant = str(tmp_path / "jokers.toml")
        Path(variant).write_text(text, encoding="utf-8")
    for seed in range(60):
        if seed > 3 and sealed > 3:
            break
        play = deal(game, variant=variant, seed=seed)
        dice = Dice(seed)
        while not play.over:
            movers = play.movers
            seat = movers[dice.below(len(movers))]
            paths = [any_decision(play.position, seat, dice) for _ in range(6)]
            heard = {as_others_heard(play, seat, path) for path in paths}
            if len(movers) > 1:
                sealed += 1
                assert len(heard) == 1
                assert heard.pop().endswith("?")
            passes = game == "colours" and "pass" in play.menu(seat)
            entry = play.move_on(seat, play.check(seat, "pass") if passes else paths[0])
            if len(movers) > 1:
                for other in range(play.rules.seats):
                    assert other == seat or play.said(entry.number, other).endswith("?")
    assert sealed > 3


def as_others_heard(play: Game, seat: int, path: list[int]) -> str:
    tried = play.copy()
    return tried.said(tried.move_on(seat, path).number)


@pytest.mark.parametrize(
    ("name", "variant"), [(n, v) for n in catalogue.games() for v in catalogue.variants(n)]
)
def test_from_any_entry_a_game_can_go_on_and_by_the_same_decisions_is_the_same(
    name: str, variant: str
) -> None:
    game = deal(name, variant=variant, seed=5)
    finish(game, "random")
    for number in (1, len(game.entries) // 2):
        again = game.at(number)
        for entry in game.entries[number:]:
            assert entry.seat is not None
            again.choose(entry.seat, entry.text)
        assert again == game
        another = game.at(number)
        finish(another, "house")
        assert another.over
