"""Value tables: loads or solves the one of a rule set when it is first needed, and keeps it.

Full-screen sessions load in a thread, with progress and cancellation; plain text loads at once.
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, NamedTuple, TypeVar
from weakref import WeakValueDictionary

from yahtzee_tui.settings import cache_folder
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from yahtzee_tui.rules import Card, Faces, Game, Ruleset
    from yahtzee_tui.strategy import (
        Advice,
        Choice,
        LoadedTable,
        Reason,
        SavedRollsTable,
        ValueTable,
    )
    from yahtzee_tui.strategy.forecast import Forecaster
    from yahtzee_tui.strategy.solver.cache import Elsewhere
    from yahtzee_tui.strategy.solver.turn_recursion import TurnValues


_Found = TypeVar("_Found")

_TABLES: WeakValueDictionary[tuple[Path, Ruleset], ValueTable] = WeakValueDictionary()
"""The tables that are in use: those who work with the same rules share one."""


def load_table(
    ruleset: Ruleset,
    report: Callable[[float], object] = lambda _: None,
    is_cancelled: Callable[[], bool] = lambda: False,
    *,
    fresh: bool = False,
    elsewhere: Elsewhere | None = None,
) -> LoadedTable:
    """Load a value table from the user's cache, or solve it; `fresh` always solves.

    One that is in use is returned again. `report` is called with the part that is solved, from 0
    to 1. Raises `Unsolvable` if the solver can't do these rules, `Cancelled` if `is_cancelled`
    returned True.
    """
    from yahtzee_tui.strategy import LoadedTable, load_value_table

    folder = cache_folder()
    if not fresh and (table := _TABLES.get((folder, ruleset))) is not None:
        if table.ruleset.boxes != ruleset.boxes:
            table.translate(ruleset)
        return LoadedTable(table, cached=True)
    loaded = load_value_table(
        ruleset, folder, report, is_cancelled, fresh=fresh, elsewhere=elsewhere
    )
    _TABLES[folder, ruleset] = loaded.table
    return loaded


def load_outcomes(table: ValueTable, is_cancelled: Callable[[], bool] = lambda: False) -> bool:
    """Load a table's outcomes, from which chances of winning come, and wait in this thread.

    They are read from the user's cache, or another process works them out in about 8 s. Returns
    whether they are loaded: not after `is_cancelled` returned True, or without such a process.
    """
    from yahtzee_tui.strategy import wait_for_outcomes

    return wait_for_outcomes(table, cache_folder(), is_cancelled)


class BestPlay(NamedTuple):
    """What best play scores, exactly."""

    boxes: tuple[float, ...]  # the average of each box, in the order of the card
    totals: tuple[float, ...]  # the odds of each final total, from 0 on

    @classmethod
    def of(cls, table: ValueTable) -> BestPlay:
        return cls(table.box_averages, table.total_odds)


def read_best_play(ruleset: Ruleset) -> BestPlay | None:
    """Return what best play scores, None if it isn't calculated yet or can't be.

    A game in the terminal, or the statistics there, calculate it.
    """
    table = _find_solved(ruleset)
    return None if table is None else BestPlay.of(table)


def _find_solved(ruleset: Ruleset) -> ValueTable | None:
    """Return best play with its outcomes if it is in use or in the user's cache."""
    from yahtzee_tui.strategy import Unsolvable, read_best_play

    folder = cache_folder()
    table = _TABLES.get((folder, ruleset))
    if table is not None and table.outcomes.table is not None:
        return table
    try:
        return read_best_play(ruleset, folder)
    except Unsolvable:
        return None


def describe_wait(ruleset: Ruleset) -> list[str]:
    """Return how long best play takes to calculate, and how to play without it, as a sentence.

    There is none if that takes less than half a minute, or was done. Raises `Unsolvable`.
    """
    from yahtzee_tui.strategy.solver.cache import estimate_solving

    minutes = round(estimate_solving(ruleset, cache_folder()) / 60)
    sentence = N_(
        "Best play takes about {minutes} min to calculate, once. The coach, Expert and Champion "
        "need it; to play without it, choose computers up to Skilled."
    )
    return [_(sentence, minutes=minutes)] if minutes else []


def describe_limits(ruleset: Ruleset) -> list[str]:
    """Return that best play takes long to calculate, or can't be calculated; else nothing."""
    from yahtzee_tui.strategy import Unsolvable

    try:
        return describe_wait(ruleset)
    except Unsolvable as refusal:
        return [refusal.sentence, _("The coach is off, and Expert and Champion can't play.")]


def describe_best_play(ruleset: Ruleset) -> list[str]:
    """Return in sentences what best play scores, or if it isn't known yet `describe_limits`."""
    from yahtzee_tui.strategy import describe_spread

    table = _find_solved(ruleset)
    return describe_limits(ruleset) if table is None else describe_spread(table)


