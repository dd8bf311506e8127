"""The review of a whole game: luck and skill, a chart, and the costliest decisions.

Imports numpy and the plotting library.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import getters
from textual.containers import Horizontal, Vertical
from textual.widgets import Static
from textual.widgets.option_list import Option

from yahtzee_tui.rules import WIDEST_NAME
from yahtzee_tui.tui.lifecycle import is_on_screen
from yahtzee_tui.tui.review.phrases import (
    describe_about,
    describe_about_chances,
    draw_mistake,
    draw_players,
    draw_swing,
    draw_win_mistake,
    find_courses,
    find_win_courses,
)
from yahtzee_tui.tui.widgets.chart import (
    HIGH_RESOLUTION,
    Chart,
    Courses,
    WinCourses,
    draw_courses,
    draw_win_courses,
)
from yahtzee_tui.tui.widgets.menu import Menu

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.app import ComposeResult
    from textual.content import Content

    from yahtzee_tui.strategy import Review
    from yahtzee_tui.strategy.winprob import WinReview

_BESIDE_NAMES = 34
"""Columns of the table of players without the names, with a gap to the chart."""

_SHORT_NAME = 10
_MOST_SWINGS = 8


_POINTS = "Expected final score[$card-muted]  ─ best play[/]"
_CHANCES = "To win, in %[$card-muted]  │ exact from here[/]"
_ESTIMATES = "To win, in %[$card-muted]  estimates[/]"


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
        #review-look { width: 1fr; height: auto; }
        #review-caption { margin-left: 1; }
        #review-list { padding: 0 1; margin-top: 1; height: 1; }
        #review-note { padding: 0 1; color: $card-muted; height: auto; }
        .caption { color: $primary; text-style: bold; text-wrap: nowrap; text-overflow: ellipsis; }
    }
    """

    menu = getters.query_one(Menu)

    def __init__(self, review: Review, coarse: bool) -> None:
        """Create the page; `coarse` charts use plain characters only."""
        super().__init__()
        self._review = review
        self._chances: WinReview | None = None
        self._is_winning = False
        self._turns: list[int] = []
        self._seat = 0
        self._mark = "*" if coarse else HIGH_RESOLUTION

    def compose(self) -> ComposeResult:
        with Horizontal(id="review-top"):
            with Vertical(id="review-read"):
                yield Static(id="review-players")
                yield Static(id="review-about", markup=False)
            with Vertical(id="review-look"):
                yield Static(id="review-caption", classes="caption")
                yield Chart[Courses](draw_courses, self._mark, id="review-course")
                yield Chart[WinCourses](draw_win_courses, self._mark, id="review-chances")
        yield Static(id="review-list", classes="caption")
        yield Menu(long=True)
        yield Static(id="review-note")

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
        self._show_charts()
        self._show_list()

    def show_chances(self, chances: WinReview) -> None:
        """Add the chances to win, and draw them if they are being shown."""
        self._chances = chances
        if self._is_winning:
            self.show(self._seat)

    def toggle_chances(self) -> None:
        self._is_winning = not self._is_winning
        self.show(self._seat)

    def _show_charts(self) -> None:
        chances, points, wins = self._chances, *self.query(Chart)
        points.display, wins.display = not self._is_winning, self._is_winning
        points.show(find_courses(self._review, self._seat))
        wins.show(None if chances is None else find_win_courses(chances, self._seat))
        caption, about = _POINTS, describe_about(self._review)
        if self._is_winning:
            about = describe_about_chances()
            caption = _CHANCES if chances is not None and chances.exact_from else _ESTIMATES
        self.query_one("#review-caption", Static).update(caption)
        self.query_one("#review-about", Static).update(about)

    def _show_list(self) -> None:
        found = [*(self._win_lines() if self._is_winning else self._point_lines())]
        self._turns = [turn for turn, _ in found]
        self.menu.set_options(Option(line) for _, line in found)
        self.menu.highlighted = 0 if found else None
        self.menu.display = self.query_one("#review-list").display = bool(found)
        heading = (
            "What turned the game, and what cost most" if self._is_winning else "What cost most"
        )
        self.query_one("#review-list", Static).update(f"{heading}, in which round")
        self.query_one("#review-note", Static).update(self._format_empty_list())
        self.query_one("#review-note").display = not found
        if found:
            self.menu.focus()

    def _point_lines(self) -> Iterator[tuple[int, Content]]:
        """Yield (turn index, line) for each decision that cost points."""
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
            return "Nothing that was decided cost anything."
        if self._chances is None:
            return "The chances of winning are being worked out …"
        return "Nothing turned the game, and nothing that was decided cost a chance of winning."

    def _show_players(self) -> None:
        room = self.query_one("#review-read").size.width - _BESIDE_NAMES
        widest = max(_SHORT_NAME, min(WIDEST_NAME, room))
        players = draw_players(self._review, self._seat, widest)
        self.query_one("#review-players", Static).update(players)
