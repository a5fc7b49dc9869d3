"""Stick to Colours, an auction game for two to four by Ilya Proshin. The law is in rules.md."""

from saleroom.games import checks
from saleroom.games.colours.rules import ColoursRules
from saleroom.games.colours.variant import checked
from saleroom.games.colours.words import WORDS

DEFAULT = "free"


def make_rules(table: dict[str, object], seats: int) -> ColoursRules:
    """The rule set of a variant table; BadVariant where no game can be made of it."""
    v = checked(table)
    checks.seats(seats, v.seats)
    return ColoursRules(v, seats, table, WORDS)
