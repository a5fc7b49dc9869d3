"""The variant file of Six of Sparrows, checked: every number, or a sentence about what is wrong.

What is possible stands in rules.md, 1.5. The keys that a sentence is about are dotted, and
entries are counted from 0: `bids[3].value` is the value of the fourth bid card.
"""

from __future__ import annotations

from string import ascii_lowercase, digits
from typing import cast

import msgspec

from saleroom.games import checks
from saleroom.games.core import BadVariant
from saleroom.games.sparrows.codes import BONUS_IDS, COVER, KINDS

MOST_SEATS = 5
MOST_CARDS = 60
MOST_BIDS = 50
MOST_TOKEN = 100
MOST_VALUE = 1000  # of a card, and of the penalty
MOST_TARGET = 100_000
MOST_ROUNDS = 1000

# What players write besides the names of cards; none may look like one of these.
NOTATION = {"take", "pass", "raise", "none", "decline", "partner", "deal", *BONUS_IDS}

KEYS = ["game", "variant", "version", "seats", "bids", "cards", "market", "scoring", "end"]
TABLES = {
    "cards": ["suits", "lowest", "highest", "hand_size", "step_tokens"],
    "market": ["face_up", "refill"],
    "scoring": ["penalty", "compare_ties", "sets_may_share_number"],
    "end": ["target", "max_rounds", "check"],
    "upgrades": ["late_token", "late_tokens", "match_only_with_table_bids", "bonus"],
}
SETS = {"pairs": 2, "trios": 3, "quatros": 4}  # cards of one number in each


class Bid(msgspec.Struct, frozen=True, kw_only=True):
    """A bid card: its kind, and what the kind asks for."""

    id: str
    value: int
    kind: int  # see `codes`
    pairs: int = 0
    trios: int = 0
    quatros: int = 0
    length: int = 0
    suit: int = 0
    low: int = 0


class Variant(msgspec.Struct, frozen=True, kw_only=True):
    """The numbers and switches of one rule set."""

    variant: str
    version: int
    seats: list[int]
    suits: list[str]
    lowest: int
    highest: int
    hand: int
    tokens: list[int]
    bids: list[Bid]
    face_up: int
    fresh: bool  # R9
    penalty: int
    ties_succeed: bool  # R27
    share_numbers: bool  # R25
    target: int  # 0: none
    max_rounds: int
    rotation: bool  # R31
    upgrades: bool
    late_token: int
    match_any: bool  # R24
    bonus_values: list[int]  # of the three; -1: there is no such card


def checked(table: dict[str, object]) -> Variant:
    """The variant that this table describes; BadVariant where no game can be made of it."""
    checks.heading(table, "sparrows", KEYS, ["upgrades"])
    seats = _seats(table)

    cards = _table(table, "cards")
    suits = checks.suits(cards, "suits", "cards.")
    lowest = checks.number(cards, "lowest", 0, 99, "cards.")
    highest = checks.number(cards, "highest", lowest, 99, "cards.")
    numbers = highest - lowest + 1
    if len(suits) * numbers > MOST_CARDS:
        raise BadVariant(
            "cards.highest",
            f"{len(suits)} suits of {numbers} numbers are {len(suits) * numbers} cards; "
            f"at most {MOST_CARDS} are possible.",
        )
    hand = checks.number(cards, "hand_size", 1, MOST_CARDS, "cards.")
    needed = (max(seats) + 1) * hand
    if needed > len(suits) * numbers:
        raise BadVariant(
            "cards.hand_size",
            f"{max(seats)} hands and the table with {hand} each are {needed} cards, "
            f"but there are {len(suits) * numbers}.",
        )

    scoring = _table(table, "scoring")
    share = checks.switch(scoring, "sets_may_share_number", "scoring.")
    bids = _bids(table, suits, numbers, hand, share)
    market = _table(table, "market")
    face_up = checks.number(market, "face_up", 1, len(bids), "market.")
    end = _table(table, "end")
    ties = checks.one_of(scoring, "compare_ties", ["fail", "succeed"], "scoring.")
    late_token, match_any, bonus_values = _upgrades(table, seats)
    return Variant(
        variant=checks.name_of(table),
        version=1,
        seats=seats,
        suits=suits,
        lowest=lowest,
        highest=highest,
        hand=hand,
        tokens=_tokens(cards, hand),
        bids=bids,
        face_up=face_up,
        fresh=checks.one_of(market, "refill", ["top_up", "fresh"], "market.") == "fresh",
        penalty=checks.number(scoring, "penalty", 0, MOST_VALUE, "scoring."),
        ties_succeed=ties == "succeed",
        share_numbers=share,
        target=checks.number(end, "target", 0, MOST_TARGET, "end."),
        max_rounds=checks.number(end, "max_rounds", 1, MOST_ROUNDS, "end."),
        rotation=checks.one_of(end, "check", ["round", "rotation"], "end.") == "rotation",
        upgrades="upgrades" in table,
        late_token=late_token,
        match_any=match_any,
        bonus_values=bonus_values,
    )


