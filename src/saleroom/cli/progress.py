"""How far a command has come, for those that take their time."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.progress import Progress, ProgressColumn


def bar(*columns: ProgressColumn) -> Progress:
    """On stderr, where somebody is looking; it is gone when the result comes."""
    return Progress(
        *columns,
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
