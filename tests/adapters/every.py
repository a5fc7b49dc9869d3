"""Every shipped rule set with every number of seats it is made for."""

from saleroom import catalogue

RULE_SETS = [
    (game, variant, seats)
    for game in catalogue.games()
    for variant in catalogue.variants(game)
    for seats in catalogue.load(game, variant).table["seats"]  # type: ignore[attr-defined]
]
