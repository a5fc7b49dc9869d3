"""Places where tests let the server die: SALEROOM_FAILPOINT=NAME:COUNT kills it there, as kill -9.

Without that variable a failpoint does nothing.
"""

from __future__ import annotations

import os
import signal
from typing import Final

NAMES = ("received", "applied", "queued", "in_transaction", "committed", "first_view", "waking")


class Failpoint:
    """The place where the server is to die, and after how many times; no name: nowhere."""

    def __init__(self, wish: str) -> None:
        self.name, _, count = wish.partition(":")
        if self.name and self.name not in NAMES:
            raise ValueError(f"There is no failpoint {self.name!r}; possible: {', '.join(NAMES)}.")
        self.left = int(count or "1")


_wished: Final = Failpoint(os.environ.get("SALEROOM_FAILPOINT", ""))


def reach(name: str) -> None:
    """Die here, if that is wished."""
    if _wished.name and name == _wished.name:
        _wished.left -= 1
        if _wished.left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)
