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

__all__ = ["run", "run_unsaved"]


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
    from yahtzee_tui.plain.session import PlainSession

    with _open(store, notices, ascii_only) as console:
        session = PlainSession(console, me, options, store, given, keep_options)
        try:
            with suppress(EOFError):
                finish(session.play(config, resume))
            return session.say_goodbye()
        except KeyboardInterrupt:
            session.say_goodbye()
            raise


def run_unsaved(
    what: Ruleset | Position | Table,
    me: str,
    options: Options,
    store: Store,
    notices: Iterable[str],
    ascii_only: bool,
) -> None:
    """Practice a rule set or a position, or play at a what-if table; then close the store.

    Raises `Unsolvable` if best play can't be calculated, `OSError` and `SystemExit` as `run` does.
    """
    from yahtzee_tui.plain.console import finish
    from yahtzee_tui.plain.game_loop import WhatIfLoop
    from yahtzee_tui.plain.interpreter import PlainContext
    from yahtzee_tui.plain.practice import PracticeSession
    from yahtzee_tui.table import Table

    with _open(store, notices, ascii_only) as console, suppress(EOFError):
        context = PlainContext(console, me, options, store)
        if isinstance(what, Table):
            finish(WhatIfLoop(what, context).run())
        else:
            finish(PracticeSession(context, store).run(what))


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
