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
    return ColoursRules(
        variant=v.variant,
        version=v.version,
        seats=seats,
        table=table,
        words=WORDS,
        colours=v.colours,
        copies=v.copies,
        jokers=v.jokers,
        hand=v.hand,
        market=v.market[seats],
        first_dealer=v.first_dealer,
        matching=v.matching,
        opening=v.opening,
        all_pass_ends=v.all_pass_ends,
        automatic_wins=v.automatic_wins,
        set_points=v.set_points,
        run_least=v.run_least,
        run_card=v.run_card,
        layers=v.layers,
        best_jokers=v.best_jokers,
    )
