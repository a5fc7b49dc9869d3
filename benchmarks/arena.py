"""The matches of matches.txt, one after another: which bot is better, game by game.

    python benchmarks/arena.py [--minutes N] [--out DIR] [NAME ...]

A match that is not done in its minutes is stopped as by Ctrl-C, and its table is that of the deals
so far. The games are kept in DIR/NAME, the table in DIR/NAME.txt; the same command again goes on
with all that is not done.
"""

from __future__ import annotations

import argparse
import shlex
import signal
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def matches() -> dict[str, list[str]]:
    """Their names, and what the command is told."""
    found = {}
    for line in (HERE / "matches.txt").read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            name, *words = shlex.split(line)
            found[name] = words
    return found


def play(name: str, words: list[str], out: Path, minutes: float) -> bool:
    """Play on, show the table, and tell whether the match is done."""
    command = [Path(sys.executable).with_name("saleroom"), "arena", *words, "--out", out / name]
    print(f"\n== {name}: saleroom arena {shlex.join(words)}", flush=True)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=HERE.parent) as process:
        try:
            told, _ = process.communicate(timeout=60 * minutes)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
            told, _ = process.communicate()
    print(told, end="", flush=True)
    if told:
        (out / f"{name}.txt").write_text(told, encoding="utf-8")
    return process.returncode == 0


def main() -> None:
    known = matches()
    parser = argparse.ArgumentParser(description=__doc__, usage="%(prog)s [options] [NAME ...]")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--out", type=Path, default=HERE.parent / ".arena")
    asked = parser.parse_args()
    if unknown := [name for name in asked.names if name not in known]:
        parser.error(f"There is no match {', '.join(unknown)}; there are {', '.join(known)}.")
    out = asked.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    names = asked.names or list(known)
    undone = [name for name in names if not play(name, known[name], out, asked.minutes)]
    if undone:
        sys.exit(f"\nNot done: {', '.join(undone)}. The same command goes on with them.")


if __name__ == "__main__":
    # What a shell begins in the background ignores Ctrl-C, by which matches are stopped.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("\nStopped. The same command goes on.")
