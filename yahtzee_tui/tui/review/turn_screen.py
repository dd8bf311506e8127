"""A game turn by turn: the dice, the decisions, and the better ones.

Imports numpy, which is loaded before there is a review.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import getters, on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Static

from yahtzee_tui.tui.keymap import bind
from yahtzee_tui.tui.lifecycle import GameScreen
from yahtzee_tui.tui.review.phrases import (
    draw_card,
    draw_outcome,
    draw_turn,
    draw_win_outcome,
    draw_win_roll,
)
from yahtzee_tui.tui.widgets.choices import Stepper
from yahtzee_tui.tui.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy import Review
    from yahtzee_tui.strategy.winprob import WinReview

_SCROLL = Binding.Group("Scroll", compact=True)
_TURNS = Binding.Group("Turn", compact=True)
_PICTURE_ROWS = 24
_GAP_ROWS = 34


class ReviewTurnScreen(GameScreen[None]):
    """One turn at a time, over the review."""

    DEFAULT_CSS = """
    ReviewTurnScreen {
        #turn-head { height: 2; padding: 1 2 0 2; }
        #turn-title { width: 1fr; color: $primary; text-style: bold; }
        #turn-outcome, #turn-winning { height: 1; padding: 0 2; }
        #turn-page {
            layout: horizontal;
            height: 1fr;
            padding: 1 0 0 2;
            scrollbar-size-vertical: 1;
        }
        #turn-rolls { width: 40; height: auto; text-wrap: nowrap; text-overflow: ellipsis; }
        #turn-card { width: 17; height: auto; text-wrap: nowrap; }
        &.-short {
            #turn-head { height: 1; padding: 0 2; }
            #turn-page { padding: 0 0 0 2; }
        }
        &.-normal {
            #turn-rolls { width: 42; }
            #turn-card { margin-left: 6; }
        }
    }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (78, "-normal")]  # noqa: RUF012 - as in Textual
    VERTICAL_BREAKPOINTS = [(0, "-short"), (_PICTURE_ROWS, "-middle")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("left", "step(-1)", "Before", "turn-before", "The turn before", group=_TURNS),
        bind(
            "right,space,enter", "step(1)", "Next", "turn-next", "The next turn", key_display="→",
            group=_TURNS,
        ),
        bind("home", "go(0)", "First turn", "turn-first", "First turn", show=False),
        bind("end", "go(-1)", "Last turn", "turn-last", "Last turn", show=False),
        bind("up,k", "scroll(-1)", "Up", "turn-up", "A line up", key_display="↑", group=_SCROLL),
        bind(
            "down,j", "scroll(1)", "Down", "turn-down", "A line down", key_display="↓",
            group=_SCROLL,
        ),
        bind("escape,v", "dismiss", "Back", "turn-back", "Back to the whole game"),
    ]  # fmt: skip

    page = getters.query_one("#turn-page", VerticalScroll)

    def __init__(self, review: Review, number: int, chances: WinReview | None) -> None:
        """Show the turn `number`; `chances` is None in a solo game or until they are computed."""
        super().__init__()
        self._review = review
        self._chances = chances
        self._number = number

    def compose(self) -> ComposeResult:
        with Horizontal(id="turn-head"):
            yield Static(id="turn-title", markup=False)
            yield Stepper(id="turn-stepper")
        yield Static(id="turn-outcome")
        yield Static(id="turn-winning")
        with VerticalScroll(id="turn-page", can_focus=False):
            yield Static(id="turn-rolls")
            yield Static(id="turn-card")
        yield KeyBar()

    def on_mount(self) -> None:
        self._show()

    def on_resize(self) -> None:
        self._show()

    def show_chances(self, chances: WinReview) -> None:
        self._chances = chances
        self._show()

    @property
    def ruleset(self) -> Ruleset:
        return self._review.game.ruleset

    def action_step(self, step: int) -> None:
        self.action_go(min(max(self._number + step, 0), len(self._review.turns) - 1))

    def action_go(self, number: int) -> None:
        """Show a turn by its index; -1 is the last one."""
        self._number = number % len(self._review.turns)
        self.page.scroll_home(animate=False)
        self._show()

    def action_scroll(self, step: int) -> None:
        self.page.scroll_relative(y=step, animate=False)

    @on(Stepper.Stepped)
    def _stepped(self, event: Stepper.Stepped) -> None:
        self.action_step(event.step)

    def _show(self) -> None:
        turns, rounds = self._review.turns, self._review.game.rounds
        turn = turns[self._number]
        title = f"Round {turn.round} of {rounds} · {turn.player}"
        rows = self.app.size.height
        chances = self._chances.turns[self._number] if self._chances else None
        notes = [[*draw_win_roll(roll, turn.seat)] for roll in chances or ()] or [[]] * len(
            turn.rolls
        )
        rolls = draw_turn(turn, notes, has_pictures=rows >= _PICTURE_ROWS, gap=rows >= _GAP_ROWS)
        self.query_one("#turn-title", Static).update(title)
        place = f"{self._number + 1} of {len(turns)}"
        self.query_one(Stepper).show(place, has_others=len(turns) > 1)
        self.query_one("#turn-outcome", Static).update(draw_outcome(turn))
        winning = self.query_one("#turn-winning", Static)
        winning.display = chances is not None
        winning.update("" if chances is None else draw_win_outcome(chances, turn.seat))
        self.query_one("#turn-rolls", Static).update(rolls)
        self.query_one("#turn-card", Static).update(draw_card(turn))
