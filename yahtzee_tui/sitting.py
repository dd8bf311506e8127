"""People at a table: what it was laid for, and whether what they do there is saved."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING

from yahtzee_tui.dice import find_dice
from yahtzee_tui.store import Keeper, StaleGame, StoreProblem
from yahtzee_tui.table import Invitation, Table

if TYPE_CHECKING:
    from yahtzee_tui.store import Shelf
    from yahtzee_tui.store.saved import Saved
    from yahtzee_tui.table import Change


class Sitting:
    """A table whose game is saved with every action, before anybody else is told of it.

    Attributes:
        invitation: What the table was laid for, so that people can play again.
        table: The table.
        problem: Why the game is not saved as it stands, None if it is.
        is_stale: Whether it goes on elsewhere, so that it won't be saved from here again.
    """

    def __init__(self, invitation: Invitation, table: Table, keeper: Keeper | None = None) -> None:
        """Sit down.

        Args:
            invitation: What the table was laid for.
            table: The table; nobody watches it yet.
            keeper: Saves the game; None if it isn't kept.
        """
        self.invitation = invitation
        self.table = table
        self.problem: str | None = None
        self.is_stale = False
        self._keeper = keeper
        if keeper is not None:
            table.watch(self._changed)

    @classmethod
    def at_new(cls, invitation: Invitation, shelf: Shelf | None) -> Sitting:
        """Sit down to a new game, which is saved from its first action on.

        Raises:
            Malformed: If something in the invitation makes no sense.
        """
        table = invitation.lay(time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()))
        return cls(invitation, table, None if shelf is None else Keeper(shelf))

    @classmethod
    def at_saved(cls, saved: Saved, shelf: Shelf) -> Sitting:
        """Sit down to a game that was taken from the shelf.

        Raises:
            StoreProblem: If it can't be trusted.
        """
        invitation, table = _lay_again(saved)
        return cls(invitation, table, Keeper(shelf, saved.ticket))

    @classmethod
    def at_watched(cls, saved: Saved) -> Sitting:
        """Look on at a game that is on the shelf.

        Raises:
            StoreProblem: If it can't be trusted.
        """
        return cls(*_lay_again(saved))

    @property
    def game_id(self) -> str | None:
        """The id of the game in the store, None if it isn't there."""
        ticket = self._keeper.ticket if self._keeper is not None else None
        return ticket.game if ticket else None

    @property
    def is_unfinished(self) -> bool:
        """Whether the game has begun and isn't over."""
        return bool(self.table.history.events) and not self.table.game.is_over

    @property
    def would_be_lost(self) -> bool:
        """Whether leaving would lose something that is nowhere else."""
        if self._keeper is None:
            return self.is_unfinished
        return self.problem is not None and not self.is_stale

    def try_again(self) -> None:
        """Save what couldn't be saved before, if that can be done now."""
        if self.problem is not None:
            self._save()

    def save_note(self) -> None:
        """Save what the record says besides events: who has asked a coach."""
        self._save()

    async def look_around(self) -> bool:
        """See whether the game was taken over elsewhere meanwhile; return whether that is news."""
        import asyncio  # takes its time, and not everybody who sits here has a loop

        keeper = self._keeper
        if keeper is None or self.is_stale:
            return False
        is_stale = False
        with suppress(StoreProblem):  # said when something is to be saved
            is_stale = await asyncio.to_thread(keeper.is_stale)
        is_news = is_stale and not self.is_stale  # else a save has found it out meanwhile
        self.is_stale |= is_stale
        return is_news

    def leave(self) -> None:
        """Get up, so that the game can be gone on with elsewhere."""
        if self._keeper is not None:
            try:
                self._keeper.release()
            except StoreProblem as problem:
                self.problem = problem.sentence

    def _changed(self, _: Change) -> None:
        self._save()

    def _save(self) -> None:
        if self._keeper is None or self.is_stale:
            return
        try:
            self._keeper.keep(self.table.record, self.table.game)
        except StaleGame as problem:
            self.problem, self.is_stale = problem.sentence, True
        except StoreProblem as problem:
            self.problem = problem.sentence
        except BaseException:  # Ctrl+C: whoever says goodbye tries again
            self.problem = "Saving it was interrupted."
            raise
        else:
            self.problem = None


def _lay_again(saved: Saved) -> tuple[Invitation, Table]:
    record, history = saved.load()
    table = Table(record.setup, find_dice(record.setup.dice), history)
    return Invitation.to(record.setup), table
