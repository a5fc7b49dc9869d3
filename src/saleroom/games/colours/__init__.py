"""Stick to Colours, an auction game for two to four by Ilya Proshin. The law is in rules.md."""

from saleroom.games.colours.rules import make_rules

DEFAULT = "free"

__all__ = ["DEFAULT", "make_rules"]
