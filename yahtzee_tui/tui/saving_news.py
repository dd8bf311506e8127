"""What the people at a table are told about the saving of their game."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from yahtzee_tui.tui.screens.table import TableScreen


class SavingNews:
    """Says when a game can't be saved any more, can be again, or goes on elsewhere."""

    def __init__(self, screen: TableScreen) -> None:
        """Know how things stand.

        Args:
            screen: The table.
        """
        self._screen = screen
        self._problem = screen.saved_table.problem

    async def check_takeover(self) -> None:
        """Look whether the game goes on elsewhere, and say so if that is news."""
        if await self._screen.saved_table.check_takeover() and self._screen.is_active:
            self.tell()

    def tell(self) -> None:
        """Say what has changed since the last time."""
        screen, saved_table = self._screen, self._screen.saved_table
        before, self._problem = self._problem, saved_table.problem
        if saved_table.is_stale and saved_table.game_id is not None:
            screen.context.host.ask_elsewhere(saved_table.game_id)
        elif self._problem is not None and self._problem != before:
            screen.context.note(f"Not saved. {self._problem}")
            screen.tell(f"Not saved. {self._problem}")
        elif before is not None and self._problem is None:
            screen.line.say("The game is saved again.")
