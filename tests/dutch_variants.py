"""Random variants of Dutch for Hypothesis: tables that are valid, from tiny to full size."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

SUITS = ["blue", "green", "pink", "red", "white"]
FACES = ["1", "2", "3", "4", "5", "6", "7", "8", "P", "Q"]
SOURCES = ["own_discards", "auction_discards", "display"]


@st.composite
def powers(draw: st.DrawFn, suits: int) -> list[str]:
    """The powers of a face: often none, perhaps all."""
    plain = ["cash_in", "steal", "duplicate"] + (["change_suit"] if suits > 1 else [])
    found = draw(st.lists(st.sampled_from(plain), unique=True, max_size=len(plain)))
    sources = draw(st.lists(st.sampled_from(SOURCES), unique=True))
    return found + ([f"take:{','.join(sources)}"] if sources else [])


@st.composite
def tables(draw: st.DrawFn, most_cards: int = 40) -> dict[str, Any]:
    """A whole table; a hand, what is set aside and a price may be more than there are cards."""
    number = draw(st.integers(1, min(5, most_cards // 3)))
    suits = SUITS[:number]
    faces = FACES[: draw(st.integers(-(-3 // number), min(10, most_cards // number)))]
    some_powers = st.one_of(st.just([]), powers(number))
    holds = draw(st.booleans())
    return {
        "game": "dutch",
        "variant": "drawn",
        "version": 1,
        "seats": [2],
        "suits": suits,
        "deal": draw(st.integers(1, min(12, (number * len(faces) - 1) // 2))),
        "hand": draw(st.integers(1, 7)),
        "set_aside": draw(st.integers(0, 3)),
        "prices": draw(st.lists(st.integers(1, 6), min_size=1, max_size=6)),
        "bid": "hold_powers" if holds else "all",
        "activate_from": draw(st.sampled_from(["stake", "power_area"])) if holds else "stake",
        "loser_must_buy_first": draw(st.booleans()),
        "steal": draw(st.sampled_from(["winner", "nobody"])),
        "end_vote": draw(st.booleans()),
        "rounds": draw(st.sampled_from([0, 0, 1, 2, 5])),
        "bonus": draw(
            st.sampled_from(
                [{"kind": "lowest_of_suit"}, {"kind": "suit_count", "at_least": 3, "vp": 4}]
            )
        ),
        "tie_break": draw(st.sampled_from(["fewest_cards", "none"])),
        "card": [
            {
                "face": face,
                "bid": draw(st.integers(-2, 10)),
                "vp": draw(st.integers(-11, 11)),
                "powers": draw(some_powers),
            }
            for face in faces
        ],
    }
