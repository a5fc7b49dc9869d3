"""Random variants of Stick to Colours for Hypothesis: tables that are valid, with all options."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

COLOURS = ["red", "green", "blue", "white"]


@st.composite
def tables(draw: st.DrawFn) -> dict[str, Any]:
    """A whole table; many cards are alike, and the least opening may be more than anybody has."""
    colours = COLOURS[: draw(st.integers(1, 4))]
    values = draw(st.integers(1, 4))
    copies = [draw(st.integers(1, 3)) for _ in range(values)]
    jokers = draw(st.integers(0, 2 if values < 4 else 1))
    cards = len(colours) * (sum(copies) + jokers)
    seats = [n for n in draw(st.sampled_from([[2], [3], [4], [4, 2]])) if n < cards] or [2]
    hand = draw(st.integers(1, max(1, min(3, (cards - 1) // max(seats)))))
    if hand * max(seats) + 1 > cards:
        seats, copies = [2], [3] * values
    return {
        "game": "colours",
        "variant": "drawn",
        "version": 1,
        "seats": seats,
        "deck": {
            "colours": colours,
            "copies": {str(value): number for value, number in enumerate(copies, 1)},
            "jokers": jokers,
        },
        "deal": {
            "hand": hand,
            "market": {str(number): draw(st.integers(1, 8)) for number in seats},
            "first_dealer": draw(st.integers(0, min(seats) - 1)),
        },
        "trading": {
            "raising": draw(st.sampled_from(["free", "matching"])),
            "opening": draw(st.sampled_from([1, 1, 1, 2, 4])),
            "all_pass": draw(st.sampled_from(["sweep", "sweep", "end"])),
            "automatic_wins": draw(st.booleans()),
        },
        "scoring": {
            "set": {str(value): draw(st.integers(0, 7)) for value in range(1, values + 1)},
            "run_least": draw(st.integers(2, 4)),
            "run_card": draw(st.integers(0, 3)),
            "runs": draw(st.sampled_from(["best", "layers"])),
            "jokers": draw(st.sampled_from(["owner", "owner", "best"])),
        },
    }
