"""Breaks the rules at random, one small change at a time, and counts what the tests notice.

    python tests/mutants.py [--game NAME] [--count 100] [--seed 0] [--json FILE]

Each mutant is a copy of the sources with one comparison, sum, number, `and`, `not` or statement of
src/saleroom/games changed. The tests run on the copy, which is never compiled; a mutant is killed
when one fails or time is up. Survivors are printed as diffs: a test is missing, or the change means
nothing. Nothing is changed in the tree. `make mutants` runs it; CI does not.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import difflib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import SimpleQueue

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "src"
BROKEN = "saleroom/games"  # the part that is mutated
MEMORY = 2 * 2**20  # KiB that a run of tests may take: a mutant may grow without end

# One run after the other, the quickest and sharpest first: most mutants do not live to the second.
# The tests of a game are left out for the mutants of another.
RUNS = (
    ("tests/games/colours",),
    ("tests/games/dutch",),
    ("tests/games/sparrows",),
    ("tests/games/test_bits.py", "tests/games/test_chance.py", "tests/games/test_copies.py"),
    ("tests/games/test_playthroughs.py",),
    ("tests/games/test_houses.py",),
    ("tests/games/test_perft.py", "tests/games/test_endings.py", "tests/sabotage/test_guards.py"),
    ("tests/records", "tests/catalogue", "tests/laws/test_pennies_laws.py", "-m", "not slow"),
    ("tests/games/test_sampling.py",),
    ("tests/laws/test_game_laws.py",),
)


# -- running tests on other sources --------------------------------------------------------------


def run_tests(sources: Path, *arguments: str, limit: float) -> subprocess.CompletedProcess[str]:
    """Pytest on these sources, interpreted; TimeoutExpired when the limit of seconds is over."""
    inherited = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTEST_", "COV_", "PYTHON"))
    }
    ours = {
        "PYTHONPATH": str(sources),
        "PYTHONSAFEPATH": "1",  # the folder where it runs is not a place to import from
        "PYTHONDONTWRITEBYTECODE": "1",
        "SALEROOM_EXPECT": "interpreted",
    }
    quiet = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:cov")
    limited = f'ulimit -v {MEMORY} 2>/dev/null; exec "$@"'
    started = subprocess.Popen(
        ["sh", "-c", limited, "sh", sys.executable, "-m", "pytest", *quiet, *arguments],
        cwd=ROOT,
        env=inherited | ours,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        told, complained = started.communicate(timeout=limit)
    except BaseException:
        os.killpg(started.pid, signal.SIGKILL)  # what the tests have started too
        started.communicate()
        raise
    return subprocess.CompletedProcess(started.args, started.returncode, told, complained)


# -- what can be changed -------------------------------------------------------------------------

COMPARED = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COUNTED = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
}
REMOVABLE = (ast.Assign, ast.AugAssign, ast.Expr, ast.Return, ast.Raise, ast.Assert, ast.Continue)


@dataclass
class Mutant:
    """One change of one file, and what became of it."""

    file: str  # under src
    line: int
    kind: str
    source: str  # the whole file, changed
    killed_by: str = ""  # a test, or "time"; empty: it survived
    seconds: float = 0.0

    def diff(self) -> str:
        before = (SOURCES / self.file).read_text(encoding="utf-8")
        lines = difflib.unified_diff(
            before.splitlines(), self.source.splitlines(), self.file, self.file, lineterm="", n=2
        )
        return "\n".join(lines)


def places(path: Path) -> list[list[Mutant]]:
    """For each node of a file that can be changed, its mutants."""
    source = path.read_text(encoding="utf-8")
    file = path.relative_to(SOURCES).as_posix()
    found: dict[ast.AST, list[Mutant]] = {}
    for node, kind, text in changes(ast.parse(source)):
        mutant = Mutant(file, node.lineno, kind, replaced(source, node, text))
        found.setdefault(node, []).append(mutant)
    return list(found.values())


def changes(tree: ast.Module) -> Iterator[tuple[ast.stmt | ast.expr, str, str]]:
    """Nodes of running code, each with what is changed there and its new text."""
    for node in running(tree):
        if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARED:
            other = COMPARED[type(node.ops[0])]()
            changed = ast.Compare(node.left, [other, *node.ops[1:]], node.comparators)
            yield node, "comparison", f"({ast.unparse(changed)})"
        elif isinstance(node, ast.BinOp) and type(node.op) in COUNTED:
            other_op = COUNTED[type(node.op)]()
            yield node, "arithmetic", f"({ast.unparse(ast.BinOp(node.left, other_op, node.right))})"
        elif isinstance(node, ast.BoolOp):
            word: ast.boolop = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield node, "and, or", f"({ast.unparse(ast.BoolOp(word, node.values))})"
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.Invert):
            yield node, "not", f"({ast.unparse(node.operand)})"
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
            yield node, "constant", str(not node.value)
        elif isinstance(node, ast.Constant) and isinstance(node.value, int):
            yield node, "constant", str(node.value + 1)
            yield node, "constant", str(node.value - 1)
        elif isinstance(node, ast.AugAssign) and type(node.op) in COUNTED:
            changed_too = ast.AugAssign(node.target, COUNTED[type(node.op)](), node.value)
            yield node, "arithmetic", ast.unparse(changed_too)
        if isinstance(node, REMOVABLE) and not is_idle(node):
            yield node, "statement", "pass"


def running(node: ast.AST, inside: bool = False) -> Iterator[ast.stmt | ast.expr]:
    """The statements of functions, and all expressions that are evaluated when the program runs."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "bases", "type_params"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
                continue
            if not isinstance(child, ast.AST) or isinstance(child, ast.Import | ast.ImportFrom):
                continue
            if isinstance(child, ast.expr) or (inside and isinstance(child, ast.stmt)):
                yield child
            yield from running(child, inside or isinstance(child, ast.FunctionDef))


