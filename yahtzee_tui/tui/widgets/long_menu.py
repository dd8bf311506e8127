"""A list of lines that takes the room there is, and scrolls."""

from __future__ import annotations

from yahtzee_tui.tui.widgets.menu import Menu


class LongMenu(Menu):
    """A menu of any length; the keys left and right are the screen's."""

    DEFAULT_CSS = """
    LongMenu {
        height: 1fr;
        scrollbar-size-vertical: 1;
        scrollbar-color: $primary;
        scrollbar-background: $panel;
    }
    """

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave the keys left and right to the screen; there is nothing to scroll sideways."""
        return action not in ("scroll_left", "scroll_right") and super().check_action(
            action, parameters
        )
