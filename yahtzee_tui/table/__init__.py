"""One game being played: its seats, whose turn it is, the history, the dice, and who watches.

What a screen, a script and a guest have in common. It knows nothing of how a game is shown.
"""

from yahtzee_tui.table.config import TableConfig
from yahtzee_tui.table.phrases import describe_end, describe_event, describe_joker, describe_left
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
