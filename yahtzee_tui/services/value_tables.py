"""Best play of a rule set, worked out in a thread when somebody first wants to know."""

from __future__ import annotations

import asyncio
from threading import Lock
from typing import TYPE_CHECKING

from yahtzee_tui.settings import cache_folder

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from yahtzee_tui.rules import Card, Faces, Game, Ruleset
    from yahtzee_tui.strategy import Advice
    from yahtzee_tui.strategy import ValueTable as Values
    from yahtzee_tui.strategy.winprob import Forecaster, WinTurn


class ValueTableLoader:
    """Learns best play once, and then answers at once.

    Attributes:
        values: Best play, None as long as it isn't worked out.
        problem: Why it can't be, in a sentence.
        progress: Which part is done, up to 1.
    """

    def __init__(self, ruleset: Ruleset, folder: Path) -> None:
        """Know nothing yet.

        Args:
            ruleset: The game.
            folder: Where best play is kept once it is worked out.
        """
        self.values: Values | None = None
        self.problem: str | None = None
        self.progress = 0.0
        self._ruleset, self._folder = ruleset, folder
        self._learning: asyncio.Task[None] | None = None
        self._is_cancelled = False
        self._forecaster: Forecaster | None = None
        self._foreseeing = Lock()

    @property
    def is_loading(self) -> bool:
        """Whether best play is being worked out."""
        return self._learning is not None and not self._learning.done()

    async def load(self, report: Callable[[], None]) -> None:
        """Work best play out, unless that is done; call back now and then, and in the end."""
        if self.values is None and self.problem is None:
            if self._learning is None:
                self._learning = asyncio.create_task(asyncio.to_thread(self._work_out))
            while not self._learning.done():
                report()
                await asyncio.wait([self._learning], timeout=0.2)
        report()

    def cancel(self) -> None:
        """Work nothing out any more, so that nobody who leaves has to wait for it."""
        self._is_cancelled = True

    def advise(self, card: Card, faces: Faces, rolls_left: int) -> Advice | None:
        """Return what everything is worth, None as long as that isn't known."""
        if self.values is None:
            return None
        from yahtzee_tui.strategy import Advice

        return Advice(self.values, card, faces, rolls_left)

    def can_foresee(self, game: Game) -> bool:
        """Return whether exact chances of winning can be told: late in a game of several."""
        if self.values is None or len(game.cards) == 1 or game.is_over:
            return False
        from yahtzee_tui.strategy.winprob import is_exact

        return is_exact(game)

    async def foresee(self, game: Game) -> WinTurn | None:
        """Return the chance of winning with all that can be done in a turn.

        It takes a thread up to a second when the first turn is asked for.

        Args:
            game: Any position of the turn.

        Returns:
            None where it can't be told.
        """
        return await asyncio.to_thread(self._find_chances, game)

    def _find_chances(self, game: Game) -> WinTurn | None:
        from yahtzee_tui.strategy import Unsolvable
        from yahtzee_tui.strategy.winprob import Forecaster

        if self.values is None:
            return None
        with self._foreseeing:  # a forecaster works in one thread at a time
            if self._forecaster is None:
                self._forecaster = Forecaster(self.values)
            try:
                return self._forecaster.turn(game)
            except Unsolvable:
                return None

    def _work_out(self) -> None:
        from yahtzee_tui.strategy import Cancelled, Unsolvable, load_value_table

        def report(progress: float) -> None:
            self.progress = progress

        try:
            found = load_value_table(
                self._ruleset, self._folder, report, lambda: self._is_cancelled
            )
            self.values = found.table
        except Cancelled:
            self.problem = "Best play was not worked out."
        except Unsolvable as problem:
            self.problem = problem.sentence


class ValueTables:
    """Finds the loader of a game, who is made when somebody first asks."""

    def __init__(self) -> None:
        """Know nobody yet."""
        self._found: dict[str, ValueTableLoader] = {}

    def find(self, ruleset: Ruleset) -> ValueTableLoader:
        """Return whoever knows best play of a game, or can work it out."""
        if ruleset.id not in self._found:
            self._found[ruleset.id] = ValueTableLoader(ruleset, cache_folder())
        return self._found[ruleset.id]

    def stop(self) -> None:
        """Let nobody work best play out any more."""
        for loader in self._found.values():
            loader.cancel()
