"""Over HTTP: who may ask, what is refused and how, and what every answer carries."""

from __future__ import annotations

import asyncio
import json
import random
import re
import threading
import time
import urllib.request
from collections.abc import Callable
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import apsw
import msgspec
import pytest
from click.testing import CliRunner
from starlette.requests import Request
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from saleroom.bots.review import review
from saleroom.catalogue.shelf import folder
from saleroom.cli import main
from saleroom.records import Game
from saleroom.server import limits, run
from saleroom.server.app import PAGES
from saleroom.server.errors import TryAgain
from saleroom.server.house import House, Settings
from saleroom.server.http import ENDPOINTS, Asked
from saleroom.server.reviews import REVIEWER
from saleroom.server.types import typescript

from .players import PATIENCE_S, Guest, Server, Socket, answers, fill, play, run_apart

New = Callable[[], Guest]
ROOT = Path(__file__).parents[2]


def test_a_new_guest_has_a_name_without_being_asked(guest: New) -> None:
    lobby = guest().get("/api/lobby")
    assert re.fullmatch(r"Paddle [1-9]\d\d", lobby["me"]["name"])
    games = [offer["game"] for offer in lobby["games"]]
    assert games == ["colours", "dutch", "pennies", "sparrows"]
    assert lobby["mine"] == lobby["finished"] == []


def test_of_who_only_looks_in_nothing_is_kept(serve: Callable[..., Server]) -> None:
    server = serve()
    visitor = Guest(server)
    name = visitor.get("/api/lobby")["me"]["name"]
    assert visitor.get("/api/lobby")["me"]["name"] == name
    with closing(apsw.Connection(str(server.data / "saleroom.sqlite"))) as connection:
        assert connection.execute("select count(*) from guest").get == 0


def test_who_follows_a_dead_link_comes_to_the_lobby_and_a_program_is_told(server: Server) -> None:
    told = {}
    for accept in ("text/html,*/*", "application/json"):
        connection = HTTPConnection("127.0.0.1", server.port)
        connection.request("GET", "/nonsense/here", headers={"Accept": accept})
        answer = connection.getresponse()
        told[accept] = answer.status, answer.headers["Location"], answer.read()
        connection.close()
    assert told["text/html,*/*"] == (303, "/?lost", b"")
    assert told["application/json"][:2] == (404, None)
    assert b"There is nothing here." in told["application/json"][2]


def test_the_cookie_is_signed_and_out_of_reach_of_scripts(guest: New, server: Server) -> None:
    first = Guest(server).ask("GET", "/api/lobby")
    cookie = first.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    known = guest()
    name = known.get("/api/lobby")["me"]["name"]
    known.post("/api/me", {"name": "Ilse"})
    forged = Guest(server)
    forged.cookie = known.cookie[:-1] + ("0" if known.cookie[-1] != "0" else "1")
    assert forged.get("/api/lobby")["me"]["name"] not in ("Ilse", name)


@pytest.mark.parametrize("beside", ["version=1", 'seen={"a": 1}', "alone", "x=guest=1"])
def test_a_guest_is_known_whatever_other_cookies_there_are(guest: New, beside: str) -> None:
    known = guest()
    known.post("/api/me", {"name": "Ilse"})
    known.cookie = f"{beside}; {known.cookie}; {beside}"
    assert known.get("/api/lobby")["me"]["name"] == "Ilse"


@pytest.mark.parametrize(
    ("host", "policy"),
    [("localhost:1", "same-origin"), ("[::1]", "same-origin"), ("10.0.0.2", None)],
)
def test_what_a_browser_would_ignore_is_not_sent(
    server: Server, host: str, policy: str | None
) -> None:
    answer = Guest(server).ask("GET", "/healthz", Host=host)
    assert answer.headers["Cross-Origin-Opener-Policy"] == policy


