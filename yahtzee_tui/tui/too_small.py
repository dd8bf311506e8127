"""The cover of a terminal that is too small: the size needed, and how to leave."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.screen import ModalScreen
from textual.widgets import Static

from yahtzee_tui.translation import N_, _
from yahtzee_tui.tui.keymap import bind

if TYPE_CHECKING:
    from textual import events
    from textual.app import App, ComposeResult
    from textual.binding import BindingType
    from textual.geometry import Size


SMALLEST = (60, 20)
"""The fewest columns and rows that the screens support."""


_EXPLANATION = N_(
    "This window is too small: the game needs {columns} columns and {rows} rows. Enlarge it or use "
    "a smaller font; nothing is lost. Or press q and run yahtzee-tui play --plain, which works at "
    "any size."
)


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
        bind("question_mark,f1", "explain", "Help", "too-small-help", "Show what you can do"),
        bind("q", "app.quit", "Quit", "too-small-quit", "Quit the program"),
    ]

    _explains = False

    def compose(self) -> ComposeResult:
        yield Static(markup=False)

    def on_resize(self, event: events.Resize) -> None:
        if self._explains:
            return
        needed, size = ("x".join(map(str, each)) for each in (SMALLEST, event.size))
        sentence = _("Needs {needed}; this window is {size}. q to quit.", needed=needed, size=size)
        self.query_one(Static).update(sentence)

    def action_explain(self) -> None:
        self._explains = True
        columns, rows = SMALLEST
        self.query_one(Static).update(_(_EXPLANATION, columns=columns, rows=rows))
