"""Whole games over real sockets: sealed decisions, changes of mind, take-backs, hot seats, bots."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from saleroom.catalogue import games, variants

from .players import Guest, Server, Socket, fill, play

New = Callable[[], Guest]


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """The same tables in a folder and in a database."""
    database = None
    if request.param == "postgres":
        database = request.getfixturevalue("cluster").database()
    found = Server(tmp_path_factory.mktemp("server") / "data", database=database)
    found.start()
    yield found
    found.end()


GAMES = [(game, variant) for game in games() for variant in variants(game)]


def seated(guest: New, game: str, variant: str | None = None) -> tuple[str, Socket, Socket]:
    """A table of two people, dealt, and both of them at their pages."""
    first, second = guest(), guest()
    table = first.table(game, "open", "open", variant=variant)
    first.sit(table, 0)
    second.sit(table)
    pages = first.connect(table), second.connect(table)
    for page in pages:
        if not (page.first()["view"]):
            page.until(lambda m: m["t"] == "view" and m["view"])
    return table, *pages


def settle(*pages: Socket) -> None:
    for page in pages:
        page.catch_up()


@pytest.mark.parametrize(("game", "variant"), GAMES)
def test_two_people_play_to_the_end_and_a_spectator_sees_the_result(
    guest: New, game: str, variant: str
) -> None:
    table, one, two = seated(guest, game, variant)
    watcher = guest().connect(table)
    made = play({0: one, 1: two}, random.Random(5))
    last = watcher.until(lambda m: m["t"] == "view" and m["result"])
    assert last["result"] == one.view["result"] == two.view["result"]
    assert last["table"]["status"] == "over"
    record = guest().ask("GET", f"/api/t/{table}/record").raw.decode()
    assert f"\n{made + 1}. " in record  # the deal and every decision
    assert f"\n{made + 2}. " not in record


def test_a_bot_answers_and_the_game_ends(guest: New) -> None:
    person = guest()
    table = person.table("dutch", "open", "random")
    person.sit(table)
    page = person.connect(table)
    play({0: page}, random.Random(2))
    assert page.view["seats"][1] | {"nonce": ""} == {
        "seat": 1, "kind": "bot", "name": "Random bot", "bot": "random", "yours": False,
        "here": True, "away_since": None, "left": False, "nonce": "",
    }  # fmt: skip
    assert page.view["result"]["scores"]


def test_a_sealed_decision_can_be_replaced_until_the_last_seat_has_decided(guest: New) -> None:
    table, one, two = seated(guest, "dutch")
    hand = one.view["view"]["form"]["one"]["hand.0"]
    zones = {zone["id"]: zone["cards"] for zone in one.view["view"]["zones"]}
    names = {card["code"]: card["card"] for card in zones["hand.0"]}
    gate = one.view["gate"]
    first = one.decide(0, [hand[0]])
    assert first["owing"] == [1]
    assert first["waiting"] == f"Waiting for {first['seats'][1]['name']}."
    assert first["may"]["change"]["path"] == [hand[0]]
    assert first["may"]["change"]["form"]["one"] == {"hand.0": hand}
    settle(two)
    before = two.view["number"], len(two.frames)

    second = one.decide(0, [hand[1]])
    assert second["may"]["change"]["path"] == [hand[1]]
    assert second["number"] == first["number"] + 1
    settle(two)
    assert (two.view["number"], len(two.frames)) == before  # nobody else hears of it

    two.decide(1, fill(two.view["view"]["form"], random.Random(1)))
    after = one.until(lambda m: m["t"] == "view" and m["gate"] != gate)
    told = [e for e in after["events"] if e["key"] == "aside" and e["seat"] == 0]
    assert told[0]["values"]["moves"] == [[names[hand[1]], "hand.0", "aside.0"]]
    assert after["may"]["change"] is None
    record = [row[3] for row in one.guest.server.log(table)]
    assert record.count("decided") == 3  # the log keeps all


def test_an_answer_to_an_old_question_is_refused_not_misread(guest: New) -> None:
    _, one, two = seated(guest, "pennies")
    dice = random.Random(1)
    gate = one.view["gate"]
    one.decide(0, fill(one.view["view"]["form"], dice))
    two.decide(1, fill(two.view["view"]["form"], dice))
    settle(one, two)
    mover = one if 0 in one.view["owing"] else two
    seat = mover.view["seat"]
    refused = mover.decide(seat, fill(mover.view["view"]["form"], dice), gate=gate)
    assert refused["t"] == "refused"
    assert refused["kind"] == "not_your_turn"
    assert "no longer open" in refused["says"]


def test_a_refusal_has_a_sentence_and_the_number_of_its_rule(guest: New) -> None:
    _, one, _ = seated(guest, "dutch")
    elsewhere = next(
        code for code in range(40) if code not in one.view["view"]["form"]["one"]["hand.0"]
    )
    refused = one.decide(0, [elsewhere])
    assert refused["t"] == "refused"
    assert refused["kind"] == "not_allowed"
    assert refused["rule"].startswith("D")
    assert len(refused["says"]) > 20


def test_a_command_sent_again_counts_once_and_gets_the_same_number(guest: New) -> None:
    table, one, _ = seated(guest, "dutch")
    path = fill(one.view["view"]["form"], random.Random(1))
    first = one.decide(0, path, id="mine")
    again = one.decide(0, path, id="mine")
    assert first["ok"] == again["ok"] == [{"id": "mine", "number": first["number"]}]
    assert [row[2] for row in one.guest.server.log(table)].count("mine") == 1


def test_another_seat_may_use_the_same_id(guest: New) -> None:
    _, one, two = seated(guest, "dutch")
    assert one.decide(0, fill(one.view["view"]["form"], random.Random(1)), id="x")["t"] == "view"
    settle(two)
    answer = two.decide(1, fill(two.view["view"]["form"], random.Random(1)), id="x")
    assert answer["t"] == "view"
    assert answer["gate"] != one.view["gate"]


def in_a_turn(guest: New, seed: int) -> tuple[str, Socket, Socket]:
    """Dutch, and the first of the pages has a turn in which it can buy or use something."""
    table, one, two = seated(guest, "dutch")
    dice = random.Random(seed)
    for _ in range(40):
        one.decide(0, fill(one.view["view"]["form"], dice))
        two.catch_up()
        two.decide(1, fill(two.view["view"]["form"], dice))
        while True:
            settle(one, two)
            if len(one.view["owing"]) != 1:
                break
            page, other = (one, two) if one.view["owing"] == [0] else (two, one)
            if len(_acts(page)) > 0:
                return table, page, other
            page.decide(page.view["seat"], fill(page.view["view"]["form"], dice))
    raise AssertionError("no turn with an act was found")


def _acts(page: Socket) -> list[int]:
    form = page.view["view"]["form"]
    return [c for zone, codes in form["one"].items() if zone != "buttons" for c in codes]


def test_own_acts_of_a_turn_are_taken_back_last_first(guest: New) -> None:
    _, page, other = in_a_turn(guest, 3)
    seat = page.view["seat"]
    before = page.view["view"]
    assert not page.view["may"]["take_back"]
    assert page.command("take_back", seat)["kind"] == "not_allowed"
    form = page.view["view"]["form"]
    for code in _acts(page):  # find one that leaves the turn open, as all but the last may
        path = [code, *fill(form["then"][str(code)], random.Random(0))]
        done = page.decide(seat, path)
        if done["t"] == "view" and done["may"]["take_back"]:
            break
    assert done["may"]["take_back"]
    back = page.command("take_back", seat)
    assert back["view"] == before
    assert not back["may"]["take_back"]
    assert back["events"][-1]["key"] == "table.took_back"
    assert back["number"] == done["number"] + 1
    seen = other.until(lambda m: m["t"] == "view" and m["gate"] == back["gate"])
    assert seen["owing"] == [seat]
    assert page.decide(seat, path)["t"] == "view"  # and the same again


def test_pennies_takes_nothing_back(guest: New) -> None:
    _, one, two = seated(guest, "pennies")
    one.decide(0, fill(one.view["view"]["form"], random.Random(1)))
    two.catch_up()
    refused = one.command("take_back", 0)
    assert refused["kind"] == "not_allowed"
    assert "stands" in refused["says"]


def test_trying_a_decision_shows_what_it_would_do_and_changes_nothing(guest: New) -> None:
    table, page, _ = in_a_turn(guest, 3)
    seat = page.view["seat"]
    form = page.view["view"]["form"]
    code = _acts(page)[0]
    path = [code, *fill(form["then"][str(code)], random.Random(0))]
    entries = len(page.guest.server.log(table))
    tried = page.command("try", seat, path)
    assert tried["t"] == "tried"
    assert tried["events"]
    assert tried["view"]["zones"] != page.view["view"]["zones"]
    assert len(page.guest.server.log(table)) == entries
    done = page.decide(seat, path)
    assert done["view"]["zones"] == tried["view"]["zones"]


def test_trying_a_sealed_decision_does_not_open_the_others(guest: New) -> None:
    """Also not when it is the last: the answer comes from imagined worlds."""
    _, one, two = seated(guest, "dutch")
    one.decide(0, fill(one.view["view"]["form"], random.Random(1)))
    settle(two)
    tried = two.command("try", 1, fill(two.view["view"]["form"], random.Random(1)))
    assert tried["t"] == "tried"
    zones = {zone["id"]: zone for zone in tried["view"]["zones"]}
    assert zones["stake.0"]["count"] == 0
    assert tried["view"]["phase"] == "set_aside"


def test_a_reconnect_brings_the_whole_view_and_what_was_missed(guest: New) -> None:
    table, one, two = seated(guest, "dutch")
    since = one.view["number"]
    one.raw.close()
    two.decide(1, fill(two.view["view"]["form"], random.Random(1)))
    again = one.guest.connect(table, since=since)
    view = again.first()
    assert view["number"] == since + 1
    assert view["owing"] == [0]
    path = fill(view["view"]["form"], random.Random(1))
    resolved = again.decide(0, path)
    assert {"won", "bid"} <= {event["key"] for event in resolved["events"]}
    third = one.guest.connect(table, since=since)
    assert third.first()["events"] == resolved["events"]


def test_after_too_much_the_page_is_told_to_jump(guest: New) -> None:
    table, one, two = seated(guest, "dutch")
    play({0: one, 1: two}, random.Random(8))
    late = guest().connect(table)
    assert late.first()["events"] is None
    pages: list[Any] = []
    before: Any = None
    while before != 0:
        asked = "" if before is None else f"&before={before}"
        found = guest().get(f"/api/t/{table}/log?{asked}")
        pages = found["events"] + pages
        before = found["before"]
    assert pages[0]["key"] == "table.seated"
    assert pages[-1]["key"] == one.view["result"]["ending"]


def test_a_hot_seat_looks_as_one_seat_at_a_time(guest: New) -> None:
    host = guest()
    table = host.table("pennies", "hot", "hot")
    page = host.connect(table)
    page.until(lambda m: m["t"] == "view" and m["view"])
    assert page.view["seat"] is None
    assert page.view["view"]["form"] is None
    dice = random.Random(4)
    while page.view["result"] is None:
        seat = page.view["owing"][0]
        page.say(t="look", seat=seat)
        page.until(lambda m, seat=seat: m["t"] == "view" and m["seat"] == seat)
        page.decide(seat, fill(page.view["view"]["form"], dice))
        page.say(t="look", seat=None)
        covered = page.until(lambda m: m["t"] == "view" and m["seat"] is None)
        if covered["result"] is None:
            hidden = [z for z in covered["view"]["zones"] if z["id"].startswith("purse")]
            assert all(zone["cards"] is None for zone in hidden)
    assert page.view["result"]["scores"]


def test_nobody_looks_or_acts_as_a_seat_of_another(guest: New) -> None:
    table, one, _ = seated(guest, "dutch")
    stranger = guest().connect(table, seat=0)
    assert stranger.first()["seat"] is None
    stranger.say(t="look", seat=0)
    assert stranger.until(lambda m: m["t"] == "refused")["kind"] == "not_yours"
    path = fill(one.view["view"]["form"], random.Random(1))
    assert stranger.decide(0, path)["kind"] == "not_yours"
    assert one.decide(1, path)["kind"] == "not_yours"
    assert one.command("try", 1, path)["kind"] == "not_yours"
    assert one.guest.ask("GET", f"/api/t/{table}/log?seat=1").status == 403


def test_who_resigns_against_one_other_loses_without_score(guest: New) -> None:
    table, one, two = seated(guest, "dutch")
    one.guest.post(f"/api/t/{table}/resign", {"seat": 0})
    last = two.until(lambda m: m["t"] == "view" and m["result"])
    assert last["result"]["ending"] == "resigned"
    assert last["result"]["winners"] == [1]
    assert last["result"]["scores"] == []
    assert two.decide(1, [1], gate=0)["kind"] == "game_over"


def test_a_player_who_left_can_be_replaced_by_a_bot_and_comes_back(guest: New) -> None:
    table, one, two = seated(guest, "pennies")
    assert one.guest.ask("POST", f"/api/t/{table}/give", {"seat": 1}).status == 409
    two.guest.post(f"/api/t/{table}/leave", {"seat": 1})
    left = one.until(lambda m: m["t"] == "view" and m["seats"][1]["left"])
    assert left["may"]["give"] == [1]
    assert left["may"]["end"]
    one.guest.post(f"/api/t/{table}/give", {"seat": 1})
    given = one.until(lambda m: m["t"] == "view" and m["seats"][1]["kind"] == "bot")
    assert given["seats"][1]["bot"] == "club"
    two.guest.sit(table, 1)
    back = one.until(lambda m: m["t"] == "view" and m["seats"][1]["kind"] == "person")
    assert not back["seats"][1]["left"]


def test_a_table_of_one_person_is_ended_by_that_person_only(guest: New) -> None:
    host, stranger = guest(), guest()
    table = host.table("dutch", "open", "random")
    host.sit(table)
    assert stranger.ask("POST", f"/api/t/{table}/end").status == 409
    info = host.post(f"/api/t/{table}/end")
    assert info["table"]["status"] == "over"
    assert host.get("/api/lobby")["finished"][0]["says"] == "The game was abandoned."


def test_bots_of_one_kind_are_called_by_their_seats_in_a_rematch_too(guest: New) -> None:
    person = guest()
    table = person.table("sparrows", "open", "random", "club", "random")
    person.sit(table)

    def names(info: dict[str, Any]) -> list[str]:
        return [seat["name"] for seat in info["seats"] if seat["kind"] == "bot"]

    assert names(person.get(f"/api/t/{table}")) == ["Random 2", "Club bot", "Random 4"]
    person.post(f"/api/t/{table}/end")
    again = person.post(f"/api/t/{table}/rematch")
    assert names(again) == ["Random 1", "Random 3", "Club bot"]


def test_a_rematch_moves_the_seats_on_and_is_one_table_for_both(guest: New) -> None:
    table, one, two = seated(guest, "dutch")
    assert one.guest.ask("POST", f"/api/t/{table}/rematch").status == 409
    one.guest.post(f"/api/t/{table}/resign", {"seat": 0})
    first = one.guest.post(f"/api/t/{table}/rematch")
    second = two.guest.post(f"/api/t/{table}/rematch")
    assert first["table"]["id"] == second["table"]["id"] != table
    assert two.until(lambda m: m["t"] == "view" and m["table"]["next"])
    assert [seat["kind"] for seat in first["seats"]] == ["kept", "kept"]
    assert guest().ask("POST", f"/api/t/{first['table']['id']}/sit", {"seat": 0}).status == 409
    two.guest.sit(first["table"]["id"])
    info = one.guest.sit(first["table"]["id"])
    assert [seat["yours"] for seat in info["seats"]] == [False, True]


def test_who_took_a_seat_of_the_makers_device_sits_down_for_a_rematch_too(guest: New) -> None:
    host, other = guest(), guest()
    table = host.table("pennies", "hot", "open")
    host.post(f"/api/t/{table}/leave", {"seat": 0})
    other.sit(table, 0)
    other.post(f"/api/t/{table}/end")
    again = other.post(f"/api/t/{table}/rematch")
    assert [seat["kind"] for seat in again["seats"]] == ["open", "kept"]


def test_a_seat_of_the_makers_device_that_nobody_has_is_free_in_a_rematch(guest: New) -> None:
    host, other = guest(), guest()
    table = host.table("pennies", "hot", "open")
    host.post(f"/api/t/{table}/leave", {"seat": 0})
    other.sit(table, 1)
    other.post(f"/api/t/{table}/end")
    again = other.post(f"/api/t/{table}/rematch")
    assert [seat["kind"] for seat in again["seats"]] == ["kept", "open"]
    host.sit(again["table"]["id"])
    assert other.sit(again["table"]["id"])["table"]["status"] in ("waiting", "playing")


@pytest.mark.parametrize(("game", "variant"), GAMES)
def test_a_finished_game_is_played_on_from_any_moment(guest: New, game: str, variant: str) -> None:
    person = guest()
    table = person.table(game, "open", "random", variant=variant)
    person.sit(table)
    play({0: person.connect(table)}, random.Random(4))
    before = record(person, table)
    for entry in (1, 2, len(before["entries"]) - 1):  # 2: where both decide, one has
        other = person.post(f"/api/t/{table}/on", {"entry": entry})
        assert [(seat["yours"], seat["bot"]) for seat in other["seats"]] == [
            (True, None),
            (False, "random"),
        ]
        new = other["table"]["id"]
        play({0: person.connect(new)}, random.Random(entry))
        after = record(person, new)
        assert after["entries"][:entry] == before["entries"][:entry]
        assert len(after["entries"]) > entry
        name = person.get(f"/api/t/{table}")["table"]["name"]
        assert after["chance"] == f"table {name} up to entry {entry}, then another shuffle"
        assert person.ask("GET", f"/api/t/{new}/proof").status == 409
        assert person.post(f"/api/t/{new}/rematch")["table"]["status"] in ("waiting", "playing")


def record(person: Guest, table: str) -> Any:
    return person.get(f"/api/t/{table}/record.json")


def test_who_has_not_played_goes_on_for_who_decided_next(guest: New) -> None:
    table, one, two = seated(guest, "pennies")
    play({0: one, 1: two}, random.Random(6))
    entries = record(one.guest, table)["entries"]
    entry = next(each["number"] - 1 for each in entries if each["seat"] == 1)
    seats = guest().post(f"/api/t/{table}/on", {"entry": entry})["seats"]
    assert [(seat["yours"], seat["bot"]) for seat in seats] == [(False, "club"), (True, None)]
    seats = guest().post(f"/api/t/{table}/on", {"entry": entry, "seat": 0})["seats"]
    assert [seat["yours"] for seat in seats] == [True, False]
    seats = two.guest.post(f"/api/t/{table}/on", {"entry": 1})["seats"]
    assert [seat["yours"] for seat in seats] == [False, True]


def test_a_game_is_played_on_only_from_where_it_was(guest: New) -> None:
    table, one, two = seated(guest, "pennies")
    refused = one.guest.ask("POST", f"/api/t/{table}/on", {"entry": 1})
    assert (refused.status, refused.data["error"]["kind"]) == (409, "not_allowed")
    play({0: one, 1: two}, random.Random(6))
    last = len(record(one.guest, table)["entries"])
    for wish, says in (
        ({"entry": last}, "There the game is over; play on from an earlier entry."),
        ({"entry": last + 1}, f"There is no entry {last + 1}; there are 1 to {last}."),
        ({"entry": 1, "seat": 2}, "There is no seat 2; there are 0 to 1."),
    ):
        refused = one.guest.ask("POST", f"/api/t/{table}/on", wish)
        assert (refused.status, refused.data["error"]["says"]) == (409, says)
    assert one.guest.ask("POST", f"/api/t/{table}/on", {"entry": 0}).status == 400


def test_a_game_that_was_given_up_is_played_on_from_its_last_entry(guest: New) -> None:
    table, one, _ = seated(guest, "dutch")
    one.guest.post(f"/api/t/{table}/resign", {"seat": 0})
    new = one.guest.post(f"/api/t/{table}/on", {"entry": 1})["table"]
    assert new["status"] == "playing"


def test_a_new_name_shows_at_the_table_and_in_sentences(guest: New) -> None:
    _, one, two = seated(guest, "dutch")
    one.guest.post("/api/me", {"name": '  Jeanne "@1"  '})
    seen = two.until(lambda m: m["t"] == "view" and m["seats"][0]["name"].startswith("Jeanne"))
    assert seen["seats"][0]["name"] == 'Jeanne "@1"'
    assert seen["events"][-1]["says"] == 'Jeanne "@1" has a new name.'


def test_hot_seats_stay_told_apart_when_their_player_gets_a_new_name(guest: New) -> None:
    host = guest()
    table = host.table("pennies", "hot", "hot")
    host.post("/api/me", {"name": "Ilse"})
    seats = host.get(f"/api/t/{table}")["seats"]
    assert [seat["name"] for seat in seats] == ["Ilse (1)", "Ilse (2)"]


def test_presence_is_told(guest: New) -> None:
    table, one, two = seated(guest, "dutch")
    two.raw.close()
    gone = one.until(lambda m: m["t"] == "presence" and not m["seats"][1]["here"])
    assert gone["seats"][1]["away_since"] > 0
    watcher = guest().connect(table)
    watcher.first()
    assert one.until(lambda m: m["t"] == "presence" and m["watching"])["watching"] == 1


def test_of_five_windows_of_one_guest_the_oldest_is_closed(guest: New) -> None:
    table, one, _ = seated(guest, "dutch")
    others = [one.guest.connect(table) for _ in range(4)]
    for page in others:
        page.first()
    with pytest.raises(Exception, match="replaced"):
        one.until(lambda _: False)


# -- hints -----------------------------------------------------------------------------------------


def first_hint(guest: New, game: str, others: str, **wish: Any) -> Any:
    """Beside the first view of who has made a table and waits for no one."""
    person, friend = guest(), guest()
    table = person.table(game, "open", others, **wish)
    person.sit(table, 0)
    if others == "open":
        friend.sit(table)
    page = person.connect(table)
    dealt = page.first()
    if not dealt["view"]:
        dealt = page.until(lambda m: m["t"] == "view" and m["view"])
    watcher = guest().connect(table)
    assert watcher.first()["hint"] is None
    return dealt["hint"]


def test_hints_are_given_against_bots_and_among_people_only_where_the_table_wants_them(
    guest: New,
) -> None:
    assert first_hint(guest, "sparrows", "random")["unseen"] == 38
    assert first_hint(guest, "dutch", "random") == {"seat": 1, "discards": 0, "points": {}}
    assert first_hint(guest, "sparrows", "open") is None
    assert len(first_hint(guest, "sparrows", "open", hints=True)["chances"]) == 6
    assert first_hint(guest, "sparrows", "random", hints=False) is None
    assert first_hint(guest, "colours", "random") == {}


def test_a_short_game_is_made_by_its_name(guest: New) -> None:
    person = guest()
    offers = {game["game"]: game["variants"] for game in person.get("/api/lobby")["games"]}
    assert [each["short"] for each in offers["sparrows"]] == [True, True]
    assert [each["short"] for each in offers["dutch"]] == [False, False]
    table = person.table("sparrows", "hot", "hot", variant="base-short")
    page = person.connect(table)
    assert page.first()["rules"]["end"]["target"] == 100
    body = {"game": "dutch", "variant": "standard-short", "seats": [{"kind": "hot"}] * 2}
    refused = person.ask("POST", "/api/tables", body)
    assert (refused.status, refused.data["error"]["kind"]) == (400, "not_understood")
