"""Games shown again, moment by moment: those of our tables, and records that somebody sends.

What a record holds nobody knows before it is read, and its rules may be somebody's own. So it is
read in another process, one at a time, and as far as any game goes that people play.
"""

from __future__ import annotations

import asyncio
from collections import Counter

import msgspec

from saleroom.records import Game, Record, Viewer, parse
from saleroom.server import limits, messages, variants
from saleroom.server.errors import NotFound, SlowDown, TooLarge
from saleroom.server.workers import Workers

LONGEST_S = 30.0  # for a record; the longest game takes one or two
ENDING_S = 5.0  # then the process is ended
MOST_WAITING = 10
MOST_OF_ADDRESS = 2  # of them

_encode = msgspec.json.Encoder().encode


class Uploads:
    """Records that are sent to be looked at; nothing is kept of them."""

    def __init__(self) -> None:
        self.workers = Workers(1, LONGEST_S + ENDING_S)
        self._turn = asyncio.Lock()
        self._waiting: Counter[str] = Counter()  # by address

    async def of(self, address: str, text: str, viewer: Viewer) -> bytes:
        """The `Review` of a record, as JSON; refused where it cannot be, or is too much."""
        if self._waiting[address] >= MOST_OF_ADDRESS:
            raise SlowDown("Records from your address are being read; wait for them.")
        if self._waiting.total() >= MOST_WAITING:
            raise SlowDown("Many records are being read; try again in a minute.")
        self._waiting[address] += 1
        try:
            async with self._turn:
                return await asyncio.wait_for(self.workers.run(_read, text, viewer), LONGEST_S)
        except TimeoutError:
            self.workers.replace()
            raise TooLarge(
                f"Reading this record takes longer than {LONGEST_S:.0f} s, and is not done here; "
                "`saleroom replay` takes its time."
            ) from None
        finally:
            self._waiting -= Counter((address,))  # and who has none is forgotten


def moments(game: Game, viewer: Viewer) -> messages.Review:
    """Every moment of a game as this viewer saw it."""
    if isinstance(viewer, int) and viewer >= game.rules.seats:
        raise NotFound(f"There is no seat {viewer}.")
    found: list[messages.ReviewMoment] = []
    size = 0
    for moment in game.moments(viewer):
        view = _encode({**moment.view, "form": None})  # nothing is decided any more
        size += len(view)
        if size > limits.REVIEW:
            raise TooLarge(
                f"After entry {moment.number} of {len(game.entries)} all that this record shows "
                f"is more than {limits.REVIEW >> 20} MiB, too much for the page; "
                "`saleroom replay` shows any of its moments."
            )
        found.append(
            messages.ReviewMoment(
                moment.number,
                moment.seat,
                moment.said,
                [messages.Happening(**event) for event in moment.events],
                msgspec.Raw(view),
            )
        )
    return messages.Review(
        game.rules.game,
        game.rules.variant,
        game.rules.table,
        variants.own(game.rules),
        list(game.names),
        game.chance,
        messages.Outcome.of(game),
        found,
    )


# -- in the other process --------------------------------------------------------------------------


def _read(text: str, viewer: Viewer) -> bytes:
    record: Record = parse(text)
    if len(record.entries) > limits.RECORD_ENTRIES:
        raise TooLarge(
            f"This record has {len(record.entries)} entries, and the page shows games of at most "
            f"{limits.RECORD_ENTRIES}; `saleroom replay` reads longer ones."
        )
    return _encode(moments(Game.from_record(record), viewer))
