"""The cover of a terminal that is too small: the size needed, and how to leave."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.screen import ModalScreen
from textual.widgets import Static

from yahtzee_tui.tui.keymap import bind

if TYPE_CHECKING:
    from textual.app import App, ComposeResult
    from textual.binding import BindingType
    from textual.geometry import Size


SMALLEST = (60, 20)
"""The fewest columns and rows that the screens support."""


def update_cover(app: App[None], size: Size) -> None:
    """Show the cover while the terminal is smaller than `SMALLEST`, and remove it after."""
    too_small = size.width < SMALLEST[0] or size.height < SMALLEST[1]
    covered = any(isinstance(screen, TooSmallScreen) for screen in app.screen_stack)
    if too_small and not covered:
        app.push_screen(TooSmallScreen())
    elif covered and not too_small:
        # Dialogs over the cover are closed with it.
        while not isinstance(app.screen, TooSmallScreen):
            app.pop_screen()
        app.pop_screen()


class TooSmallScreen(ModalScreen[None]):
    """Covers the screens below, which keep their state."""

    DEFAULT_CSS = """
    TooSmallScreen {
        align: center middle;
        background: $background;
        &:ansi { background: ansi_default; }
    }
    TooSmallScreen Static { width: auto; max-width: 100%; text-align: center; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("question_mark,f1", "explain", "Help", "too-small-help", "What to do about it"),
        bind("q", "app.quit", "Quit", "too-small-quit", "Leave the program"),
    ]

    def compose(self) -> ComposeResult:
        yield Static(f"Needs {SMALLEST[0]}x{SMALLEST[1]}; q quits.", markup=False)

    def action_explain(self) -> None:
        columns, rows = SMALLEST
        self.query_one(Static).update(
            f"Needs {columns} columns and {rows} rows. Make the window larger or its letters "
            "smaller: everything waits as it is. Or leave with q; yahtzee-tui play --plain needs "
            "no room."
        )
