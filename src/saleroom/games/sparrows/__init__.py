"""Six of Sparrows, an auction game for two to five by Pandaqi. The law is in rules.md."""

from saleroom.games import checks
from saleroom.games.sparrows.rules import SparrowsRules
from saleroom.games.sparrows.variant import checked
from saleroom.games.sparrows.words import WORDS

DEFAULT = "base"


def make_rules(table: dict[str, object], seats: int) -> SparrowsRules:
    """The rule set of a variant table; BadVariant where no game can be made of it."""
    v = checked(table)
    checks.seats(seats, v.seats)
    return SparrowsRules(v, seats, table, WORDS)
