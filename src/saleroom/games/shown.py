"""What the views and events of all games have in common."""

from mypy_extensions import i64

from saleroom.games.bits import choices
from saleroom.games.core import NOBODY, Event, Position

Entry = dict[str, object]  # a card or a place of a zone, with its marks


# -- views ----------------------------------------------------------------------------------------


def zone(name: str, owner: int | None, number: i64, cards: list[Entry] | None) -> Entry:
    """Where cards lie: so many, and which, unless they are not to be seen."""
    return {"id": name, "owner": owner, "count": number, "cards": cards}


def seat_or_none(seat: int) -> int | None:
    """For views, which have no seat -1."""
    return seat if seat >= 0 else None


def places(scores: list[int]) -> list[int]:
    """By seat, the highest score first; equal scores share the better place."""
    return [1 + len([other for other in scores if other > score]) for score in scores]


# -- events ---------------------------------------------------------------------------------------


def tell(position: Position, event: Event) -> None:
    """For who listens."""
    if position.events is not None:
        position.events.append(event)


def tell_end(position: Position) -> None:
    """How the game has ended."""
    result: dict[str, object] = {
        "scores": position.scores(),
        "winners": choices(position.winners()),
    }
    tell(position, Event(position.ending(), NOBODY, result))


def veiled(number: int, here: str, there: str) -> list[list[str]]:
    """So many cards move from one zone to another, and nobody sees which."""
    return [["?", here, there] for _ in range(number)]
