"""The lab over HTTP: variants as files, trials that go on by themselves, and what is too much."""

from __future__ import annotations

import asyncio
import random
import time
import tomllib
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from saleroom import catalogue
from saleroom.arena.lab import lab
from saleroom.catalogue.changes import values
from saleroom.server.lab import BOTS, ENDLESS, MOST_WAITING, STOPPED, TOO_LONG, Bounds, Lab
from saleroom.server.limits import Pace
from saleroom.server.messages import Compare, Comparison, Value
from saleroom.server.variants import UNSAID, changed_file, variant_file

from .players import Guest, Server, fill, run_apart

pytestmark = pytest.mark.once

New = Callable[[], Guest]
SHIPPED = [(game, variant) for game in catalogue.games() for variant in catalogue.variants(game)]
QUICK = {"game": "pennies", "variant": "standard", "changes": {"purse": 4}, "deals": 200}
LONG = {"game": "sparrows", "variant": "base", "seats": 5, "deals": 200, "bot": "search:100"}


def wish(**more: Any) -> dict[str, Any]:
    return {**QUICK, **more}


def long(penalty: int) -> dict[str, Any]:
    """What is not played to its end while a test lasts."""
    return {**LONG, "changes": {"scoring.penalty": penalty}}


def until_ended(guest: Guest, body: dict[str, Any]) -> list[Any]:
    """All answers to who asks again and again."""
    found = [guest.post("/api/lab", body)]
    while not found[-1]["has_ended"]:
        time.sleep(0.05)
        found.append(guest.post("/api/lab", body))
    return found


def refusal(guest: Guest, path: str, body: dict[str, Any]) -> tuple[int, str]:
    answer = guest.ask("POST", path, body)
    return answer.status, answer.data["error"]["says"]


# -- variants as files -----------------------------------------------------------------------------


def test_everything_in_a_variant_but_its_name_and_its_seats_can_be_changed(guest: New) -> None:
    for game, variant in SHIPPED:
        file = guest().get(f"/api/games/{game}/variants/{variant}")
        rules = catalogue.load(game, variant)
        told = {setting["key"]: setting["value"] for setting in file["settings"]}
        assert told == {key: value for key, value in values(rules.table) if key not in UNSAID}
        assert file["text"] == catalogue.source(game, variant)
        assert file["seats"] == rules.table["seats"]


def test_a_value_has_its_kind_and_what_the_file_says_of_it(guest: New) -> None:
    file = guest().get("/api/games/dutch/variants/standard")
    told = {setting["key"]: (setting["kind"], setting["says"]) for setting in file["settings"]}
    assert told["hand"] == ("number", "cards a seat draws")
    assert told["prices"][0] == "list"
    assert told["end_vote"][0] == "switch"
    assert told["bonus.kind"] == ("text", "the VP of the lowest card of each suit once more")
    assert told["card[3].bid"] == ("number", "")


def test_a_value_of_one_of_many_things_says_of_which() -> None:
    named = {each.key: each.of for each in variant_file("sparrows", "upgrades").settings}
    assert named["bids[1].value"] == "three_pairs"
    assert named["upgrades.bonus[0].value"] == "win_all"
    assert named["scoring.penalty"] == ""
    assert {each.key: each.of for each in variant_file("dutch", "standard").settings}[
        "card[3].bid"
    ] == "4"


