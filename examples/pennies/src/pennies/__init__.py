"""Pennies, the smallest game that has all a game for Saleroom can have. Its rules are in rules.md.

A sealed decision in two parts, a hidden choice, a public and a private draw, and a short open turn.
Read `rules`, then `position`, then `view`.
"""

from pennies.rules import make_rules

DEFAULT = "standard"

__all__ = ["DEFAULT", "make_rules"]