def is_idle(node: ast.AST) -> bool:
    """A docstring, or what the contract promises and each game does."""
    if isinstance(node, ast.Raise):
        return node.exc is not None and ast.unparse(node.exc) == "NotImplementedError"
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def replaced(source: str, node: ast.stmt | ast.expr, text: str) -> str:
    """The source with other text in the place of a node; places are counted in bytes."""
    lines = source.encode().splitlines(keepends=True)
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    before = b"".join(lines[: node.lineno - 1]) + lines[node.lineno - 1][: node.col_offset]
    after = lines[node.end_lineno - 1][node.end_col_offset :] + b"".join(lines[node.end_lineno :])
    return (before + text.encode() + after).decode()


# -- trying them ---------------------------------------------------------------------------------


def first_failure(sources: Path, file: str, limits: list[float]) -> str:
    """The first test that fails with this file changed, or "time"; empty when all pass."""
    changed = Path(file).parent.name  # a game, or "games" for what they share
    for tests, limit in zip(RUNS, limits, strict=True):
        of_game = len(tests) == 1 and (ROOT / tests[0]).is_dir()
        if of_game and changed not in ("games", Path(tests[0]).name):
            continue
        try:
            run = run_tests(sources, "-x", *tests, limit=limit)
        except subprocess.TimeoutExpired:
            return "time"
        if run.returncode:
            told = [line.split() for line in run.stdout.splitlines()]
            failed = [words[1] for words in told if words and words[0] in ("FAILED", "ERROR")]
            return failed[0] if failed else f"exit code {run.returncode}"
    return ""


def usual_times(sources: Path) -> list[float]:
    """How long each run takes when nothing is broken."""
    times = []
    for tests in RUNS:
        start = time.monotonic()
        run = run_tests(sources, *tests, limit=1800)
        times.append(time.monotonic() - start)
        if run.returncode:
            raise SystemExit(f"{run.stdout}\nTests fail without any change; mend that first.")
    return times


def tried(mutant: Mutant, copies: SimpleQueue[Path], limits: list[float]) -> Mutant:
    """Run the tests on a copy with this change, and put the copy in order again."""
    copy = copies.get()
    broken = copy / mutant.file
    whole = broken.read_text(encoding="utf-8")
    start = time.monotonic()
    try:
        broken.write_text(mutant.source, encoding="utf-8")
        mutant.killed_by = first_failure(copy, mutant.file, limits)
    finally:
        mutant.seconds = round(time.monotonic() - start, 1)
        broken.write_text(whole, encoding="utf-8")
        copies.put(copy)
    return mutant


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="", help="only the files of this game (all)")
    parser.add_argument("--count", type=int, default=100, help="how many mutants (100)")
    parser.add_argument("--seed", type=int, default=0, help="which ones (0)")
    parser.add_argument("--workers", type=int, default=2, help="tried at the same time (2)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="all that was found, as JSON")
    asked = parser.parse_args()

    dice = random.Random(asked.seed)
    files = sorted((SOURCES / BROKEN / asked.game).rglob("*.py"))
    possible = [place for path in files for place in places(path)]
    chosen = [dice.choice(place) for place in dice.sample(possible, asked.count)]
    print(f"{len(possible)} places can be changed; {len(chosen)} are tried.", file=sys.stderr)

    with tempfile.TemporaryDirectory() as folder:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(asked.workers):
            copy = Path(folder) / str(number)
            shutil.copytree(SOURCES, copy)
            compileall.compile_dir(copy, quiet=1)  # once, not in every run
            copies.put(copy)
        usual = usual_times(copy)
        print(f"The tests take {sum(usual):.0f} s when nothing is broken.", file=sys.stderr)
        limits = [20 + 3 * seconds for seconds in usual]

        done: list[Mutant] = []
        with ThreadPoolExecutor(asked.workers) as pool:
            waiting = [pool.submit(tried, mutant, copies, limits) for mutant in chosen]
            try:
                for future in waiting:
                    done.append(mutant := future.result())
                    fate = f"killed by {mutant.killed_by}" if mutant.killed_by else "SURVIVED"
                    where = f"{mutant.seconds:5.1f} s  {mutant.file}:{mutant.line}, {mutant.kind}"
                    print(f"{len(done)}/{len(chosen)}  {where}: {fate}", flush=True)
            except KeyboardInterrupt:
                print("Stopped; what was tried is told.", file=sys.stderr)
                pool.shutdown(cancel_futures=True)

    survivors = [mutant for mutant in done if not mutant.killed_by]
    for mutant in survivors:
        print(f"\n{mutant.diff()}")
    killed = len(done) - len(survivors)
    share = killed / max(1, len(done))
    print(f"\n{killed} of {len(done)} killed, {share:.0%}, with seed {asked.seed}")
    if asked.json:
        told = [
            {**asdict(mutant), "diff": mutant.diff(), "survived": not mutant.killed_by}
            for mutant in done
        ]
        for entry in told:
            del entry["source"]
        found = {"seed": asked.seed, "tried": len(done), "killed": killed, "mutants": told}
        asked.json.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
