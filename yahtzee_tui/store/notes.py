"""What a player has learned: the tips they have seen, and the positions they have practiced."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import delete, insert, select

from yahtzee_tui.store.saved_game import Status
from yahtzee_tui.store.schema import GAMES, PRACTICE, RESULTS, TIPS

if TYPE_CHECKING:
    from yahtzee_tui.store.database import Database

LESSON = "lesson"
"""The tip that stands for the whole first lesson."""


class Progress(NamedTuple):
    """How well a position is known."""

    stage: int  # the box of the Leitner system, from 0
    due: float | None  # when it comes back, in seconds since 1970; None for never


class Notes:
    """What one owner of games has learned. Every method may raise a `StoreProblem`."""

    def __init__(self, database: Database, owner: str | None) -> None:
        """Read and write the notes of `owner`, None for the owner of the database."""
        self._database = database
        self._owner = owner

    def seen_tips(self) -> set[str]:
        """Return the ids of the tips that the owner has seen."""
        query = select(TIPS.c.tip).where(TIPS.c.owner == (self._owner or ""))
        return {row.tip for row in self._database.fetch(query)}

    def note_tip(self, tip: str) -> None:
        """Remember that a tip was seen."""
        if tip in self.seen_tips():
            return
        row = insert(TIPS).values(owner=self._owner or "", tip=tip)
        self._database.add_missing(row, syncs=False)

    def is_beginner(self, player: str) -> bool:
        """Return whether the owner has neither finished a game nor the lesson.

        A game at a shared table belongs to no owner; it counts by the player's name.
        """
        if LESSON in self.seen_tips():
            return False
        own = select(GAMES.c.id).where(
            GAMES.c.owner == self._owner, GAMES.c.status == Status.FINISHED.value
        )
        result = select(RESULTS.c.game).where(RESULTS.c.player == player.casefold())
        return all(self._database.scalar(query.limit(1)) is None for query in (own, result))

    def read_progress(self) -> dict[str, Progress]:
        """Return the progress of every position practiced, by its text."""
        query = select(PRACTICE).where(PRACTICE.c.owner == (self._owner or ""))
        found = self._database.fetch(query)
        return {row.position: Progress(row.stage, row.due) for row in found}

    def save_answer(self, position: str, progress: Progress) -> None:
        """Replace the progress of a position."""
        key = {"owner": self._owner or "", "position": position}
        is_it = (PRACTICE.c[name] == value for name, value in key.items())
        with self._database.writing(syncs=False) as connection:
            connection.execute(delete(PRACTICE).where(*is_it))
            connection.execute(insert(PRACTICE).values(**key, **progress._asdict()))
