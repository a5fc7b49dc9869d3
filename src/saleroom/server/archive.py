"""All tables of a store as lines of JSON, to be kept, read by other programs or brought to another
store: each log exactly as it lies there, and the names of guests.

What lists know of a table is not in it, since the log leads to it. A log that is brought in is
read as if it were played: every decision must be allowed, and the end the one that was written.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from saleroom.games.core import NotAllowed
from saleroom.server import log
from saleroom.server.log import (
    Abandoned,
    Created,
    Dealt,
    Decided,
    Entry,
    Moved,
    Named,
    Rematch,
    Undone,
)
from saleroom.server.state import State
from saleroom.server.store import Guest, Logs, Row, StoreDown, Unit
from saleroom.server.table import unit

VERSION = 1

Progress = Callable[[int, int], None]  # how much is done, of how much


class NoExport(Exception):
    """There is nothing to write, or no place for it."""


class BadExport(ValueError):
    """A file that cannot be brought in, with the line and what is wrong there."""


class Head(Struct, frozen=True, tag_field="is", tag="saleroom"):
    """The first line."""

    version: int


class End(Struct, frozen=True, tag_field="is", tag="end"):
    """The last line: without it the file is cut off."""

    guests: int
    tables: int
    entries: int


class Arrived(Struct, frozen=True):
    """What an import has brought."""

    tables: int
    entries: int
    there: int  # tables that were there already, with the same logs


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Head | Guest | Row | End).decode


# -- out -------------------------------------------------------------------------------------------


def export(
    logs: Logs,
    to: Path,
    *,
    only: Collection[str] = (),
    without: Collection[str] = (),
    progress: Progress = lambda *_: None,
) -> End:
    """Write the tables to a new file, which is there when all of it is; none named: all of them."""
    if to.exists():
        raise NoExport(f"{to} is there already, and was left as it is; name a new file.")
    there = logs.tables()
    if unknown := sorted({*only, *without} - {*there}):
        raise NoExport(f"There is no table {', '.join(unknown)}.")
    chosen = [key for key in there if (not only or key in only) and key not in without]
    guests = logs.guests()
    if only:  # of the others nothing is told
        people = {guest for key in chosen for guest in logs.people(key)}
        guests = [guest for guest in guests if guest.id in people]
    unfinished = Path()
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{to.name}-", dir=to.parent)  # for its owner only
        unfinished = Path(name)
        with os.fdopen(handle, "wb") as file:
            entries = 0
            file.write(_encode(Head(VERSION)) + b"\n")
            file.writelines(_encode(guest) + b"\n" for guest in guests)
            for number, key in enumerate(chosen, 1):
                rows = logs.log(key)
                entries += len(rows)
                file.writelines(_encode(row) + b"\n" for row in rows)
                progress(number, len(chosen))
            end = End(len(guests), len(chosen), entries)
            file.write(_encode(end) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        unfinished.rename(to)
    except OSError as error:
        raise StoreDown(f"{to} cannot be written: {error.strerror}.") from None
    finally:
        if unfinished.is_file():
            unfinished.unlink()
    return end


# -- in --------------------------------------------------------------------------------------------


def bring_in(logs: Logs, file: Path, progress: Progress = lambda *_: None) -> Arrived:
    """Write what is in an export and not there yet. BadExport where a table is there otherwise;
    whoever opened the logs takes all of it back then."""
    known = {guest.id for guest in logs.guests()}
    tables = entries = there = 0
    for new in read(file, progress):
        if new.guest is not None:
            if new.guest.id not in known:  # who is known keeps the name
                logs.write(new)
            continue
        key = new.rows[0].table
        found = logs.log(key)
        if not found:
            logs.write(new)
            tables += 1
            entries += len(new.rows)
        elif tuple(found) == new.rows:
            there += 1
        else:
            raise BadExport(
                f"Table {key} is there already with another log: {len(found)} entries there, "
                f"{len(new.rows)} in {file.name}."
            )
    return Arrived(tables, entries, there)


def read(file: Path, progress: Progress = lambda *_: None) -> Iterator[Unit]:
    """The guests in an export, and its tables as they are written, each of them checked."""
    rows: list[Row] = []
    guests = tables = entries = done = 0
    end: End | None = None
    whole = file.stat().st_size
    with file.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            here = f"{file.name}, line {number}"
            told = _line(here, line)
            if isinstance(told, Head) != (number == 1) or end is not None:
                raise BadExport(f"{here}: this line cannot stand here.")
            if rows and not (isinstance(told, Row) and told.table == rows[0].table):
                yield _table(f"{file.name}, up to line {number - 1}", rows)
                rows = []
                tables += 1
            if isinstance(told, Head) and told.version != VERSION:
                raise BadExport(
                    f"{here}: the export is of version {told.version}, "
                    f"and this program knows {VERSION}."
                )
            elif isinstance(told, Guest):
                yield Unit(guest=told)
                guests += 1
            elif isinstance(told, Row):
                rows.append(told)
                entries += 1
            elif isinstance(told, End):
                end = told
            done += len(line)
            progress(done, whole)
    if end != End(guests, tables, entries):
        raise BadExport(f"{file.name} is not whole: its last line does not count what is in it.")


def _line(here: str, line: bytes) -> Head | Guest | Row | End:
    try:
        told: Head | Guest | Row | End = _decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadExport(f"{here}: this is no line of an export: {error}.") from None
    return told


def _table(here: str, rows: list[Row]) -> Unit:
    """A log with what lists know of it; BadExport where it is not one that can be played."""
    key = rows[0].table
    state: State | None = None
    known: tuple[object, object] | None = None
    for row in rows:
        try:
            entry = log.from_row(row)
            if row.kind != entry.body.__struct_config__.tag:
                raise NotAllowed(f"It is said to be {row.kind}, and is something else.")
            if state is None:
                if entry.number != 1:
                    raise NotAllowed("Entry 1 is missing.")
                state = State.begin(key, entry)
            else:
                _must_be_allowed(state, entry)
                state.apply(entry)
            if row.check_sum not in (None, state.check_sum()):
                raise NotAllowed("The game ends otherwise than it did: the rules have changed.")
        except Exception as error:  # whatever it is, this log is not one of ours
            why = str(error) or "It cannot be read."
            raise BadExport(f"{here}: table {key}, entry {row.number}: {why}") from None
        if known != (state.status, state.chairs):
            known, shown = (state.status, state.chairs), entry
    assert state is not None
    return msgspec.structs.replace(unit(None, state, [shown]), rows=tuple(rows))


def _must_be_allowed(state: State, entry: Entry) -> None:
    """Refuse what no table would have written; who asked for it the log does not tell."""
    body, seat = entry.body, entry.seat
    if entry.number != state.number + 1:
        raise NotAllowed(f"Entry {state.number + 1} is missing.")
    if seat is not None and not 0 <= seat < len(state.chairs):
        raise NotAllowed(f"There is no seat {seat}; there are 0 to {len(state.chairs) - 1}.")
    if (seat is None) != isinstance(body, Dealt | Abandoned | Rematch | Created):
        raise NotAllowed("A seat does this, and nobody else.")
    if isinstance(body, Created):
        raise NotAllowed("A table is made once.")
    if state.status == "over" and not isinstance(body, Rematch | Named | Moved):
        raise NotAllowed("The game at this table has ended.")
    if isinstance(body, Rematch) and state.status != "over":
        raise NotAllowed("The game at this table has not ended.")
    if isinstance(body, Dealt) and not (state.is_full and state.game is None):
        raise NotAllowed("The game cannot be dealt here.")
    if isinstance(body, Decided):
        assert seat is not None
        state.check(seat, body.gate, body.path)
    if isinstance(body, Undone):
        assert seat is not None
        if state.check_take_back(seat, state.gate) != body:
            raise NotAllowed("Only the last decision is taken back.")
