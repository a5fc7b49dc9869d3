"""The package as a stranger gets it: a wheel, in an empty environment, with what it declares."""

import os
import runpy
import shutil
import subprocess
import sys
import venv
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
COMPILED = runpy.run_path(str(ROOT / "setup.py"))["COMPILED"]

pytestmark = [pytest.mark.once, pytest.mark.slow]


def run(*words: str | Path, **environment: str) -> str:
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(words, env=clean | environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def needs(name: str, found: set[str]) -> set[str]:
    """The distributions that `name` declares for its run time, and what those declare in turn."""
    for line in metadata.requires(name) or []:
        requirement = Requirement(line)
        wanted = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        if wanted and requirement.name not in found:
            found.add(requirement.name)
            needs(requirement.name, found)
    return found


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of the tree, not compiled: a second compilation would only take long."""
    tree = tmp_path_factory.mktemp("tree")
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, tree)
    shutil.copytree(ROOT / "src", tree / "src", ignore=shutil.ignore_patterns("__pycache__"))
    options = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir"]
    python = [sys.executable, "-m", "pip", "wheel"]
    run(*python, *options, tree / "dist", tree, SALEROOM_BUILD="pure")
    (made,) = (tree / "dist").iterdir()
    return made


@pytest.fixture(scope="module")
def stranger(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment that holds the wheel and its declared dependencies, and nothing more."""
    folder = tmp_path_factory.mktemp("stranger")
    venv.create(folder, symlinks=os.name == "posix")
    pip = [sys.executable, "-m", "pip", "--python", str(folder)]
    run(*pip, "install", "--quiet", "--no-deps", "--no-index", wheel)
    (packages,) = folder.glob("lib/python3*/site-packages")
    for name in needs("saleroom", set()):
        for file in metadata.files(name) or []:
            if ".." not in file.parts and "__pycache__" not in file.parts:
                target = packages / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file.locate(), target)
    return folder / "bin"


def test_the_wheel_holds_the_sources_and_all_data(wheel: Path) -> None:
    inside = set(zipfile.ZipFile(wheel).namelist())
    patterns = ("*.py", "py.typed", "games/*/variants/*.toml", "games/*/*.md")
    source = ROOT / "src"
    expected = {
        path.relative_to(source).as_posix()
        for pattern in patterns
        for path in (source / "saleroom").rglob(pattern)
    }
    assert len(expected) > 10
    assert expected - inside == set()
    assert [name for name in inside if name.endswith(".so")] == []


def test_the_wheel_works_in_an_empty_environment(stranger: Path, tmp_path: Path) -> None:
    assert "0.1.0" in run(stranger / "saleroom", "--version")
    record = tmp_path / "x.sale"
    run(stranger / "saleroom", "random", "dutch", "--seed", "1", "--out", record)
    assert "game: dutch" in record.read_text().splitlines()


def test_the_installed_build_is_compiled_module_by_module() -> None:
    libraries = {
        f"src/{file.parent.as_posix()}/{file.name.split('.')[0]}.py"
        for file in metadata.files("saleroom") or []
        if file.suffix in (".so", ".pyd")
    }
    assert set(COMPILED) - libraries == set()
