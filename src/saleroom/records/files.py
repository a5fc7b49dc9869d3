"""Writing a file so that it is whole or not there."""

from __future__ import annotations

import os
from pathlib import Path


def write(path: Path, text: str) -> None:
    """Replace the file by this text in one step; a failure leaves what was there.

    What is not an ordinary file, such as /dev/stdout, is written to as it is.
    """
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8", newline="\n")
        return
    path = Path(os.path.realpath(path))  # through a link to what it names
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with draft.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
