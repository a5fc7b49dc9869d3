"""Lists the rules that no test cites: `python tests/uncited.py`, nothing printed means none.

A rule is a line `- **D57** ...`, an example `**E4 ...`, a row `| **Q1** | ...` of a rules.md;
a test cites it in its name (`test_d57_...`) or its docstring.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
RULE = re.compile(r"^(?:- |\| )?\*\*([A-Z]\d+)\b", re.MULTILINE)


def rules_of(game: str) -> list[str]:
    """The numbers of rules, of what seats may know, and of examples, in the order of the text."""
    text = (ROOT / "src/saleroom/games" / game / "rules.md").read_text(encoding="utf-8")
    return list(dict.fromkeys(RULE.findall(text)))


def cited(folder: Path) -> set[str]:
    """The numbers in the names and docstrings of all tests in this folder."""
    found: set[str] = set()
    for file in folder.rglob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.update(word.upper() for word in re.findall(r"[a-z]\d+", node.name))
                found.update(re.findall(r"\b[A-Z]\d+\b", ast.get_docstring(node) or ""))
    return found


def uncited(game: str) -> list[str]:
    known = cited(ROOT / "tests/games" / game)
    return [number for number in rules_of(game) if number not in known]


def games() -> list[str]:
    return sorted(file.parent.name for file in (ROOT / "src/saleroom/games").glob("*/rules.md"))


if __name__ == "__main__":
    for name in games():
        for number in uncited(name):
            print(f"{name} {number}")
