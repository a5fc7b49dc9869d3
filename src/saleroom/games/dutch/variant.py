"""The variant file of Dutch, checked: every number of the game, or a sentence about what is wrong.

What is possible stands in rules.md, 1.4. The keys that a sentence is about are dotted, and
entries are counted from 0: `card[3].bid` is the bid value of the fourth face.
"""

from __future__ import annotations

from string import ascii_letters, digits
from typing import cast

import msgspec

from saleroom.games import checks
from saleroom.games.core import BadVariant
from saleroom.games.dutch.codes import (
    CASH,
    CHANGE,
    COPY,
    STEAL,
    TAKE_AUCTION,
    TAKE_DISPLAY,
    TAKE_OWN,
)

MOST_CARDS = 40
MOST_SUITS = 5
MOST_PRICES = 6
MOST_ASIDE = 10
MOST_ROUNDS = 1000
FARTHEST = 1000  # bid values and VP lie between -1000 and 1000

POWERS = {"cash_in": CASH, "change_suit": CHANGE, "steal": STEAL, "duplicate": COPY}
SOURCES = {"own_discards": TAKE_OWN, "auction_discards": TAKE_AUCTION, "display": TAKE_DISPLAY}

# What players write besides cards and suits; neither may look like one of these.
NOTATION = {
    *("end", "bid", "stop", "go-on", "aside", "hold", "use", "activate", "play", "buy", "with"),
    *("cash", "change", "take-own", "take-auction", "take-display", "steal", "copy", "to"),
    *("take", "pay", "deal", "draw", "auction", "own", "display", "none"),
}

KEYS = [
    *("game", "variant", "version", "seats", "suits", "deal", "hand", "set_aside", "prices"),
    *("bid", "activate_from", "loser_must_buy_first", "steal", "end_vote", "rounds", "bonus"),
    *("tie_break", "card"),
]


class Variant(msgspec.Struct, frozen=True, kw_only=True):
    """The numbers and switches of one edition; `faces`, `bids`, `vps` and `powers` go together."""

    variant: str
    version: int
    seats: list[int]
    suits: list[str]
    faces: list[str]
    bids: list[int]
    vps: list[int]
    powers: list[int]  # masks of CASH ... COPY
    deal: int
    hand: int
    set_aside: int
    prices: list[int]
    hold_powers: bool  # D11: power cards are bid or held; otherwise all are bid
    from_area: bool  # D30: only the power area can act; otherwise the whole stake
    obligation: bool  # D63, D64
    winner_steals: bool  # D46
    end_vote: bool  # D75
    rounds: int  # 0: no limit
    bonus_lowest: bool  # D84; otherwise D85:
    bonus_count: int  # so many cards of a suit ...
    bonus_vp: int  # ... are worth this
    fewest_cards: bool  # D88


def checked(table: dict[str, object]) -> Variant:
    """The variant that this table describes; BadVariant where no game can be made of it."""
    checks.heading(table, "dutch", KEYS)
    if table["seats"] != [2] or not checks.are_whole(table["seats"]):
        raise BadVariant(
            "seats", f"Dutch is for two: seats = [2], not {checks.shown(table['seats'])}."
        )

    suits = _suits(table)
    cards = checks.list_of(table, "card", "entries, each under [[card]]")
    faces = _faces(cards, suits)
    in_all = len(suits) * len(faces)
    bids, vps, powers = [], [], []
    for i, card in enumerate(cards):
        entry, at = cast(dict[str, object], card), f"card[{i}]."
        bids.append(checks.number(entry, "bid", -FARTHEST, FARTHEST, at))
        vps.append(checks.number(entry, "vp", -FARTHEST, FARTHEST, at))
        powers.append(_powers(entry, f"{at}powers", len(suits)))

    deal = checks.number(table, "deal", 1, MOST_CARDS)
    if 2 * deal + 1 > in_all:
        raise BadVariant(
            "deal",
            f"two decks of {deal} and one card for the auction are {2 * deal + 1} cards, "
            f"but there are {in_all}. {_possible_deals(in_all)}",
        )
    hold_powers = checks.one_of(table, "bid", ["all", "hold_powers"]) == "hold_powers"
    from_area = checks.one_of(table, "activate_from", ["stake", "power_area"]) == "power_area"
    if from_area and not hold_powers:
        raise BadVariant(
            "activate_from",
            'with bid = "all" nothing ever lies in the power area. '
            'Use activate_from = "stake", or bid = "hold_powers".',
        )
    bonus_lowest, bonus_count, bonus_vp = _bonus(table)
    return Variant(
        variant=checks.name_of(table),
        version=1,
        seats=[2],
        suits=suits,
        faces=faces,
        bids=bids,
        vps=vps,
        powers=powers,
        deal=deal,
        hand=checks.number(table, "hand", 1, MOST_CARDS),
        set_aside=checks.number(table, "set_aside", 0, MOST_ASIDE),
        prices=_prices(table),
        hold_powers=hold_powers,
        from_area=from_area,
        obligation=checks.switch(table, "loser_must_buy_first"),
        winner_steals=checks.one_of(table, "steal", ["winner", "nobody"]) == "winner",
        end_vote=checks.switch(table, "end_vote"),
        rounds=checks.number(table, "rounds", 0, MOST_ROUNDS),
        bonus_lowest=bonus_lowest,
        bonus_count=bonus_count,
        bonus_vp=bonus_vp,
        fewest_cards=checks.one_of(table, "tie_break", ["fewest_cards", "none"]) == "fewest_cards",
    )


