"""Records: one play in progress, its notation and its file, and the replay of it."""

from saleroom.records.game import Game, Viewer, deal, parse, read, replay
from saleroom.records.names import default_name
from saleroom.records.record import BadRecord, Entry, Moment, Record, Result

__all__ = [
    "BadRecord",
    "Entry",
    "Game",
    "Moment",
    "Record",
    "Result",
    "Viewer",
    "deal",
    "default_name",
    "parse",
    "read",
    "replay",
]
