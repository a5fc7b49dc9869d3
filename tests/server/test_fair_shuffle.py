"""The shuffle can be checked: by the command, by a vector on paper, by a second program."""

from __future__ import annotations

import hashlib
import hmac
import random
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from saleroom import catalogue, deal, finish
from saleroom.cli import main
from saleroom.games.chance import Verifiable
from saleroom.records import Game

from .players import Guest, Server, play

DOCUMENT = (Path(__file__).parents[2] / "docs" / "fair-shuffle.md").read_text(encoding="utf-8")


def written(name: str) -> str:
    """A line of the test vector."""
    found = re.search(rf"\| {re.escape(name)} \| `?([^`|]*?)`? \|", DOCUMENT)
    assert found is not None, name
    return found[1].strip()


def verified(proof: Any) -> None:
    """A second verifier, written after the document and using nothing of ours."""
    secret = bytes.fromhex(proof["secret"])
    assert hashlib.sha256(secret).hexdigest() == proof["commitment"]
    key = hashlib.sha256(secret + b"".join(map(bytes.fromhex, proof["nonces"]))).digest()
    for draw in proof["draws"]:
        names = dict(zip(draw["full"], draw["names"], strict=True))
        gone = Counter(names.values()) - Counter(names[card] for card in draw["left"])

        def rank(card: int, draw: Any = draw) -> bytes:
            text = f"{draw['pile']}/{draw['shuffle']}/{card}".encode()
            return hmac.new(key, text, hashlib.sha256).digest()

        for card in sorted(draw["full"], key=rank):
            if gone[names[card]] == 0:
                break
            gone[names[card]] -= 1
        assert names[card] == names[draw["drawn"]]


@pytest.fixture(scope="module")
def played(server: Server) -> tuple[Guest, str]:
    """A finished game of Dutch; seat 0 brought its own nonce."""
    host, friend = Guest(server), Guest(server)
    for guest in (host, friend):
        guest.get("/api/lobby")
    table = host.table("dutch", "open", "open")
    promised = host.get(f"/api/t/{table}")["table"]["commitment"]
    host.post(f"/api/t/{table}/sit", {"seat": 0, "nonce": "ab" * 16})
    friend.sit(table)
    pages = {0: host.connect(table), 1: friend.connect(table)}
    play(pages, random.Random(12))
    assert pages[1].view["table"]["commitment"] == promised
    assert pages[1].view["seats"][0]["nonce"] == "ab" * 16
    return host, table


def test_the_vector_in_the_document_is_what_the_dealer_does() -> None:
    secret = bytes.fromhex(written("secret"))
    nonces = [bytes.fromhex(written(f"nonce of seat {seat}")) for seat in (0, 1)]
    dealer = Verifiable(secret, nonces)
    assert dealer.commitment == written("commitment")
    assert dealer.key.hex() == written("key")
    for text in ("0/0/0", "1/0/0"):
        expected = written(f"HMAC of `{text}`")
        assert hmac.digest(dealer.key, text.encode(), "sha256").hex() == expected
    rules = catalogue.load("dutch", "standard")
    order = sorted(range(40), key=lambda n: hmac.digest(dealer.key, b"0/0/%d" % n, "sha256"))
    assert " ".join(map(str, order[:10])) == written("auction, shuffle 0, first ten")
    names = [rules.outcome(0, number) for number in order]
    assert " ".join(names[:10]) == written("by name")
    game = Game(rules, dealer)
    assert set(game.entries[0].draws[0][1]) == set(names[:9])
    assert " ".join(game.entries[0].draws[3][1]) in DOCUMENT


def test_another_nonce_of_any_seat_gives_another_deal() -> None:
    rules = catalogue.load("pennies")
    deals = set()
    for one in range(4):
        for two in range(4):
            dealer = Verifiable(b"s" * 32, [bytes([one]) * 16, bytes([two]) * 16])
            deals.add(hmac.digest(dealer.key, b"0/0/0", "sha256"))
            assert Game(rules, dealer).entries[0].draws
    assert len(deals) == 16


def test_a_second_verifier_agrees_with_every_draw(played: tuple[Guest, str]) -> None:
    host, table = played
    proof = host.get(f"/api/t/{table}/proof")
    assert proof["nonces"][0] == "ab" * 16
    verified(proof)
    assert len(proof["draws"]) > 30
    proof["nonces"][0] = "ac" * 16
    with pytest.raises(AssertionError):
        verified(proof)


