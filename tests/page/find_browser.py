"""Prints the path of a Chromium for the tests of the page, or says what to install.

An own one ($SALEROOM_CHROMIUM), the system's, one by apt-get, one by Playwright.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_or_fetch() -> str:
    """A browser, come what may; ends with a sentence if there is none to be had."""
    found = find() or fetch()
    if found is None:
        sys.exit(
            "The tests of the page need Chromium: install it (`apt-get install chromium`), "
            "or name one: SALEROOM_CHROMIUM=/path/to/chromium."
        )
    return found


def find() -> str | None:
    """The first browser here that answers."""
    for name in (os.environ.get("SALEROOM_CHROMIUM", ""), *NAMES):
        path = shutil.which(name) if name else None
        if path and _does([path, "--version"]):
            return path
    return None


def fetch() -> str | None:
    """A browser from elsewhere, where that is possible."""
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        _does(["apt-get", "update"])
        _does(["apt-get", "install", "-y", "--no-install-recommends", "chromium"])
        if found := find():
            return found
    if _does([sys.executable, "-m", "playwright", "install", "chromium"]):
        from playwright.sync_api import sync_playwright

        with sync_playwright() as playwright:
            return playwright.chromium.executable_path
    return None


def _does(command: list[str]) -> bool:
    done = subprocess.run(command, capture_output=True, check=False)
    return done.returncode == 0


if __name__ == "__main__":
    print(find_or_fetch())
