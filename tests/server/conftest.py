"""A server for the tests of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .cluster import Cluster
from .players import Guest, Server


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL of our own; of several processes that test each has one."""
    found = Cluster()
    yield found
    found.end()


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str | None:
    """Where tables are kept: in a folder, or in a new database of this address."""
    if request.param == "sqlite":
        return None
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.database()


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

    def start(
        *options: str, limits: bool = False, database: str | None = None, **environment: str
    ) -> Server:
        server = Server(tmp_path / f"data{len(made)}", *options, limits=limits, database=database)
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
