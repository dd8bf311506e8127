"""Signals that end, stop or continue the process: restores the terminal and sets the exit code."""

from __future__ import annotations

import asyncio
import atexit
import os
import signal
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from textual.events import Resize

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import App

    _Handler = Callable[[int, Any], object]


_SECONDS = 0.1
"""The shortest interval between two sizes that are drawn, longer than Textual's delay."""


def recheck_size(app: App[None]) -> None:
    """Resize the screens shortly after a resize if Textual has missed it.

    Textual delays a resize by 8 ms with a timer that never fires if the process is stopped just as
    it starts; it then loses this size and every later one.
    """
    asyncio.get_running_loop().call_later(_SECONDS, _resize_screens, app)


def _resize_screens(app: App[None]) -> None:
    if not app.is_running:
        return
    for screen in reversed(app.screen_stack):
        if screen.outer_size != app.size:
            screen.post_message(Resize(app.size, app.size))
        if not screen.is_modal:  # nothing below is seen
            break


class ResizePacer:
    """Passes on at most ten sizes of the terminal a second, the last one always.

    Each repaints every cell, and a window that is dragged reports dozens a second.
    """

    def __init__(self, app: App[None]) -> None:
        self._app = app
        self._newest: Resize | None = None  # what is still to be passed on
        self._again: Resize | None = None
        self._not_before = 0.0

    def take(self, event: Resize) -> Resize | None:
        """Return the newest size if it may be drawn now; else the app gets it again later."""
        loop, is_new = asyncio.get_running_loop(), event is not self._again
        if is_new:
            is_waiting, self._newest = self._newest is not None, event
        if self._newest is None:  # a newer one came first
            return None
        if loop.time() < self._not_before:
            if not (is_new and is_waiting):
                loop.call_at(self._not_before, self._post)
            return None
        newest, self._newest = self._newest, None
        self._not_before = loop.time() + _SECONDS
        return newest

    def _post(self) -> None:
        if self._newest is not None:
            self._again = self._newest
            # Not posted as a message: of two sizes in its queue Textual drops the one before.
            self._app.call_later(self._app.on_event, self._again)


_SIGNALS = ("SIGTERM", "SIGHUP", "SIGINT")
_EXIT_SECONDS = 2.0


def exit_on_signals(app: App[None]) -> None:
    """Exit the app with the code 128 + signal; call it in the loop that runs the app."""
    loop = asyncio.get_running_loop()
    for name in _SIGNALS:
        with suppress(NotImplementedError, AttributeError):  # on Windows
            number = int(getattr(signal, name))
            loop.add_signal_handler(number, _end, app, 128 + number)


def suspend_between_events(app: App[None]) -> None:
    """Handle stop and continue signals between two events only.

    Textual handles them wherever they arrive, and deadlocks in the middle of a paint.
    """
    names = ("SIGTSTP", "SIGCONT")
    numbers = [int(getattr(signal, name)) for name in names if hasattr(signal, name)]
    handlers = [signal.getsignal(number) for number in numbers]
    # Windows has no such signals, and elsewhere they have handlers only on a terminal.
    if not handlers or not all(map(callable, handlers)):
        return
    loop, suspension = asyncio.get_running_loop(), _Suspension(app, *handlers)  # type: ignore[arg-type]
    for number, handler in zip(numbers, (suspension.begin, suspension.end), strict=False):
        loop.add_signal_handler(number, handler, number, None)


class _Suspension:
    """Suspends and resumes the app; tracks whether the terminal is released."""

    def __init__(self, app: App[None], stop: _Handler, wake: _Handler) -> None:
        self._app, self._stop, self._wake = app, stop, wake
        self._is_suspended = False
        app.app_resume_signal.subscribe(app, self._woken)

    def begin(self, number: int, _: object) -> None:
        self._is_suspended = True
        self._stop(number, None)

    def end(self, number: int, _: object) -> None:
        if self._is_suspended:
            self._wake(number, None)
        elif os.isatty(0):  # not after a hangup, which continues the process as well
            # Continued without a stop: starting the driver twice would leave the terminal in
            # application mode at the end.
            with self._app.suspend():
                pass

    def _woken(self, _: object) -> None:
        self._is_suspended = False
        self._app.refresh(layout=True)


def _end(app: App[None], code: int) -> None:
    # A write to a terminal that is gone may block for ever. A signal needs no memory, as a thread.
    signal.signal(signal.SIGALRM, lambda *_: os._exit(code))
    signal.setitimer(signal.ITIMER_REAL, _EXIT_SECONDS)
    # At its end, Python takes the handler back, and the signal would end the process.
    atexit.register(signal.setitimer, signal.ITIMER_REAL, 0)
    # Later: an app that is still being composed lacks widgets that its exit uses.
    app.call_after_refresh(app.exit, return_code=code)
