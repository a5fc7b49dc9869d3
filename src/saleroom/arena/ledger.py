"""The games of a match in a folder: a line each, written when the game ends.

games.jsonl begins with the match itself; a process that is killed loses the games in the air and
no others. games.parquet holds the same games, without the match, for who counts on with them.
"""

from __future__ import annotations

import fcntl
from pathlib import Path

import msgspec

from saleroom.arena.match import Fixture, Match, NoMatch, Played

LINES, COLUMNS = "games.jsonl", "games.parquet"


class Ledger:
    """The games that are on the disk; the folder is made with its first line."""

    def __init__(self, folder: str | Path, match: Match) -> None:
        self.folder = Path(folder)
        self.match = match
        self.games: dict[Fixture, Played] = {}
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._file = (self.folder / LINES).open("a+b", buffering=0)
        except FileExistsError:
            raise NoMatch(f"{folder} is a file, not a folder.") from None
        except OSError as error:
            raise NoMatch(f"{folder} cannot be written to: {error.strerror}.") from None
        try:
            self._lock()
            self._read()
        except BaseException:
            self._file.close()
            raise

    def add(self, game: Played) -> None:
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
        """All games in the order of the match; the old file is there until the new one is."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        rows = []
        for game in sorted(self.games.values(), key=lambda g: (g.fixture.deal, self._place(g))):
            row = msgspec.to_builtins(game)
            rows.append(row.pop("fixture") | row)
        if not rows:
            return
        unfinished = self.folder / f"{COLUMNS}.part"
        with unfinished.open("wb") as file:  # a folder may have a name that is no text
            pq.write_table(pa.Table.from_pylist(rows), file)
        unfinished.replace(self.folder / COLUMNS)

    def _place(self, game: Played) -> int:
        return self.match.deal(game.fixture.deal).index(game.fixture)

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise NoMatch(f"Another arena is writing to {self.folder} now.") from None

    def _read(self) -> None:
        """All whole lines; what a kill left half-written is dropped."""
        self._file.seek(0)
        told = self._file.read()
        *lines, half = told.split(b"\n")
        heading = msgspec.json.encode(self.match)
        if not lines and heading.startswith(half):
            self._file.truncate(0)
            self._file.write(heading + b"\n")
            return
        self._must_be(lines[0] if lines else half)
        self._file.truncate(len(told) - len(half))
        for number, line in enumerate(lines[1:], 2):
            try:
                game = msgspec.json.decode(line, type=Played)
            except msgspec.DecodeError as error:
                raise NoMatch(f"{self.folder / LINES}, line {number}: {error}.") from None
            if not self.match.holds(game):
                raise NoMatch(f"{self.folder / LINES}, line {number}: no game of this match.")
            self.games[game.fixture] = game

    def _must_be(self, heading: bytes) -> None:
        """Refuse a file that holds another match, or something else."""
        try:
            match = msgspec.json.decode(heading, type=Match)
        except msgspec.DecodeError:
            raise NoMatch(f"{self.folder / LINES} was not written by the arena.") from None
        for key in Match.__struct_fields__:
            was, now = getattr(match, key), getattr(self.match, key)
            if was != now:
                raise NoMatch(
                    f"{self.folder} holds another match: {_told(key, was, now)}. "
                    "Name another folder."
                )


def _told(key: str, was: object, now: object) -> str:
    if key == "table":
        return "the numbers of its variant are others"
    if isinstance(was, tuple) and isinstance(now, tuple):
        was, now = ",".join(was), ",".join(now)
    return f"{key} is {was} there, not {now}"
