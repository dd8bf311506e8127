"""One live game: its seats, turn, history, dice and watchers. It does no input or output."""

from yahtzee_tui.table.config import TableConfig
from yahtzee_tui.table.sentences import (
    describe_end,
    describe_event,
    describe_joker,
    describe_left,
)
from yahtzee_tui.table.table import EventKind, Table, TableEvent

__all__ = [
    "EventKind",
    "Table",
    "TableConfig",
    "TableEvent",
    "describe_end",
    "describe_event",
    "describe_joker",
    "describe_left",
]