class ValueTableLoader:
    """Loads or solves a rule set's value table, and computes advice and chances from it.

    Attributes:
        values: The value table, None until it is loaded and where rolls are saved.
        estimate: What stands in for it where rolls are saved, None until it is loaded.
        problem: Why it can't be loaded, as a sentence.
        progress: The part that is solved, from 0 to 1.
    """

    def __init__(
        self, ruleset: Ruleset, report: Callable[[float], object] = lambda _: None
    ) -> None:
        """Create a loader; `report` is called with the progress, in the thread that solves."""
        self.values: ValueTable | None = None
        self.estimate: SavedRollsTable | None = None
        self.problem: str | None = None
        self.progress = 0.0
        self._ruleset, self._report = ruleset, report
        self._loading: asyncio.Task[None] | None = None
        self._cancelled = Event()
        self._outcomes: asyncio.Task[bool] | None = None
        self._waiting: Thread | None = None
        self._forecaster: Forecaster | None = None
        self._forecasting = Lock()

    def translate(self, ruleset: Ruleset) -> None:
        """Give the boxes the names of an equal rule set if the player's language has changed."""
        if ruleset.boxes != self._ruleset.boxes:
            self._ruleset = ruleset
            for table in (self.values, self.estimate):
                if table is not None:
                    table.translate(ruleset)

    @property
    def adviser(self) -> ValueTable | SavedRollsTable | None:
        """What there is to advise by, None until it is loaded."""
        return self.values or self.estimate

    @property
    def has_started(self) -> bool:
        """Whether the value table was ever asked for in a thread."""
        return self._loading is not None

    @property
    def is_loading(self) -> bool:
        """Whether a thread is loading the value table."""
        return self._loading is not None and not self._loading.done()

    @property
    def is_busy(self) -> bool:
        """Whether a thread loads the value table or its outcomes."""
        has_task = self._outcomes is not None and not self._outcomes.done()
        has_thread = self._waiting is not None and self._waiting.is_alive()
        return self.is_loading or has_task or has_thread

    async def load(self, report: Callable[[], None]) -> None:
        """Load the value table in a thread; call `report` during that, and at the end."""
        import asyncio  # plain text does without it

        if self.adviser is None and self.problem is None:
            if self._loading is None:
                self._loading = asyncio.create_task(asyncio.to_thread(self._load_in_thread))
            while not self._loading.done():
                report()
                await asyncio.wait([self._loading], timeout=0.2)
        report()

    async def load_outcomes(self) -> bool:
        """Load the value table and its outcomes in a thread; return whether they are loaded."""
        import asyncio  # plain text does without it

        await self.load(lambda: None)
        if self.values is None:
            return False
        if self._outcomes is None:
            wait = asyncio.to_thread(load_outcomes, self.values, self._cancelled.is_set)
            self._outcomes = asyncio.create_task(wait)
        return await asyncio.shield(self._outcomes)

    async def find_best_play(self) -> BestPlay | None:
        """Return what best play scores, None if that can't be known."""
        import asyncio

        if not await self.load_outcomes() or self.values is None:
            return None
        return await asyncio.to_thread(self._find_best_play, self.values)

    def _find_best_play(self, values: ValueTable) -> BestPlay:
        with self._calculate(values):
            return BestPlay.of(values)

    def start_outcomes(self) -> None:
        """Begin to load the outcomes of the value table in a thread, and return at once."""
        if self.values is not None and self._waiting is None:
            wait = partial(load_outcomes, self.values, self._cancelled.is_set)
            self._waiting = Thread(target=wait, daemon=True)
            self._waiting.start()

    def cancel(self) -> None:
        """Stop what runs in a thread, so that the program can end."""
        self._cancelled.set()

    def advise(self, card: Card, faces: Faces, rolls_left: int) -> Advice | None:
        """Return the values of all choices in a position, None until the table is loaded."""
        if self.adviser is None:
            return None
        from yahtzee_tui.strategy import Advice

        return Advice(self.adviser, card, faces, rolls_left)

    def can_forecast(self, game: Game, target: int | None = None) -> bool:
        """Return whether chances of winning, or of reaching a target, can be computed now."""
        if self.values is None or game.is_over or (len(game.cards) == 1 and target is None):
            return False
        from yahtzee_tui.strategy import Unsolvable

        try:
            return self._make_forecaster(self.values).can_forecast(game)
        except Unsolvable:
            return False

    def find_wins(self, game: Game, target: int | None) -> TurnValues | None:
        """Return the chances of winning with all choices in a turn, in up to half a second.

        With a target they are the chances of a final score of at least that.
        Returns None if the value table is not loaded, or no game leads to one of the cards.
        """
        if target is not None:
            return self._forecast(lambda forecaster: forecaster.turn_to_reach(game.card, target))
        return self._forecast(lambda forecaster: forecaster.turn(game))

    def find_shares(self, game: Game, hold: Faces | None = None) -> tuple[float, ...] | None:
        """Return each seat's chance of winning, in up to a quarter of a second.

        `hold` has the faces that the next roll keeps, None where that is open. Returns None until
        the outcomes are loaded, unless few boxes are open, and if no game leads to one of the
        cards.
        """

        def find(forecaster: Forecaster) -> tuple[float, ...] | None:
            known = forecaster.can_forecast(game)
            return forecaster.forecast(game, hold).shares if known else None

        return self._forecast(find)

    def _forecast(self, find: Callable[[Forecaster], _Found | None]) -> _Found | None:
        """Return what is found, None without a value table and for cards that can't occur."""
        from yahtzee_tui.strategy import Unsolvable

        if self.values is None:
            return None
        with self._calculate(self.values):
            try:
                return find(self._make_forecaster(self.values))
            except Unsolvable:
                return None

    def find_reasons(self, advice: Advice, choice: Choice) -> tuple[Reason, ...] | None:
        """Return what the best choice brings more than another, box by box.

        It takes up to half a second. Returns None until the outcomes are loaded, unless few boxes
        are open.
        """
        from yahtzee_tui.strategy import can_explain, compare_choices

        if self.values is None:
            return None
        with self._calculate(self.values):
            if not can_explain(self.values, advice.card):
                return None
            return compare_choices(self.values, advice, advice.best, choice)

    @contextmanager
    def _calculate(self, values: ValueTable) -> Iterator[None]:
        """Calculate one thing at a time, and keep nothing of the file of outcomes in memory."""
        with self._forecasting:  # two at once would take longer
            yield
            values.outcomes.release()

    def _make_forecaster(self, values: ValueTable) -> Forecaster:
        from yahtzee_tui.strategy.forecast import Forecaster

        if self._forecaster is None:
            self._forecaster = Forecaster(values)
        return self._forecaster

    def load_now(self, *, elsewhere: Elsewhere | None = None) -> ValueTable:
        """Return the value table, loaded or solved if it is not there yet.

        It is solved in this thread unless `elsewhere` solves it; see `load_value_table`.
        Raises `Unsolvable` if the solver can't do these rules, `Cancelled` after `cancel`.
        """
        if self.values is None:
            self.values = load_table(
                self._ruleset,
                self._show_progress,
                self._cancelled.is_set,
                elsewhere=elsewhere,
            ).table
        return self.values

    def load_adviser(self, *, elsewhere: Elsewhere | None = None) -> ValueTable | SavedRollsTable:
        """Return what there is to advise by: the value table, or where rolls are saved an estimate.

        See `load_now`.
        """
        if not self._ruleset.saved_rolls:
            return self.load_now(elsewhere=elsewhere)
        if self.estimate is None:
            from yahtzee_tui.strategy import load_saved_rolls

            self.estimate = load_saved_rolls(
                self._ruleset,
                cache_folder(),
                self._show_progress,
                self._cancelled.is_set,
                elsewhere=elsewhere,
            )
        return self.estimate

    def _load_in_thread(self) -> None:
        from yahtzee_tui.strategy import Cancelled, Unsolvable, solve_values_elsewhere

        try:
            self.load_adviser(elsewhere=solve_values_elsewhere)
        except Cancelled:
            self.problem = _("Best play couldn't be calculated.")
        except Unsolvable as problem:
            self.problem = problem.sentence

    def _show_progress(self, progress: float) -> None:
        self.progress = progress
        self._report(progress)


class ValueTables:
    """The loader of the rule set in play, whose values and outcomes take up to 50 MB."""

    def __init__(self, report: Callable[[Ruleset, float], object] = lambda *_: None) -> None:
        """Create loaders on demand; `report` is called with the progress of one that solves."""
        self._report = report
        self._loaders: dict[Ruleset, ValueTableLoader] = {}
        self._have_started = False

    def find(self, ruleset: Ruleset) -> ValueTableLoader:
        """Return the loader of a rule set, and drop those of others that load nothing now.

        What it has loaded names the boxes as the rule set does.
        """
        loader = self._loaders.get(ruleset)
        if loader is None:
            self._have_started |= any(each.has_started for each in self._loaders.values())
            self._loaders = {key: each for key, each in self._loaders.items() if each.is_busy}
            loader = ValueTableLoader(ruleset, partial(self._report, ruleset))
            self._loaders[ruleset] = loader
        loader.translate(ruleset)
        return loader

    def stop(self) -> None:
        """Stop what loaders run in threads, and end the processes that solve."""
        for loader in self._loaders.values():
            loader.cancel()
        if self._have_started or any(each.has_started for each in self._loaders.values()):
            from yahtzee_tui.strategy import stop_processes

            stop_processes()
