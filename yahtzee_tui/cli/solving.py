"""Best play for a command: from the cache, or solved while a line tells how far it is."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from yahtzee_tui.cli.streams import hush
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.strategy import find_table

if TYPE_CHECKING:
    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy import Found


def find_solved(ruleset: Ruleset, *, fresh: bool = False, silent: bool = False) -> Found:
    """Return best play of a rule set; see `find_table`.

    Args:
        ruleset: The game.
        fresh: Solve even what was solved before.
        silent: Whether no line tells how far it is.

    Raises:
        Unsolvable: If the solver can't do these rules.
    """
    line = ProgressLine(f"Solving {ruleset.name}", silent=silent)
    try:
        return find_table(ruleset, cache_folder(), line.show, fresh=fresh)
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