def others(value: Value) -> list[Value]:
    """Values that a designer could think of."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value - 1, value + 1, value + 2]
    if isinstance(value, str):
        words = ["free", "matching", "sweep", "end", "best", "layers", "owner", "winner", "nobody"]
        words += ["all", "hold_powers", "stake", "power_area", "none", "fewest_cards", "fresh"]
        words += ["top_up", "fail", "succeed", "round", "rotation", "high", "low", "Z", "anything"]
        return [word for word in words if word != value]
    return [[*value, value[-1]], value[1:]] if value else []


@pytest.mark.parametrize(("game", "variant"), SHIPPED)
def test_a_changed_variant_is_its_file_with_a_value_and_a_name_changed(
    game: str, variant: str, tmp_path: Path
) -> None:
    first = catalogue.load(game, variant)
    written = set()
    for setting in variant_file(game, variant).settings:
        for value in others(setting.value):
            changes = {setting.key: value}
            try:
                rules = catalogue.varied(first, changes)
            except catalogue.NotOffered:
                continue
            file = changed_file(game, variant, changes)
            path = tmp_path / f"{file.variant}.toml"
            path.write_text(file.text, encoding="utf-8")
            assert catalogue.load(game, str(path)).table == rules.table
            was = catalogue.source(game, variant).split("\n")
            pairs = list(zip(was, file.text.split("\n"), strict=True))
            assert sum(old != new for old, new in pairs) == 2, changes
            for old, new in pairs:
                assert old.partition("#")[2] == new.partition("#")[2], "comments are kept"
            written.add(setting.key)
    numbers = {each.key for each in variant_file(game, variant).settings if each.kind == "number"}
    assert numbers - written <= {"cards.hand_size"}, "it has a list as long beside it"


def test_several_values_change_together(guest: New) -> None:
    changes = {"market.face_up": 3, "end.target": 100, "bids[1].value": 70}
    answer = guest().post("/api/games/sparrows/variants/base", {"changes": changes})
    table = tomllib.loads(answer["text"])
    assert table["market"]["face_up"] == 3
    assert table["end"]["target"] == 100
    assert [table["bids"][number]["value"] for number in (0, 1, 2)] == [40, 70, 80]


@pytest.mark.parametrize(
    ("game", "changes", "says"),
    [
        ("dutch", {"hand": 77}, "hand: 77 is out of range; possible are 1 to 40."),
        ("dutch", {"hand": True}, "hand: true is not a whole number from 1 to 40."),
        ("dutch", {"steal": "me"}, 'steal: "me" is not possible; it must be "winner" or "nobody".'),
        ("dutch", {"hands": 4}, "dutch standard has nothing to change at 'hands'."),
        ("dutch", {"variant": "x"}, "dutch standard has nothing to change at 'variant'."),
        ("dutch", {"card[99].bid": 4}, "dutch standard has nothing to change at 'card[99].bid'."),
        ("dutch", {"steal": 'x"\nhand = 1'}, 'it must be "winner" or "nobody".'),
    ],
)
def test_what_cannot_be_is_refused_in_the_words_of_the_catalogue(
    guest: New, game: str, changes: dict[str, Value], says: str
) -> None:
    for path, body in (
        ("/api/games/dutch/variants/standard", {"changes": changes}),
        ("/api/lab", {**QUICK, "game": game, "changes": changes}),
    ):
        status, told = refusal(guest(), path, body)
        assert status == 400
        assert told.endswith(says), told


def test_files_of_the_host_are_no_variants(guest: New, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(catalogue.source("dutch", "standard"), encoding="utf-8")
    status, says = refusal(guest(), "/api/lab", wish(game="dutch", variant=str(mine)))
    assert (status, says.partition(" it has ")[2]) == (400, "standard, offering.")
    assert guest().ask("GET", "/api/games/dutch/variants/mine.toml").status == 400
    assert guest().ask("GET", "/api/games/whist/variants/mine").status == 404


# -- trials ----------------------------------------------------------------------------------------


def test_a_trial_finds_what_the_command_finds(guest: New) -> None:
    told = until_ended(guest(), wish())[-1]
    assert (told["done"], told["of"], told["says"]) == (200, 200, "")
    found = lab("pennies", "standard", changes=[{"purse": 4}], deals=200)
    assert told["findings"]["reading"] == [list(reading) for reading in found.reading]
    assert told["findings"]["reading"] != [[]]
    figures = [
        figure["says"] for section in told["findings"]["sections"] for figure in section["figures"]
    ]
    assert figures == [figure.says for section in found.sections for figure in section.figures]


def test_how_far_skill_goes_is_found_where_it_is_asked(guest: New) -> None:
    told = until_ended(guest(), wish(rival="flat:20"))[-1]
    (seats,) = (each for each in told["findings"]["sections"] if each["key"] == "seats")
    (skill,) = (each for each in seats["figures"] if each["key"] == "skill")
    assert skill["says"] == "house among flat:20 wins"
    assert told["findings"]["games"] == 200 * 2 * 3


def test_a_trial_tells_how_far_it_is_and_what_is_known_so_far(guest: New) -> None:
    alone = guest()
    body = wish(game="colours", variant="free", changes={"deal.hand": 3}, deals=1000)
    told: list[Any] = []
    known: list[int] = []
    while len(set(known)) < 2:
        time.sleep(0.05)
        told.append(alone.post("/api/lab", body))
        assert not told[-1]["has_ended"], "nothing was told before the end"
        if found := told[-1]["findings"]:
            known.append(found["deals"])
            assert found["deals"] <= told[-1]["done"] < told[-1]["of"] == 1000
    assert all(one["done"] <= two["done"] for one, two in pairwise(told))
    assert known == sorted(known)
    assert alone.post("/api/lab/stop", body)["findings"]


def test_who_asks_again_or_after_another_hears_the_same(guest: New) -> None:
    first = until_ended(guest(), wish(changes={"purse": 5}))[-1]
    assert guest().post("/api/lab", wish(changes={"purse": 5})) == first


def test_what_was_stopped_rests_and_goes_on_where_it_was(guest: New) -> None:
    alone, body = guest(), wish(game="dutch", changes={"hand": 6}, deals=1000)
    while not (told := alone.post("/api/lab", body))["done"]:
        pass
    told = alone.post("/api/lab/stop", body)
    assert told["has_ended"]
    assert told["says"] == "Stopped."
    assert 0 < told["done"] < 1000
    assert not alone.post("/api/lab", body)["has_ended"]
    assert alone.post("/api/lab", body)["done"] >= told["done"]
    alone.post("/api/lab/stop", body)


def test_what_another_looks_at_goes_on(guest: New) -> None:
    one, other, body = guest(), guest(), long(11)
    one.post("/api/lab", body)
    other.post("/api/lab", body)
    assert not one.post("/api/lab/stop", body)["has_ended"]
    assert other.post("/api/lab/stop", body)["has_ended"]


def test_what_nobody_asked_for_cannot_be_stopped(guest: New) -> None:
    assert refusal(guest(), "/api/lab/stop", long(99))[0] == 404


def test_a_guest_has_one_trial_at_a_time(guest: New) -> None:
    alone = guest()
    alone.post("/api/lab", long(12))
    assert alone.post("/api/lab", long(13))["has_ended"] is False
    told = alone.post("/api/lab", long(12))
    assert (told["has_ended"], told["says"]) == (True, "You run another comparison now.")
    alone.post("/api/lab/stop", long(13))


def test_few_trials_wait(guest: New) -> None:
    guests = [guest() for _ in range(MOST_WAITING + 1)]
    first = guests[0].post("/api/lab", long(20))
    assert (first["has_ended"], first["says"]) == (False, ""), "nothing else is being played"
    for number, each in enumerate(guests):
        assert not each.post("/api/lab", long(20 + number))["has_ended"]
    waits = guests[1].post("/api/lab", long(21))
    assert (waits["done"], waits["says"][:19]) == (0, "Another comparison ")
    assert refusal(guest(), "/api/lab", long(30)) == (
        429,
        "Many comparisons wait to be played; try again in a minute.",
    )
    for number, each in enumerate(guests):
        each.post("/api/lab/stop", long(20 + number))


def test_an_address_has_few_trials(serve: Callable[..., Server]) -> None:
    server = serve(limits=True)
    for number in range(Pace().trials_of_address):
        assert not Guest(server).post("/api/lab", long(40 + number))["has_ended"]
    status, says = refusal(Guest(server), "/api/lab", long(50))
    assert (status, says[:28]) == (429, "Comparisons of your address ")


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"bot": "external:true"}, "There is no bot 'external:true' in the lab"),
        ({"bot": "search:100000"}, "There is no bot 'search:100000' in the lab"),
        ({"deals": 10**6}, "house plays 200, 1000, 4000 deals in the lab, not 1000000."),
        ({"rival": "house"}, "house plays among random, flat:20 in the lab, not 'house'."),
        (
            {"bot": "search:50", "deals": 50, "rival": "random"},
            "search:50 plays among house in the",
        ),
        ({"bot": "search:50", "deals": 1000}, "search:50 plays 50, 200 deals in the lab"),
        ({"changes": {"purse": 3}}, "These are the same numbers; change one of them."),
        ({"changes": {}}, "That is not what belongs here"),
        ({"seats": 7}, "pennies standard is for 2 or 3 seats, not for 7."),
        ({"game": "whist"}, "There is no game 'whist'."),
    ],
)
def test_what_the_lab_does_not_do_is_refused_in_a_sentence(
    guest: New, more: dict[str, Any], says: str
) -> None:
    status, told = refusal(guest(), "/api/lab", wish(**more))
    assert status == 400
    assert told.startswith(says), told


def test_games_almost_without_a_decision_are_told_like_others(guest: New) -> None:
    body = wish(game="colours", variant="free", changes={"trading.opening": 62})
    told = until_ended(guest(), body)[-1]
    assert (told["done"], told["says"]) == (200, "")
    (decisions,) = (
        figure
        for figure in told["findings"]["sections"][0]["figures"]
        if figure["key"] == "decisions"
    )
    assert decisions["known"][1]["mean"] < 1


def test_a_changed_variant_is_played_at_a_table_and_again_in_a_rematch(guest: New) -> None:
    alone = guest()
    table = alone.table("pennies", "open", "random", changes={"purse": 1, "lots": 1})
    alone.sit(table)
    numbers = alone.get(f"/api/t/{table}")["table"]
    assert (numbers["game"], numbers["variant"]) == ("pennies", "purse-1-lots-1")
    with alone.connect(table, 0) as page:
        first = page.first()
        assert (first["rules"]["purse"], first["rules"]["lots"]) == (1, 1)
        differs = [
            {"key": "purse", "of": "", "was": "3", "now": "1"},
            {"key": "lots", "of": "", "was": "2", "now": "1"},
        ]
        assert first["own"] == {"of": "standard", "differs": differs}
        while not page.view["result"]:
            view = page.view["view"]  # None until the game is dealt
            if view and view["form"]:
                page.decide(0, fill(view["form"], random.Random(1)))
            else:
                page.hear()
        assert page.view["own"] is None, "it is told once, with the numbers"
    assert alone.get(f"/api/t/{table}/review")["own"]["of"] == "standard"
    again = alone.post(f"/api/t/{table}/rematch")["table"]
    assert again["variant"] == "purse-1-lots-1"
    alone.sit(again["id"])
    with alone.connect(again["id"]) as page:
        assert page.first()["rules"]["purse"] == 1


@pytest.mark.parametrize("variant", ["base", "base-short", "upgrades"])
def test_what_is_shipped_is_nobodys_own(guest: New, variant: str) -> None:
    alone = guest()
    table = alone.table("sparrows", "hot", "hot", variant=variant)
    with alone.connect(table, 0) as page:
        assert page.first()["own"] is None


def test_a_table_is_not_made_of_numbers_that_cannot_be(guest: New) -> None:
    body = {"game": "pennies", "seats": [{"kind": "open"}, {"kind": "open"}]}
    status, says = refusal(guest(), "/api/tables", {**body, "changes": {"purse": 99}})
    assert status == 400
    assert says.startswith("standard with purse = 99: ")


# -- how long it may take --------------------------------------------------------------------------


def looked_at(bounds: Bounds, body: dict[str, Any], *, often: bool = True) -> list[Comparison]:
    """A trial until it has ended, and what is said to who asks once more."""

    async def look() -> list[Comparison]:
        lab, wanted = Lab(1, bounds), msgspec.convert(body, Compare)
        try:
            told = lab.compare("ann", "here", wanted)
            while not told.has_ended:
                await asyncio.sleep(0.05)
                if often:
                    told = lab.compare("ann", "here", wanted)
                else:
                    told = lab.stop("bo", wanted)  # who never looked ends nothing by that
            return [told, lab.compare("ann", "here", wanted)]
        finally:
            await lab.workers.close()

    return run_apart(look())  # type: ignore[no-any-return]


def test_a_deal_that_takes_too_long_ends_its_trial() -> None:
    told, _ = looked_at(Bounds(deal=1.0), long(60))
    assert (told.done, told.says) == (0, ENDLESS)


def test_a_trial_that_takes_too_long_rests_with_what_is_known_and_can_go_on() -> None:
    body = wish(game="colours", variant="free", changes={"deal.hand": 3}, deals=1000)
    told, again = looked_at(Bounds(trial=0.0), body)
    assert told.says == TOO_LONG
    assert 0 < told.done < 1000
    assert msgspec.json.decode(told.findings or b"")["deals"] == told.done
    assert (again.has_ended, again.done) == (False, told.done)


def test_a_trial_that_nobody_looks_at_rests() -> None:
    body = wish(game="colours", variant="free", changes={"deal.hand": 3}, deals=1000)
    told, again = looked_at(Bounds(forsaken=0.0), body, often=False)
    assert told.says == STOPPED
    assert told.done < 1000
    assert not again.has_ended


def test_what_nobody_looks_at_makes_room_for_others() -> None:
    async def come() -> list[bool]:
        lab = Lab(1, Bounds(forsaken=-1.0))
        wishes = [msgspec.convert(long(70 + number), Compare) for number in (0, 1)]
        try:
            told = [lab.compare(who, "here", each) for who, each in zip("ab", wishes, strict=True)]
            return [each.has_ended for each in [*told, lab.stop("b", wishes[0])]]
        finally:
            await lab.workers.close()

    assert run_apart(come()) == [False, False, True]


def test_the_lab_says_what_it_offers(guest: New) -> None:
    told = guest().get("/api/lab")
    assert [game["game"] for game in told["games"]] == catalogue.games()
    assert [bot["bot"] for bot in told["bots"]] == [bot.bot for bot in BOTS]


def test_a_saleroom_may_have_no_lab(serve: Callable[..., Server]) -> None:
    closed = Guest(serve("--no-lab"))
    assert closed.get("/api/lobby")["lab"] is False
    assert closed.ask("GET", "/api/lab").status == 404
    told = 404, "This saleroom has no lab."
    assert refusal(closed, "/api/lab", wish()) == told
    seats = [{"kind": "open"}, {"kind": "open"}]
    changed = {"game": "pennies", "seats": seats, "changes": {"purse": 1}}
    assert refusal(closed, "/api/tables", changed) == told
    assert Guest(serve()).get("/api/lobby")["lab"] is True
