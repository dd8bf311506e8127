"""A shared table as the store has it, and those who sit there."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

RECONNECT_SECONDS = 20.0
"""Seconds that somebody has to come back, at a table where turns may take only so long, and to look
around once they are back."""

GUEST_MARK = "*"
"""Stands behind the name of somebody without a key, so that nobody passes for a player with one."""


class User(NamedTuple):
    """Somebody who is here.

    Attributes:
        who: What nobody else can claim to be: `key:` and a fingerprint, or `guest:` and a word.
        name: How they are called.
    """

    who: str
    name: str


class TableStatus(Enum):
    """How far a table has come."""

    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


class TimeoutPolicy(Enum):
    """What happens when the time for a turn is over."""

    COMPUTER = "computer"
    SCORE = "score"


class TableOptions(NamedTuple):
    """What somebody wants a table to be.

    Attributes:
        rules: The id of the rule set.
        seats: How many people and computers may sit there.
        is_open: Whether it is listed for everybody, rather than joined by its code only.
        seconds: How long a turn may take; 0 for a game that waits as long as it must.
        on_timeout: What happens when that time is over.
    """

    rules: str
    seats: int
    is_open: bool = True
    seconds: int = 0
    on_timeout: TimeoutPolicy = TimeoutPolicy.COMPUTER


class Seat(NamedTuple):
    """A seat at a shared table.

    Attributes:
        number: Its number at the table, from 0.
        who: Who sits there, None if nobody does.
        name: The name there, also of a computer; nothing if the seat is free.
        computer: Which computer plays there, nothing for a person.
        place: The seat in the game, -1 before it begins or if the seat stayed free.
        is_gone: Whether the player has given it up, so that a computer goes on.
    """

    number: int
    who: str | None
    name: str
    computer: str
    place: int
    is_gone: bool

    @property
    def is_free(self) -> bool:
        """Whether somebody could sit down here."""
        return self.who is None and not self.computer


class SharedTable(NamedTuple):
    """A shared table at one moment.

    Attributes:
        id: Its id.
        code: What one types to join it, such as `KESTREL-42`.
        options: What it was meant to be.
        host: Who laid it.
        status: How far it has come.
        game: The id of its game, None before the first.
        turn: The place in the game whose turn it is, -1 if it is nobody's.
        round: Which round of the game that is, 0 if nobody has written it down.
        undo_floor: How many events of the game can't be undone; see `Table`.
        turn_since: When that turn began, in seconds since 1970.
        changed: When something happened there last, in seconds since 1970.
        seats: The seats in their order.
        present: Whose terminals are at the table now, players and watchers.
        watchers: How those are called who only look on, each once.
    """

    id: str
    code: str
    options: TableOptions
    host: str
    status: TableStatus
    game: str | None
    turn: int
    turn_since: float
    changed: float
    round: int
    undo_floor: int
    seats: tuple[Seat, ...]
    present: frozenset[str] = frozenset()
    watchers: tuple[str, ...] = ()

    def seat_of(self, who: str) -> Seat | None:
        """Return the seat of somebody, None if they have none."""
        return next((seat for seat in self.seats if seat.who == who), None)

    def seat_at(self, place: int) -> Seat | None:
        """Return the seat at a place in the game, None if there is none."""
        return next((seat for seat in self.seats if seat.place == place >= 0), None)

    @property
    def free(self) -> int:
        """How many seats are free."""
        return sum(seat.is_free for seat in self.seats)

    def is_led_by(self, who: str) -> bool:
        """Return whether somebody may begin: who laid the table, or others while they are away."""
        seated = self.seat_of(who) is not None
        return self.host == who or (seated and self.host not in self.present)

    def is_turn_of(self, who: str) -> bool:
        """Return whether the table waits for somebody."""
        seat = self.seat_at(self.turn)
        playing = self.status is TableStatus.PLAYING
        return playing and seat is not None and seat.who == who and not seat.is_gone
