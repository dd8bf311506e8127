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
    """Run the app until the user leaves it; return the newest table, None if there was none.

    `config` is a game to start with (None for the title screen), `me` the proposed name of the
    player, `settings` the file in which changed options are saved, `notices` what is wrong with the
    settings, `resume` the id of a saved game to open, `review` a game to review first. The store is
    closed at the end. Raises `Malformed` for an invalid configuration, and `SystemExit` if the app
    ended with an error, which it has shown.
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
