"""Starts the server: listens, runs the application, and ends it politely."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import resource
import signal
import socket
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

import uvicorn
from prometheus_client import start_http_server

from saleroom.server import limits, metrics
from saleroom.server.app import App
from saleroom.server.doorway import Doorway
from saleroom.server.house import House
from saleroom.server.sockets import Sockets
from saleroom.server.store import StoreDown

LAG_EVERY_S = 1.0


class CannotListen(Exception):
    """The port is taken, or the address is not ours, or a socket is not what was promised."""


def listen(hosts: list[str], port: int) -> list[socket.socket]:
    """Sockets on all these addresses, on one port (0: one that is free)."""
    with ExitStack() as undone:
        found: list[socket.socket] = []
        for host in hosts:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            listening = undone.enter_context(socket.socket(family, socket.SOCK_STREAM))
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listening.bind((host, port))
            except OSError as error:
                raise CannotListen(f"{host} port {port}: {_why(error, '--port')}.") from None
            except TypeError:  # what no name of a machine can be
                raise CannotListen(f"{host!r} is not an address.") from None
            port = listening.getsockname()[1]
            found.append(listening)
        undone.pop_all()  # all are open, and stay so
    return found


def take_over(number: int) -> socket.socket:
    """A socket on which somebody else listens for us, so that it is open while no server runs."""
    try:
        listening = socket.socket(fileno=number)
    except OSError as error:
        raise CannotListen(f"There is no socket at {number}: {_why(error, '--fd')}.") from None
    is_tcp = listening.family in (socket.AF_INET, socket.AF_INET6)
    if not (is_tcp and listening.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)):
        listening.detach()  # it is not ours
        raise CannotListen(f"The socket at {number} does not listen at an address and a port.")
    return listening


def show_metrics(host: str, port: int) -> int:
    """Figures for Prometheus, at a port of their own (0: one that is free), which is told."""
    try:
        server, _ = start_http_server(port, host, metrics.REGISTRY)
    except OSError as error:
        raise CannotListen(f"{host} port {port}: {_why(error, '--metrics-port')}.") from None
    return int(server.server_port)


def _why(error: OSError, option: str) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"something else listens there; try another {option}"
    return error.strerror or str(error)


def calm_collector() -> None:
    """Tables live long and hold no cycles: looking through all of them often finds nothing."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)


def open_many_files() -> None:
    """Each connection is one, and what a system gives at first is soon taken."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * limits.CONNECTIONS
    most = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(OSError, ValueError):  # a system may have bounds of its own
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def page_folder() -> Path | None:
    """Where the built page lies inside the package."""
    folder = Path(__file__).parent.parent / "page"
    return folder if (folder / "index.html").is_file() else None


def serve(
    house: House,
    sockets: list[socket.socket],
    *,
    opened: Callable[[], None],
    proxied: bool = False,
) -> None:
    """Until it is told to stop; `opened` is called when the store is open. StoreDown where not."""
    config = uvicorn.Config(
        App(house),
        http=Doorway,
        ws=Sockets,
        ws_max_size=limits.FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        proxy_headers=proxied,
        server_header=False,
        access_log=False,
        log_level=logging.WARNING,
        timeout_graceful_shutdown=5,
    )
    server = uvicorn.Server(config)

    async def main() -> None:
        try:
            await house.open()
        except StoreDown:
            await house.close()
            raise
        opened()
        lag = asyncio.create_task(_watch_lag())
        try:
            await server.serve(sockets)
        finally:
            lag.cancel()

    calm_collector()
    open_many_files()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)  # uvicorn stops at them, and raises them once more
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(main())


async def _watch_lag() -> None:
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LAG_EVERY_S
        await asyncio.sleep(LAG_EVERY_S)
        metrics.LOOP_LAG.set(max(0.0, loop.time() - due))
