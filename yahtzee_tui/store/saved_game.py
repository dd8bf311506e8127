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
    """Which version of a game is known here: a write succeeds only while it is the newest.

    Attributes:
        game: Its id.
        number: How often the game had been written then.
        has_results: Whether the game counts as finished there.
    """

    game: str
    number: int
    has_results: bool = False


class SavedGame(NamedTuple):
    """A game as it was read from the store.

    Attributes:
        version: Its id and version.
        status: Its status.
        text: Its record, as JSON Lines.
        elsewhere: Whether another program has it open.
        changed: When it was written last, in seconds since 1970.
    """

    version: GameVersion
    status: Status
    text: str
    elsewhere: bool
    changed: float

    @property
    def id(self) -> str:
        """The game's id."""
        return self.version.game

    def load(self) -> tuple[Record, History]:
        """Return the record and the history.

        Raises:
            StoreProblem: If the row is damaged.
        """
        reading = read_record(self.text)
        played = reading.replay()
        if played is None or reading.record is None or played.faults:
            raise StoreProblem(f"The saved game {self.id} is damaged; export shows what is left.")
        return reading.record, played.history