def verify(file: Path, *options: str) -> Any:
    return CliRunner().invoke(main, ["verify", str(file), *options])


def test_the_command_verifies_a_record(played: tuple[Guest, str], tmp_path: Path) -> None:
    host, table = played
    for name in ("record", "record.json"):
        file = tmp_path / ("game.sale" if name == "record" else "game.json")
        file.write_bytes(host.ask("GET", f"/api/t/{table}/{name}").raw)
        done = verify(file)
        assert done.exit_code == 0, done.output
        assert "verified. All " in done.output
        assert '"verified":true' in verify(file, "--json").output


def test_a_record_with_another_draw_is_named_by_its_entry(
    played: tuple[Guest, str], tmp_path: Path
) -> None:
    """The rules allow it, only the shuffle does not."""
    host, table = played
    game = Game.from_text(host.ask("GET", f"/api/t/{table}/record").raw.decode())
    other = Game(game.rules, Verifiable(b"x" * 32, [b"y" * 16] * 2))
    other.extra.update(game.extra)
    other.save(tmp_path / "false.sale")
    done = verify(tmp_path / "false.sale")
    assert done.exit_code == 1
    assert done.output.startswith(f"Error: {tmp_path / 'false.sale'}: Entry 1: ")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda text: re.sub("(?m)^secret: .*\n", "", text), "no line `secret:`"),
        (lambda text: re.sub("(?m)^secret: ..", "secret: zz", text), "hex digits"),
        (lambda text: re.sub("(?m)^secret: ....", "secret: 1234", text), "committed to"),
        (lambda text: re.sub(r"(?m)^(nonces: \w+) .*$", r"\1", text), "2 seats and 1 nonces"),
        (lambda text: text.replace("ab" * 16, "ac" * 16), "Entry 1"),
    ],
)
def test_a_record_that_proves_nothing_is_refused(
    played: tuple[Guest, str], tmp_path: Path, change: Callable[[str], str], why: str
) -> None:
    host, table = played
    file = tmp_path / "game.sale"
    file.write_text(change(host.ask("GET", f"/api/t/{table}/record").raw.decode()))
    done = verify(file)
    assert done.exit_code == 1
    assert why in done.output


def test_a_seed_is_a_promise_too(tmp_path: Path) -> None:
    file = tmp_path / "seeded.sale"
    game = deal("dutch", seed=7)
    finish(game, "random")
    text = game.text()
    file.write_text(text)
    done = verify(file)
    assert done.exit_code == 0, done.output
    assert done.output.endswith(" entries follow from seed 7.\n")
    assert '"commitment":null,"seed":7' in verify(file, "--json").output
    file.write_text(text.replace("chance: seed 7", "chance: seed 8"))
    done = verify(file)
    assert done.exit_code == 1
    a_draw = r"auction( \w\w){9}"  # the first that differs, and no more
    told = rf"Error: {file}: Entry 1: {a_draw} was drawn, but from seed 8 follows {a_draw}\.\n"
    assert re.fullmatch(told, done.output)
    file.write_text(text.replace("chance: seed 7", "chance: my own dice"))
    assert "neither `chance: seed N` nor the lines `secret:`, `nonces:`" in verify(file).output


def test_every_table_has_a_secret_of_its_own(played: tuple[Guest, str]) -> None:
    host, table = played  # of which the secret is known by now
    tables = [host.get(f"/api/t/{table}"), host.post(f"/api/t/{table}/rematch")]
    tables += [host.post(f"/api/t/{table}/on", {"entry": 1}) for _ in range(2)]
    tables += [host.get(f"/api/t/{host.table('dutch', 'open', 'open')}") for _ in range(2)]
    assert len({each["table"]["commitment"] for each in tables}) == 6


def test_nonces_of_bots_are_fixed_when_the_table_is_made(server: Server) -> None:
    host = Guest(server)
    host.get("/api/lobby")
    table = host.table("dutch", "open", "random")
    before = host.get(f"/api/t/{table}")["seats"][1]["nonce"]
    assert re.fullmatch("[0-9a-f]{32}", before)
    assert host.sit(table)["seats"][1]["nonce"] == before
