"""Long work of a command, with a line on standard error that shows the progress."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Self

from yahtzee_tui.cli.output import ANSWERS_IN_JSON, CLEAR_LINE, discard_unwritable, show_errors
from yahtzee_tui.services.value_tables import describe_wait, load_table
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.text import cell_width, format_percent
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.store import Store
    from yahtzee_tui.strategy import LoadedTable, SavedRollsTable, ValueTable
    from yahtzee_tui.strategy.solver.value_table import StartValue

SECONDS = 5.0  # the time limit for reviews before an answer: enough for some hundreds of games


def load_with_progress(
    ruleset: Ruleset, *, fresh: bool = False, silent: bool = False
) -> LoadedTable:
    """Load a value table, or solve it with a progress line unless `silent`; see `load_table`."""
    text = _("Calculating best play for {game}", game=ruleset.name)
    if not silent:
        show_errors(*describe_wait(ruleset))
    with ProgressLine(text, silent=silent, tells=True) as line:
        return load_table(ruleset, line.show, fresh=fresh)


def load_saved_rolls_with_progress(ruleset: Ruleset, *, fresh: bool = False) -> SavedRollsTable:
    """Load the values of a rule set with saved rolls, or solve them with a progress line."""
    from yahtzee_tui.strategy import load_saved_rolls

    text = _("Estimating best play for {game}", game=ruleset.name)
    with ProgressLine(text, tells=True) as line:
        return load_saved_rolls(ruleset, cache_folder(), line.show, fresh=fresh)


def solve_start_with_progress(ruleset: Ruleset) -> StartValue:
    """Solve a rule set that is too large for a value table, with a progress line."""
    from yahtzee_tui.strategy.solver.value_table import solve_start

    text = _("Calculating best play for {game} (takes minutes)", game=ruleset.name)
    with ProgressLine(text, tells=True) as line:
        return solve_start(ruleset, line.show)


def load_outcomes_with_progress(table: ValueTable) -> None:
    """Load the outcomes of a table, or compute them with a progress line; see `load_outcomes`."""
    from yahtzee_tui.strategy import load_outcomes

    with ProgressLine(_("Calculating win chances"), tells=True) as line:
        load_outcomes(table, cache_folder(), line.show)


FIRST_WAIT = 10.0
"""Processor seconds until work is told of where it can't be shown in a line."""


class ProgressLine:
    """A line on standard error with a percentage.

    Elsewhere than in a terminal there is none; with `tells` it is a new line after 10 seconds of
    processor time, 20, 40 and so on, unless the answer is in JSON.

    As a context manager it is cleared at the end.
    """

    def __init__(self, text: str, *, silent: bool = False, tells: bool = False) -> None:
        self._text = text
        self._shown = ""
        is_open = sys.stderr is not None and not silent
        # A dumb terminal can't overwrite a line.
        self._visible = is_open and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._tells = tells and is_open and not self._visible and not ANSWERS_IN_JSON.get()
        self._began, self._wait = time.process_time(), FIRST_WAIT

    def __enter__(self) -> Self:
        self._others = CLEAR_LINE.set(self.clear)
        return self

    def __exit__(self, *_: object) -> None:
        CLEAR_LINE.reset(self._others)
        self.clear()

    def show(self, done: float) -> None:
        """Show the part that is done, from 0 to 1."""
        line = f"{self._text}: {format_percent(done, 1)}"
        if self._visible and line != self._shown:
            self._write(f"\r{line}")
            self._shown = line
        elif self._tells and done < 1 and time.process_time() - self._began >= self._wait:
            self._write(f"{line}\n")
            self._wait *= 2

    def clear(self) -> None:
        if self._shown:
            self._write(f"\r{' ' * cell_width(self._shown)}\r")
            self._shown = ""

    def _write(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except OSError:  # the terminal is gone; standard output may still have a reader
            self._visible = False
            discard_unwritable()


def review_pending(
    store: Store, find: Callable[[], list[str]], *, counts_left: bool = False
) -> None:
    """Review the games that `find` returns, with a time limit; see `ReviewQueue`.

    If the database can't be written, the games stay without a review.
    """
    from yahtzee_tui.services.reviews import ReviewQueue
    from yahtzee_tui.store import StoreProblem

    until = time.monotonic() + SECONDS
    with (
        suppress(StoreProblem),
        ProgressLine(_("Reviewing finished games")) as looking,
        ProgressLine(_("Calculating best play")) as solving,
    ):
        review_queue = ReviewQueue(
            store, find, lambda done: solving.show(done) if done else None, counts_left=counts_left
        )
        games = 0
        while review_queue.work() and time.monotonic() < until:
            solving.clear()
            games = games or (review_queue.left or 0) + 1
            looking.show(1 - (review_queue.left or 0) / games)
