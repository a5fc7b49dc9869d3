"""How fast the page is: first table, tap to answer, flights, memory, in real Chromium.

    python benchmarks/page.py [--slow 4] [--decisions 200]

The first table is measured on a slowed processor, the rest on this one and, without a bound, slowed
too. Times depend on the machine; the last column says whether this run kept what the page is built
for.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from math import inf
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.page.find_browser import find_or_fetch
from tests.page.people import Person
from tests.server.players import Server

# Counts from the beginning of a document: when the first card glows, shifts of the layout, and
# every task of the main thread that is long enough to be told (50 ms).
SEEN = """() => {
  window.seen = {shift: 0, long: []};
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.shift += entry.value;
  }).observe({type: "layout-shift", buffered: true});
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.long.push(entry.duration);
  }).observe({type: "longtask", buffered: true});
  seen.ready = new Promise((answer) => {
    const glows = ".a-me button.touch.legal";
    const look = () => {
      const ready = document.querySelector(glows) && document.querySelector(".live:not(.lost)");
      if (ready) answer(performance.now());
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}"""
TAP = """() => new Promise((answer) => {
  const card = document.querySelector(".a-me button.touch.legal");
  const begun = performance.now();
  card.click();
  requestAnimationFrame(() => setTimeout(() => answer(performance.now() - begun)));
})"""
# Plays by what glows, inside the page: a driver from outside would be measured too.
PLAY = """async (decisions) => {
  const one = (selector) => document.querySelector(selector);
  const glows = ".table button.touch.legal, .rostrum .btn.may, .table button.pile:has(.legal)";
  const any = () => [...document.querySelectorAll(glows)];
  for (let made = 0, step = 0; made < decisions && step < 60 * decisions; step++) {
    const confirm = one("#confirm:enabled");
    const dialog = one("dialog[open]");
    const glowing = any();
    const main = one(".acts > .btn.pri:not(#confirm):enabled");
    if (dialog) (one("dialog button.touch.legal") ?? one("dialog .icb")).click();
    else if (confirm) { confirm.click(); made++; }
    else if (glowing.length) glowing[Math.floor(Math.random() * glowing.length)].click();
    else if (main) main.click();
    await new Promise((go) => setTimeout(go, 150));
  }
}"""
REPEATS = 5


def first_table(page: Page, rows: list[tuple[str, float, str, float]]) -> None:
    """Reload a table in play: how soon can a card be chosen?"""
    ready, shift = [], []
    for _ in range(REPEATS):
        page.reload()
        ready.append(page.evaluate("seen.ready"))
        page.wait_for_timeout(500)  # the fonts have come, and the page is at rest
        shift.append(page.evaluate("seen.shift"))
    rows.append(
        ("table interactive, from the request on", sorted(ready)[REPEATS // 2], "ms", 1_000)
    )
    rows.append(("layout shift", max(shift), "", 0.02))


def taps_and_flights(page: Page, rows: list[tuple[str, float, str, float]], how: str) -> None:
    """Taps on a table at rest, then a round with cards flying: the longest task meanwhile."""
    bound = inf if how else 50
    tapped = [page.evaluate(TAP) for _ in range(2 * REPEATS)]
    rows.append((f"tap to visible answer{how}", sorted(tapped)[REPEATS], "ms", bound))
    page.evaluate("seen.long = []")
    page.evaluate(PLAY, 6)
    page.wait_for_timeout(1_500)
    longest = max([0, *page.evaluate("seen.long")])
    rows.append((f"longest task during flights{how}", longest, "ms", bound))


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--slow", type=float, default=4, help="times slower processor")
    options.add_argument("--decisions", type=int, default=200, help="before memory is looked at")
    options.add_argument("--browser", help="path of a Chromium")
    wanted = options.parse_args()
    rows: list[tuple[str, float, str, float]] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "data")
        server.start()
        try:
            browser = playwright.chromium.launch(
                executable_path=wanted.browser or find_or_fetch(),
                chromium_sandbox=os.geteuid() != 0,
            )
            context = browser.new_context(viewport={"width": 1280, "height": 800})
            person = Person(context, server.origin)
            page = person.page
            page.add_init_script(f"({SEEN})()")
            person.open()
            person.plays_now()
            person.confirm.wait_for()
            cdp = context.new_cdp_session(page)
            slowed: dict[str, Any] = {"rate": wanted.slow}
            cdp.send("Emulation.setCPUThrottlingRate", slowed)
            first_table(page, rows)
            taps_and_flights(page, rows, ", slowed")
            cdp.send("Emulation.setCPUThrottlingRate", {"rate": 1})
            person.open()  # a new table, where there is something to tap again
            person.plays_now()
            person.confirm.wait_for()
            taps_and_flights(page, rows, "")
            page.evaluate(PLAY, wanted.decisions)
            cdp.send("HeapProfiler.collectGarbage")
            heap = cdp.send("Runtime.getHeapUsage")["usedSize"] / 1e6
            rows.append((f"memory after {wanted.decisions} decisions", heap, "MB", 80))
            browser.close()
        finally:
            server.end()
    print(f"processor {wanted.slow:g} times slower, middle of {REPEATS}")
    for name, value, unit, bound in rows:
        kept = "kept" if value <= bound else "missed"
        told = f"bound {bound:g} {kept}" if bound < inf else ""
        print(f"{name:40} {value:9.3g} {unit:3} {told}".rstrip())


if __name__ == "__main__":
    main()
