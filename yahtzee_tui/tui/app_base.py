"""An app with options: those in force, the file that keeps them, and what is wrong with them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.app import App
from textual.css.query import NoMatches

from yahtzee_tui.settings import Cursor, Options, SettingsError, Sound, write_settings
from yahtzee_tui.tui.terminal.cursor import find_cursor
from yahtzee_tui.tui.terminal.driver import DiffDriver, with_cursor, with_diff
from yahtzee_tui.tui.themes import TERMINAL, THEMES

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from textual import events
    from textual.driver import Driver
    from textual.geometry import Offset


class OptionsApp(App[None]):
    """The part of the app that knows how the game is to be shown and handled.

    Attributes:
        options: How the game is shown and handled.
        notices: What is wrong with the settings or with saving, as the options show it.
    """

    def __init__(self, options: Options, settings: Path | None, notices: Iterable[str]) -> None:
        """Make the app.

        Args:
            options: How the game is shown and handled.
            settings: The file in which changed options are saved; None to save none.
            notices: What is wrong with the settings, a sentence each.
        """
        super().__init__()
        self.options = options
        self.notices = list(notices)
        self._settings = settings
        for theme in THEMES:
            # Without colours all look alike, and marks have to be told by other means.
            self.register_theme(replace(TERMINAL, name=theme.name) if self.no_color else theme)
        self.theme = options.colours

    @property
    def shows_cursor(self) -> bool:
        """Whether the terminal's own cursor is to be seen."""
        return self.options.cursor is Cursor.SHOWN

    @property
    def cursor_position(self) -> Offset:
        """Where the cursor stands after every picture."""
        if self.shows_cursor:
            with suppress(NoMatches):  # while a screen comes or goes, it has no widgets
                return find_cursor(self.screen)
        return self._cursor_position

    @cursor_position.setter
    def cursor_position(self, position: Offset) -> None:
        # Textual's fields put it here, and nothing else does.
        self._cursor_position = position

    def get_driver_class(self) -> type[Driver]:
        """Return what writes to this terminal."""
        return with_diff(with_cursor(super().get_driver_class()))

    def on_resize(self, event: events.Resize) -> None:  # noqa: ARG002
        """Let the whole screen be drawn, whatever was there."""
        if isinstance(self._driver, DiffDriver):
            self._driver.forget()

    def apply_options(self, options: Options) -> None:
        """Let options be in force from now on."""
        self.options = options
        self.theme = options.colours
        self.apply_keys()

    def apply_keys(self) -> None:
        """Let the keys do what the options say, as far as that makes sense."""
        from yahtzee_tui.tui.keymap import check_keys, full_keymap
        from yahtzee_tui.tui.table.keys import changeable_keys

        bindings = changeable_keys(self)
        keys, faults = check_keys(bindings, self.options.keys)
        self.options = self.options._replace(keys=keys)
        self.notices += faults
        self.set_keymap(full_keymap(bindings, keys))

    def save_options(self, before: Options) -> None:
        """Save what changed, or say why that can't be done."""
        if self._settings is None:
            return
        try:
            write_settings(self._settings, self.options, before)
        except SettingsError as problem:
            self.show_message(problem.sentence)

    def ring(self) -> None:
        """Ring the terminal's bell, if that is wanted."""
        if self.options.sound is Sound.BELL:
            self.bell()

    def note(self, sentence: str) -> None:
        """Let the options show something that is wrong, from the newest on."""
        self.notices = [sentence, *(each for each in self.notices if each != sentence)]

    def show_message(self, sentence: str) -> None:
        """Say something about the program rather than the game."""
        raise NotImplementedError
