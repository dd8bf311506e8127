"""What best play scores with the dice of a game for one, worked out while one looks on."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from textual.widgets import Static

from yahtzee_tui.table.daily import play_best, tell_best
from yahtzee_tui.tui.background import begin

if TYPE_CHECKING:
    from yahtzee_tui.rules import Setup
    from yahtzee_tui.tui.teacher import Teacher


class BestScore(Static):
    """A sentence that comes after a moment."""

    DEFAULT_CSS = """
    BestScore { width: 100%; height: auto; text-align: center; }
    """

    def __init__(self, setup: Setup, teacher: Teacher) -> None:
        """Wait for the sentence.

        Args:
            setup: What the game started from.
            teacher: Whoever knows best play of its rules.
        """
        super().__init__("…", id="best-score", markup=False)
        self._setup, self._teacher = setup, teacher

    def on_mount(self) -> None:
        """Begin to work it out."""
        begin(self, self._work_out)

    async def _work_out(self) -> None:
        await self._teacher.learn(self._tell_progress)
        if (values := self._teacher.values) is None:
            self.update(self._teacher.problem or "")
        else:
            self.update(tell_best(await asyncio.to_thread(play_best, values, self._setup)))

    def _tell_progress(self) -> None:
        self.update(f"Best play is worked out: {self._teacher.progress:.0%} done.")
