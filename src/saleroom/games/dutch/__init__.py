"""Dutch, a two-player auction game by Richard Hoile. The law is in rules.md."""

from saleroom.games.dutch.rules import make_rules

DEFAULT = "standard"

__all__ = ["DEFAULT", "make_rules"]
