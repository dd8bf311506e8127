"""The base of the app: applies and saves options, and chooses the terminal driver."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from textual._styles_cache import StylesCache
from textual.app import App
from textual.css.query import NoMatches

from yahtzee_tui.settings import Cursor, Options, SettingsError, Sound, write_settings
from yahtzee_tui.tui.terminal.cursor import find_cursor
from yahtzee_tui.tui.terminal.driver import DiffDriver, with_cursor, with_diff
from yahtzee_tui.tui.terminal.input import tolerate_any_input
from yahtzee_tui.tui.themes import TERMINAL, THEMES

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from rich.console import RenderableType
    from textual import events
    from textual.driver import Driver
    from textual.geometry import Offset

# Textual caches this method together with its instance: up to 1,024 widgets of closed screens would
# stay in memory with all their lines.
StylesCache.get_inner_outer = staticmethod(  # type: ignore[assignment, method-assign]
    lru_cache(1024)(partial(StylesCache.get_inner_outer.__wrapped__, None))
)


class OptionsApp(App[None]):
    """An app with options, and notices: problems with settings or saving, a sentence each."""

    def __init__(self, options: Options, settings: Path | None, notices: Iterable[str]) -> None:
        """Create the app; changed options are saved in the file `settings`, None for nowhere."""
        super().__init__()
        self.options = options
        self.notices = list(notices)
        self._settings = settings
        for theme in THEMES:
            # Without colours, only the terminal theme marks things by more than colour.
            self.register_theme(replace(TERMINAL, name=theme.name) if self.no_color else theme)
        self.theme = options.colours

    @property
    def shows_cursor(self) -> bool:
        return self.options.cursor is Cursor.SHOWN

    @property
    def cursor_position(self) -> Offset:
        """Where the terminal's cursor is after each paint."""
        if self.shows_cursor:
            with suppress(NoMatches):  # a screen that opens or closes has no widgets
                return find_cursor(self.screen)
        return self._cursor_position

    @cursor_position.setter
    def cursor_position(self, position: Offset) -> None:
        # Only Textual's fields set it.
        self._cursor_position = position

    def get_driver_class(self) -> type[Driver]:
        driver = super().get_driver_class()
        tolerate_any_input(driver)
        return with_diff(with_cursor(driver))

    def panic(self, *renderables: RenderableType) -> None:
        """Exit after an error in a thread of the driver, with the code that Textual leaves at 0."""
        self._return_code = 1
        super().panic(*renderables)

    def on_resize(self, event: events.Resize) -> None:  # noqa: ARG002
        """Repaint every cell."""
        if isinstance(self._driver, DiffDriver):
            self._driver.forget()

    def apply_options(self, options: Options) -> None:
        self.options = options
        self.theme = options.colours
        self.apply_keys()

    def apply_keys(self) -> None:
        """Apply the valid keys of the options, and add notices for the others."""
        from yahtzee_tui.tui.keymap import check_keys, full_keymap
        from yahtzee_tui.tui.table.keys import changeable_keys

        bindings = changeable_keys(self)
        keys, faults = check_keys(bindings, self.options.keys)
        self.options = self.options._replace(keys=keys)
        self.notices += faults
        self.set_keymap(full_keymap(bindings, keys))

    def save_options(self, before: Options) -> None:
        """Save the options that differ from `before`, or show why that failed."""
        if self._settings is None:
            return
        try:
            write_settings(self._settings, self.options, before)
        except SettingsError as problem:
            self.show_message(problem.sentence)

    def ring(self) -> None:
        if self.options.sound is Sound.BELL:
            self.bell()

    def note(self, sentence: str) -> None:
        """Put a sentence first in the notices."""
        self.notices = [sentence, *(each for each in self.notices if each != sentence)]

    def show_message(self, sentence: str) -> None:
        raise NotImplementedError