# -- seats and cards ------------------------------------------------------------------------------


def _seats(table: dict[str, object]) -> list[int]:
    seats = table["seats"]
    if not (checks.are_whole(seats) and seats):
        raise BadVariant("seats", f"{checks.shown(seats)} is not a list such as [2, 3, 4, 5].")
    found = cast(list[int], seats)
    for i, several in enumerate(found):
        if not 2 <= several <= MOST_SEATS or several in found[:i]:
            raise BadVariant(
                f"seats[{i}]",
                f"{several} is not possible; use each of 2 to {MOST_SEATS} at most once.",
            )
    return found


def _tokens(cards: dict[str, object], hand: int) -> list[int]:
    at = "cards.step_tokens"
    tokens = checks.list_of(cards, "step_tokens", "numbers, such as [1, 2, 3]", at)
    if len(tokens) != hand:
        raise BadVariant(
            at, f"there are {len(tokens)}, but {hand} steps (hand_size): each step needs one."
        )
    return [checks.whole(token, f"{at}[{i}]", 1, MOST_TOKEN) for i, token in enumerate(tokens)]


# -- bid cards ------------------------------------------------------------------------------------


def _bids(
    table: dict[str, object], suits: list[str], numbers: int, hand: int, share: bool
) -> list[Bid]:
    entries = checks.list_of(
        table, "bids", "bid cards, such as { id = ..., value = ..., kind = ... }"
    )
    if not 1 <= len(entries) <= MOST_BIDS:
        raise BadVariant("bids", f"there are {len(entries)}; possible are 1 to {MOST_BIDS}.")
    found: list[Bid] = []
    for i, entry in enumerate(entries):
        at = f"bids[{i}]"
        if not isinstance(entry, dict):
            raise BadVariant(at, f"{checks.shown(entry)} is not an entry such as {{ id = ... }}.")
        bid = _bid(entry, f"{at}.", suits)
        if bid.id in [known.id for known in found]:
            raise BadVariant(f"{at}.id", f'"{bid.id}" is there already; each bid card is one.')
        if why := _impossible(bid, len(suits), numbers, hand, share):
            raise BadVariant(at, f'nobody could ever achieve "{bid.id}": {why}.')
        found.append(bid)
    return found


def _bid(entry: dict[str, object], at: str, suits: list[str]) -> Bid:
    common = ["id", "value", "kind"]
    if "kind" not in entry:
        checks.keys(entry, at, common, [*SETS, "length", "side", "suit"])
    kind = checks.one_of(entry, "kind", list(KINDS), at)
    own = {"majority": ["suit"], "extreme": ["side"], "sets": [], "cover": [], "distinct": []}
    checks.keys(entry, at, [*common, *own.get(kind, ["length"])], [*SETS] if kind == "sets" else [])
    found = {"kind": KINDS.index(kind), "value": checks.number(entry, "value", 0, MOST_VALUE, at)}
    for sets in SETS:
        if sets in entry:
            found[sets] = checks.number(entry, sets, 0, MOST_CARDS, at)
    if kind == "sets" and not any(found.get(sets) for sets in SETS):
        raise BadVariant(f"{at}kind", '"sets" needs pairs, trios or quatros, at least one.')
    if "length" in entry:
        found["length"] = checks.number(entry, "length", 1, MOST_CARDS, at)
    if kind == "extreme":
        found["low"] = int(checks.one_of(entry, "side", ["high", "low"], at) == "low")
    if kind == "majority":
        found["suit"] = suits.index(checks.one_of(entry, "suit", suits, at))
    return Bid(id=_id(entry, at), **found)


