"""The review of a whole game: luck and skill, a chart, the costliest decisions; turn by turn.

Imports numpy.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Static
from textual.widgets.option_list import Option

from yahtzee_tui.rules import WIDEST_NAME
from yahtzee_tui.table.what_if import branch_off, has_same_dice
from yahtzee_tui.tui.keymap import SCROLL, SCROLL_LINE, bind, bind_arrows
from yahtzee_tui.tui.lifecycle import GameScreen, is_on_screen, start_worker
from yahtzee_tui.tui.review.phrases import (
    describe_about,
    describe_about_chances,
    draw_card,
    draw_mistake,
    draw_outcome,
    draw_players,
    draw_swing,
    draw_turn,
    draw_win_mistake,
    draw_win_outcome,
    draw_win_roll,
    find_courses,
    find_win_courses,
)
from yahtzee_tui.tui.widgets.chart import Chart
from yahtzee_tui.tui.widgets.choices import Stepper
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from textual.app import ComposeResult
    from textual.content import Content

    from yahtzee_tui.rules import Record, Ruleset
    from yahtzee_tui.strategy import Mistake, Review
    from yahtzee_tui.strategy.winprob import WinReview


_BESIDE_NAMES = 34
"""Columns of the table of players without the names, with a gap to the chart."""

_SHORT_NAME, _MOST_SWINGS = 10, 8

_POINTS, _CHANCES = "Expected total", "Chance to win, in %"


class ReviewPage(Vertical):
    """A game from the view of one player: expected points, or the chance to win."""

    DEFAULT_CSS = """
    ReviewPage {
        height: 1fr;
        padding: 1 1 0 1;
        #review-top { height: auto; }
        #review-read { width: 44; height: auto; }
        #review-players { height: auto; text-wrap: nowrap; }
        #review-about { width: 42; height: auto; margin: 1 0 0 1; color: $card-muted; }
        #review-chart { width: 1fr; }
        #review-list { padding: 0 1; margin-top: 1; height: 1; }
        #review-why { padding: 0 1; color: $card-muted; height: 2; }
        #review-note { padding: 0 1; color: $card-muted; height: auto; }
        .caption { text-style: bold; text-wrap: nowrap; text-overflow: ellipsis; }
    }
    """

    menu = getters.query_one(Menu)

    def __init__(self, review: Review, explain: Callable[[Mistake], str]) -> None:
        """Show a review; `explain` says why a decision lost points, and is called in threads."""
        super().__init__()
        self._review, self._explain = review, explain
        self._mistakes: list[Mistake] = []
        self._chances: WinReview | None = None
        self._is_winning = False
        self._turns: list[int] = []
        self._seat = 0

    def compose(self) -> ComposeResult:
        with Horizontal(id="review-top"):
            with Vertical(id="review-read"):
                yield Static(id="review-players")
                yield Static(id="review-about", markup=False)
            yield Chart(_POINTS, id="review-chart")
        yield Static(id="review-list", classes="caption")
        yield Menu(long=True)
        yield Static(id="review-note")
        yield Static(id="review-why", markup=False)

    def on_mount(self) -> None:
        if is_on_screen(self):
            self.show(0)

    def on_resize(self) -> None:
        self._show_players()

    @property
    def marked(self) -> int | None:
        """The index of the marked decision's turn in the game, None if none is marked."""
        at = self.menu.highlighted
        return None if at is None else self._turns[at]

    def show(self, seat: int) -> None:
        self._seat = seat
        self._show_players()
        self._show_chart()
        self._show_list()

    def show_chances(self, chances: WinReview) -> None:
        self._chances = chances
        if self._is_winning:
            self.show(self._seat)

    def toggle_chances(self) -> None:
        self._is_winning = not self._is_winning
        self.show(self._seat)

    def _show_chart(self) -> None:
        chances, chart = self._chances, self.query_one(Chart)
        if self._is_winning:
            chart.show(chances and find_win_courses(chances, self._seat), _CHANCES)
            about = describe_about_chances()
        else:
            chart.show(find_courses(self._review, self._seat), _POINTS)
            about = describe_about(self._review)
        self.query_one("#review-about", Static).update(about)

    def _show_list(self) -> None:
        found = [*(self._win_lines() if self._is_winning else self._point_lines())]
        self._turns = [turn for turn, _ in found]
        self._mistakes = [] if self._is_winning else self._review.mistakes(self._seat)
        self.query_one("#review-why").display = bool(self._mistakes)
        self.menu.set_options(Option(line) for _, line in found)
        self.menu.highlighted = 0 if found else None
        self.menu.display = self.query_one("#review-list").display = bool(found)
        turned = "Turning points and costliest" if self._is_winning else "Costliest"
        heading = f"{turned} decisions (with round)"
        self.query_one("#review-list", Static).update(heading)
        self.query_one("#review-note", Static).update(self._format_empty_list())
        self.query_one("#review-note").display = not found
        if found:
            self.menu.focus()

    @on(Menu.OptionHighlighted)
    def _highlighted(self) -> None:
        start_worker(self, self._show_why, "why", exclusive=True)

    async def _show_why(self) -> None:
        """Show why the selected decision lost points."""
        at, why, text = self.menu.highlighted, self.query_one("#review-why", Static), ""
        why.update("")  # what it says is of another decision
        if at is not None and at < len(self._mistakes):
            text = await asyncio.to_thread(self._explain, self._mistakes[at])
        why.update(text)

    def _point_lines(self) -> Iterator[tuple[int, Content]]:
        for mistake in self._review.mistakes(self._seat):
            yield mistake.turn_number, draw_mistake(mistake)

    def _win_lines(self) -> Iterator[tuple[int, Content]]:
        """Yield (turn index, line) for each turning point, and each decision that cost chances."""
        if self._chances is not None:
            for swing in self._chances.swings()[:_MOST_SWINGS]:
                yield swing.turn_number, draw_swing(swing)
            for mistake in self._chances.mistakes(self._seat):
                yield mistake.turn_number, draw_win_mistake(mistake)

    def _format_empty_list(self) -> str:
        if not self._is_winning:
            return "Every decision was the best one."
        if self._chances is None:
            return "Calculating chances of winning …"
        return "No turning points, and no decision lowered a chance of winning."

    def _show_players(self) -> None:
        room = self.query_one("#review-read").size.width - _BESIDE_NAMES
        widest = max(_SHORT_NAME, min(WIDEST_NAME, room))
        players = draw_players(self._review, self._seat, widest)
        self.query_one("#review-players", Static).update(players)


