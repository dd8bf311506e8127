"""Where people far apart meet: who is here, which tables there are, who sits there, what they say.

Everything is rows of the same database as the games, so that programs on one host, or on many,
need nothing else in common. Every change is one transaction that checks what it builds on: of two
who want the last seat, one gets it and the other a sentence.
"""

from yahtzee_tui.store.lobby.models import (
    GUEST_MARK,
    RECONNECT_SECONDS,
    Seat,
    SharedTable,
    TableOptions,
    TableStatus,
    TimeoutPolicy,
    User,
)

__all__ = [
    "GUEST_MARK",
    "RECONNECT_SECONDS",
    "Seat",
    "SharedTable",
    "TableOptions",
    "TableStatus",
    "TimeoutPolicy",
    "User",
]
