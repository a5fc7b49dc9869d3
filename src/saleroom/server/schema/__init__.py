"""What the tables of each database look like: numbered files of SQL, run once each, in order.

A step only adds, so that the program of before can go on beside the new one; the next removes.
"""

from __future__ import annotations

from importlib import resources

VERSIONS = (
    "create table if not exists schema_version (version integer primary key, at bigint not null)"
)


def newest(database: str) -> int:
    """The version that this program knows."""
    return len(_files(database))


def missing(database: str, version: int) -> list[tuple[int, str]]:
    """The steps that lead on from this version, with their numbers."""
    files = enumerate(_files(database), 1)
    return [(number, text) for number, text in files if number > version]


def _files(database: str) -> list[str]:
    folder = resources.files(__package__).joinpath(database)
    names = sorted(int(file.name.removesuffix(".sql")) for file in folder.iterdir())
    assert names == list(range(1, len(names) + 1)), "the steps have numbers without gaps"
    return [folder.joinpath(f"{name}.sql").read_text("utf-8") for name in names]
