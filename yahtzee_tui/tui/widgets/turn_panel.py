"""Beside the dice: which game and round it is, whose turn, how many rolls are left, and Roll."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from yahtzee_tui.tui.widgets.roll_button import RollButton

if TYPE_CHECKING:
    from textual.app import ComposeResult


@dataclass(frozen=True, slots=True)
class TurnView:
    """What the panel shows.

    Attributes:
        game: The name of the game and the round.
        player: Who is to play, or what came out in the end.
        rolls: Which roll it is, in words and pips.
        standing: How the players stand.
        button: What the button says.
        can_roll: Whether it can be pressed.
    """

    game: str
    player: str
    rolls: str
    standing: str
    button: str
    can_roll: bool


class TurnPanel(Vertical):
    """The panel and its button."""

    DEFAULT_CSS = """
    TurnPanel {
        width: 1fr;
        height: 7;
        padding: 0 0 0 1;
        #turn-lines { width: 100%; height: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }
    }
    """

    def compose(self) -> ComposeResult:
        """Make the lines and the button."""
        yield Static(id="turn-lines")
        yield RollButton(id="roll", markup=False)

    def show(self, view: TurnView) -> None:
        """Show whose turn it is."""
        lines = Content.from_markup(
            "[$card-muted]$game[/]\n[b $primary]$player[/]\n$rolls\n[$card-muted]$standing[/]",
            game=view.game,
            player=view.player,
            rolls=view.rolls,
            standing=view.standing,
        )
        self.query_one("#turn-lines", Static).update(lines)
        self.query_one(RollButton).show(view.button, idle=not view.can_roll)
