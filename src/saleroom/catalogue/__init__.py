"""Which games and variants there are, what their files hold, and the rules made of them."""

from saleroom.catalogue.changes import differences, names, shown
from saleroom.catalogue.clauses import clause, clauses, guide, law
from saleroom.catalogue.shelf import (
    games,
    is_offered,
    is_shipped,
    load,
    make,
    nearest,
    shared,
    source,
    variants,
    varied,
)
from saleroom.catalogue.tables import NotOffered, Unknown

__all__ = [
    "NotOffered",
    "Unknown",
    "clause",
    "clauses",
    "differences",
    "games",
    "guide",
    "is_offered",
    "is_shipped",
    "law",
    "load",
    "make",
    "names",
    "nearest",
    "shared",
    "shown",
    "source",
    "variants",
    "varied",
]
