"""The progress of a player in practice: when positions come back, and the rating."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import delete, insert, select

from yahtzee_tui.store.schema import PRACTICE, PRACTICE_RATINGS

if TYPE_CHECKING:
    from yahtzee_tui.store.database import Database


class Progress(NamedTuple):
    """How well a position is known."""

    stage: int  # the box of the Leitner system, from 0
    due: float | None  # when it comes back, in seconds since 1970; None for never


class Rating(NamedTuple):
    """A rating, and how many answers it is made of."""

    value: float
    answers: int


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

    def read_rating(self, rules: str) -> Rating | None:
        """Return the rating by a rule set, None before the first answer."""
        table = PRACTICE_RATINGS.c
        query = select(table.rating, table.answers).where(
            table.owner == self._owner, table.rules == rules
        )
        return next((Rating(row.rating, row.answers) for row in self._database.fetch(query)), None)

    def save_answer(self, position: str, progress: Progress, rules: str, rating: Rating) -> None:
        """Replace the progress of a position and the rating, both or neither."""
        ours = {"owner": self._owner}
        rows = (
            (PRACTICE, {**ours, "position": position}, progress._asdict()),
            (
                PRACTICE_RATINGS,
                {**ours, "rules": rules},
                {"rating": rating.value, "answers": rating.answers},
            ),
        )
        with self._database.writing(syncs=False) as connection:
            for table, key, content in rows:
                is_it = (table.c[name] == value for name, value in key.items())
                connection.execute(delete(table).where(*is_it))
                connection.execute(insert(table).values(**key, **content))
