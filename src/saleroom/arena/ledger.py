"""The games of a plan in a folder: a line each, written when the game ends.

games.jsonl begins with the plan itself; a process that is killed loses the games in the air and
no others. games.parquet holds the same games, without the plan, for who counts on with them.
"""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import Any, Generic

import msgspec

from saleroom.arena.plan import Fixture, Game, Plan, Unplayable, must_have

LINES, COLUMNS = "games.jsonl", "games.parquet"


class Ledger(Generic[Fixture, Game]):
    """The games that are on the disk; the folder is made with its first line."""

    def __init__(self, folder: str | Path, plan: Plan[Fixture, Game]) -> None:
        must_have("pyarrow")
        self.folder = Path(folder)
        self.plan = plan
        self.games: dict[Fixture, Game] = {}
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._file = (self.folder / LINES).open("a+b", buffering=0)
        except FileExistsError:
            raise Unplayable(f"{folder} is a file, not a folder.") from None
        except OSError as error:
            raise Unplayable(f"{folder} cannot be written to: {error.strerror}.") from None
        try:
            self._lock()
            self._read()
        except BaseException:
            self._file.close()
            raise

    def add(self, game: Game) -> None:
        """Keep a game that has ended."""
        self.games[game.fixture] = game
        line = msgspec.json.encode(game) + b"\n"
        try:
            while line:
                line = line[self._file.write(line) :]
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.folder / LINES)) from None

    def close(self) -> None:
        """Let go of the folder."""
        self._file.close()

    def write_columns(self) -> None:
        """All games in the order of the plan; the old file is there until the new one is."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        rows = []
        for game in sorted(self.games.values(), key=lambda g: (g.fixture.deal, self._place(g))):
            row = msgspec.to_builtins(game)
            row = row.pop("fixture") | row
            rows.append({name: None if value == {} else value for name, value in row.items()})
        if not rows:
            return
        unfinished = self.folder / f"{COLUMNS}.part"
        with unfinished.open("wb") as file:  # a folder may have a name that is no text
            pq.write_table(pa.Table.from_pylist(rows), file)
        unfinished.replace(self.folder / COLUMNS)

    def _place(self, game: Game) -> int:
        return self.plan.deal(game.fixture.deal).index(game.fixture)

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Unplayable(f"Another run is writing to {self.folder} now.") from None

    def _read(self) -> None:
        """All whole lines; what a kill left half-written is dropped."""
        self._file.seek(0)
        told = self._file.read()
        *lines, half = told.split(b"\n")
        heading = msgspec.json.encode(self.plan)
        if not lines and heading.startswith(half):
            self._file.truncate(0)
            self._file.write(heading + b"\n")
            return
        self._must_be(lines[0] if lines else half)
        self._file.truncate(len(told) - len(half))
        for number, line in enumerate(lines[1:], 2):
            try:
                game = self.plan.read(line)
            except ValueError as error:
                raise Unplayable(f"{self.folder / LINES}, line {number}: {error}.") from None
            self.games[game.fixture] = game

    def _must_be(self, heading: bytes) -> None:
        """Refuse a file that holds another plan, or something else."""
        ours: Any = self.plan
        try:
            theirs = msgspec.json.decode(heading, type=type(ours))
        except msgspec.DecodeError:
            raise Unplayable(
                f"{self.folder / LINES} was not written by {self.plan.room}."
            ) from None
        for key in ours.__struct_fields__:
            was, now = getattr(theirs, key), getattr(ours, key)
            if was != now:
                raise Unplayable(
                    f"{self.folder} holds another {self.plan.noun}: {_told(key, was, now)}. "
                    "Name another folder."
                )


def _told(key: str, was: object, now: object) -> str:
    if key == "table":
        return "the numbers of its variant are others"
    if key == "tables":
        return "the numbers of its variants are others"
    if isinstance(was, tuple) and isinstance(now, tuple):
        was, now = ",".join(was), ",".join(now)
    return f"{key} is {was} there, not {now}"
