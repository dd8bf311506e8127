"""The panel beside the dice (round, player, rolls left, roll button), and the log of turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from yahtzee_tui.rules import format_faces
from yahtzee_tui.text import cell_width, pad

if TYPE_CHECKING:
    from textual import events

    from yahtzee_tui.table import Table


class RollButton(Static):
    """A flat button for the mouse."""

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

    def show(self, label: str, idle: bool) -> None:
        self.idle = idle
        if label != self.content:
            self.update(label, layout=False)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Pressed())


class TurnView(NamedTuple):
    """What the panel shows; `rolls` is the number of the roll, in words and pips."""

    round: int = 0
    rounds: int = 0
    game: str = ""
    player: str = ""
    rolls: str = ""
    standing: str = ""
    button: str = ""
    can_press: bool = False
    unsaved: bool = False


class TurnLines(Widget):
    """The lines of the panel; the first is shortened where the name of the game doesn't fit."""

    DEFAULT_CSS = """
    TurnLines { height: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }
    """
    view: reactive[TurnView] = reactive(TurnView())

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


class TurnPanel(Vertical):
    """The lines and the button."""

    DEFAULT_CSS = """
    TurnPanel { width: 1fr; height: 7; padding: 0 0 0 1; }
    """

    def __init__(self) -> None:
        self._lines, self._button = TurnLines(), RollButton(id="roll", markup=False)
        super().__init__(self._lines, self._button)

    def show(self, view: TurnView) -> None:
        self._lines.view = view
        self._button.show(view.button, idle=not view.can_press)


class TurnLog(Static):
    """A line for each turn: player, dice, box, points."""

    BORDER_TITLE = "Turns"
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

    def show(self, table: Table) -> None:
        if self.display:
            self.update("\n".join(turn_lines(table, self.content_size.width)))


def turn_lines(table: Table, room: int) -> list[str]:
    """Return a line for each finished turn, newest first; long ones have the short box name."""
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
