"""Looking back on a player's finished games one after the other, for luck and skill over time."""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from threading import Event
from typing import TYPE_CHECKING

from yahtzee_tui.rules import Refusal
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.store import StoreProblem, UnknownGame

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.rules import Record, Ruleset
    from yahtzee_tui.store import Store
    from yahtzee_tui.store.saved_game import SavedGame
    from yahtzee_tui.store.stats.reviews import SeatReview
    from yahtzee_tui.strategy import Review, ValueTable
    from yahtzee_tui.strategy.winprob import WinReview


_TOGETHER = 20
"""How many games are noted at once: some tenths of a second of work."""


class ReviewQueue:
    """The finished games of a player that nobody has looked back on yet, the newest first.

    Attributes:
        progress: Which part of best play is worked out, up to 1; 0 where it needn't be just now.
    """

    def __init__(
        self,
        store: Store,
        player: str,
        rules: str | None,
        report: Callable[[float], object] | None = None,
    ) -> None:
        """Prepare; nothing is read yet.

        Args:
            store: Where the games are.
            player: The case-folded name.
            rules: The id of a rule set, None for all, which then come one after the other.
            report: Is told the progress too.
        """
        self.progress = 0.0
        self._store = store
        self._player, self._rules = player, rules
        self._report_other = report
        self._waiting: deque[str] | None = None
        self._table: ValueTable | None = None
        self._left = Event()

    @property
    def left(self) -> int | None:
        """How many games are still to be looked at, None before that is known."""
        return None if self._waiting is None else len(self._waiting)

    def work(self) -> bool:
        """Look back on some more games, and note what was found; return whether there are others.

        It takes some tenths of a second, and some seconds where best play isn't known yet. Every
        game has its turn once, whatever becomes of it.

        Raises:
            StoreProblem: If the games can't be read, or nothing can be noted.
        """
        from yahtzee_tui.store.stats.reviews import Note

        if self._waiting is None:
            self._waiting = deque(self._store.scores.unreviewed(self._player, self._rules))
        notes: list[Note] = []
        while self._waiting and len(notes) < _TOGETHER and not self._left.is_set():
            with suppress(UnknownGame):
                saved = self._store.games.read(self._waiting[0])
                seats = self._look_back(saved)
                if seats is None:
                    break
                notes.append(Note(saved.version, seats))
            self._waiting.popleft()
        if notes:
            self._store.scores.note(notes)
        return bool(self._waiting) and not self._left.is_set()

    def stop(self) -> None:
        """Let the work end soon, wherever it is; what was found out is noted."""
        self._left.set()

    def _look_back(self, saved: SavedGame) -> dict[int, SeatReview] | None:
        """Return what can be said of each seat, nothing of a game that makes no sense.

        Returns:
            None if nobody waits for it any more.
        """
        try:
            record, history = saved.load()
        except StoreProblem:
            return {}
        if not history.game.is_over:
            return {}
        # They bring numpy along, and are needed only where there is something to look back on.
        from yahtzee_tui.store.stats.reviews import SeatReview
        from yahtzee_tui.strategy import Cancelled, review_game

        try:
            reviewed = review_game(
                self._find_table(history.game.ruleset), record.setup.start(), record.events
            )
        except Cancelled:
            return None
        except Refusal:
            return {}
        return {
            player.seat: SeatReview(player.luck, player.skill, player.accuracy)
            for player in reviewed.players
        }

    def _find_table(self, ruleset: Ruleset) -> ValueTable:
        """Return best play of a rule set.

        Only that of one is kept, since the games come ordered by rules.

        Raises:
            Unsolvable: If the solver can't do these rules.
            Cancelled: If nobody waits for it any more.
        """
        from yahtzee_tui.strategy import load_value_table

        if self._table is None or self._table.ruleset != ruleset:
            try:
                found = load_value_table(ruleset, cache_folder(), self._tell, self._left.is_set)
            finally:
                self._tell(0.0)
            self._table = found.table
        return self._table

    def _tell(self, progress: float) -> None:
        self.progress = progress
        if self._report_other is not None:
            self._report_other(progress)


class ReviewJob:
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
        # It imports numpy, which takes longer than a screen to be shown.
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
