"""Seats: on another device, given up, in the lobby's list, in the HTML; and words over them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from .players import Guest, Socket
from .test_tables import seated

New = Callable[[], Guest]


def hand(page: Socket, seat: int) -> Any:
    zones = page.view["view"]["zones"]
    return next(zone["cards"] for zone in zones if zone["id"] == f"hand.{seat}")


def test_a_link_takes_a_seat_to_another_device_once(guest: New) -> None:
    table, one, _ = seated(guest, "dutch")
    token = one.guest.post(f"/api/t/{table}/link", {"seat": 0})["token"]
    phone, thief = guest(), guest()
    info = phone.post(f"/api/t/{table}/claim", {"token": token})
    assert [seat["yours"] for seat in info["seats"]] == [True, False]
    page = phone.connect(table)
    assert hand_of_first(page, 0)
    refused = thief.ask("POST", f"/api/t/{table}/claim", {"token": token})
    assert (refused.status, refused.data["error"]["kind"]) == (409, "not_allowed")


def hand_of_first(page: Socket, seat: int) -> Any:
    page.first()
    return hand(page, seat)


def test_who_had_the_seat_before_looks_on_and_cannot_act(guest: New) -> None:
    table, one, _ = seated(guest, "dutch")
    token = one.guest.post(f"/api/t/{table}/link", {"seat": 0})["token"]
    guest().post(f"/api/t/{table}/claim", {"token": token})
    told = one.until(lambda m: m["t"] == "view" and m["seat"] is None)
    assert (hand(one, 0), told["view"]["form"], told["may"]["resign"]) == (None, None, False)
    one.say(t="decide", id="late", seat=0, gate=told["gate"], path=[0])
    assert one.until(lambda m: m["t"] == "refused")["kind"] == "not_yours"


def test_a_newer_link_replaces_an_older_one_and_only_the_holder_gets_one(guest: New) -> None:
    table, one, two = seated(guest, "dutch")
    older = one.guest.post(f"/api/t/{table}/link", {"seat": 0})["token"]
    newer = one.guest.post(f"/api/t/{table}/link", {"seat": 0})["token"]
    assert two.guest.ask("POST", f"/api/t/{table}/link", {"seat": 0}).status == 403
    assert guest().ask("POST", f"/api/t/{table}/claim", {"token": older}).status == 409
    assert guest().ask("POST", f"/api/t/{table}/claim", {"token": newer}).status == 200


def test_a_token_is_nowhere_on_the_disk(guest: New) -> None:
    table, one, _ = seated(guest, "dutch")
    token = one.guest.post(f"/api/t/{table}/link", {"seat": 0})["token"]
    assert token not in str(one.guest.server.log(table))


def test_who_left_before_the_deal_sees_no_hand_of_the_one_who_came_after(guest: New) -> None:
    first, second, third = guest(), guest(), guest()
    table = first.table("dutch", "open", "open")
    first.sit(table, 0)
    page = first.connect(table)
    page.first()
    first.post(f"/api/t/{table}/leave", {"seat": 0})
    second.sit(table, 0)
    third.sit(table, 1)
    page.until(lambda m: m["t"] == "view" and m["view"])
    assert (page.view["seat"], hand(page, 0)) == (None, None)


def test_a_link_of_who_left_does_not_take_the_seat_from_who_came_after(guest: New) -> None:
    first, second, third = guest(), guest(), guest()
    table = first.table("dutch", "open", "open")
    first.sit(table, 0)
    token = first.post(f"/api/t/{table}/link", {"seat": 0})["token"]
    first.post(f"/api/t/{table}/leave", {"seat": 0})
    assert first.ask("POST", f"/api/t/{table}/claim", {"token": token}).status == 409
    second.sit(table, 0)
    third.sit(table, 1)
    assert first.ask("POST", f"/api/t/{table}/claim", {"token": token}).status == 409
    assert second.get(f"/api/t/{table}")["seats"][0]["yours"]


def test_a_seat_goes_to_another_device_when_its_player_has_sat_down(guest: New) -> None:
    table, one, two = seated(guest, "pennies")
    one.guest.post(f"/api/t/{table}/resign", {"seat": 0})
    again = one.guest.post(f"/api/t/{table}/rematch")["table"]["id"]
    refused = one.guest.ask("POST", f"/api/t/{again}/link", {"seat": 1})
    assert (refused.status, refused.data["error"]["kind"]) == (409, "not_allowed")
    one.guest.sit(again)
    token = one.guest.post(f"/api/t/{again}/link", {"seat": 1})["token"]
    guest().post(f"/api/t/{again}/claim", {"token": token})
    seats = two.guest.sit(again)["seats"]
    assert all(seat["nonce"] for seat in seats)


def test_nobody_gives_up_for_another_nor_ends_a_table_where_another_plays(guest: New) -> None:
    table, one, _ = seated(guest, "pennies")
    for act in ("resign", "leave"):
        assert one.guest.ask("POST", f"/api/t/{table}/{act}", {"seat": 1}).status == 403
    assert one.guest.ask("POST", f"/api/t/{table}/end").status == 409
    assert one.guest.get(f"/api/t/{table}")["table"]["status"] == "playing"


def test_the_lobby_says_at_which_tables_it_is_your_turn(guest: New) -> None:
    table, one, _ = seated(guest, "dutch")

    def turns(person: Guest) -> dict[str, bool]:
        return {line["id"]: line["your_turn"] for line in person.get("/api/lobby")["mine"]}

    waiting = one.guest.table("dutch", "open", "open")
    one.guest.sit(waiting, 0)
    assert turns(one.guest) == {table: True, waiting: False}
    one.decide(0, [hand(one, 0)[0]["code"]])
    assert turns(one.guest) == {table: False, waiting: False}


def test_the_rules_come_with_the_first_view_and_no_other(guest: New) -> None:
    _, one, _ = seated(guest, "dutch", "offering")
    views = [json.loads(frame) for frame in one.frames if '"t":"view"' in frame]
    assert views[0]["rules"]["variant"] == "offering"
    assert {face["face"] for face in views[0]["rules"]["card"]} >= {"1", "10"}
    answer = one.decide(0, [])
    assert answer["t"] == "refused"
    one.say(t="look", seat=0)
    assert one.first()["rules"] is None


def test_a_reaction_reaches_all_and_one_in_five_seconds_is_enough(guest: New) -> None:
    table, one, two = seated(guest, "dutch")
    watcher = guest().connect(table)
    watcher.first()
    one.say(t="react", seat=0, what="well_bid")
    for page in (one, two, watcher):
        told = page.until(lambda m: m["t"] == "reacted")
        assert told == {"t": "reacted", "seat": 0, "what": "well_bid"}
    one.say(t="react", seat=0, what="ouch")
    assert one.until(lambda m: m["t"] == "notice")["kind"] == "slow_down"
    watcher.say(t="react", seat=0, what="ouch")
    assert watcher.until(lambda m: m["t"] == "refused")["kind"] == "not_yours"


def known(person: Guest, path: str) -> tuple[str, Any]:
    """What lies in the HTML already."""
    html = person.ask("GET", path).raw.decode()
    found = re.search(
        r'<script type="application/json" id="known" data-kind="(\w+)">(.*?)</script>', html
    )
    assert found, html
    return found[1], json.loads(found[2])


def test_the_page_comes_with_what_it_would_ask_for_first(guest: New) -> None:
    table, one, two = seated(guest, "dutch")
    kind, view = known(one.guest, f"/t/{table}")
    assert (kind, view["seat"], view["rules"]["game"]) == ("view", 0, "dutch")
    assert view["view"] == one.view["view"]
    assert known(two.guest, f"/t/{table}")[1]["seat"] == 1
    spectator = known(guest(), f"/t/{table}")[1]
    assert spectator["seat"] is None
    assert all(zone["cards"] is None for zone in spectator["view"]["zones"] if "hand" in zone["id"])
    kind, lobby = known(one.guest, "/")
    assert (kind, lobby["mine"][0]["id"]) == ("lobby", table)


def test_a_name_cannot_break_out_of_the_html(guest: New) -> None:
    person = guest()
    person.post("/api/me", {"name": "</script><b>"})
    assert known(person, "/")[1]["me"]["name"] == "</script><b>"


def test_a_hot_seat_page_comes_without_any_hand(guest: New) -> None:
    person = guest()
    table = person.table("dutch", "hot", "hot")
    page = person.connect(table)
    page.until(lambda m: m["t"] == "view" and m["view"])
    view = known(person, f"/t/{table}")[1]
    assert view["seat"] is None
    assert all(zone["cards"] is None for zone in view["view"]["zones"] if "hand" in zone["id"])
