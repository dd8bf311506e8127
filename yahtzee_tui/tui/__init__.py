"""The full-screen game: a Textual app with its screens, widgets and themes."""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from yahtzee_tui.rules import Record
    from yahtzee_tui.settings import Options
    from yahtzee_tui.store import Store
    from yahtzee_tui.store.autosave import SavedTable
    from yahtzee_tui.table import TableConfig

__all__ = ["let_threads_yield", "run"]

# Five times as long is usual, and the loop that draws may wait for a few turns in a row.
_SWITCH_SECONDS = 0.001


def run(
    config: TableConfig | None,
    me: str,
    mouse: bool = True,
    *,
    options: Options | None = None,
    settings: Path | None = None,
    notices: Iterable[str] = (),
    ascii_only: bool = False,
    store: Store | None = None,
    resume: str | None = None,
    review: Record | None = None,
) -> SavedTable | None:
    """Run the app until it is left.

    Args:
        config: A game to begin with; None for the title screen.
        me: The name proposed for the player at this terminal.
        mouse: Whether the mouse plays along.
        options: How the game is shown and handled.
        settings: The file in which changed options are saved; None to save none.
        notices: What is wrong with the settings, a sentence each.
        ascii_only: Whether nothing but ASCII may be drawn.
        store: Where games are saved, closed in the end; None to save none.
        resume: The id of a saved game to go on with.
        review: A game to look back on first.

    Returns:
        The table that was played at last and whether its game is saved, None if there was none.

    Raises:
        Malformed: If something in the configuration makes no sense.
        SystemExit: If the app ended with an error, which it has shown.
    """
    gc.disable()  # a program that starts makes next to no garbage, and looking for it costs 5 %
    import asyncio

    from yahtzee_tui.tui.app import YahtzeeApp
    from yahtzee_tui.tui.terminal.process import exit_on_signals

    async def settle() -> None:
        await app.shown.wait()
        let_threads_yield()

    async def run_app() -> None:
        exit_on_signals(app)  # before anything is changed about the terminal
        settling = asyncio.create_task(settle())
        await app.run_async(mouse=mouse)
        settling.cancel()
        app.value_tables.stop()  # the loop waits for its threads

    app = YahtzeeApp(
        config,
        me,
        options,
        store=store,
        resume=resume,
        review=review,
        settings=settings,
        notices=notices,
        ascii_only=ascii_only,
    )
    try:
        asyncio.run(run_app())
    finally:
        if store is not None:
            store.close()
    if app.return_code:
        raise SystemExit(app.return_code)
    return app.navigator.saved_table


def let_threads_yield() -> None:
    """Let threads take short turns, without pauses for what never becomes garbage.

    For programs that have shown their first screen: a collection of garbage stops all threads, for
    20 ms and more if it goes through all objects that there are by then.
    """
    gc.freeze()
    gc.enable()
    sys.setswitchinterval(_SWITCH_SECONDS)
