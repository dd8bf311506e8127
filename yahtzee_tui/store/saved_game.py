"""A saved game: its record, status and version, as one row of the store has them."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.rules.records import read_record
from yahtzee_tui.store.errors import StoreProblem

if TYPE_CHECKING:
    from yahtzee_tui.rules import History, Record


class Status(Enum):
    """The status of a saved game."""

    UNFINISHED = "unfinished"
    FINISHED = "finished"
    DISCARDED = "discarded"

    @classmethod
    def _missing_(cls, _: object) -> Status:
        return cls.DISCARDED  # a damaged row: the game isn't listed any more, but can be exported


class GameVersion(NamedTuple):
    """Which version of a game is known here: a write succeeds only while it is the newest."""

    game: str  # its id
    number: int  # how often the game had been written then
    has_results: bool = False  # whether the game counts as finished there


class SavedGame(NamedTuple):
    """A game as it was read from the store."""

    version: GameVersion  # its id and version
    status: Status
    text: str  # its record, as JSON Lines
    elsewhere: bool  # whether another program has it open
    changed: float  # when it was written last, in seconds since 1970

    @property
    def id(self) -> str:
        return self.version.game

    def load(self) -> tuple[Record, History]:
        """Return the record and the history; raises `StoreProblem` if the row is damaged."""
        reading = read_record(self.text)
        played = reading.replay()
        if played is None or reading.record is None or played.faults:
            raise StoreProblem(f"The saved game {self.id} is damaged; export shows what is left.")
        return reading.record, played.history