def _id(entry: dict[str, object], at: str) -> str:
    found = entry["id"]
    if not (
        isinstance(found, str)
        and found[:1] in set(ascii_lowercase)
        and set(found) <= set(ascii_lowercase + digits + "_")
    ):
        raise BadVariant(
            f"{at}id", f'{checks.shown(found)} is not a name of small letters, digits and "_".'
        )
    if found in NOTATION:
        raise BadVariant(f"{at}id", f'"{found}" has a meaning of its own in the notation.')
    return found


def _impossible(bid: Bid, suits: int, numbers: int, hand: int, share: bool) -> str:
    """Why no hand and table can hold this pattern; empty if some can. R36."""
    several = {sets: getattr(bid, sets) for sets in SETS}
    most = max((SETS[sets] for sets, times in several.items() if times), default=0)
    if most > suits:
        return f"a number is there {suits} times at most"
    if share:
        different, cards = _shared(several)
    else:
        different = sum(several.values())
        cards = sum(SETS[sets] * times for sets, times in several.items())
    if different > numbers:
        return f"it needs {different} numbers, and there are {numbers}"
    if KINDS[bid.kind] in ("street", "band", "group"):
        if bid.length > numbers:
            return f"there are {numbers} numbers"
        cards = bid.length
    if cards > 2 * hand:
        return f"it needs {cards} cards, and hand and table have {2 * hand}"
    if KINDS[bid.kind] == "distinct" and hand > numbers:
        return f"a hand has {hand} cards, and there are {numbers} numbers"
    return ""


def _shared(several: dict[str, int]) -> tuple[int, int]:
    """R25: numbers and cards needed where a quatro is a trio and a pair as well."""
    sizes: list[int] = []
    for sets in ("quatros", "trios", "pairs"):
        sizes += [SETS[sets]] * (several[sets] - len(sizes))
    return len(sizes), sum(sizes)


# -- the other tables -----------------------------------------------------------------------------


def _table(table: dict[str, object], key: str) -> dict[str, object]:
    found = table[key]
    if not isinstance(found, dict):
        raise BadVariant(key, f"{checks.shown(found)} is not a table [{key}].")
    checks.keys(found, f"{key}.", TABLES[key], [])
    return found


def _upgrades(table: dict[str, object], seats: list[int]) -> tuple[int, bool, list[int]]:
    values = [-1] * len(BONUS_IDS)
    if "upgrades" not in table:
        return 0, False, values
    upgrades = _table(table, "upgrades")
    late_token = checks.number(upgrades, "late_token", 1, MOST_TOKEN, "upgrades.")
    tokens = checks.number(upgrades, "late_tokens", 0, MOST_CARDS, "upgrades.")
    if tokens < max(seats):
        raise BadVariant(
            "upgrades.late_tokens",
            f"{tokens} are too few: {max(seats)} seats could each take one.",
        )
    of = "bonus cards, such as { id = ..., value = ... }"
    for i, entry in enumerate(checks.list_of(upgrades, "bonus", of, "upgrades.bonus")):
        at = f"upgrades.bonus[{i}]"
        if not isinstance(entry, dict):
            raise BadVariant(at, f"{checks.shown(entry)} is not an entry such as {{ id = ... }}.")
        checks.keys(entry, f"{at}.", ["id", "value"], [])
        bonus = BONUS_IDS.index(checks.one_of(entry, "id", list(BONUS_IDS), f"{at}."))
        if values[bonus] >= 0:
            raise BadVariant(f"{at}.id", f'"{BONUS_IDS[bonus]}" is there already.')
        values[bonus] = checks.number(entry, "value", 0, MOST_VALUE, f"{at}.")
    match_any = not checks.switch(upgrades, "match_only_with_table_bids", "upgrades.")
    return late_token, match_any, values


assert KINDS[: COVER + 1] == ("sets", "street", "group", "band", "cover"), "S24: they use the table"
