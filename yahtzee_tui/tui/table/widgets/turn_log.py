"""The turn log: the turns so far, newest first, on tall screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Static

from yahtzee_tui.rules import format_faces
from yahtzee_tui.text import cell_width, pad

if TYPE_CHECKING:
    from yahtzee_tui.table import Table


class TurnLog(Static):
    """A line for each turn: player, dice, box, points."""

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
        self.border_title = "Turns"

    def show(self, table: Table) -> None:
        if self.display:
            self.update("\n".join(turn_lines(table, self.content_size.width)))


def turn_lines(table: Table, room: int) -> list[str]:
    """Return a line for each finished turn, newest first.

    Args:
        table: The table.
        room: The width in columns; long lines have the short box name.
    """
    game = table.game
    width = max(map(cell_width, game.players))
    lines = []
    for turn in table.history.turns:
        if turn.scored is None:
            continue
        box, points, bonus = turn.scored.box, turn.scored.points, turn.scored.bonus
        earned = f" +{bonus}" if bonus else ""
        dice = format_faces(turn.rolls[-1].faces)
        full, short = (
            f"{turn.round:>3}  {pad(turn.player, width)}  {dice}  {name} {points}{earned}"
            for name in (game.ruleset.box(box).name, game.ruleset.box(box).short)
        )
        lines.append(full if cell_width(full) <= room else short)
    return lines[::-1]
