"""Driver mixins: show the cursor, write only changed cells and at once, delay pasted input."""

from __future__ import annotations

import asyncio
import re
import signal
from contextlib import suppress
from functools import cache
from threading import RLock
from typing import IO, TYPE_CHECKING, Any, Protocol, cast

from textual.driver import Driver

from yahtzee_tui.tui.terminal.cell_diff import ScreenBuffer

if TYPE_CHECKING:
    from rich.color import ColorSystem
    from textual.app import App
    from textual.drivers._writer_thread import WriterThread
    from textual.geometry import Offset

    from yahtzee_tui.tui.terminal.cell_diff import Strips


_HIDE, _SHOW = "\x1b[?25l", "\x1b[?25h"
"""Written by every driver when it starts and stops using the terminal."""


@cache
def mix_in(mixin: type[Driver], driver: type[Driver]) -> type[Driver]:
    """Return a subclass of a driver with one of the classes below mixed in."""
    return type(driver.__name__, (mixin, driver), {})


class ShowsCursor(Protocol):
    """An app that decides whether the terminal's cursor is visible."""

    @property
    def shows_cursor(self) -> bool: ...


class CursorDriver(Driver):
    """A driver that shows the cursor while its app says so."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        self._cursor = cast("ShowsCursor", app)
        self._has_terminal = self._is_shown = False

    def use_mouse(self, wanted: bool) -> None:
        """Have the terminal report the mouse, or leave it to the terminal; Textual can't yet."""
        if wanted is self._mouse or not hasattr(self, "_enable_mouse_support"):
            return
        if self._mouse:
            self._disable_mouse_support()  # type: ignore[attr-defined]
        self._mouse = wanted
        self._enable_mouse_support()

    def write(self, data: str) -> None:
        """Write to the terminal; before that show or hide the cursor if that has changed."""
        if data == _HIDE:
            self._has_terminal, self._is_shown = True, self._cursor.shows_cursor
            data = _SHOW if self._is_shown else _HIDE
        elif data == _SHOW:
            self._has_terminal = False
        elif self._has_terminal and self._is_shown is not self._cursor.shows_cursor:
            self._is_shown = not self._is_shown
            super().write(_SHOW if self._is_shown else _HIDE)  # type: ignore[safe-super]
        super().write(data)  # type: ignore[safe-super]


_BEGIN, _END = "\x1b[?2026h", "\x1b[?2026l"
"""Synchronised output, which surrounds a paint."""

_KITTY = re.compile("\x1b\\[>[0-9]+u")
"""Turns on Kitty's protocol for keys."""
_MORE_OF_KITTY = "\x1b[=6;2u"
"""Asks for repeats and releases, and for the key at that place of an English keyboard, as well."""

_CLEAR = "\x1b[0m\x1b[H\x1b[2J"
_SHAPE, _USUAL_SHAPE = "\x1b]22;", "\x1b]22;default\x07"
"""The prefix of sequences that set the pointer's shape, and the one that resets it."""


class DiffDriver(Driver):
    """A driver that writes only the cells that change."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        self._cells = ScreenBuffer()
        self._begun: list[str] | None = None
        self._has_shape = False
        self._lock = RLock()  # the thread that reads the input writes as well

    def forget(self) -> None:
        """Repaint every cell next: a terminal's contents after a resize are unknown."""
        with self._lock:
            self._cells = ScreenBuffer()

    def start_application_mode(self) -> None:
        """Let the event loop handle each new size after the one before.

        A signal handler can be interrupted by the next one after it has read the size, and would
        then report the older size last.
        """
        super().start_application_mode()  # type: ignore[safe-super]
        number = getattr(signal, "SIGWINCH", None)  # None on Windows
        if number is not None and callable(handler := signal.getsignal(number)):
            asyncio.get_running_loop().add_signal_handler(number, handler, number, None)

    def stop_application_mode(self) -> None:
        """Clear the screen, as some terminals have no alternate one, and reset the pointer."""
        super().write(f"{_USUAL_SHAPE if self._has_shape else ''}{_CLEAR}")  # type: ignore[safe-super]
        self._has_shape = False
        self.forget()
        super().stop_application_mode()  # type: ignore[safe-super]

    def write(self, data: str) -> None:
        """Write to the terminal; nothing if a paint changes no cell."""
        with self._lock:
            if data.startswith(_SHAPE):
                self._has_shape = data != _USUAL_SHAPE
            if _KITTY.fullmatch(data):
                data += _MORE_OF_KITTY
            if data == _BEGIN:
                self._begun = []
                return
            self._write_shortened(self._cells.shorten(data), is_end=data == _END)

    def paint(self, strips: Strips, cursor: Offset, colors: ColorSystem) -> bool:
        """Write strips, and put the cursor at its place; return False if that is impossible."""
        with self._lock:
            cells = self._cells.paint(strips, (cursor.y, cursor.x), colors)
            self._write_shortened(cells or "")
        return cells is not None

    def _write_shortened(self, shortened: str, is_end: bool = False) -> None:
        if self._begun is None:
            picture = shortened
        elif not is_end:
            self._begun.append(shortened)
            return
        else:
            picture, self._begun = "".join(self._begun), None
            picture = f"{_BEGIN}{picture}{_END}" if picture else ""
        if picture:
            super().write(picture)  # type: ignore[safe-super]


class PromptDriver(Driver):
    """A driver that writes to the terminal in the event loop.

    Textual's thread has to be woken for every picture, and then waits for Python's lock: with many
    sessions on a busy machine that took a fifth of the time from a key to its picture. The event
    loop waits while the terminal takes no output; for Textual's it waits after 30 more pictures.
    """

    _writer: _Writer | None = None

    @property
    def _writer_thread(self) -> _Writer | None:
        return self._writer

    @_writer_thread.setter
    def _writer_thread(self, thread: WriterThread | None) -> None:
        """Write to the file of the thread that Textual is about to start."""
        self._writer = None if thread is None else _Writer(thread._file)


class _Writer:
    """What a driver uses of Textual's `WriterThread`, without a thread."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def start(self) -> None:
        """Do nothing: there is no thread."""

    def write(self, text: str) -> None:
        with suppress(OSError):  # the terminal is gone, and a signal says so
            self._file.write(text)
            self._file.flush()

    def stop(self) -> None:
        """Do nothing: all is written."""
