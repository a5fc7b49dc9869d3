"""Variants so small that every game that can happen can be walked through."""

from typing import Any

from saleroom.games.bits import compiled

# -- Dutch: one suit, own decks of two, one position, few rounds ----------------------------------


def card(face: str, *powers: str) -> dict[str, Any]:
    return {"face": face, "bid": ord(face) % 10, "vp": 1, "powers": list(powers)}


def dutch(*cards: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {
        "game": "dutch",
        "variant": "walked",
        "version": 1,
        "seats": [2],
        "suits": ["blue"],
        "deal": 2,
        "hand": 2,
        "set_aside": 1,
        "prices": [1],
        "bid": "all",
        "activate_from": "stake",
        "loser_must_buy_first": True,
        "steal": "nobody",
        "end_vote": False,
        "rounds": 2,
        "bonus": {"kind": "lowest_of_suit"},
        "tie_break": "none",
        "card": list(cards),
    } | changes


PLAIN = dutch(card("1"), card("2"), card("3"), card("4"), card("5"))
POWERS = dutch(
    *(card("1"), card("2"), card("3"), card("4")),
    card("P", "cash_in", "take:own_discards,auction_discards,display"),
    rounds=1,
)
HOLDING = dutch(
    *(card("1"), card("2"), card("6", "cash_in"), card("7", "duplicate")),
    card("8", "take:auction_discards"),
    bid="hold_powers",
    activate_from="power_area",
)


# -- Six of Sparrows: one suit, hands of one, one round or two ------------------------------------

BIRDS = {
    "game": "sparrows",
    "variant": "walked",
    "version": 1,
    "seats": [2],
    "bids": [{"id": "high", "value": 9, "kind": "extreme", "side": "high"}],
    "cards": {
        "suits": ["sparrow"],
        "lowest": 1,
        "highest": 4,
        "hand_size": 1,
        "step_tokens": [2],
    },
    "market": {"face_up": 1, "refill": "top_up"},
    "scoring": {"penalty": 1, "compare_ties": "fail", "sets_may_share_number": False},
    "end": {"target": 0, "max_rounds": 1, "check": "round"},
}
TWO_ROUNDS = BIRDS | {
    "cards": BIRDS["cards"] | {"highest": 3},
    "end": {"target": 0, "max_rounds": 2, "check": "round"},
}
UPGRADED = BIRDS | {
    "bids": [*BIRDS["bids"], {"id": "pair", "value": 4, "kind": "street", "length": 2}],
    "cards": BIRDS["cards"] | {"highest": 4 if compiled() else 3},
    "market": {"face_up": 2, "refill": "fresh"},
    "upgrades": {
        "late_token": 3,
        "late_tokens": 3,
        "match_only_with_table_bids": True,
        "bonus": [{"id": "match_together", "value": 5}, {"id": "win_none", "value": 5}],
    },
}


# -- Stick to Colours: one colour, hands of one, a market of one or two, and many alike -----------


def colours(seats: int, copies: list[int], **changes: Any) -> dict[str, Any]:
    values = range(1, len(copies) + 1)
    table: dict[str, Any] = {
        "game": "colours",
        "variant": "walked",
        "version": 1,
        "seats": [seats],
        "deck": {
            "colours": ["red"],
            "copies": {str(v): copies[v - 1] for v in values},
            "jokers": 0,
        },
        "deal": {"hand": 1, "market": {str(seats): 1}, "first_dealer": 0},
        "trading": {
            "raising": "free",
            "opening": 1,
            "all_pass": "sweep",
            "automatic_wins": True,
        },
        "scoring": {
            "set": {str(v): 3 for v in values},
            "run_least": 2,
            "run_card": 1,
            "runs": "best",
            "jokers": "owner",
        },
    }
    for part, more in changes.items():
        table[part] |= more
    return table


# -- by name --------------------------------------------------------------------------------------

TINY = {
    "dutch plain": PLAIN,
    "dutch powers": POWERS,
    "dutch holding": HOLDING,
    "sparrows": BIRDS,
    "sparrows for three": BIRDS | {"seats": [3]},
    "sparrows upgraded": UPGRADED,
    # A hand of two or three, of which one is laid: alike cards count one by one.
    "colours, alike hands": colours(
        2, [2, 2], deal={"hand": 2, "market": {"2": 1}}, deck={"jokers": 1}
    ),
    "colours, three seats": colours(3, [2, 2]),
    "colours, laid twice": colours(2, [2, 2, 1], deal={"hand": 2}),
    "colours, market": colours(2, [3, 1], deal={"market": {"2": 2}}, trading={"all_pass": "end"}),
    "colours, matching": colours(
        2, [2, 2], deal={"market": {"2": 2}}, trading={"raising": "matching"}
    ),
}
if compiled():
    TINY["sparrows in two rounds"] = TWO_ROUNDS
