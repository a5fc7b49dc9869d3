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
    return DutchRules(
        variant=v.variant,
        version=v.version,
        table=table,
        words=WORDS,
        suits=v.suits,
        faces=v.faces,
        bids=v.bids,
        points=v.vps,
        powers=v.powers,
        deal=v.deal,
        hand=v.hand,
        set_aside=v.set_aside,
        prices=v.prices,
        hold_powers=v.hold_powers,
        from_area=v.from_area,
        obligation=v.obligation,
        winner_steals=v.winner_steals,
        end_vote=v.end_vote,
        rounds=v.rounds,
        bonus_lowest=v.bonus_lowest,
        bonus_count=v.bonus_count,
        bonus_points=v.bonus_vp,
        fewest_cards=v.fewest_cards,
    )
