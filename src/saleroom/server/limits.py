"""How much one guest, connection or address may ask for."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict, deque
from dataclasses import dataclass

FRAME = 4_096
BODY = 16_384
BODY_S = 60.0  # until it has arrived
RECORD = 524_288
RECORD_ENTRIES = 5_000  # the longest game by our rules, all pass and none wins, has some 3,500
REPLAYS_OF_GUEST = 4  # games played through again, at once
REPLAYS_OF_ADDRESS = 40
REVIEW = 16 << 20  # bytes of its views
CONNECTIONS_OF_GUEST = 4  # at one table
SPECTATORS = 200
CONNECTIONS = 10_000
TABLE_QUEUE = 32
DETOURS = 1_000  # entries of one seat that bring its game no further
MOST_REMEMBERED = 20_000  # guests or addresses; the longest unseen are forgotten


@dataclass(frozen=True)
class Pace:
    """How fast people may be."""

    commands_per_s: float = 10.0  # of a connection
    commands_at_once: float = 20.0
    bytes_per_s: float = 16_384.0  # of a connection; a decision has a hundred or two
    bytes_at_once: float = 65_536.0
    guest_per_s: float = 20.0
    guest_at_once: float = 60.0
    connects_per_min: int = 30  # of an address
    connects_open: int = 50
    tables_per_hour: int = 60  # of a guest
    tables_live: int = 30
    names_per_min: int = 12  # of a guest; each goes to all tables where this guest sits
    hints_per_min: int = 20  # of a guest, at all tables together; each thinks for seconds
    hints_at_once: int = 5
    trials_of_address: int = 3  # in the lab, at once
    guests_of_address: int = 10  # who has no cookie is a new guest each time: so much for all


# For tests and benchmarks.
WITHOUT_LIMITS = Pace(1e9, 1e9, 1e12, 1e12, 1e9, 1e9, *[10**9] * 8)


def household(address: str) -> str:
    """Whose limits count for an address: of IPv6 each house has so many that it never runs out."""
    if ":" not in address:
        return address
    try:
        ip = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    return str(ip.ipv4_mapped or ipaddress.IPv6Address(int(ip) >> 64 << 64))


class Bucket:
    """So many a second, and so many at once."""

    def __init__(self, per_s: float, at_once: float) -> None:
        self.per_s = per_s
        self.at_once = at_once
        self._left = at_once
        self._at = time.monotonic()

    def take(self, number: int = 1) -> bool:
        """So many more, if there is room."""
        at = time.monotonic()
        self._left = min(self.at_once, self._left + (at - self._at) * self.per_s)
        self._at = at
        if self._left < number:
            return False
        self._left -= number
        return True


class Buckets:
    """A bucket for each guest or address."""

    def __init__(self, per_s: float, at_once: float) -> None:
        self._per_s, self._at_once = per_s, at_once
        self._known: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        bucket = self._known.get(key)
        if bucket is None:
            bucket = self._known[key] = Bucket(self._per_s, self._at_once)
            if len(self._known) > MOST_REMEMBERED:
                self._known.popitem(last=False)
        self._known.move_to_end(key)
        return bucket.take()


class Doors:
    """New and open connections of an address."""

    def __init__(self, per_min: int, most_open: int) -> None:
        self._per_min, self._most_open = per_min, most_open
        self._open: dict[str, int] = {}
        self._recent: OrderedDict[str, deque[float]] = OrderedDict()

    def enter(self, address: str) -> bool:
        """One more connection of this address, if there is room."""
        at = time.monotonic()
        recent = self._recent.setdefault(address, deque())
        self._recent.move_to_end(address)
        if len(self._recent) > MOST_REMEMBERED:
            self._recent.popitem(last=False)
        while recent and recent[0] < at - 60:
            recent.popleft()
        if len(recent) >= self._per_min or self._open.get(address, 0) >= self._most_open:
            return False
        recent.append(at)
        self._open[address] = self._open.get(address, 0) + 1
        return True

    def leave(self, address: str) -> None:
        left = self._open.get(address, 0) - 1
        if left > 0:
            self._open[address] = left
        else:
            self._open.pop(address, None)
