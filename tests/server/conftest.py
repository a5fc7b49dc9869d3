"""A server for the tests of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .players import Guest, Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without limits on how fast people are."""
    found = Server(tmp_path_factory.mktemp("server") / "data")
    found.start()
    yield found
    found.end()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Servers of one's own, all ended afterwards."""
    made: list[Server] = []

    def start(*options: str, limits: bool = False, **environment: str) -> Server:
        server = Server(tmp_path / f"data{len(made)}", *options, limits=limits)
        server.start(**environment)
        made.append(server)
        return server

    yield start
    for server in made:
        server.end()


@pytest.fixture
def guest(server: Server) -> Callable[[], Guest]:
    """Somebody who has just come in."""

    def come_in() -> Guest:
        found = Guest(server)
        found.get("/api/lobby")
        return found

    return come_in
