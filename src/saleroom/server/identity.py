"""Guests: a signed cookie says who somebody is, and nobody is asked for anything.

The key that signs lives in the data folder, one hex line a key: the first signs, all verify.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
import time
import unicodedata
from pathlib import Path

DAYS = 400
RENEW_S = 30 * 86_400
LONGEST_NAME = 24
_BLANK = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0"), " ")  # letters without ink


class BadKeys(ValueError):
    """A file of keys that cannot be used, in a sentence."""


class BadName(ValueError):
    """A name that nobody can have, in a sentence."""


class Signer:
    """Makes and reads cookies: id, time of issue, HMAC-SHA-256 of both."""

    def __init__(self, keys: list[bytes], *, secure: bool) -> None:
        self._keys = keys
        self.secure = secure
        self.cookie = "__Host-guest" if secure else "guest"
        # Looked for by itself: what other programs of this machine put beside it may be anything.
        self._mine = re.compile(
            rf"(?:^|;) *{self.cookie}=([0-9a-f]{{32}})\.([0-9]{{1,12}})\.([0-9a-f]{{64}}) *(?:;|$)"
        )

    @staticmethod
    def open(file: Path, *, secure: bool) -> Signer:
        """The keys in this file, which is made with a new one where there is none."""
        try:
            descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            pass
        else:
            try:
                with os.fdopen(descriptor, "w") as new:
                    new.write(secrets.token_hex(32) + "\n")
                    new.flush()
                    os.fsync(new.fileno())
            except OSError as error:
                file.unlink()  # an empty one would be in the way of the next start
                raise BadKeys(f"{file} cannot be written: {error.strerror}.") from None
        try:
            keys = [bytes.fromhex(line) for line in file.read_text().split()]
        except ValueError:
            keys = []
        if not keys or any(len(key) < 16 for key in keys):
            raise BadKeys(f"{file} must hold keys of at least 32 hex digits, one a line.")
        return Signer(keys, secure=secure)

    def read(self, header: str) -> tuple[str, bool] | None:
        """The guest in a Cookie header, and whether the cookie should be renewed."""
        said = self._mine.search(header)
        if said is None:
            return None
        text = f"{said[1]}.{said[2]}"
        if not any(hmac.compare_digest(self._sign(key, text), said[3]) for key in self._keys):
            return None
        age = time.time() - int(said[2])
        return (said[1], age > RENEW_S) if age < DAYS * 86_400 else None

    def write(self, guest: str) -> str:
        """The Set-Cookie header of a guest."""
        text = f"{guest}.{int(time.time())}"
        signed = f"{text}.{self._sign(self._keys[0], text)}"
        secure = "; Secure" if self.secure else ""
        return (
            f"{self.cookie}={signed}; Path=/; Max-Age={DAYS * 86_400}; "
            f"HttpOnly; SameSite=Lax{secure}"
        )

    @staticmethod
    def _sign(key: bytes, text: str) -> str:
        return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


def new_guest() -> str:
    """An id of 128 random bits."""
    return secrets.token_hex(16)


def first_name(guest: str) -> str:
    """What a guest is called before choosing a name."""
    return f"Paddle {100 + int(guest, 16) % 900}"


def fair_name(wish: str) -> str:
    """The name as it will be shown; BadName where it cannot be one."""
    name = " ".join(unicodedata.normalize("NFC", wish).translate(_BLANK).split())
    if not any(unicodedata.category(sign)[0] in "LNPS" for sign in name):
        raise BadName("A name needs at least one letter.")
    if len(name) > LONGEST_NAME:
        raise BadName(f"A name has at most {LONGEST_NAME} letters; this one has {len(name)}.")
    if not name.isprintable():  # controls and marks that turn the direction of writing
        raise BadName("A name is one line of letters; this one has signs that cannot be seen.")
    return name


def told_apart(names: list[str]) -> list[str]:
    """Players of one name get numbers."""
    return [
        f"{name} ({names[: place + 1].count(name)})" if name and names.count(name) > 1 else name
        for place, name in enumerate(names)
    ]


# -- tables ----------------------------------------------------------------------------------------

_ADJECTIVES = """
amber ash birch brass calm clear copper coral dawn elder fern flint frost gilt green hazel
ivory jade lime linen maple mild moss oak olive pearl pine plum quiet red reed rose rust
sage sand silver slate soft still tall teal warm white willow
""".split()  # noqa: SIM905
_NOUNS = """
anchor arch barrel basket bell bench boat book bottle bowl bridge brook candle chair clock
cloud coat comb cradle crown cup desk door drum fiddle field garden gate hammer harbour
jug kettle key ladder lamp lantern ledger loom mill mirror paddle quill ribbon saddle stool
table thimble tower trunk vase violin window
""".split()  # noqa: SIM905
_BASE32 = "abcdefghijklmnopqrstuvwxyz234567"


def new_table() -> str:
    """An id of 80 random bits, in base 32."""
    return "".join(secrets.choice(_BASE32) for _ in range(16))


def spoken_name() -> str:
    """A name that can be said over the table: oak-lantern-42."""
    number = 10 + secrets.randbelow(90)
    return f"{secrets.choice(_ADJECTIVES)}-{secrets.choice(_NOUNS)}-{number}"
