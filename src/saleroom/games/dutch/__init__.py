"""Dutch, a two-player auction game by Richard Hoile. The law is in rules.md."""

from saleroom.games import checks
from saleroom.games.dutch.rules import DutchRules
from saleroom.games.dutch.variant import checked
from saleroom.games.dutch.words import WORDS

DEFAULT = "standard"


def make_rules(table: dict[str, object], seats: int) -> DutchRules:
    """The rule set of a variant table; BadVariant where no game can be made of it."""
    v = checked(table)
    checks.seats(seats, v.seats)
    return DutchRules(v, table, WORDS)
