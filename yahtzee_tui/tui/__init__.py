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

# Python's default is five times as long, and the drawing loop may wait for several in a row.
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
    """Run the app until the user leaves it.

    Args:
        config: A game to start with; None for the title screen.
        me: The name proposed for the player at this terminal.
        mouse: Whether to handle the mouse.
        options: The options in force at first.
        settings: The file in which changed options are saved; None to save none.
        notices: What is wrong with the settings, a sentence each.
        ascii_only: Whether only ASCII may be drawn.
        store: Where games are saved, closed at the end; None to save none.
        resume: The id of a saved game to open.
        review: A game to review first.

    Returns:
        The newest table, None if there was none.

    Raises:
        Malformed: If the configuration is invalid.
        SystemExit: If the app ended with an error, which it has shown.
    """
    gc.disable()  # the start makes next to no garbage, and collecting takes 5 % of its time
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
    """Set garbage collection and thread switching for an app that has drawn its first screen.

    The objects of the start are frozen: a collection over all of them would stop every thread for
    20 ms and more. A short switch interval lets the drawing loop interrupt other threads.
    """
    gc.freeze()
    gc.enable()
    sys.setswitchinterval(_SWITCH_SECONDS)
