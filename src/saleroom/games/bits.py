"""Sets as bits, a hash and dice: the few functions every game and bot counts with.

A set is an integer with a bit for each member, always below 2**62. Everything here gives the same
numbers compiled and interpreted: products are cut to their low bits, and a shifted constant goes
through `shl`, because a small constant left of `<<` is only 32 bits wide in compiled code.
"""

from typing import Final

from mypy_extensions import i64

FULL: Final = 0x3FFFFFFFFFFFFFFF  # 62 ones: the largest set
_PAIRS: Final = 0x1555555555555555
_FOURS: Final = 0x3333333333333333
_BYTES: Final = 0x0F0F0F0F0F0F0F0F
_DE_BRUIJN: Final = 0x03F79D71B4CB0A89


def compiled() -> bool:
    """Is this the build that mypyc compiled?"""
    return not __file__.endswith(".py")


def shl(x: i64, n: i64) -> i64:
    """x << n; as a parameter even a small constant is 64 bits wide."""
    return x << n


def _places() -> bytes:
    table = bytearray(64)
    for n in range(62):
        table[((2**n * _DE_BRUIJN) >> 58) & 63] = n
    return bytes(table)


_PLACE: Final = _places()


def count(x: i64) -> i64:
    """How many members."""
    x = x - ((x >> 1) & _PAIRS)
    x = (x & _FOURS) + ((x >> 2) & _FOURS)
    x = (x + (x >> 4)) & _BYTES
    return ((x * 0x0101010101010101) >> 56) & 127


def place(bit: i64) -> i64:
    """Which number this one-member set holds."""
    return _PLACE[((bit * _DE_BRUIJN) >> 58) & 63]


def pick(x: i64, k: i64) -> i64:
    """The k-th smallest member, counted from 0, as a set of its own."""
    while k > 0:
        x &= x - 1
        k -= 1
    return x & -x


def largest(x: i64) -> i64:
    """The largest member, as a set of its own."""
    while x & (x - 1):
        x &= x - 1
    return x


def above(x: i64) -> i64:
    """All numbers that are larger than each member, to choose from what is left of a set."""
    return -2 * largest(x) if x else -1


def choices(menu: int) -> list[int]:
    """The members in rising order, for callers in plain Python."""
    rest: i64 = menu
    found: list[int] = []
    while rest:
        found.append(place(rest & -rest))
        rest &= rest - 1
    return found


def mix(key: i64, value: i64) -> i64:
    """The 62-bit key of a chain of values, one value longer.

    One step knows key ^ value and no more, so mix(a, b) is mix(b, a). In a chain from a constant
    on, the key is scrambled before each value, and their order counts. Two chains that meet by
    chance are as rare as 62 bits make it; against somebody who looks for two it is no help.
    """
    x: i64 = ((key ^ value) * 0x2545F4914F6CDD1D + 0x1B873593CC9E2D51) & FULL
    x ^= x >> 29
    x = (x * 0x1CE4E5B9BF58476D) & FULL
    return x ^ (x >> 32)


class Dice:
    """A small fast generator (multiply with carry) for playouts and imagined worlds.

    Real games are dealt by a dealer (`saleroom.games.chance`), never by these.
    """

    state: i64

    def __init__(self, seed: int) -> None:
        low = mix(0x5A1E, seed & FULL)
        high = mix(low, (seed >> 62) & FULL)
        self.state = (high & 0x3FFFFFFF00000000) | (low & 0xFFFFFFFF) | 1

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1; n at most 2**31."""
        s: i64 = 2147483085 * (self.state & 0xFFFFFFFF) + (self.state >> 32)
        self.state = s
        return ((s & 0xFFFFFFFF) * n) >> 32

    def member(self, x: i64) -> i64:
        """A random member of a set that is not empty, as a set of its own."""
        assert x, "nothing can be drawn from an empty set"
        return pick(x, self.below(count(x)))
