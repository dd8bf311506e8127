"""Shared tables, their options and seats, and users, as plain data."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from yahtzee_tui.rules.names import BOT_MARK
from yahtzee_tui.store.saved_game import GUEST

MIN_SEATS = 2
"""The fewest seats of a shared table, and the fewest players of its game."""


class User(NamedTuple):
    """A user of the lobby."""

    who: str  # their id: `key:` and a fingerprint, or `guest:` and a secret word
    name: str  # their name

    @property
    def is_guest(self) -> bool:
        return self.who.startswith(GUEST)

    @property
    def is_bot(self) -> bool:
        return self.name.startswith(BOT_MARK)


class TableStatus(Enum):
    """The state of a shared table."""

    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


class TimeoutPolicy(Enum):
    """What happens when the time for a turn is over."""

    COMPUTER = "computer"
    SCORE = "score"


class TableOptions(NamedTuple):
    """The options with which a table is created."""

    rules: str  # the id of the rule set
    seats: int  # how many people and computers may sit there
    is_open: bool = True  # whether all users see it in the lobby; else its code is needed to join
    seconds: int = 0  # how long a turn may take; 0 for no limit
    on_timeout: TimeoutPolicy = TimeoutPolicy.COMPUTER  # what happens when that time is over
    bots: bool = False  # whether accounts of bots may sit there


class Seat(NamedTuple):
    """A seat at a shared table; without more than its number it is free."""

    number: int  # its number at the table, from 0
    who: str | None = None  # the id of the user, None for a computer or a free seat
    name: str = ""  # the name of the user or computer, empty if the seat is free
    computer: str = ""  # the id of the computer, empty for a user
    place: int = -1  # the seat in the game, -1 before it begins or if the seat stayed free
    is_gone: bool = False  # whether the player has given it up, so that a computer goes on
    word: str = ""  # what the player adds to the secret of the dice

    @property
    def is_bot(self) -> bool:
        """Whether the account of a bot has the seat."""
        return self.who is not None and self.name.startswith(BOT_MARK)

    @property
    def is_free(self) -> bool:
        return self.who is None and not self.computer


class SharedTable(NamedTuple):
    """A shared table as it was read."""

    id: str
    code: str  # the code to join it, such as `KESTREL-42`
    options: TableOptions
    host: str  # the id of the user who leads it
    status: TableStatus  # its state
    game: str | None  # the id of its game, None before the first
    turn: int  # the place in the game whose turn it is, -1 before and after a game
    turn_since: float  # when that turn began, in seconds since 1970
    changed: float  # when the row was written last, in seconds since 1970
    round: int  # the round of the game, 0 if an older version of the program wrote the row
    undo_floor: int  # how many events of the game can't be undone; see `Table`
    seats: tuple[Seat, ...]  # the seats in their order
    # The ids of the users at the table now, players and watchers.
    present: frozenset[str] = frozenset()
    watchers: tuple[str, ...] = ()  # the names of the watchers, each once
    hash: str = ""  # of the secret of its first game; empty at a table of an earlier version

    def seat_of(self, who: str) -> Seat | None:
        return next((seat for seat in self.seats if seat.who == who), None)

    def seat_at(self, place: int) -> Seat | None:
        """Return the seat at a place in the game."""
        return next((seat for seat in self.seats if seat.place == place >= 0), None)

    @property
    def has_players(self) -> bool:
        """Whether anybody but computers has a seat."""
        return any(seat.who is not None for seat in self.seats)

    @property
    def free(self) -> int:
        return sum(seat.is_free for seat in self.seats)

    def is_led_by(self, who: str) -> bool:
        """Whether a user may start a game: the host, or a player while the host is away."""
        seated = self.seat_of(who) is not None
        return self.host == who or (seated and self.host not in self.present)

    def is_turn_of(self, who: str) -> bool:
        seat = self.seat_at(self.turn)
        playing = self.status is TableStatus.PLAYING
        return playing and seat is not None and seat.who == who and not seat.is_gone


class FinishedGame(NamedTuple):
    """A finished game of a shared table."""

    id: str
    rules: str
    totals: tuple[tuple[str, int], ...]  # names and totals by seat
