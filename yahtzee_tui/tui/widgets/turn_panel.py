"""Beside the dice: which game and round it is, whose turn, how many rolls are left, and Roll."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from textual.containers import Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from yahtzee_tui.tui.widgets.roll_button import RollButton

if TYPE_CHECKING:
    from textual.app import ComposeResult


class TurnView(NamedTuple):
    """What the panel shows.

    Attributes:
        round: Which round it is.
        game: The name of the game.
        player: Who is to play, or what came out in the end.
        rolls: Which roll it is, in words and pips.
        standing: How the players stand.
        button: What the button says.
        can_roll: Whether it can be pressed.
    """

    round: str = ""
    game: str = ""
    player: str = ""
    rolls: str = ""
    standing: str = ""
    button: str = ""
    can_roll: bool = False


class TurnLines(Widget):
    """The lines of the panel. The name of the game is left out where it doesn't fit."""

    DEFAULT_CSS = """
    TurnLines { height: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }
    """
    view: reactive[TurnView] = reactive(TurnView())
    """What is shown."""

    def render(self) -> Content:
        """Draw the lines."""
        view = self.view
        both = f"{view.round} · {view.game}"
        head = both if len(both) <= self.size.width else view.round
        return Content("\n").join(
            [
                Content.styled(head, "$card-muted"),
                Content.styled(view.player, "bold $primary"),
                Content(view.rolls),
                Content.styled(view.standing, "$card-muted"),
            ]
        )


class TurnPanel(Vertical):
    """The lines and the button."""

    DEFAULT_CSS = """
    TurnPanel { width: 1fr; height: 7; padding: 0 0 0 1; }
    """

    def compose(self) -> ComposeResult:
        """Make the lines and the button."""
        yield TurnLines()
        yield RollButton(id="roll", markup=False)

    def show(self, view: TurnView) -> None:
        """Show whose turn it is."""
        self.query_one(TurnLines).view = view
        self.query_one(RollButton).show(view.button, idle=not view.can_roll)
