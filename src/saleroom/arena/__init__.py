"""Which bot is better, what does a changed number do to a game, and how sure can one be?

Duplicate deals, ratings, error bars. The room itself can be called, since the front door offers it
under the name of its folder: `saleroom.arena("dutch", "search:200", "house", games=400)`.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

from saleroom.arena.run import arena

__all__ = ["arena"]

if not TYPE_CHECKING:

    class _Room(ModuleType):
        __call__ = staticmethod(arena)

    sys.modules[__name__].__class__ = _Room
