"""What covers every screen while the terminal is too small for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.app import App
    from textual.geometry import Size

SMALLEST = (60, 20)
"""The fewest columns and rows that the screens are made for."""


def cover_or_uncover(app: App[None], size: Size) -> None:
    """Cover everything while the terminal is too small, and uncover it once it has grown."""
    from yahtzee_tui.tui.screens.too_small import TooSmallScreen

    too_small = size.width < SMALLEST[0] or size.height < SMALLEST[1]
    covered = any(isinstance(screen, TooSmallScreen) for screen in app.screen_stack)
    if too_small and not covered:
        app.push_screen(TooSmallScreen(SMALLEST))
    elif covered and not too_small:
        # A question asked over the cover goes with it.
        while not isinstance(app.screen, TooSmallScreen):
            app.pop_screen()
        app.pop_screen()
