"""A PostgreSQL of the tests' own: a folder, a socket in it, and nothing of it is left behind."""

from __future__ import annotations

import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg

from .find_postgres import find_or_fetch
from .players import PATIENCE_S, SALEROOM, ask


class Cluster:
    """A server of PostgreSQL that can be stopped and started again."""

    def __init__(self) -> None:
        self._bin = find_or_fetch()
        self.folder = Path(tempfile.mkdtemp(prefix="saleroom-pg-"))  # of a short name, for a socket
        self._as = {}
        if os.geteuid() == 0:  # it refuses to run as root
            user = next(one for one in pwd.getpwall() if one.pw_name in ("postgres", "nobody"))
            self._as = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        subprocess.run(
            [self._bin / "initdb", "-D", self.folder / "data", "-U", "saleroom", "-A", "trust",
             "-E", "UTF8", "--locale=C", "--no-sync"],
            check=True, stdout=subprocess.DEVNULL, cwd=self.folder, **self._as,
        )  # fmt: skip
        self._process: subprocess.Popen[bytes] | None = None
        self._names = count(1)
        self.start()
        self.ask("postgres", "create database prepared")
        subprocess.run(
            [SALEROOM, "migrate", "--database", self.address("prepared")],
            check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip

    def start(self) -> None:
        settings = ("listen_addresses=", "fsync=off", "autovacuum=off", "shared_buffers=16MB")
        with (self.folder / "output.txt").open("ab") as output:
            self._process = subprocess.Popen(
                [self._bin / "postgres", "-D", self.folder / "data", "-k", self.folder,
                 *(word for setting in settings for word in ("-c", setting))],
                stdout=output, stderr=output, cwd=self.folder, preexec_fn=_end_with_us, **self._as,
            )  # fmt: skip
        until = time.monotonic() + PATIENCE_S
        while True:
            try:
                self.ask("postgres", "select 1")
                return
            except (OSError, asyncpg.PostgresError):
                assert time.monotonic() < until, (self.folder / "output.txt").read_text()
                time.sleep(0.05)

    def stop(self) -> None:
        """All sessions break, as when a machine fails."""
        assert self._process is not None
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(PATIENCE_S)

    def end(self) -> None:
        self.stop()
        shutil.rmtree(self.folder)

    def address(self, name: str) -> str:
        return f"postgresql://saleroom@/{name}?host={self.folder}"

    def database(self, *, prepared: bool = True) -> str:
        """The address of a new one."""
        name, like = f"test_{next(self._names)}", "prepared" if prepared else "template0"
        self.ask("postgres", f"create database {name} template {like}")
        return self.address(name)

    def ask(self, name: str, query: str, *values: object) -> list[Any]:
        return ask(self.address(name), query, *values)


def _end_with_us() -> None:
    """When the tests are killed, this is too (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGQUIT)  # PR_SET_PDEATHSIG
