"""Which games and variants there are, what their files hold, and the rules made of them."""

from saleroom.catalogue.clauses import clause, clauses, guide, law
from saleroom.catalogue.shelf import (
    games,
    is_offered,
    is_shipped,
    load,
    make,
    shared,
    source,
    variants,
)
from saleroom.catalogue.tables import NotOffered, Unknown

__all__ = [
    "NotOffered",
    "Unknown",
    "clause",
    "clauses",
    "games",
    "guide",
    "is_offered",
    "is_shipped",
    "law",
    "load",
    "make",
    "shared",
    "source",
    "variants",
]