@pytest.mark.parametrize("path", [*PAGES, *(e.path for e in ENDPOINTS if e.method == "GET")])
def test_every_answer_is_safe_to_show(server: Server, path: str) -> None:
    answer = Guest(server).ask(
        "GET", path.format(id="a" * 16, game="dutch", lesson="first", variant="standard")
    )
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert "Access-Control-Allow-Origin" not in answer.headers


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "http://127.0.0.1:1"])
def test_no_other_site_can_post_or_open_a_socket(
    server: Server, guest: New, origin: str | None
) -> None:
    known = guest()
    answer = known.ask("POST", "/api/me", {"name": "Mallory"}, origin=origin)
    assert answer.status == 403
    assert answer.data["error"]["kind"] == "wrong_origin"
    assert known.get("/api/lobby")["me"]["name"] != "Mallory"
    table = known.table("pennies", "open", "open")
    with (
        pytest.raises(InvalidStatus, match="403"),
        connect(
            f"ws://127.0.0.1:{server.port}/t/{table}/socket",
            origin=origin,  # type: ignore[arg-type]
            additional_headers={"Cookie": known.cookie},
        ),
    ):
        pass


def test_a_socket_that_is_refused_is_no_fault_in_the_hosts_eyes(
    serve: Callable[..., Server],
) -> None:
    server = serve()
    with (
        pytest.raises(InvalidStatus, match="404"),
        connect(
            f"ws://127.0.0.1:{server.port}/nowhere",
            origin=server.origin,  # type: ignore[arg-type]
        ),
    ):
        pass
    server.stop()
    assert "ERROR" not in server.output.read_text()


def test_a_request_that_the_browser_calls_cross_site_is_refused(guest: New) -> None:
    answer = guest().ask("POST", "/api/me", {"name": "Mallory"}, Sec_Fetch_Site="cross-site")
    assert answer.status == 403


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "at least one letter"),
        ("   ", "at least one letter"),
        ("\u3164\u2800", "at least one letter"),  # a letter and a sign, both without ink
        ("\ufe0f", "at least one letter"),
        ("x" * 25, "at most 24"),
        ("a\u202eb", "cannot be seen"),
        ("a\u0000b", "cannot be seen"),
    ],
)
def test_a_name_that_nobody_can_have_is_refused(guest: New, name: str, why: str) -> None:
    answer = guest().ask("POST", "/api/me", {"name": name})
    assert answer.status == 400
    assert why in answer.data["error"]["says"]


def test_a_refusal_does_not_send_back_all_that_was_sent(guest: New) -> None:
    answer = guest().ask("POST", "/api/review", f"game: {'x' * 100_000}")
    assert answer.status == 400
    assert "There is no game 'xxx" in answer.data["error"]["says"]
    assert len(answer.raw) < 2_000


