"""What a review says of a whole game: luck and skill, a chart, and the costliest decisions.

Importing it brings numpy along, and the library that draws.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import getters
from textual.containers import Horizontal, Vertical
from textual.widgets import Static
from textual.widgets.option_list import Option

from yahtzee_tui.rules import WIDEST_NAME
from yahtzee_tui.tui.charts import FINE, Courses, draw_courses
from yahtzee_tui.tui.review_view import draw_mistake, draw_players, find_courses, tell_about
from yahtzee_tui.tui.widgets.chart import Chart
from yahtzee_tui.tui.widgets.long_menu import LongMenu

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from yahtzee_tui.strategy import Mistake, Review

_BESIDE_NAMES = 34
"""Columns of the table of players without their names, with a gap to the chart."""

_SHORT_NAME = 10


class ReviewPage(Vertical):
    """A game, and one of its players looked at more closely."""

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

    menu = getters.query_one(LongMenu)

    def __init__(self, review: Review, ascii_only: bool) -> None:
        """Show a game.

        Args:
            review: The game.
            ascii_only: Whether nothing but ASCII may be drawn.
        """
        super().__init__()
        self._review = review
        self._seat = 0
        self._mark = "*" if ascii_only else FINE

    def compose(self) -> ComposeResult:
        """Make the parts of the page."""
        with Horizontal(id="review-top"):
            with Vertical(id="review-read"):
                yield Static(id="review-players")
                yield Static(tell_about(self._review), id="review-about", markup=False)
            with Vertical(id="review-look"):
                caption = "Expected final score[$card-muted]  ─ best play[/]"
                yield Static(caption, id="review-caption", classes="caption")
                yield Chart[Courses](draw_courses, self._mark, id="review-course")
        yield Static("What cost most, in which round", id="review-list", classes="caption")
        yield LongMenu()
        yield Static("Nothing that was decided cost anything.", id="review-note")

    def on_mount(self) -> None:
        """Show the first player."""
        self.show(0)

    def on_resize(self) -> None:
        """Show as much of the names as there is room for now."""
        self._show_players()

    @property
    def mistakes(self) -> list[Mistake]:
        """The mistakes of the player looked at, the costliest first."""
        return self._review.mistakes(self._seat)

    @property
    def marked(self) -> Mistake | None:
        """The mistake that is marked, None if there are none."""
        at = self.menu.highlighted
        return None if at is None else self.mistakes[at]

    def show(self, seat: int) -> None:
        """Look at a player."""
        self._seat = seat
        self._show_players()
        self.query_one(Chart).show(find_courses(self._review, seat))
        mistakes = self.mistakes
        self.menu.set_options(Option(draw_mistake(mistake)) for mistake in mistakes)
        self.menu.highlighted = 0 if mistakes else None
        self.menu.display = self.query_one("#review-list").display = bool(mistakes)
        self.query_one("#review-note").display = not mistakes
        if mistakes:
            self.menu.focus()

    def _show_players(self) -> None:
        room = self.query_one("#review-read").size.width - _BESIDE_NAMES
        widest = max(_SHORT_NAME, min(WIDEST_NAME, room))
        players = draw_players(self._review, self._seat, widest)
        self.query_one("#review-players", Static).update(players)
