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
    return SparrowsRules(
        variant=v.variant,
        version=v.version,
        seats=seats,
        table=table,
        words=WORDS,
        suits=v.suits,
        lowest=v.lowest,
        highest=v.highest,
        hand=v.hand,
        tokens=v.tokens,
        bids=[bid.id for bid in v.bids],
        values=[bid.value for bid in v.bids],
        kinds=[bid.kind for bid in v.bids],
        pairs=[bid.pairs for bid in v.bids],
        trios=[bid.trios for bid in v.bids],
        quatros=[bid.quatros for bid in v.bids],
        lengths=[bid.length for bid in v.bids],
        suit_asked=[bid.suit for bid in v.bids],
        low=[bid.low for bid in v.bids],
        face_up=v.face_up,
        fresh=v.fresh,
        penalty=v.penalty,
        ties_succeed=v.ties_succeed,
        share_numbers=v.share_numbers,
        target=v.target,
        max_rounds=v.max_rounds,
        rotation=v.rotation,
        upgrades=v.upgrades,
        late_token=v.late_token,
        match_any=v.match_any,
        bonus_values=v.bonus_values,
    )
