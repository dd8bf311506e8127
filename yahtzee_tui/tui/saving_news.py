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
        self._problem = screen.sitting.problem

    async def look_around(self) -> None:
        """Look whether the game goes on elsewhere, and say so if that is news."""
        if await self._screen.sitting.look_around() and self._screen.is_active:
            self.tell()

    def tell(self) -> None:
        """Say what has changed since the last time."""
        screen, sitting = self._screen, self._screen.sitting
        before, self._problem = self._problem, sitting.problem
        if sitting.is_stale and sitting.game_id is not None:
            screen.app.host.ask_elsewhere(sitting.game_id)
        elif self._problem is not None and self._problem != before:
            screen.app.note(f"Not saved. {self._problem}")
            screen.tell(f"Not saved. {self._problem}")
        elif before is not None and self._problem is None:
            screen.line.say("The game is saved again.")
