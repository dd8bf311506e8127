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

__all__ = ["run", "run_practice", "run_what_if"]


def run(
    config: TableConfig | None,
    me: str,
    options: Options,
    store: Store,
    resume: str | None,
    notices: Iterable[str],
    ascii_only: bool,
    given: Sequence[str],
    keep_options: Callable[[Options], None],
) -> bool:
    """Play games until the player quits; without a config or a game to resume, ask who plays.

    `me` is the player if none is named, `given` the options with which a game is continued;
    `keep_options` saves those that the player changes. The
    store is closed at the end. Returns whether the last game is saved as far as it was played.
    Raises `Malformed` for the config, `StoreProblem` for the game, `OSError` for the output, and
    `SystemExit` after a signal.
    """
    from yahtzee_tui.plain.console import finish
    from yahtzee_tui.plain.main_loop import PlainSession

    with _open(store, notices, ascii_only) as console:
        session = PlainSession(console, me, options, store, given, keep_options)
        try:
            with suppress(EOFError):
                finish(session.play(config, resume))
            return session.say_goodbye()
        except KeyboardInterrupt:
            session.say_goodbye()
            raise


def run_practice(
    what: Ruleset | Position,
    me: str,
    options: Options,
    store: Store,
    notices: Iterable[str],
    ascii_only: bool,
) -> None:
    """Practice a rule set until the player quits, or a position. The store is closed at the end.

    Raises `Unsolvable` if best play can't be calculated, `OSError` and `SystemExit` as `run` does.
    """
    from yahtzee_tui.plain.console import finish
    from yahtzee_tui.plain.interpreter import PlainContext
    from yahtzee_tui.plain.practice import PracticeSession

    with _open(store, notices, ascii_only) as console, suppress(EOFError):
        context = PlainContext(console, me, options, store)
        finish(PracticeSession(context, store).run(what))


def run_what_if(
    table: Table,
    me: str,
    options: Options,
    store: Store,
    notices: Iterable[str],
    ascii_only: bool,
) -> None:
    """Play at a table that is saved nowhere. The store is closed at the end.

    Raises `OSError` and `SystemExit` as `run` does.
    """
    from yahtzee_tui.plain.console import finish
    from yahtzee_tui.plain.interpreter import PlainContext
    from yahtzee_tui.plain.what_if import WhatIfLoop

    with _open(store, notices, ascii_only) as console, suppress(EOFError):
        finish(WhatIfLoop(table, PlainContext(console, me, options, store)).run())


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
