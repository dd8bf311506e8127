"""Being told to end: the terminal is put right, and the exit code says so.

Games need nothing: they are saved with every action.
"""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from threading import Timer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.app import App

_SIGNALS = ("SIGTERM", "SIGHUP", "SIGINT")
_PATIENCE = 2.0


def end_on_signals(app: App[None]) -> None:
    """Let the app end with the exit code 128 + signal, as shells report it."""
    loop = asyncio.get_running_loop()
    for name in _SIGNALS:
        with suppress(NotImplementedError, AttributeError):  # on Windows
            number = int(getattr(signal, name))
            loop.add_signal_handler(number, _end, app, 128 + number)


def _end(app: App[None], code: int) -> None:
    # Where the terminal is gone, what is written to it may never be taken.
    last_resort = Timer(_PATIENCE, os._exit, (code,))
    last_resort.daemon = True
    last_resort.start()
    app.exit(return_code=code)
