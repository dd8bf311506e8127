"""A line over the card with what is worth knowing in a first game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Static

from yahtzee_tui.tui.tips import find_tip
from yahtzee_tui.tui.widgets.kept_lines import KeptLines

if TYPE_CHECKING:
    from yahtzee_tui.settings import Options
    from yahtzee_tui.table import Table


class TipLine(KeptLines, Static):
    """Takes the empty line over the card; where there is none, it stays away."""

    DEFAULT_CSS = """
    TipLine {
        height: 1;
        padding: 0 1;
        text-wrap: nowrap;
        text-overflow: ellipsis;
        color: $card-muted;
        display: none;
    }
    """

    def __init__(self) -> None:
        """Make an empty line."""
        super().__init__(id="tip", markup=False)

    def show(self, table: Table, options: Options) -> None:
        """Show what is worth knowing now; go away while there is nothing."""
        tip = find_tip(table, options)
        self.screen.set_class(tip is not None, "-first-game")
        if (tip or "") != self.content:
            self.update(tip or "", layout=False)
