"""Waits for one key, whichever it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.containers import Center, Vertical
from textual.widgets import Button, Static

from yahtzee_tui.tui.keymap import RESERVED
from yahtzee_tui.tui.screens.base import Dialog

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult


class KeyCatcher(Dialog[str]):
    """Takes the next key; Escape, Enter and the button take none."""

    DEFAULT_CSS = """
    KeyCatcher {
        .box { width: 46; padding: 1 2 0 2; }
        Center { height: auto; }
        #wanted { width: 100%; text-align: center; margin-bottom: 1; }
    }
    """
    AUTO_FOCUS = ""

    def __init__(self, what: str, add: bool) -> None:
        """Wait for a key.

        Args:
            what: What the key is to do.
            add: Whether it is one more rather than the only one.
        """
        super().__init__()
        self._wanted = f"Press {'one more' if add else 'the'} key for {what}."

    def compose(self) -> ComposeResult:
        """Make the question."""
        with Vertical(classes="box"):
            yield Static(self._wanted, id="wanted", markup=False)
            with Center():
                yield Button("Leave it (esc)", id="leave")

    def on_key(self, event: events.Key) -> None:
        """Take the key."""
        event.stop()
        event.prevent_default()
        self.dismiss(None if event.key in RESERVED else event.key)

    @on(Button.Pressed)
    def _pressed(self) -> None:
        self.dismiss(None)
