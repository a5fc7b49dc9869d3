"""Prints the folder of the programs of PostgreSQL for the tests, or says what to install.

An own one ($SALEROOM_POSTGRES), one on the path, the system's, one by apt-get. The wheels of PyPI
that bring one are years old and not for every Python, so none of them is asked for.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path


def find_or_fetch() -> Path:
    """A PostgreSQL, come what may; ends with a sentence if there is none to be had."""
    found = find() or fetch()
    if found is None:
        sys.exit(
            "The tests of the server need PostgreSQL 15 or newer: install it "
            "(`apt-get install postgresql`), or name the folder of its programs: "
            "SALEROOM_POSTGRES=/path/to/bin."
        )
    return found


def find() -> Path | None:
    """The first one here that is whole."""
    own = [Path(named)] if (named := os.environ.get("SALEROOM_POSTGRES")) else []
    on_path = [Path(found).resolve().parent] if (found := shutil.which("initdb")) else []
    system = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_number, reverse=True)
    for folder in (*own, *on_path, *system):
        if all(_does([str(folder / name), "--version"]) for name in ("initdb", "postgres")):
            return folder
    return None


def fetch() -> Path | None:
    """One from elsewhere, where that is possible."""
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        _does(["apt-get", "update"])
        _does(["apt-get", "install", "-y", "--no-install-recommends", "postgresql"])
    return find()


def _number(folder: Path) -> int:
    said = folder.parent.name
    return int(said) if said.isdecimal() else 0


def _does(command: list[str]) -> bool:
    try:
        done = subprocess.run(command, capture_output=True, check=False)
    except OSError:
        return False
    return done.returncode == 0


if __name__ == "__main__":
    print(find_or_fetch())
