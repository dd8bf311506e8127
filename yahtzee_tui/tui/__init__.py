"""The full-screen game: a Textual app with its screens, widgets and themes."""

from __future__ import annotations

import gc
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import Any

    from yahtzee_tui.store import Store
    from yahtzee_tui.store.autosave import SavedTable

__all__ = ["Ended", "let_threads_yield", "run"]

# Python's default is five times as long, and the drawing loop may wait for several in a row.
_SWITCH_SECONDS = 0.001

_M_MMAP_THRESHOLD, _M_ARENA_MAX = -3, -8  # malloc.h


class Ended(NamedTuple):
    """What a run of the app leaves behind."""

    saved_table: SavedTable | None  # the newest table
    copied: str  # the line that was copied last, empty without one


def run(*arguments: Any, store: Store | None = None, **options: Any) -> Ended:
    """Run `YahtzeeApp` with these arguments until the user leaves it.

    The store is closed at the end. Raises `Malformed` for an invalid configuration, and
    `SystemExit` if the app ended with an error, which it has shown.
    """
    gc.disable()  # the start makes next to no garbage, and collecting takes 5 % of its time
    from yahtzee_tui.tui.terminal.speed_ups import import_app

    import_app()
    import asyncio

    from yahtzee_tui.tui.app import YahtzeeApp
    from yahtzee_tui.tui.terminal.signals import exit_on_signals

    async def settle() -> None:
        await app.shown.wait()
        let_threads_yield()
        return_freed_memory()

    async def run_app() -> None:
        exit_on_signals(app)  # before anything is changed about the terminal
        settling = asyncio.create_task(settle())
        try:
            await app.run_async(mouse=app.options.mouse == "game")
        finally:  # also where the terminal is gone, which can't be written to
            settling.cancel()
            app.value_tables.stop()  # the loop waits for its threads

    app = YahtzeeApp(*arguments, store=store, **options)
    try:
        asyncio.run(run_app())
    finally:
        if store is not None:
            store.close()
    if app.return_code:
        raise SystemExit(app.return_code)
    return Ended(app.navigator.saved_table, app.copied)


def let_threads_yield() -> None:
    """Set garbage collection and thread switching for an app that has drawn its first screen.

    The objects of the start are frozen: a collection over all of them would stop every thread for
    20 ms and more. A short switch interval lets the drawing loop interrupt other threads.
    """
    gc.freeze()
    gc.enable()
    sys.setswitchinterval(_SWITCH_SECONDS)


def return_freed_memory() -> None:
    """Have glibc return arrays of 128 kB and more to the system as soon as they are freed.

    Else it keeps up to 64 MB for each thread that ever worked out advice, as it learns from each
    large array that is freed to keep the next one.
    """
    import ctypes  # after the first screen is drawn, as it takes a while

    with suppress(AttributeError, OSError, TypeError):  # another C library, or none
        library = ctypes.CDLL(None)
        library.mallopt(_M_MMAP_THRESHOLD, 128 * 1024)
        library.mallopt(_M_ARENA_MAX, 1)
