"""The progress of a player in practice: when positions come back."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import delete, insert, select

from yahtzee_tui.store.schema import PRACTICE

if TYPE_CHECKING:
    from yahtzee_tui.store.database import Database


class Progress(NamedTuple):
    """How well a position is known."""

    stage: int  # the box of the Leitner system, from 0
    due: float | None  # when it comes back, in seconds since 1970; None for never


class Practice:
    """What one owner of games has practiced. Every method may raise a `StoreProblem`."""

    def __init__(self, database: Database, owner: str | None) -> None:
        """Read and write the progress of `owner`, None for the owner of the database."""
        self._database = database
        self._owner = owner or ""

    def for_owner(self, owner: str) -> Practice:
        return Practice(self._database, owner)

    def read_progress(self) -> dict[str, Progress]:
        """Return the progress of every position practiced, by its text."""
        query = select(PRACTICE).where(PRACTICE.c.owner == self._owner)
        found = self._database.fetch(query)
        return {row.position: Progress(row.stage, row.due) for row in found}

    def save_answer(self, position: str, progress: Progress) -> None:
        """Replace the progress of a position."""
        key = {"owner": self._owner, "position": position}
        is_it = (PRACTICE.c[name] == value for name, value in key.items())
        with self._database.writing(syncs=False) as connection:
            connection.execute(delete(PRACTICE).where(*is_it))
            connection.execute(insert(PRACTICE).values(**key, **progress._asdict()))
