"""What the scoreboard and the statistics share: asking the store while the screen goes on."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

from textual import getters

from yahtzee_tui.store import StoreProblem
from yahtzee_tui.tui.screens.base import GameScreen
from yahtzee_tui.tui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.store import Store
    from yahtzee_tui.store.stats.scores import Scores

Answer = TypeVar("Answer")


class ScoreScreen(GameScreen[None]):
    """A screen over the one below, which waits. It needs a status line."""

    line = getters.query_one(StatusLine)

    def __init__(self, store: Store | None) -> None:
        """Show what a store holds.

        Args:
            store: Where games are saved, None if they aren't.
        """
        super().__init__()
        self.store = store

    async def ask(self, question: Callable[[Scores], Answer]) -> Answer | None:
        """Return what the store answers, in a thread, since it may have to be opened first.

        Where it can't answer, its sentence is shown, and None returned; so it is after the screen
        was left.
        """
        store = self.store
        if store is None:
            self._complain("No games are kept in this run, so there are no scores.")
            return None
        try:
            answer = await asyncio.to_thread(lambda: question(store.scores))
        except StoreProblem as problem:
            self._complain(problem.sentence)
            return None
        return answer if self.is_open else None

    def action_back(self) -> None:
        """Go back to the screen below."""
        self.dismiss()

    def _complain(self, sentence: str) -> None:
        if self.is_open:
            self.line.display = True
            self.line.say(sentence, warning=True)
