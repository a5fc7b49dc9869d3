"""A real terminal with `saleroom` in it: what a person would see, and keys to type."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
from pathlib import Path
from types import TracebackType

PROMPT = "> "
PATIENCE = 300  # seconds without a sign of life: then it hangs, on any machine


class Terminal:
    """`saleroom ...` at a pseudo-terminal, as wide as its longest line or as is said."""

    def __init__(self, *words: str, folder: Path, columns: int = 1000) -> None:
        self.keys, its_side = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from saleroom.cli import main; main()", *words],
            stdin=its_side,
            stdout=its_side,
            stderr=its_side,
            cwd=folder,
            env={
                **os.environ,
                "TERM": "xterm",
                "COLUMNS": str(columns),
                "PYTHONPATH": _absolute(),
            },
            start_new_session=True,
        )
        os.close(its_side)
        self.raw = ""  # all that came, with the codes that move and colour
        self.screen = self._read()  # all that came since the last line was typed

    def type(self, line: str) -> str:
        """Type a line, and wait until the next one is asked for, or the program has ended."""
        os.write(self.keys, f"{line}\n".encode())
        self.screen = self._read()
        return self.screen

    def _read(self) -> str:
        came = b""
        while True:
            ready, _, _ = select.select([self.keys], [], [], PATIENCE)
            assert ready, f"nothing comes after {came!r}"
            try:
                more = os.read(self.keys, 65536)
            except OSError:  # the other side is closed: the program has ended
                more = b""
            came += more
            text = came.decode(errors="replace").replace("\r\n", "\n")
            if not more or text.endswith(f"\n{PROMPT}"):
                self.raw += text
                return plain(text)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if error is not None:
            self.process.kill()
        os.close(self.keys)
        self.process.wait()

    @property
    def ended(self) -> int:
        """The exit code, when it has ended."""
        return self.process.wait()


def plain(text: str) -> str:
    """Without the codes that colour and clear."""
    return re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", text)


def _absolute() -> str:
    """The program runs in another folder, so what is beside us must be named in full."""
    places = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    return os.pathsep.join(str(Path(place).resolve()) for place in places if place)
