"""What a player has learned: the tips they have seen, and whether they are a beginner."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from sqlalchemy import exc, insert, select

from yahtzee_tui.store.saved_game import Status
from yahtzee_tui.store.schema import GAMES, RESULTS, TIPS

if TYPE_CHECKING:
    from yahtzee_tui.store.database import Database

LESSON = "lesson"
"""The tip that stands for the whole first lesson."""


class Tips:
    """The tips that one owner of games has seen. Every method may raise a `StoreProblem`."""

    def __init__(self, database: Database, owner: str | None) -> None:
        """Read and write the tips of `owner`, None for the owner of the database."""
        self._database = database
        self._owner = owner

    def for_owner(self, owner: str) -> Tips:
        return Tips(self._database, owner)

    def seen(self) -> set[str]:
        """Return the ids of the tips that the owner has seen."""
        query = select(TIPS.c.tip).where(TIPS.c.owner == (self._owner or ""))
        return {row.tip for row in self._database.fetch(query)}

    def note(self, tip: str) -> None:
        """Remember that a tip was seen."""
        if tip in self.seen():
            return
        row = insert(TIPS).values(owner=self._owner or "", tip=tip)
        with (
            self._database.writing(syncs=False) as connection,
            suppress(exc.IntegrityError),  # another program of the same owner was faster
            connection.begin_nested(),
        ):
            connection.execute(row)

    def is_beginner(self, player: str) -> bool:
        """Return whether the owner has neither finished a game nor the lesson.

        A game at a shared table belongs to no owner; it counts by the player's name.
        """
        if LESSON in self.seen():
            return False
        own = select(GAMES.c.id).where(
            GAMES.c.owner == self._owner, GAMES.c.status == Status.FINISHED.value
        )
        result = select(RESULTS.c.game).where(RESULTS.c.player == player.casefold())
        return all(self._database.scalar(query.limit(1)) is None for query in (own, result))
