"""Where tables are kept: in PostgreSQL where its address is named, else in a folder."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from saleroom.server import sqlite
from saleroom.server.store import Logs, StoreDown

if TYPE_CHECKING:
    from saleroom.server.others import Others
    from saleroom.server.table import Table


def others(database: str | None, tables: Mapping[str, Table]) -> Others | None:
    """The processes beside a server on a database, and the store they share; none on a folder."""
    if database is None:
        return None
    _postgres()  # or a sentence
    from saleroom.server.others import Others

    return Others(database, tables)


def reading(data: Path, database: str | None) -> AbstractContextManager[Logs]:
    """All logs as they are at this moment, also while a server writes more."""
    return sqlite.reading(data) if database is None else _postgres().reading(database)


def writing(data: Path, database: str | None) -> AbstractContextManager[Logs]:
    """All logs, to bring in more while no server runs; what goes wrong takes all of it back."""
    return sqlite.writing(data) if database is None else _postgres().writing(database)


def migrate(data: Path, database: str | None) -> tuple[int, int]:
    """Bring the tables of SQL to our version: which it was, and which it is."""
    return sqlite.migrate(data) if database is None else _postgres().migrate(database)


def _postgres() -> Any:
    try:
        from saleroom.server import postgres
    except ImportError:  # an extra
        raise StoreDown("PostgreSQL needs asyncpg: pip install 'saleroom[postgres]'.") from None
    return postgres
