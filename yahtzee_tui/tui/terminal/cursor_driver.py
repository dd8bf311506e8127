"""How Textual's drivers show the terminal's own cursor, which they hide, where that is wanted."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from textual.driver import Driver

if TYPE_CHECKING:
    from yahtzee_tui.tui.options_app import OptionsApp

_HIDE, _SHOW = "\x1b[?25l", "\x1b[?25h"
"""What every driver writes as it takes the terminal, and as it gives it back."""


class CursorDriver(Driver):
    """A driver that shows the cursor while the options of its app say so."""

    def __init__(self, app: OptionsApp, **options: Any) -> None:
        """Make the driver.

        Args:
            app: The app that draws.
            options: Whatever else drivers are made with.
        """
        super().__init__(app, **options)
        self._wishes = app
        self._has_terminal = self._is_shown = False

    def write(self, data: str) -> None:
        """Write to the terminal, and before that show or hide the cursor if that has changed."""
        if data == _HIDE:
            self._has_terminal, self._is_shown = True, self._wishes.shows_cursor
            data = _SHOW if self._is_shown else _HIDE
        elif data == _SHOW:
            self._has_terminal = False
        elif self._has_terminal and self._is_shown is not self._wishes.shows_cursor:
            self._is_shown = not self._is_shown
            super().write(_SHOW if self._is_shown else _HIDE)  # type: ignore[safe-super]
        super().write(data)  # type: ignore[safe-super]


@cache
def with_cursor(driver: type[Driver]) -> type[Driver]:
    """Return a driver that does the same, and shows the cursor where that is wanted."""
    return type(driver.__name__, (CursorDriver, driver), {})
