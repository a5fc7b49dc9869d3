"""Places where tests let the server die: SALEROOM_FAILPOINT=NAME:COUNT kills it there, as kill -9.

Without that variable a failpoint does nothing.
"""

from __future__ import annotations

import os
import signal

NAMES = ("received", "applied", "queued", "in_transaction", "committed", "first_view")


class Failpoints:
    """Counts how often the named place was reached."""

    def __init__(self, wish: str) -> None:
        self.name, _, count = wish.partition(":")
        if self.name and self.name not in NAMES:
            raise ValueError(f"There is no failpoint {self.name!r}; possible: {', '.join(NAMES)}.")
        self.left = int(count or "1")

    def reach(self, name: str) -> None:
        """Die here, if that is wished."""
        if name == self.name:
            self.left -= 1
            if self.left <= 0:
                os.kill(os.getpid(), signal.SIGKILL)


_wished = Failpoints(os.environ.get("SALEROOM_FAILPOINT", ""))
reach = _wished.reach
