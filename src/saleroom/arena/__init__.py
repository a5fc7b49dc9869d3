"""Which bot is better, and how sure can one be? Duplicate deals, ratings, error bars.

The room itself can be called, since the front door offers it under the name of its folder:
`saleroom.arena("dutch", "search:200", "house", games=400)`.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING

if missing := [name for name in ("numpy", "pyarrow") if find_spec(name) is None]:
    raise ModuleNotFoundError(
        f"The arena needs {' and '.join(missing)}: pip install 'saleroom[arena]'."
    )

from saleroom.arena.run import arena

__all__ = ["arena"]

if not TYPE_CHECKING:

    class _Room(ModuleType):
        __call__ = staticmethod(arena)

    sys.modules[__name__].__class__ = _Room
