"""Reviewing a game in a thread, which may take seconds where best play isn't known yet."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING

from yahtzee_tui.settings import cache_folder

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.rules import Record
    from yahtzee_tui.strategy import Review, ValueTable
    from yahtzee_tui.strategy.winprob import WinReview


class Reviewer:
    """Reviews one game.

    Attributes:
        progress: Which part of best play is worked out, up to 1; 0 where it needn't be.
    """

    def __init__(self, read: Callable[[], Record]) -> None:
        """Prepare for a game.

        Args:
            read: Returns its record.
        """
        self.progress = 0.0
        self._read = read
        self._table: ValueTable | None = None
        self._left = Event()

    def work(self) -> Review | None:
        """Return the review, None if nobody waits for it any more.

        Raises:
            Refusal: If the record or its rules make no sense to the solver.
            StoreProblem: If the game can't be read.
        """
        record = self._read()
        # They bring numpy along, which takes longer to import than a screen to be shown; and the
        # page, which is shown next, brings the library that draws.
        import yahtzee_tui.tui.widgets.review_page  # noqa: F401
        from yahtzee_tui.strategy import Cancelled, load_value_table, review_game

        game = record.setup.start()
        try:
            found = load_value_table(game.ruleset, cache_folder(), self._tell, self._left.is_set)
        except Cancelled:
            return None
        self._table = found.table
        return review_game(found.table, game, record.events)

    def foresee(self, review: Review) -> WinReview | None:
        """Return everybody's chances of winning all through the game, which take a second.

        Args:
            review: What `work` returned.

        Returns:
            None in a solo game, or if nobody waits for them any more.
        """
        from yahtzee_tui.strategy import Cancelled
        from yahtzee_tui.strategy.winprob import review_wins

        if self._table is None or len(review.players) == 1:
            return None
        try:
            return review_wins(self._table, review, cancelled=self._left.is_set)
        except Cancelled:
            return None

    def stop(self) -> None:
        """Let the work end soon, wherever it is."""
        self._left.set()

    def _tell(self, done: float) -> None:
        self.progress = done
