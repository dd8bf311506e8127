"""How today's dice were played, for whoever has had the one try."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Static

from yahtzee_tui.table.daily import tell_next
from yahtzee_tui.tui.screens.base import Dialog
from yahtzee_tui.tui.widgets.best_score import BestScore
from yahtzee_tui.tui.widgets.hint_bar import HintBar

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from yahtzee_tui.table.daily import Try


class DailyScreen(Dialog[None]):
    """Over the title: the points, those of best play, and when the next dice come."""

    DEFAULT_CSS = """
    DailyScreen {
        #daily-title { width: 100%; text-align: center; text-style: bold; color: $primary; }
        #daily-points { width: 100%; text-align: center; margin-top: 1; }
        #daily-next { width: 100%; text-align: center; color: $card-muted; margin: 1 0; }
        #daily-choices { height: auto; align-horizontal: center; }
        #daily-choices Button { margin: 0 1; }
    }
    """
    AUTO_FOCUS = "#daily-review"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "v", "review", "Review", id="daily-review",
            tooltip="What was luck, and what decisions cost",
        ),
        Binding("escape", "dismiss", "Back", id="daily-back", tooltip="Back to the menu"),
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
        Binding("q", "app.quit", "Quit", id="daily-quit", tooltip="Leave the program"),
    ]  # fmt: skip

    def __init__(self, found: Try) -> None:
        """Show a try of today's dice that is over."""
        super().__init__()
        self._found = found

    def compose(self) -> ComposeResult:
        """Make the sentences and the buttons."""
        found, setup = self._found, self._found.record.setup
        coach = ", with the coach" if setup.coached else ""
        with Vertical(classes="box"):
            yield Static(f"Dice of the day, {found.day}", id="daily-title")
            points = f"{setup.players[0]} scored {found.total}{coach}."
            yield Static(points, id="daily-points", markup=False)
            yield BestScore(setup, self.context.teachers.find(found.game.ruleset))
            yield Static(tell_next(), id="daily-next")
            with Horizontal(id="daily-choices"):
                yield Button("Review", id="daily-review", variant="primary")
                yield Button("Back", id="daily-back")
        yield HintBar()

    def action_review(self) -> None:
        """Look back on the game; this screen waits."""
        self.context.show_review(lambda: self._found.record)

    @on(Button.Pressed, "#daily-review")
    def _review_pressed(self) -> None:
        self.action_review()

    @on(Button.Pressed, "#daily-back")
    def _back_pressed(self) -> None:
        self.dismiss()
