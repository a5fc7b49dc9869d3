"""The entries of a table's log: everything that ever happened there, as written to the disk."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from saleroom.records.draws import Draws
from saleroom.server.store import Row


class SeatMade(Struct, frozen=True):
    """A seat of a new table."""

    kind: str  # open, kept, hot, bot
    guest: str | None = None  # kept, hot: whose
    name: str = ""
    bot: str | None = None
    nonce: str | None = None  # hot, bot: made by the server before anybody sits down


class Created(Struct, frozen=True, tag_field="kind", tag="created"):
    """The table: all that a fold needs to begin with."""

    game: str
    variant: str
    table: dict[str, object]  # the variant itself
    rules: int  # version
    secret: str  # of the shuffle; its commitment is public
    seats: tuple[SeatMade, ...]
    public: bool
    name: str
    maker: str
    hints: bool = False
    origin: str = ""  # of a game that is played on from a moment of another: how it was dealt


class Seated(Struct, frozen=True, tag_field="kind", tag="seated"):
    """A guest takes a free seat."""

    guest: str
    name: str
    nonce: str


class Returned(Struct, frozen=True, tag_field="kind", tag="returned"):
    """A guest takes the own seat back, from being away or from a bot."""


class Linked(Struct, frozen=True, tag_field="kind", tag="linked"):
    """A guest asks for a link that takes the seat to another device; it works once."""

    check: str  # SHA-256 of its token


class Moved(Struct, frozen=True, tag_field="kind", tag="moved"):
    """The seat goes on with the guest who brought the link."""

    guest: str


class Left(Struct, frozen=True, tag_field="kind", tag="left"):
    """A guest gets up: before the deal the seat is free, later it waits."""


class Named(Struct, frozen=True, tag_field="kind", tag="named"):
    """A guest has a new name."""

    name: str


class Given(Struct, frozen=True, tag_field="kind", tag="given"):
    """A bot plays the seat on."""

    bot: str


class Dealt(Struct, frozen=True, tag_field="kind", tag="dealt"):
    """The game begins."""

    draws: Draws = ()


class Decided(Struct, frozen=True, tag_field="kind", tag="decided"):
    """A decision, or a sealed one replaced; with the draws it caused."""

    gate: int
    path: tuple[int, ...]
    draws: Draws = ()


class Undone(Struct, frozen=True, tag_field="kind", tag="undone"):
    """The last decision is taken back."""

    to: int  # the number of entries in the record that still count


class Resigned(Struct, frozen=True, tag_field="kind", tag="resigned"):
    """One of two seats gives up."""


class Abandoned(Struct, frozen=True, tag_field="kind", tag="abandoned"):
    """The table ends without a result."""


class Rematch(Struct, frozen=True, tag_field="kind", tag="rematch"):
    """The players go on at another table."""

    table: str


Body = (
    Created
    | Seated
    | Returned
    | Linked
    | Moved
    | Left
    | Named
    | Given
    | Dealt
    | Decided
    | Undone
    | Resigned
    | Abandoned
    | Rematch
)


class Entry(Struct, frozen=True):
    """One line of the log."""

    number: int
    at: int
    seat: int | None
    command: str | None
    body: Body


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Body).decode


def to_row(table: str, entry: Entry, check_sum: int | None) -> Row:
    """As it goes to the store."""
    kind = str(entry.body.__struct_config__.tag)
    body = _encode(entry.body).decode()
    return Row(table, entry.number, entry.at, entry.seat, entry.command, kind, body, check_sum)


def from_row(row: Row) -> Entry:
    """As it comes from the store."""
    return Entry(row.number, row.at, row.seat, row.command, _decode(row.body))
