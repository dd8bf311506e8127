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

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.store import Store
    from yahtzee_tui.store.saved_game import Saved
    from yahtzee_tui.store.stats.reviews import SeatReview
    from yahtzee_tui.strategy import ValueTable

_TOGETHER = 20
"""How many games are noted at once: some tenths of a second of work."""


class Backlog:
    """The finished games of a player that nobody has looked back on yet, the newest first.

    Attributes:
        progress: Which part of best play is worked out, up to 1; 0 where it needn't be just now.
    """

    def __init__(
        self,
        store: Store,
        player: str,
        rules: str | None,
        tell: Callable[[float], object] | None = None,
    ) -> None:
        """Prepare; nothing is read yet.

        Args:
            store: Where the games are.
            player: The case-folded name.
            rules: The id of a rule set, None for all, which then come one after the other.
            tell: Is told the progress too.
        """
        self.progress = 0.0
        self._store = store
        self._player, self._rules = player, rules
        self._tell_other = tell
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

    def _look_back(self, saved: Saved) -> dict[int, SeatReview] | None:
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
        if self._tell_other is not None:
            self._tell_other(progress)
