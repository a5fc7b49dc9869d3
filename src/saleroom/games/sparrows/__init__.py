"""Six of Sparrows, an auction game for two to five by Pandaqi. The law is in rules.md."""

from saleroom.games.sparrows.rules import make_rules

DEFAULT = "base"

__all__ = ["DEFAULT", "make_rules"]
