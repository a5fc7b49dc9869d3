"""A server that is started anew: who comes in between waits, and is not turned away."""

from __future__ import annotations

import socket
import threading
from pathlib import Path

import pytest
from click.testing import CliRunner

from saleroom.cli import main

from .players import PATIENCE_S, Guest, Server


def test_who_comes_while_no_server_runs_is_served_by_the_next(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as held:
        server = Server(tmp_path / "data", held=held)
        server.start()
        guest = Guest(server)
        guest.get("/api/lobby")
        assert server.stop() == 0

        answers: list[int] = []
        waiting = threading.Thread(
            target=lambda: answers.append(guest.ask("GET", "/healthz").status)
        )
        waiting.start()
        waiting.join(1.0)
        assert waiting.is_alive()  # neither refused nor answered

        server.start()
        waiting.join(PATIENCE_S)
        assert answers == [200]
        server.end()


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (["--fd", "0"], "0 is not in the range x>=3"),
        (["--fd", "9999"], "There is no socket at 9999: Bad file descriptor."),
        (["--fd", "FILE"], "There is no socket at FILE: "),
        (["--fd", "DEAF"], "The socket at DEAF does not listen at an address and a port."),
        (["--fd", "3", "--port", "80"], "--fd brings an address of its own; leave out --port."),
        (["--fd", "3", "--lan"], "--fd brings an address of its own; leave out --lan."),
    ],
)
def test_what_is_no_listening_socket_is_refused_and_left(
    tmp_path: Path, line: list[str], says: str
) -> None:
    with socket.socket() as deaf, (tmp_path / "file").open("w") as file:
        numbers = {"FILE": str(file.fileno()), "DEAF": str(deaf.fileno())}
        for name, number in numbers.items():
            line = [word.replace(name, number) for word in line]
            says = says.replace(name, number)
        done = CliRunner().invoke(main, ["serve", "--data", str(tmp_path / "data"), *line])
        assert done.exit_code in (1, 2)
        assert says in done.stderr
        assert deaf.fileno() >= 0
        deaf.bind(("127.0.0.1", 0))  # it is still open
        file.write("and so is this")
