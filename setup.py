"""Builds the package: compiled by mypyc where that works, else the same source as it is.

SALEROOM_BUILD says how: `auto` (the default) falls back to interpreted modules, `pure` never
compiles, `strict` makes every failure an error. All else about the package is in pyproject.toml.
"""

import os
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

# The hot path: what a playout or a search runs millions of times, and a live table for every
# decision. One group, so that calls between these modules are C calls. Each must be strictly typed
# and keep to `tests/house/test_shifts.py`; structures of msgspec cannot be compiled.
COMPILED = (
    "src/saleroom/games/bits.py",
    "src/saleroom/games/core.py",
    "src/saleroom/games/chance.py",
    "src/saleroom/games/forms.py",
    "src/saleroom/games/notation.py",
    "src/saleroom/games/shown.py",
    "src/saleroom/games/colours/codes.py",
    "src/saleroom/games/colours/phases.py",
    "src/saleroom/games/colours/rules.py",
    "src/saleroom/games/colours/cards.py",
    "src/saleroom/games/colours/offers.py",
    "src/saleroom/games/colours/position.py",
    "src/saleroom/games/colours/house.py",
    "src/saleroom/games/colours/scoring.py",
    "src/saleroom/games/colours/view.py",
    "src/saleroom/games/colours/words.py",
    "src/saleroom/games/colours/worlds.py",
    "src/saleroom/games/dutch/codes.py",
    "src/saleroom/games/dutch/phases.py",
    "src/saleroom/games/dutch/rules.py",
    "src/saleroom/games/dutch/position.py",
    "src/saleroom/games/dutch/turn.py",
    "src/saleroom/games/dutch/house.py",
    "src/saleroom/games/dutch/view.py",
    "src/saleroom/games/dutch/words.py",
    "src/saleroom/games/dutch/worlds.py",
    "src/saleroom/games/sparrows/codes.py",
    "src/saleroom/games/sparrows/phases.py",
    "src/saleroom/games/sparrows/rules.py",
    "src/saleroom/games/sparrows/chances.py",
    "src/saleroom/games/sparrows/patterns.py",
    "src/saleroom/games/sparrows/scoring.py",
    "src/saleroom/games/sparrows/odds.py",
    "src/saleroom/games/sparrows/position.py",
    "src/saleroom/games/sparrows/house.py",
    "src/saleroom/games/sparrows/view.py",
    "src/saleroom/games/sparrows/words.py",
    "src/saleroom/games/sparrows/worlds.py",
    "src/saleroom/bots/imagine.py",
    "src/saleroom/bots/flat.py",
    "src/saleroom/bots/trees.py",
    "src/saleroom/bots/search.py",
    "src/saleroom/bots/levels.py",
    "src/saleroom/records/draws.py",
    "src/saleroom/records/game.py",
    "src/saleroom/records/names.py",
    "src/saleroom/server/state.py",
    "src/saleroom/server/table.py",
    "src/saleroom/server/connection.py",
    "src/saleroom/server/failpoints.py",
    "src/saleroom/server/frames.py",
    "src/saleroom/server/limits.py",
)

# The other modules of the games, and why each is not compiled.
INTERPRETED = {
    "src/saleroom/games/__init__.py": "runs once, at import",
    "src/saleroom/games/checks.py": "checks variant files, once each",
    "src/saleroom/games/colours/__init__.py": "names what the catalogue asks for",
    "src/saleroom/games/colours/variant.py": "checks a variant file once; msgspec does the work",
    "src/saleroom/games/dutch/__init__.py": "names what the catalogue asks for",
    "src/saleroom/games/dutch/variant.py": "checks a variant file once; msgspec does the work",
    "src/saleroom/games/sparrows/__init__.py": "names what the catalogue asks for",
    "src/saleroom/games/sparrows/variant.py": "checks a variant file once; msgspec does the work",
}

MODE = os.environ.get("SALEROOM_BUILD", "auto")


def extensions() -> list[Extension]:
    if MODE not in ("auto", "pure", "strict"):
        raise SystemExit(f"SALEROOM_BUILD is {MODE!r}; it can be auto, pure or strict.")
    if MODE == "pure":
        return []
    try:
        from mypyc.build import mypycify

        made = mypycify(list(COMPILED), debug_level="0", group_name="saleroom")
    except (Exception, SystemExit):  # mypyc leaves by SystemExit when a type is wrong
        if MODE == "strict":
            raise
        return []
    if os.name == "posix":
        # Calls inside the library go straight to their target; floats are rounded as in Python.
        flags = ["-fno-semantic-interposition", "-ffp-contract=off"]
        for extension in made:
            extension.extra_compile_args = [*extension.extra_compile_args, *flags]
    return made


class AllOrNone(build_ext):
    """Compiles every module or leaves every one as it is: half of them could not be imported."""

    def run(self) -> None:
        try:
            super().run()
        except Exception:
            if MODE == "strict":
                raise
            for output in self.get_outputs():
                Path(output).unlink(missing_ok=True)
            self.extensions = []


if __name__ == "__main__":
    setup(ext_modules=extensions(), cmdclass={"build_ext": AllOrNone})