# -- suits, faces and powers ----------------------------------------------------------------------


def _suits(table: dict[str, object]) -> list[str]:
    suits = checks.suits(table, "suits")
    if len(suits) > MOST_SUITS:
        raise BadVariant("suits", f"there are {len(suits)}; possible are 1 to {MOST_SUITS}.")
    for i, suit in enumerate(suits):
        if suit in NOTATION:
            raise BadVariant(f"suits[{i}]", f'"{suit}" has a meaning of its own in the notation.')
    return suits


def _faces(cards: list[object], suits: list[str]) -> list[str]:
    if not cards:
        raise BadVariant("card", "there is no [[card]] entry; a suit needs at least one face.")
    if len(suits) * len(cards) > MOST_CARDS:
        raise BadVariant(
            "card",
            f"{len(suits)} suits of {len(cards)} faces are {len(suits) * len(cards)} cards; "
            f"at most {MOST_CARDS} are possible, so at most {MOST_CARDS // len(suits)} faces.",
        )
    faces: list[str] = []
    for i, card in enumerate(cards):
        if not isinstance(card, dict):
            raise BadVariant(f"card[{i}]", f"{checks.shown(card)} is not an entry under [[card]].")
        at = f"card[{i}]."
        checks.keys(card, at, ["face", "bid", "vp", "powers"], [])
        face = card["face"]
        if not (
            isinstance(face, str)
            and 1 <= len(face) <= 3
            and set(face) <= set(ascii_letters + digits)
        ):
            raise BadVariant(
                f"{at}face",
                f'{checks.shown(face)} is not one to three letters or digits, like "10".',
            )
        if face.lower() in (known.lower() for known in faces):
            raise BadVariant(f"{at}face", f'"{face}" is there already; no face comes twice.')
        for suit in suits:
            read = (suit[0] + face).lower()  # at a keyboard all is one, bID and bid
            if read in NOTATION or read in suits:
                raise BadVariant(
                    f"{at}face",
                    f'"{face}" would make a card of {suit} read "{suit[0]}{face}", '
                    "which has a meaning of its own in the notation.",
                )
        faces.append(face)
    return faces


def _powers(card: dict[str, object], key: str, suits: int) -> int:
    """The powers of a face as a mask."""
    found = 0
    for i, power in enumerate(checks.list_of(card, "powers", "powers, or [] for none", key)):
        at = f"{key}[{i}]"
        if not isinstance(power, str):
            raise BadVariant(at, f"{checks.shown(power)} is not a power. {_POSSIBLE_POWERS}")
        for bit in _bits(power, at):
            if found >> bit & 1:
                raise BadVariant(at, f'"{power}" names a power that this face has already.')
            found |= 1 << bit
    if found >> CHANGE & 1 and suits < 2:
        raise BadVariant(key, "change_suit needs at least two suits to change between.")
    return found


def _bits(power: str, at: str) -> list[int]:
    if power in POWERS:
        return [POWERS[power]]
    kind, colon, sources = power.partition(":")
    if kind != "take" or not colon:
        raise BadVariant(at, f'"{power}" is not a power. {_POSSIBLE_POWERS}')
    bits = []
    for source in sources.split(","):
        if source.strip() not in SOURCES:
            raise BadVariant(
                at,
                f'"{source.strip()}" is not a place to take from. '
                f"Possible, one or more: {', '.join(SOURCES)}.",
            )
        bits.append(SOURCES[source.strip()])
    return bits


_POSSIBLE_POWERS = f'Possible: {", ".join(POWERS)}, and "take:" with {", ".join(SOURCES)}.'


# -- the other keys -------------------------------------------------------------------------------


def _prices(table: dict[str, object]) -> list[int]:
    prices = checks.list_of(table, "prices", "numbers of cards, such as [1, 2, 3]")
    if not 1 <= len(prices) <= MOST_PRICES:
        raise BadVariant(
            "prices", f"there are {len(prices)}; possible are 1 to {MOST_PRICES} positions."
        )
    for i, price in enumerate(prices):
        checks.whole(price, f"prices[{i}]", 1, MOST_CARDS)
    return cast(list[int], prices)


def _bonus(table: dict[str, object]) -> tuple[bool, int, int]:
    bonus = table["bonus"]
    if not isinstance(bonus, dict):
        raise BadVariant(
            "bonus", f'{checks.shown(bonus)} is not a table such as {{ kind = "lowest_of_suit" }}.'
        )
    if "kind" not in bonus:
        raise BadVariant("bonus.kind", 'is missing; possible: "lowest_of_suit", "suit_count".')
    if checks.one_of(bonus, "kind", ["lowest_of_suit", "suit_count"], "bonus.") == "lowest_of_suit":
        checks.keys(bonus, "bonus.", ["kind"], [])
        return True, 0, 0
    checks.keys(bonus, "bonus.", ["kind", "at_least", "vp"], [])
    at_least = checks.number(bonus, "at_least", 1, MOST_CARDS, "bonus.")
    return False, at_least, checks.number(bonus, "vp", -FARTHEST, FARTHEST, "bonus.")


def _possible_deals(cards: int) -> str:
    most = (cards - 1) // 2
    if most < 1:
        return "A game needs at least 3 cards."
    return f"Use 1 to {most}." if most > 1 else "Use 1."
