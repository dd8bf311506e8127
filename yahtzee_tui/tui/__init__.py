"""What one sees: the Textual app with its screens, widgets and themes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from yahtzee_tui.table import Invitation, Table

__all__ = ["run"]


def run(invitation: Invitation | None, me: str, mouse: bool = True) -> Table | None:
    """Run the app until it is left.

    Args:
        invitation: A game to begin with; None for the title screen.
        me: The name proposed for the player at this terminal.
        mouse: Whether the mouse plays along.

    Returns:
        The table that was played at last, None if there was none.

    Raises:
        Malformed: If something in the invitation makes no sense.
        SystemExit: If the app ended with an error, which it has shown.
    """
    from yahtzee_tui.tui.app import YahtzeeApp

    app = YahtzeeApp(invitation, me)
    app.run(mouse=mouse)
    if app.return_code:
        raise SystemExit(app.return_code)
    return app.table
