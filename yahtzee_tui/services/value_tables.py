"""Value tables: loads or solves the one of a rule set when it is first needed, and keeps it.

Full-screen sessions load in a thread, with progress and cancellation; plain text loads at once.
"""

from __future__ import annotations

from functools import partial
from threading import Lock
from typing import TYPE_CHECKING

from yahtzee_tui.settings import cache_folder

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from yahtzee_tui.rules import Card, Faces, Game, Ruleset
    from yahtzee_tui.strategy import Advice, LoadedTable, ValueTable
    from yahtzee_tui.strategy.winprob import Forecaster, WinTurn


def load_table(
    ruleset: Ruleset,
    report: Callable[[float], object] | None = None,
    is_cancelled: Callable[[], bool] | None = None,
    *,
    fresh: bool = False,
) -> LoadedTable:
    """Load a value table from the user's cache, or solve it, in this thread; `fresh` always solves.

    `report` is called with the part that is solved, from 0 to 1. Raises `Unsolvable` if the solver
    can't do these rules, `Cancelled` if `is_cancelled` returned True.
    """
    from yahtzee_tui.strategy import load_value_table

    return load_value_table(ruleset, cache_folder(), report, is_cancelled, fresh=fresh)


class ValueTableLoader:
    """Loads or solves a rule set's value table, and computes advice and chances from it.

    Attributes:
        problem: Why it can't be loaded, as a sentence.
        progress: The part that is solved, from 0 to 1.
    """

    def __init__(self, ruleset: Ruleset, report: Callable[[float], object] | None = None) -> None:
        """Create a loader; `report` is called with the progress, in the thread that solves."""
        self.values: ValueTable | None = None
        self.problem: str | None = None
        self.progress = 0.0
        self._ruleset, self._report = ruleset, report
        self._loading: asyncio.Task[None] | None = None
        self._is_cancelled = False
        self._forecaster: Forecaster | None = None
        self._forecasting = Lock()

    @property
    def is_loading(self) -> bool:
        """Whether a thread is loading the value table."""
        return self._loading is not None and not self._loading.done()

    async def load(self, report: Callable[[], None]) -> None:
        """Load the value table in a thread; call `report` during that, and at the end."""
        import asyncio  # plain text does without it

        if self.values is None and self.problem is None:
            if self._loading is None:
                self._loading = asyncio.create_task(asyncio.to_thread(self._load_in_thread))
            while not self._loading.done():
                report()
                await asyncio.wait([self._loading], timeout=0.2)
        report()

    def cancel(self) -> None:
        """Stop a solver that runs in a thread, so that the program can end."""
        self._is_cancelled = True

    def advise(self, card: Card, faces: Faces, rolls_left: int) -> Advice | None:
        """Return the values of all choices in a position, None until the table is loaded."""
        if self.values is None:
            return None
        from yahtzee_tui.strategy import Advice

        return Advice(self.values, card, faces, rolls_left)

    def can_forecast(self, game: Game) -> bool:
        """Return whether exact chances of winning can be computed: late in a game of several."""
        if self.values is None or len(game.cards) == 1 or game.is_over:
            return False
        from yahtzee_tui.strategy.winprob import is_exact

        return is_exact(game)

    async def forecast(self, game: Game) -> WinTurn | None:
        import asyncio  # plain text does without it

        return await asyncio.to_thread(self.find_wins, game)

    def find_wins(self, game: Game) -> WinTurn | None:
        """Return the chances of winning of all choices in a turn; the first takes up to a second.

        Returns None if the rules don't allow it, or the value table is not loaded.
        """
        from yahtzee_tui.strategy import Unsolvable
        from yahtzee_tui.strategy.winprob import Forecaster

        if self.values is None:
            return None
        with self._forecasting:  # a forecaster is not thread-safe
            if self._forecaster is None:
                self._forecaster = Forecaster(self.values)
            try:
                return self._forecaster.turn(game)
            except Unsolvable:
                return None

    def load_now(self) -> ValueTable:
        """Return the value table, loaded or solved in this thread if it is not there yet.

        Raises `Unsolvable` if the solver can't do these rules, `Cancelled` after `cancel`.
        """
        if self.values is None:
            self.values = load_table(
                self._ruleset, self._show_progress, lambda: self._is_cancelled
            ).table
        return self.values

    def _load_in_thread(self) -> None:
        from yahtzee_tui.strategy import Cancelled, Unsolvable

        try:
            self.load_now()
        except Cancelled:
            self.problem = "Best play was not worked out."
        except Unsolvable as problem:
            self.problem = problem.sentence

    def _show_progress(self, progress: float) -> None:
        self.progress = progress
        if self._report is not None:
            self._report(progress)


class ValueTables:
    """The loaders of all rule sets that were asked for."""

    def __init__(self, report: Callable[[Ruleset, float], object] | None = None) -> None:
        """Create loaders on demand; `report` is called with the progress of one that solves."""
        self._report = report
        self._loaders: dict[str, ValueTableLoader] = {}

    def find(self, ruleset: Ruleset) -> ValueTableLoader:
        if ruleset.id not in self._loaders:
            report = None if self._report is None else partial(self._report, ruleset)
            self._loaders[ruleset.id] = ValueTableLoader(ruleset, report)
        return self._loaders[ruleset.id]

    def stop(self) -> None:
        for loader in self._loaders.values():
            loader.cancel()
