"""A copy of all tables, made while the server runs, and tried before it is called one.

The copy is of one moment: what was acknowledged before it began is in it. A log that the program
reads is read again in the copy, and must come to the same end.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from itertools import groupby
from pathlib import Path

import apsw
from msgspec import Struct

from saleroom.server import log
from saleroom.server.sqlite import ENTRIES, FILE, must_be_known
from saleroom.server.state import State
from saleroom.server.store import Row, StoreDown

PAGES_AT_ONCE = 256
KEYS = "keys"

Progress = Callable[[str, int, int], None]  # what is done, how much of it, of how much


class NoBackup(Exception):
    """There is nothing to copy, or no place for it."""


class Copied(Struct, frozen=True):
    """What is in the copy."""

    tables: int
    entries: int
    unreadable: list[str]  # tables that this program cannot read, as of a game not installed
    changed: list[str]  # tables whose games end otherwise than they did


def back_up(data: Path, to: Path, progress: Progress = lambda *_: None) -> Copied:
    """Copy the tables of a folder and its keys into a new one, which is there when all of it is.

    NoBackup, StoreDown or OSError where nothing was copied.
    """
    source = data / FILE
    if not source.is_file():
        raise NoBackup(f"There are no tables in {data}; name their folder with --data.")
    if to.is_file() or (to.is_dir() and any(to.iterdir())):
        raise NoBackup(f"{to} is there already, and was left as it is; name a new folder.")
    to.parent.mkdir(parents=True, exist_ok=True)
    unfinished = Path(tempfile.mkdtemp(prefix=f".{to.name}-", dir=to.parent))  # for its owner only
    try:
        _copy(source, unfinished / FILE, progress)
        if (data / KEYS).is_file():
            shutil.copy(data / KEYS, unfinished / KEYS)
        found = _tried(unfinished / FILE, progress)
        for file in unfinished.iterdir():
            file.chmod(0o600)
            _sync(file)
        _sync(unfinished)
        unfinished.rename(to)
        _sync(to.parent)
    except apsw.Error as error:
        raise StoreDown(f"{source} cannot be copied: {error}.") from None
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return found


def _copy(source: Path, copy: Path, progress: Progress) -> None:
    """Page by page, while others write: what is read here stays as it was when this began."""
    here = apsw.Connection(str(source), flags=apsw.SQLITE_OPEN_READWRITE)
    there = apsw.Connection(str(copy))
    try:
        here.set_busy_timeout(5_000)
        here.execute("begin")
        must_be_known(here)
        with there.backup("main", here, "main") as backup:
            while not backup.done:
                backup.step(PAGES_AT_ONCE)
                whole = backup.page_count
                progress("copied", whole - backup.remaining, whole)
        there.pragma("journal_mode", "delete")  # so that the copy is one file
    finally:
        there.close()
        here.close()


def _tried(copy: Path, progress: Progress) -> Copied:
    """Is it whole, and what does each log in it come to?"""
    db = apsw.Connection(str(copy), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        if (wrong := db.pragma("integrity_check")) != "ok":
            raise StoreDown(f"What is in {FILE} is damaged: {wrong}.")
        tables = db.execute("select count(distinct table_id) from entry").get
        entries = 0
        unreadable, changed = [], []
        rows = (Row(*row) for row in db.execute(f"{ENTRIES} order by table_id, number"))
        for number, (key, logged) in enumerate(groupby(rows, lambda row: row.table), 1):
            told = list(logged)
            entries += len(told)
            written = [row.check_sum for row in told if row.check_sum is not None]
            try:
                end = State.fold(key, map(log.from_row, told)).check_sum()
            except Exception:  # whatever it is, the log itself has been copied as it is
                unreadable.append(key)
            else:
                if written and written[-1] != end:
                    changed.append(key)
            progress("read again", number, tables)
        return Copied(tables, entries, unreadable, changed)
    finally:
        db.close()


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
