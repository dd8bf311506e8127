"""The button that rolls, light enough to stand on the first screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static

from yahtzee_tui.tui.widgets.kept_lines import KeptLines

if TYPE_CHECKING:
    from textual import events


class RollButton(Static, KeptLines):
    """A flat button for the mouse; the keyboard rolls without it."""

    DEFAULT_CSS = """
    RollButton {
        width: 100%;
        max-width: 26;
        height: 3;
        content-align: center middle;
        text-style: bold;
        color: $on-primary;
        background: $primary;
        pointer: pointer;
        &:hover { background: $die-face; color: $die-pip; }
        &.-idle { color: $card-muted; background: $panel; pointer: default; }
    }
    """
    ALLOW_SELECT = False

    class Pressed(Message):
        """The button was clicked."""

    idle = reactive(False, toggle_class="-idle")
    """Whether there is nothing to roll."""

    def show(self, label: str, idle: bool) -> None:
        """Show what it does now, and whether it can be pressed."""
        self.idle = idle
        if label != self.content:
            self.update(label, layout=False)

    def on_click(self, event: events.Click) -> None:
        """Tell that it was pressed; the screen knows what that means now."""
        event.stop()
        self.post_message(self.Pressed())
