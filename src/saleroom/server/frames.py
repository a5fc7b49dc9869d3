"""Frames of WebSockets, as RFC 6455 has them in section 5.2: those that a table meets all the time.

Everything else (long, torn, in several parts, not plain ASCII, wrong) is for the library.
"""

from __future__ import annotations

from typing import Final

TEXT: Final = 0x81  # the only frame of a message, and text
CLOSE: Final = 0x88  # the first of the frames that control the connection: close, ping, pong
PONG: Final = 0x8A
MASKED: Final = 0x80
LONGEST: Final = 4_096


def frame(text: bytes) -> bytes:
    """A whole message of a server."""
    size = len(text)
    if size < 126:
        return bytes((TEXT, size)) + text
    if size < 1 << 16:
        return bytes((TEXT, 126)) + size.to_bytes(2, "big") + text
    return bytes((TEXT, 127)) + size.to_bytes(8, "big") + text


def whole(data: bytes) -> list[tuple[bytes, bytes]] | None:
    """The frames of a page that came together, each as it is, and its text if it is one.

    None where the last one is torn, or one of them is neither plain text nor control.
    """
    found: list[tuple[bytes, bytes]] = []
    start, end = 0, len(data)
    while start < end:
        if start + 6 > end:
            return None
        kind, size = data[start], data[start + 1] - MASKED
        body = start + 6
        if size == 126 and kind == TEXT and start + 8 <= end:
            size = data[start + 2] << 8 | data[start + 3]
            body = start + 8
        elif not 0 <= size < 126:
            return None
        after = body + size
        if after > end or size > LONGEST or not (kind == TEXT or CLOSE <= kind <= PONG):
            return None
        text = b""
        if kind == TEXT:
            text = unmasked(data[body:after], data[body - 4 : body])
            if not text.isascii():
                return None
        found.append((data[start:after], text))
        start = after
    return found


def unmasked(body: bytes, key: bytes) -> bytes:
    """Every byte is crossed with one of the key, in turn."""
    size = len(body)
    keys = int.from_bytes((key * (size // 4 + 1))[:size], "little")
    return (int.from_bytes(body, "little") ^ keys).to_bytes(size, "little")
