"""The costliest decisions of a game, to choose from."""

from __future__ import annotations

from yahtzee_tui.tui.widgets.menu import Menu


class MistakeList(Menu):
    """A line for each, the costliest first."""

    DEFAULT_CSS = """
    MistakeList {
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
