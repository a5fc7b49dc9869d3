"""--lan: a second device reaches the table by the address that is printed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest

from saleroom.server.lan import private_addresses

from .players import Guest, Server, play


def test_a_player_by_the_printed_address_meets_one_at_this_machine(
    serve: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("no_proxy", "*")
    if not private_addresses():
        with pytest.raises(AssertionError, match="has no private address, so nobody else"):
            serve("--lan")
        return
    server = serve("--lan")
    here = Guest(server)
    printed = re.search(r"Saleroom is open at (\S+)", server.output.read_text())
    assert printed is not None
    assert urlsplit(printed[1]).hostname in private_addresses()
    there = Guest(server, printed[1])
    for guest in (here, there):
        guest.get("/api/lobby")
    table = there.table("pennies", "open", "open")
    here.sit(table, 0)
    there.sit(table, 1)
    pages = {0: here.connect(table), 1: there.connect(table)}
    assert play(pages, random.Random(1)) > 1
    assert pages[0].view["result"] == pages[1].view["result"] is not None
