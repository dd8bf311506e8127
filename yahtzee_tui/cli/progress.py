"""Long work of a command, with a line on standard error that shows the progress."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

from yahtzee_tui.cli.output import discard_unwritable
from yahtzee_tui.services.value_tables import load_table
from yahtzee_tui.settings import cache_folder

if TYPE_CHECKING:
    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.store import Store
    from yahtzee_tui.strategy import LoadedTable, SavedRollsTable, ValueTable
    from yahtzee_tui.strategy.solver.value_table import StartValue

SECONDS = 5.0  # the time limit for reviews before an answer: enough for some hundreds of games


def load_with_progress(
    ruleset: Ruleset, *, fresh: bool = False, silent: bool = False
) -> LoadedTable:
    """Load a value table, or solve it with a progress line unless `silent`; see `load_table`."""
    line = ProgressLine(f"Calculating best play for {ruleset.name}", silent=silent)
    try:
        return load_table(ruleset, line.show, fresh=fresh)
    finally:
        line.clear()


def load_saved_rolls_with_progress(ruleset: Ruleset) -> SavedRollsTable:
    """Load the estimate of a rule set with saved rolls, or solve it with a progress line."""
    from yahtzee_tui.strategy import load_saved_rolls

    line = ProgressLine(f"Estimating best play for {ruleset.name}")
    try:
        return load_saved_rolls(ruleset, cache_folder(), line.show)
    finally:
        line.clear()


def solve_start_with_progress(ruleset: Ruleset) -> StartValue:
    """Solve a rule set that is too large for a value table, with a progress line."""
    from yahtzee_tui.strategy.solver.value_table import solve_start

    line = ProgressLine(f"Calculating best play for {ruleset.name}, in minutes")
    try:
        return solve_start(ruleset, line.show)
    finally:
        line.clear()


def load_outcomes_with_progress(table: ValueTable) -> None:
    """Load the outcomes of a table, or compute them with a progress line; see `load_outcomes`."""
    from yahtzee_tui.strategy import load_outcomes

    line = ProgressLine("Calculating win chances")
    try:
        load_outcomes(table, cache_folder(), line.show)
    finally:
        line.clear()


class ProgressLine:
    """A line on standard error with a percentage; nothing if that is no terminal."""

    def __init__(self, text: str, *, silent: bool = False) -> None:
        self._text = text
        self._shown = ""
        is_terminal = sys.stderr is not None and sys.stderr.isatty()
        # A dumb terminal can't overwrite a line.
        self._visible = is_terminal and not silent and os.environ.get("TERM") != "dumb"

    def show(self, done: float) -> None:
        """Show the part that is done, from 0 to 1."""
        line = f"{self._text}: {done:.0%}"
        if self._visible and line != self._shown:
            self._write(f"\r{line}")
            self._shown = line

    def clear(self) -> None:
        if self._shown:
            self._write(f"\r{' ' * len(self._shown)}\r")

    def _write(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except OSError:  # the terminal is gone; standard output may still have a reader
            self._visible = False
            discard_unwritable()


def review_pending(store: Store, player: str, rules: str | None, games: int) -> None:
    """Review the `games` of a player that have no review, with a time limit.

    `player` is the case-folded name, `rules` None for all. If the database can't be written, the
    games stay without a review.
    """
    from yahtzee_tui.services.reviews import ReviewQueue
    from yahtzee_tui.store import StoreProblem

    looking = ProgressLine("Reviewing finished games")
    solving = ProgressLine("Calculating best play")
    review_queue = ReviewQueue(
        store, player, rules, lambda done: solving.show(done) if done else None
    )
    until = time.monotonic() + SECONDS
    try:
        while review_queue.work() and time.monotonic() < until:
            solving.clear()
            looking.show(1 - (review_queue.left or 0) / games)
    except StoreProblem:
        return
    finally:
        solving.clear()
        looking.clear()
