"""The turns so far, newest first, where the screen is tall enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Static

from yahtzee_tui.rules import Rolled, Scored
from yahtzee_tui.text import cell_width, pad

if TYPE_CHECKING:
    from yahtzee_tui.rules import Faces
    from yahtzee_tui.table import Table


class TurnLog(Static):
    """A line a turn: who, the dice, the box, the points."""

    DEFAULT_CSS = """
    TurnLog {
        display: none;
        height: 1fr;
        margin: 0 1;
        padding: 0 1;
        color: $card-muted;
        text-wrap: nowrap;
        text-overflow: ellipsis;
        border-top: solid $card-muted;
        border-title-color: $card-muted;
    }
    """

    def on_mount(self) -> None:
        """Give it a heading."""
        self.border_title = "Turns"

    def show(self, table: Table) -> None:
        """Show the turns of a table."""
        if self.display:
            self.update("\n".join(turn_lines(table, self.content_size.width)))


def turn_lines(table: Table, room: int) -> list[str]:
    """Return a line for each turn that is over, newest first.

    Args:
        table: The table.
        room: Columns that a line may take; boxes have their short names where it is too long.
    """
    game = table.game
    seats = len(game.players)
    width = max(map(cell_width, game.players))
    faces: Faces = ()
    lines: list[str] = []
    for event in table.history.events:
        if isinstance(event, Rolled):
            faces = event.faces
        elif isinstance(event, Scored):
            turn = len(lines)
            name = game.players[(game.first + turn) % seats]
            bonus = f" +{event.bonus}" if event.bonus else ""
            box = game.ruleset.box(event.box)
            dice = "-".join(map(str, faces))
            round_ = turn // seats + 1
            name = pad(name, width)
            full, short = (
                f"{round_:>3}  {name}  {dice}  {each} {event.points}{bonus}"
                for each in (box.name, box.short)
            )
            lines.append(full if cell_width(full) <= room else short)
    return lines[::-1]
