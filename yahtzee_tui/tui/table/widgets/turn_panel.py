"""Beside the dice: which game and round it is, whose turn, how many rolls are left, and Roll."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static

from yahtzee_tui.tui.widgets.status_line import CachedLines

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult


class RollButton(Static, CachedLines):
    """A flat button for the mouse; the keyboard rolls without it."""

    DEFAULT_CSS = """
    RollButton {
        width: 100%;
        max-width: 26;
        height: 3;
        content-align: center middle;
        text-style: bold;
        color: $on-primary;
        background: $primary;
        pointer: pointer;
        &:hover { background: $die-face; color: $die-pip; }
        &.-idle { color: $card-muted; background: $panel; pointer: default; }
    }
    """
    ALLOW_SELECT = False

    class Pressed(Message):
        """The button was clicked."""

    idle = reactive(False, toggle_class="-idle")
    """Whether there is nothing to roll."""

    def show(self, label: str, idle: bool) -> None:
        """Show what it does now, and whether it can be pressed."""
        self.idle = idle
        if label != self.content:
            self.update(label, layout=False)

    def on_click(self, event: events.Click) -> None:
        """Tell that it was pressed; the screen knows what that means now."""
        event.stop()
        self.post_message(self.Pressed())


class TurnView(NamedTuple):
    """What the panel shows.

    Attributes:
        round: Which round it is, from 1.
        rounds: How many there are.
        game: The name of the game.
        player: Who is to play, or what came out in the end.
        rolls: Which roll it is, in words and pips.
        standing: How the players stand.
        button: What the button says.
        can_press: Whether it can be pressed.
        unsaved: Whether the game can't be saved.
    """

    round: int = 0
    rounds: int = 0
    game: str = ""
    player: str = ""
    rolls: str = ""
    standing: str = ""
    button: str = ""
    can_press: bool = False
    unsaved: bool = False


class TurnLines(CachedLines):
    """The lines of the panel; the first gets shorter where the name of the game doesn't fit."""

    DEFAULT_CSS = """
    TurnLines { height: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }
    """
    view: reactive[TurnView] = reactive(TurnView())
    """What is shown."""

    def render(self) -> Content:
        view = self.view
        heads = (
            f"Round {view.round} of {view.rounds} · {view.game}",
            f"{view.round}/{view.rounds} · {view.game}",
            f"Round {view.round} of {view.rounds}",
        )
        mark = " NOT SAVED" if view.unsaved else ""
        room = self.size.width - len(mark)
        head = next((head for head in heads if len(head) <= room), heads[-1])
        return Content("\n").join(
            [
                Content.assemble((head, "$card-muted"), (mark, "bold $warning")),
                Content.styled(view.player, "bold $primary"),
                Content(view.rolls),
                Content.styled(view.standing, "$card-muted"),
            ]
        )


class TurnPanel(Vertical, CachedLines):
    """The lines and the button."""

    DEFAULT_CSS = """
    TurnPanel { width: 1fr; height: 7; padding: 0 0 0 1; }
    """

    def compose(self) -> ComposeResult:
        yield TurnLines()
        yield RollButton(id="roll", markup=False)

    def show(self, view: TurnView) -> None:
        """Show whose turn it is."""
        self.query_one(TurnLines).view = view
        self.query_one(RollButton).show(view.button, idle=not view.can_press)
