"""Random variants of Six of Sparrows for Hypothesis: tables that are valid, tiny to full size."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from saleroom.games.sparrows.codes import BONUS_IDS

SUITS = ["sparrow", "parrot", "eagle", "chicken", "duck"]


@st.composite
def bids(draw: st.DrawFn, number: int, suits: list[str], numbers: int, hand: int) -> Any:
    """A bid card of any kind that some hand and table can hold."""
    longest = min(numbers, 2 * hand)
    kinds = ["street", "group", "band", "cover", "extreme", "majority"]
    kinds += ["distinct"] if hand <= numbers else []
    most = [size for size in (2, 3, 4) if size <= min(len(suits), 2 * hand)]
    kinds += ["sets"] if most else []
    kind = draw(st.sampled_from(kinds))
    found: dict[str, Any] = {
        "id": f"bid_{number}",
        "value": draw(st.integers(0, 200)),
        "kind": kind,
    }
    if kind == "sets":
        size = draw(st.sampled_from(most))
        times = draw(st.integers(1, min(numbers, 2 * hand // size)))
        found[{2: "pairs", 3: "trios", 4: "quatros"}[size]] = times
    elif kind in ("street", "group", "band"):
        found["length"] = draw(st.integers(1, longest))
    elif kind == "extreme":
        found["side"] = draw(st.sampled_from(["high", "low"]))
    elif kind == "majority":
        found["suit"] = draw(st.sampled_from(suits))
    return found


@st.composite
def tables(draw: st.DrawFn, most_rounds: int = 6) -> dict[str, Any]:
    """A whole table; the deck may be used up to the last card."""
    seats = draw(st.lists(st.integers(2, 5), unique=True, min_size=1, max_size=2))
    suits = SUITS[: draw(st.integers(1, 5))]
    least = -(-(max(seats) + 1) // len(suits))
    numbers = draw(st.integers(least, max(least, min(12, 60 // len(suits)))))
    hand = draw(st.integers(1, min(6, len(suits) * numbers // (max(seats) + 1))))
    lowest = draw(st.integers(0, 3))
    number = draw(st.integers(1, 12))
    token = st.integers(1, 12)
    found: dict[str, Any] = {
        "game": "sparrows",
        "variant": "drawn",
        "version": 1,
        "seats": seats,
        "bids": [draw(bids(n, suits, numbers, hand)) for n in range(number)],
        "cards": {
            "suits": suits,
            "lowest": lowest,
            "highest": lowest + numbers - 1,
            "hand_size": hand,
            "step_tokens": [draw(token) for _ in range(hand)],
        },
        "market": {
            "face_up": draw(st.integers(1, number)),
            "refill": draw(st.sampled_from(["top_up", "fresh"])),
        },
        "scoring": {
            "penalty": draw(st.integers(0, 20)),
            "compare_ties": draw(st.sampled_from(["fail", "succeed"])),
            "sets_may_share_number": draw(st.booleans()),
        },
        "end": {
            "target": draw(st.sampled_from([0, 20, 100])),
            "max_rounds": draw(st.integers(1, most_rounds)),
            "check": draw(st.sampled_from(["round", "rotation"])),
        },
    }
    if draw(st.booleans()):
        cards = draw(st.lists(st.sampled_from(BONUS_IDS), unique=True))
        found["upgrades"] = {
            "late_token": draw(token),
            "late_tokens": 6,
            "match_only_with_table_bids": draw(st.booleans()),
            "bonus": [{"id": card, "value": draw(st.integers(0, 200))} for card in cards],
        }
    return found
