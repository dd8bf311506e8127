"""The dice of the day in the menu, and the dialog with the result of today's attempt."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Static

from yahtzee_tui.services.saved_games import find_attempt
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.store.listing import describe_where
from yahtzee_tui.table.daily import (
    daily_config,
    describe_next,
    today,
)
from yahtzee_tui.tui.keymap import bind
from yahtzee_tui.tui.lifecycle import Dialog
from yahtzee_tui.tui.table.result import BestScore
from yahtzee_tui.tui.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from yahtzee_tui.store import Store
    from yahtzee_tui.table.daily import DailyAttempt
    from yahtzee_tui.tui.context import AppContext


def find_today(store: Store, name: str) -> DailyAttempt | None:
    """Return a player's first attempt of today, even an archived one; or raise `StoreProblem`."""
    return find_attempt(store, name, today())


def describe_today(found: DailyAttempt | None) -> str:
    """Return the note of the menu item."""
    if found is None:
        return "the same for everybody, one try"
    if found.game.is_over:
        return f"{found.total} points; how good is that?"
    return f"go on, {describe_where(found.game)}"


async def open_today(app: AppContext, store: Store) -> None:
    """Start today's game, continue it, or show its result."""
    try:
        found = await asyncio.to_thread(find_today, store, app.me)
    except StoreProblem as problem:
        app.show_message(problem.sentence)
        return
    if found is None:
        app.navigator.play(daily_config(app.me, today()))
    elif found.game.is_over:
        app.ask(DailyScreen(found))
    else:
        app.navigator.open_game(found.id)


class DailyScreen(Dialog[None]):
    """Shows the player's points, those of best play, and when the next dice come."""

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
        bind("v", "review", "Review", "daily-review", "What was luck, and what decisions cost"),
        bind("escape", "dismiss", "Back", "daily-back", "Back to the menu"),
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
        bind("q", "app.quit", "Quit", "daily-quit", "Leave the program"),
    ]

    def __init__(self, found: DailyAttempt) -> None:
        super().__init__()
        self._found = found

    def compose(self) -> ComposeResult:
        found, setup = self._found, self._found.record.setup
        coach = ", with the coach" if setup.coached else ""
        with Vertical(classes="box"):
            yield Static(f"Dice of the day, {found.day}", id="daily-title")
            points = f"{setup.players[0]} scored {found.total}{coach}."
            yield Static(points, id="daily-points", markup=False)
            yield BestScore(setup, self.context.value_tables.find(found.game.ruleset))
            yield Static(describe_next(), id="daily-next")
            with Horizontal(id="daily-choices"):
                yield Button("Review", id="daily-review", variant="primary")
                yield Button("Back", id="daily-back")
        yield KeyBar()

    def action_review(self) -> None:
        self.context.show_review(lambda: self._found.record)

    @on(Button.Pressed, "#daily-review")
    def _review_pressed(self) -> None:
        self.action_review()

    @on(Button.Pressed, "#daily-back")
    def _back_pressed(self) -> None:
        self.dismiss()
