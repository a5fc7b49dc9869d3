"""No small constant stands left of a shift in a compiled module.

In C such a constant is 32 bits wide, so `1 << n` is wrong beyond bit 30, without a warning and in
the compiled build only. `shl(1, n)` is right: a parameter is 64 bits wide.
"""

import ast
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SETUP = runpy.run_path(str(ROOT / "setup.py"))

pytestmark = pytest.mark.once


def bad_shifts(source: str) -> list[int]:
    """The lines where a constant is shifted by a number that is not one."""

    def constant(e: ast.expr) -> bool:
        if isinstance(e, ast.UnaryOp):
            e = e.operand
        return (
            isinstance(e, ast.Constant)
            or (isinstance(e, ast.Name) and e.id.isupper())
            or (isinstance(e, ast.Attribute) and e.attr.isupper())
            or (isinstance(e, ast.BinOp) and constant(e.left) and constant(e.right))
            or (isinstance(e, ast.Call) and all(constant(a) for a in e.args) and e.args != [])
        )

    return sorted(
        n.lineno
        for n in ast.walk(ast.parse(source))
        if isinstance(n, ast.BinOp)
        and isinstance(n.op, ast.LShift | ast.RShift)
        and constant(n.left)
        and not constant(n.right)
    )


@pytest.mark.parametrize("path", SETUP["COMPILED"])
def test_no_constant_is_shifted_by_a_variable(path: str) -> None:
    assert bad_shifts((ROOT / path).read_text()) == []


@pytest.mark.parametrize(
    "line",
    [
        "1 << n",
        "-1 << n",
        "i64(1) << n",
        "SUIT << n",
        "rules.SUIT << n",
        "SUIT >> n",
        "(1 + 2) << n",
    ],
)
def test_the_lint_finds_a_shifted_constant(line: str) -> None:
    assert bad_shifts(f"x = 0\nx = {line}\n") == [2]


@pytest.mark.parametrize(
    "line", ["1 << 5", "SUIT << 3", "shl(1, n)", "x << n", "x >> 3", "f(x) << n"]
)
def test_the_lint_lets_a_right_shift_pass(line: str) -> None:
    assert bad_shifts(f"x = {line}\n") == []


def test_every_module_of_the_games_is_compiled_or_has_a_reason_not_to_be() -> None:
    games = {p.relative_to(ROOT).as_posix() for p in (ROOT / "src/saleroom/games").rglob("*.py")}
    listed = [*SETUP["COMPILED"], *SETUP["INTERPRETED"]]
    assert len(listed) == len(set(listed))
    assert games <= set(listed)
    assert [path for path in listed if not (ROOT / path).is_file()] == []


def test_no_compiled_class_is_hidden_from_the_collector() -> None:
    """Of such a class (`acyclic`), mypyc 2.4 frees long chains over memory that is not theirs."""
    for file in SETUP["COMPILED"]:
        assert "acyclic" not in (ROOT / file).read_text(encoding="utf-8"), file
