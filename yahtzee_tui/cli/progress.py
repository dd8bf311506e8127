"""Long work of a command, with a line on standard error that shows the progress."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

from yahtzee_tui.cli.output import hush
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.strategy import load_value_table

if TYPE_CHECKING:
    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.store import Store
    from yahtzee_tui.strategy import LoadedTable

SECONDS = 5.0
"""How long a command may keep somebody waiting, who did not ask for it: some hundreds of games."""


def find_solved(ruleset: Ruleset, *, fresh: bool = False, silent: bool = False) -> LoadedTable:
    """Return best play of a rule set; see `load_value_table`.

    Args:
        ruleset: The game.
        fresh: Solve even what was solved before.
        silent: Whether no line tells how far it is.

    Raises:
        Unsolvable: If the solver can't do these rules.
    """
    line = ProgressLine(f"Solving {ruleset.name}", silent=silent)
    try:
        return load_value_table(ruleset, cache_folder(), line.show, fresh=fresh)
    finally:
        line.clear()


class ProgressLine:
    """A line on standard error that counts up, if that is a terminal."""

    def __init__(self, text: str, *, silent: bool = False) -> None:
        self._text = text
        self._shown = ""
        is_terminal = sys.stderr is not None and sys.stderr.isatty()
        # On a dumb terminal nothing that was written can be written over.
        self._visible = is_terminal and not silent and os.environ.get("TERM") != "dumb"

    def show(self, done: float) -> None:
        """Tell which part is done, up to 1."""
        line = f"{self._text}: {done:.0%}"
        if self._visible and line != self._shown:
            self._write(f"\r{line}")
            self._shown = line

    def clear(self) -> None:
        """Leave nothing behind."""
        if self._shown:
            self._write(f"\r{' ' * len(self._shown)}\r")

    def _write(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except OSError:  # a terminal that is gone; the answer may still go somewhere
            self._visible = False
            hush()


def look_back(store: Store, player: str, rules: str | None, games: int) -> None:
    """Find out luck and skill of games of which they aren't known, as many as there is time for.

    At a terminal a line tells how far it is. Where nothing can be noted, what is known has to do.

    Args:
        store: Where the games are.
        player: The case-folded name.
        rules: The id of a rule set, None for all.
        games: How many games these are.
    """
    from yahtzee_tui.services.reviews import Backlog
    from yahtzee_tui.store import StoreProblem

    looking = ProgressLine("Looking back on finished games")
    solving = ProgressLine("Working out best play")
    backlog = Backlog(store, player, rules, lambda done: solving.show(done) if done else None)
    until = time.monotonic() + SECONDS
    try:
        while backlog.work() and time.monotonic() < until:
            solving.clear()
            looking.show(1 - (backlog.left or 0) / games)
    except StoreProblem:
        return
    finally:
        solving.clear()
        looking.clear()