def test_a_nonce_is_its_digits_and_no_newline(guest: New) -> None:
    host = guest()
    table = host.table("pennies", "open", "open")
    answer = host.ask("POST", f"/api/t/{table}/sit", {"seat": 0, "nonce": "0" * 32 + "\n"})
    assert answer.status == 400
    assert "regex" in answer.data["error"]["says"]


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"game": "dutch", "seats": [{"kind": "open"}]}, "2 seats"),
        ({"game": "dutch", "seats": [{"kind": "bot", "bot": "search:999999"}] * 2}, "no bot"),
        ({"game": "dutch", "seats": [{"kind": "bot", "bot": "external:true"}] * 2}, "no bot"),
        ({"game": "dutch", "seats": [{"kind": "bot", "bot": "random"}] * 2}, "a person"),
        ({"game": "dutch", "surprise": 1}, "surprise"),
        ({"seats": 3}, "array"),
        ([], "object"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_a_sentence(
    guest: New, wish: object, why: str
) -> None:
    if isinstance(wish, dict):
        wish = {"seats": [{"kind": "open"}] * 2, **wish}
    answer = guest().ask("POST", "/api/tables", wish)
    assert 400 <= answer.status < 500
    assert why in answer.data["error"]["says"]


def test_a_variant_is_one_of_the_house_and_no_file(guest: New, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text((folder("dutch") / "variants" / "standard.toml").read_text("utf-8"))
    wish = {"game": "dutch", "seats": [{"kind": "open"}] * 2, "variant": str(mine)}
    answer = guest().ask("POST", "/api/tables", wish)
    assert answer.status == 400
    assert "it has standard, offering" in answer.data["error"]["says"]


def test_what_is_not_there_is_not_found(guest: New, server: Server) -> None:
    for path in ("/api/t/aaaaaaaaaaaaaaaa", "/api/t/oak-lantern-42", "/api/nothing", "/nothing"):
        answer = guest().ask("GET", path)
        assert answer.status == 404
        assert answer.data["error"]["kind"] == "not_found"
    with pytest.raises(ConnectionClosed, match="4004"):
        guest().connect("a" * 16).hear()
    with pytest.raises(InvalidStatus, match="404"):
        guest().connect("oak-lantern-42")


def test_a_page_of_another_version_is_told_to_reload(guest: New) -> None:
    host = guest()
    table = host.table("pennies", "open", "open")
    assert host.connect(table, more="&v=1").first()["v"] == 1
    with pytest.raises(ConnectionClosed, match="4003"):
        host.connect(table, more="&v=2").hear()


def test_a_public_table_is_listed_and_found_by_its_spoken_name(guest: New) -> None:
    host, friend = guest(), guest()
    table = host.table("dutch", "open", "open", public=True)
    name = host.get(f"/api/t/{table}")["table"]["name"]
    assert name in [line["name"] for line in friend.get("/api/lobby")["open"]]
    assert friend.get(f"/api/t/{name}")["table"]["id"] == table
    hidden = host.table("dutch", "open", "open")
    name = host.get(f"/api/t/{hidden}")["table"]["name"]
    assert friend.ask("GET", f"/api/t/{name}").status == 404
    assert hidden not in [line["id"] for line in friend.get("/api/lobby")["open"]]


def test_a_seat_taken_is_not_taken_again(guest: New) -> None:
    host, friend, late = guest(), guest(), guest()
    table = host.table("dutch", "open", "open")
    host.sit(table, 0)
    assert friend.ask("POST", f"/api/t/{table}/sit", {"seat": 0}).status == 409
    friend.sit(table)
    answer = late.ask("POST", f"/api/t/{table}/sit", {})
    assert answer.status == 409
    assert "you can watch" in answer.data["error"]["says"]
    again = host.sit(table)  # a second time changes nothing
    assert [seat["yours"] for seat in again["seats"]] == [True, False]


def test_who_leaves_before_the_deal_frees_the_seat(guest: New) -> None:
    host = guest()
    table = host.table("dutch", "open", "open")
    host.sit(table, 1)
    info = host.post(f"/api/t/{table}/leave", {"seat": 1})
    assert [seat["kind"] for seat in info["seats"]] == ["open", "open"]


def test_a_finished_game_can_be_replayed_downloaded_and_shown_again(guest: New) -> None:
    host = guest()
    table = host.table("dutch", "hot", "hot")
    pages = {seat: host.connect(table, seat=seat) for seat in (0, 1)}
    made = play(pages, random.Random(6))
    shown = host.get(f"/api/t/{table}/review?seat=1")
    assert [moment["number"] for moment in shown["moments"]] == list(range(1, made + 2))
    assert shown["result"] == pages[0].view["result"]
    assert shown["moments"][0]["view"]["viewer"] == 1
    text = host.ask("GET", f"/api/t/{table}/record")
    assert "attachment" in text.headers["Content-Disposition"]
    for record in (text.raw.decode(), host.ask("GET", f"/api/t/{table}/record.json").raw.decode()):
        again = guest().ask("POST", "/api/review?seat=1", record)
        assert again.status == 200
        assert again.data["moments"] == shown["moments"]
    everything = host.get(f"/api/t/{table}/review?seat=all")
    assert all(zone["cards"] is not None for zone in everything["moments"][5]["view"]["zones"][3:])
    assert host.ask("GET", f"/api/t/{table}/review?seat=2").status == 404


def test_a_finished_game_is_rated_decision_by_decision(guest: New) -> None:
    host = guest()
    table = host.table("pennies", "hot", "hot")
    pages = {seat: host.connect(table, seat=seat) for seat in (0, 1)}
    refused = host.ask("POST", f"/api/t/{table}/chances")
    assert (refused.status, refused.data["error"]["kind"]) == (409, "not_allowed")
    made = play(pages, random.Random(6))
    until = time.monotonic() + PATIENCE_S
    found = host.post(f"/api/t/{table}/chances")
    while found["done"] < found["total"] == made + 1:
        assert time.monotonic() < until
        time.sleep(0.02)
        found = guest().post(f"/api/t/{table}/chances")
    game = Game.from_text(host.ask("GET", f"/api/t/{table}/record").raw.decode())
    expected = msgspec.to_builtins(review(game, REVIEWER))
    assert found["decisions"] == expected["decisions"]
    assert found["turning_points"] == expected["turning_points"]
    assert host.ask("POST", f"/api/t/{'a' * 16}/chances").status == 404


def test_a_record_that_could_not_happen_is_refused_by_its_entry(guest: New) -> None:
    answer = guest().ask("POST", "/api/review", "game: dutch\n\n1. deal\n2. 0 buy 3\n")
    assert answer.status == 400
    assert answer.data["error"]["says"].startswith("Entry 1")
    assert guest().ask("POST", "/api/review", "x" * 600_000).status == 413


def test_law_and_clauses_of_a_game_are_there_to_read(guest: New) -> None:
    book = guest().get("/api/games/dutch/rules")
    assert "D57" in book["clauses"]
    assert book["clauses"]["D57"] in book["law"]
    assert guest().ask("GET", "/api/games/chess/rules").status == 404


def test_addresses_are_known_as_browsers_name_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the usual port, and in small letters."""
    opened: list[House] = []

    def serve(house: House, *_: object, **more: Any) -> None:
        more["opened"]()
        opened.append(house)

    usual = SimpleNamespace(getsockname=lambda: ("127.0.0.1", 80))
    monkeypatch.setattr(run, "listen", lambda *_: [usual])
    monkeypatch.setattr(run, "serve", serve)
    line = ["serve", "--port", "80", "--origin", "https://Play.Example.org:443/"]
    done = CliRunner().invoke(main, [*line, "--data", str(tmp_path)])
    assert "Saleroom is open at https://play.example.org\n" in done.stderr
    (house,) = opened
    here = ("http://localhost", "http://127.0.0.1")
    assert house.settings.origins == ("https://play.example.org", *here)
    run_apart(house.close())


def test_where_all_addresses_are_open_it_is_said_whose_pages_count(
    serve: Callable[..., Server],
) -> None:
    server = serve("--host", "0.0.0.0")
    assert "Pages of other addresses can only look on: name the" in server.output.read_text()
    guest = Guest(server)
    guest.get("/api/lobby")
    guest.post("/api/me", {"name": "Ilse"})


def test_the_host_can_look_after_it(guest: New) -> None:
    assert guest().ask("GET", "/healthz").raw == b"ok\n"
    assert guest().ask("GET", "/readyz").status == 200


def test_figures_have_a_port_of_their_own(serve: Callable[..., Server]) -> None:
    server = serve("--metrics-port", "0")
    guest = Guest(server)
    guest.get("/api/lobby")
    guest.post("/api/me", {"name": "Ilse"})  # that is written
    assert guest.ask("GET", "/metrics").status == 404
    said = server.output.read_text()
    address = re.search(r"Figures for Prometheus are at (http://127\.0\.0\.1:\d+/metrics)", said)
    assert address is not None, said
    with urllib.request.urlopen(address[1], timeout=PATIENCE_S) as answer:
        told = answer.read().decode()
    written = re.search(r"^saleroom_commit_seconds_count (\S+)$", told, re.MULTILINE)
    assert written is not None, told
    assert float(written[1]) >= 1
    assert re.search(r"^saleroom_writer_queue 0\.0$", told, re.MULTILINE)


def test_without_being_asked_there_are_no_figures(server: Server) -> None:
    assert "Prometheus" not in server.output.read_text()


def test_a_taken_port_for_figures_is_a_sentence(server: Server, tmp_path: Path) -> None:
    second = Server(tmp_path, "--metrics-port", str(server.port))
    with pytest.raises(AssertionError, match="something else listens there; try another --metrics"):
        second.start()


# -- limits ----------------------------------------------------------------------------------------


def test_who_has_no_cookie_cannot_make_tables_without_end(serve: Callable[..., Server]) -> None:
    server = serve(limits=True)
    host = Guest(server)
    table = host.table("pennies", "hot", "hot")
    host.post(f"/api/t/{table}/end")
    made = [Guest(server).ask("POST", "/api/tables", _two("pennies")).status for _ in range(620)]
    assert 599 <= made.count(201) < 620
    assert made[-1] == 429
    assert host.ask("POST", f"/api/t/{table}/rematch").status == 429


def test_the_many_addresses_of_one_house_count_as_one(serve: Callable[..., Server]) -> None:
    server = serve("--origin", "http://play.example.org", limits=True)

    def make(address: str) -> int:
        body = _two("pennies")
        return Guest(server).ask("POST", "/api/tables", body, X_Forwarded_For=address).status

    assert [make(f"2001:db8:0:7:{n:x}::1") for n in range(620)][-1] == 429
    assert make("2001:db8:0:8::1") == 201
    assert [make(f"::ffff:192.0.2.{n}") for n in range(200)] == [201] * 200


def test_who_has_many_names_keeps_one_for_a_while(serve: Callable[..., Server]) -> None:
    host = Guest(serve(limits=True))
    host.get("/api/lobby")
    given = [host.ask("POST", "/api/me", {"name": f"Ann {n}"}).status for n in range(40)]
    assert given[:12] == [200] * 12
    assert given[-1] == 429
    last = max(n for n, status in enumerate(given) if status == 200)
    assert host.get("/api/lobby")["me"]["name"] == f"Ann {last}"


def test_who_is_a_new_guest_each_time_cannot_leave_names_behind_without_end(
    serve: Callable[..., Server],
) -> None:
    server = serve(limits=True)
    given = [Guest(server).ask("POST", "/api/me", {"name": f"Ann {n}"}).status for n in range(400)]
    assert given[:120] == [200] * 120
    assert given[-1] == 429


def test_a_body_that_never_arrives_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "BODY_S", 0.05)

    async def main() -> None:
        house = House(Settings(tmp_path, ("http://localhost",)))
        scope = {"type": "http", "method": "POST", "headers": [], "client": ("192.0.2.1", 1)}
        pieces = [{"type": "http.request", "body": b"{", "more_body": True}]

        async def receive() -> Any:
            await asyncio.sleep(0 if pieces else PATIENCE_S)
            return pieces.pop()

        try:
            with pytest.raises(TryAgain, match="took too long to arrive"):
                await Asked(house, Request(scope, receive), "me").text(100)
        finally:
            await house.close()

    run_apart(main())


def test_nobody_fills_the_queue_of_games_to_be_played_through_alone(tmp_path: Path) -> None:
    """Lessons and reviews of all others wait in it too."""

    async def main() -> tuple[list[str], str]:
        house = House(Settings(tmp_path, ("http://localhost",)))
        go_on = threading.Event()

        def asked(guest: str, address: str) -> Asked:
            scope = {"type": "http", "headers": [], "client": (address, 1)}
            return Asked(house, Request(scope), guest)

        try:
            mine = [asked("me", "192.0.2.1").replayed(go_on.wait) for _ in range(60)]
            many = [asked(f"guest {n}", "192.0.2.2").replayed(go_on.wait) for n in range(60)]
            jobs = [asyncio.ensure_future(each) for each in (*mine, *many)]
            await asyncio.sleep(0)  # now all are in the queue, or have been refused
            refused = [str(job.exception()) for job in jobs if job.done()]
            other = asyncio.ensure_future(asked("somebody", "192.0.2.3").replayed(str, 7))
            go_on.set()
            await asyncio.gather(*jobs, return_exceptions=True)
            told = await other
            assert not house.replaying
            return refused, told
        finally:
            await house.close()

    refused, told = run_apart(main())
    assert len(refused) == 56 + 20
    assert set(refused) == {"Other games are being played through for you; wait for one of them."}
    assert told == "7"


@pytest.mark.once
def test_floods_are_slowed_down_and_then_cut_off(serve: Callable[..., Server]) -> None:
    server = serve(limits=True)
    host = Guest(server)
    host.get("/api/lobby")
    table = host.table("pennies", "hot", "hot")
    page = host.connect(table, seat=0)
    page.until(lambda m: m["t"] == "view" and m["view"])
    path = fill(page.view["view"]["form"], random.Random(1))
    command = {"t": "try", "seat": 0, "gate": page.view["gate"], "path": path}
    answer = {"t": "tried"}
    while answer["t"] == "tried":  # the slower the machine, the longer it is not too fast
        for n in range(15):  # so many answers wait for a slow reader
            page.say(id=f"n{n}", **command)
        answer = page.until(lambda m: answers(m, "n14"))
    assert (answer["t"], answer["kind"]) == ("refused", "slow_down")
    with pytest.raises(ConnectionClosed, match="1008"):
        _flood(page)
    made = [host.ask("POST", "/api/tables", _two("pennies")).status for _ in range(31)]
    assert made.count(201) == 29  # thirty that have not ended, with the first
    assert made[-1] == 429
    with pytest.raises(InvalidStatus, match="429"):
        _connect_again_and_again(host, table)


def _flood(page: Socket) -> None:
    for _ in range(1_000):
        page.say(t="ping")
    page.until(lambda _: False)


def _connect_again_and_again(host: Guest, table: str) -> None:
    for _ in range(40):
        host.connect(table)


def _two(game: str) -> object:
    return {"game": game, "seats": [{"kind": "open"}, {"kind": "open"}]}


def test_a_frame_that_is_too_large_ends_the_connection(guest: New) -> None:
    host = guest()
    page = host.connect(host.table("pennies", "open", "open"))
    page.first()
    page.raw.send("x" * 5_000)
    with pytest.raises(ConnectionClosed, match="1009"):
        page.until(lambda _: False)


def test_a_body_that_is_too_large_is_not_read(guest: New) -> None:
    answer = guest().ask("POST", "/api/me", {"name": "x" * 20_000})
    assert answer.status == 413


# -- documents -------------------------------------------------------------------------------------


def test_the_types_of_the_page_are_made_from_the_messages() -> None:
    written = (ROOT / "web" / "src" / "wire.ts").read_text(encoding="utf-8")
    assert written == typescript(), "python -m saleroom.server.types > web/src/wire.ts"


def test_every_endpoint_and_message_is_in_the_document() -> None:
    document = (ROOT / "docs" / "wire.md").read_text(encoding="utf-8")
    for endpoint in ENDPOINTS:
        name = endpoint.path.rpartition("/")[2] if "record.json" in endpoint.path else endpoint.path
        assert name in document, endpoint.path
    for tag in ("decide", "take_back", "try", "look", "ping", "refused", "tried", "presence"):
        assert json.dumps(tag) in document
