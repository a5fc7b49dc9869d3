"""The table in plain text, made from a view: the same for every game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

View = dict[str, Any]

PLACING = ("card", "code", "position", "price")  # what is no mark of the card itself


def table(view: View, names: Sequence[str]) -> str:
    """What lies where, as this viewer sees it, and what happens next."""
    place = [f"{view['game']} {view['variant']}"]
    if "round" in view:
        place.append(f"round {view['round']}")
    place.append(_words(view["phase"]))
    lines = [", ".join(place)]
    width = max((len(_title(zone)) for zone in view["zones"]), default=0)
    for owner in [None, *range(len(names))]:
        if owner is not None:
            lines.append(_seat(view, owner, names[owner]))
        for zone in view["zones"]:
            if zone["owner"] == owner:
                lines.append(f"  {_title(zone):<{width}}  {_contents(zone)}")
    lines.append(view["status"]["says"])
    return "\n".join(lines)


def laid_open(view: View, seats: list[View]) -> View:
    """A spectator's view with all that any seat may see."""
    zones = list(view["zones"])
    for other in seats:
        zones = [
            theirs if zone["cards"] is None else zone
            for zone, theirs in zip(zones, other["zones"], strict=True)
        ]
    return {**view, "viewer": "all", "zones": zones}


def _seat(view: View, seat: int, name: str) -> str:
    told = [f"{name} (you)" if view["viewer"] == seat else name]
    score = view["scores"][seat]
    if score is not None:
        told.append(f"score {score['total']}")
    return ", ".join(told)


def _title(zone: dict[str, Any]) -> str:
    return _words(zone["id"].partition(".")[0])


def _contents(zone: dict[str, Any]) -> str:
    if zone["cards"] is None:
        return f"{zone['count']} unseen" if zone["count"] else "-"
    return " ".join(_card(card) for card in zone["cards"]) or "-"


def _card(entry: dict[str, Any]) -> str:
    """A card with its marks, or an empty place."""
    told = entry["card"] or "-"
    marks = [
        _mark(key, value)
        for key, value in entry.items()
        if key not in PLACING and value not in (None, False, [])
    ]
    if "position" in entry:
        told = f"{entry['position']}:{told}"
        if entry.get("price", entry["position"]) != entry["position"]:
            marks.append(f"costs {entry['price']}")
    return f"{told} ({', '.join(marks)})" if marks else told


def _mark(key: str, value: object) -> str:
    """ready, aside, value 80, or the seats in "question 0 1"."""
    if value is True:
        return _words(key)
    if isinstance(value, list):
        return f"{_words(key)} {' '.join(map(str, value))}"
    return f"{_words(key)} {value}" if isinstance(value, int) else _words(str(value))


def _words(key: str) -> str:
    return key.replace("_", " ")
