"""Saleroom: auction card games. What a user types first; nobody inside the house comes this way.

The names below are found when they are asked for, so that `import saleroom` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from saleroom.arena import arena
    from saleroom.arena.lab import lab
    from saleroom.bots.review import hint, review
    from saleroom.bots.table import ask, finish
    from saleroom.catalogue import load
    from saleroom.games.core import Refusal
    from saleroom.records import Game, deal, read, replay

    __version__: str

__all__ = [
    "Game",
    "Refusal",
    "__version__",
    "arena",
    "ask",
    "deal",
    "finish",
    "hint",
    "lab",
    "load",
    "read",
    "replay",
    "review",
]

_ROOMS = {
    "Game": "records",
    "Refusal": "games.core",
    "arena": "arena",
    "ask": "bots.table",
    "deal": "records",
    "finish": "bots.table",
    "hint": "bots.review",
    "lab": "arena.lab",
    "load": "catalogue",
    "read": "records",
    "replay": "records",
    "review": "bots.review",
}


def __getattr__(name: str) -> object:
    if name == "__version__":
        return version("saleroom")
    if name not in _ROOMS:
        raise AttributeError(f"saleroom has no {name!r}; it has {', '.join(sorted(_ROOMS))}.")
    return getattr(import_module(f"saleroom.{_ROOMS[name]}"), name)


def __dir__() -> list[str]:
    return __all__
