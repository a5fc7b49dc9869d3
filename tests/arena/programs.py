"""Programs that play as external bots, well and badly."""

import shlex
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "bots"
DEAR, COLLECTOR = (
    f"external:{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLES / name))}"
    for name in ("dear.py", "collector.py")
)

HANGS = "import time\nwhile True: time.sleep(60)\n"
CRASHES = "import sys\nsys.exit(3)\n"
FIRST = """
import json, sys
for line in sys.stdin:
    print(json.dumps([int(next(iter(json.loads(line)["menu"])))]), flush=True)
"""


def program(folder: Path, name: str, text: str) -> str:
    """The name of a bot that is this Python program."""
    file = folder / f"{name}.py"
    file.write_text(text, encoding="utf-8")
    return f"external:{shlex.quote(sys.executable)} {shlex.quote(str(file))}"


def answers(*lines: str) -> str:
    """A program that answers with these lines, whatever it is asked."""
    return f"import sys\nfor asked in sys.stdin: print(*{list(lines)!r}, sep='\\n', flush=True)\n"
