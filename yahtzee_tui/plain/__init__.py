"""The plain mode: the game in lines of text, for screen readers, dumb terminals, pipes and scripts.

It prints a question, reads a line and prints the result; it never moves the cursor or overwrites a
line. Tables, saved games and options are those of the full-screen game; it knows no Textual.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from yahtzee_tui.plain.console import Console
    from yahtzee_tui.rules import Position, Ruleset
    from yahtzee_tui.settings import Options
    from yahtzee_tui.store import Store
    from yahtzee_tui.table import Table, TableConfig

__all__ = ["run"]


def run(
    first: TableConfig | str | Ruleset | Position | Table | None,
    me: str,
    options: Options,
    store: Store,
    notices: Iterable[str],
    ascii_only: bool,
    given: Sequence[str],
    keep_options: Callable[[Options], None],
) -> bool:
    """Play games until the player quits, practice, or play at a table that is saved nowhere.

    `first` is a new game or the id of a saved one, None to ask who plays; a rule set or a position
    to practice; or a what-if table. `me` is the player if none is named, `given` the options with
    which a game is continued; `keep_options` saves those that the player changes. The store is
    closed at the end. Returns whether the last game is saved as far as it was played.

    Raises `Malformed` for a configuration, `StoreProblem` for a game, `Unsolvable` if best play for
    practice can't be calculated, `OSError` for the output, and `SystemExit` after a signal.
    """
    from yahtzee_tui.plain.console import finish
    from yahtzee_tui.plain.game_loop import WhatIfLoop
    from yahtzee_tui.plain.interpreter import PlainContext
    from yahtzee_tui.plain.session import PlainSession
    from yahtzee_tui.table import Table, TableConfig

    with _open(store, notices, ascii_only) as console:
        context = PlainContext(console, me, options, store, keep_options)
        session = PlainSession(context, store, given)
        try:
            with suppress(EOFError):
                if isinstance(first, Table):
                    finish(WhatIfLoop(first, session.context).run())
                elif first is None or isinstance(first, TableConfig | str):
                    finish(session.play(first))
                else:
                    from yahtzee_tui.plain.practice import PracticeSession

                    finish(PracticeSession(session.context, store).run(first))
            return session.say_goodbye()
        except KeyboardInterrupt:
            session.say_goodbye()
            raise


@contextmanager
def _open(store: Store, notices: Iterable[str], ascii_only: bool) -> Iterator[Console]:
    """Open the console, and close the store at the end."""
    from yahtzee_tui.plain.console import exit_on_signals, open_console

    console = open_console(ascii_only)
    with exit_on_signals(console):
        try:
            console.say(*notices)
            yield console
        finally:
            with suppress(OSError):  # the reader of the output is gone
                console.end_line()
            store.close()