_TURNS = Binding.Group("Turn", compact=True)
_PICTURE_ROWS, _GAP_ROWS = 24, 34


class ReviewTurnScreen(GameScreen[None]):
    """One turn at a time, over the review."""

    DEFAULT_CSS = """
    ReviewTurnScreen {
        #turn-head { height: 2; padding: 1 2 0 2; }
        #turn-title { width: 1fr; text-style: bold; }
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
        bind("left", "step(-1)", "Before", "turn-before", "Previous turn", group=_TURNS),
        bind(
            "right,space,enter", "step(1)", "Next", "turn-next", "Next turn", key_display="→",
            group=_TURNS,
        ),
        bind("home", "go(0)", "First turn", "turn-first", "First turn", show=False),
        bind("end", "go(-1)", "Last turn", "turn-last", "Last turn", show=False),
        *bind_arrows("turn", "scroll", SCROLL_LINE, ("up,k", "down,j"), group=SCROLL),
        bind(
            "d", "what_if(True)", "Same dice", "what-if-same",
            "Play on from this turn with the same dice; it counts nowhere",
        ),
        bind(
            "n", "what_if(False)", "New dice", "what-if-new",
            "Play on from this turn with new dice; it counts nowhere",
        ),
        bind("escape,v", "dismiss", "Back", "turn-back", "Back to the game review"),
    ]  # fmt: skip

    page = getters.query_one("#turn-page", VerticalScroll)

    def __init__(
        self, review: Review, number: int, chances: WinReview | None, record: Record | None
    ) -> None:
        """Show the turn `number`; `chances` is None in a solo game or until they are computed."""
        super().__init__()
        self._review, self._record = review, record
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

    def action_what_if(self, same_dice: bool) -> None:
        """Play on from this turn, at a table that is saved nowhere."""
        from yahtzee_tui.tui.table.what_if import WhatIfScreen

        if self._record is not None and self.is_active:
            table = branch_off(self._record, self._number, same_dice)
            totals = tuple(card.grand_total for card in self._review.game.cards)
            self.app.push_screen(WhatIfScreen(table, totals))

    def allowed(self) -> dict[str, bool | None]:
        """Return whether dice can be rolled again: those of a system or a hidden secret can't."""
        record = self._record
        can_repeat = record is not None and has_same_dice(record.setup)
        return {"what_if(True,)": can_repeat, "what_if": record is not None}

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        allowed = self.allowed()
        return self.is_mounted and allowed.get(f"{action}{parameters}", allowed.get(action, True))

    def action_scroll(self, step: int) -> None:
        self.page.scroll_relative(y=step, animate=False)

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
