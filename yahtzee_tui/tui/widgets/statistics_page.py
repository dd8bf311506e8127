"""What the statistics say of one player: numbers, and charts, side by side or below one another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from yahtzee_tui.tui.background import once_drawn
from yahtzee_tui.tui.charts import (
    FEWEST_TO_FOLLOW,
    FEWEST_TO_SPREAD,
    FINE,
    draw_course,
    draw_histogram,
    games_a_point,
)
from yahtzee_tui.tui.statistics_view import draw_boxes, draw_numbers, draw_opponents
from yahtzee_tui.tui.widgets.chart import Chart

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult

    from yahtzee_tui.store.stats.models import Statistics


class StatisticsPage(VerticalScroll, can_focus=False):
    """One player's numbers, as long as there are any."""

    DEFAULT_CSS = """
    StatisticsPage {
        layout: horizontal;
        height: 1fr;
        padding: 1 0 0 2;
        scrollbar-size-vertical: 1;
        scrollbar-color: $primary;
        scrollbar-background: $panel;
        #read { width: 36; height: auto; }
        #look { width: 1fr; height: auto; margin: 0 1 0 2; }
        #numbers, #boxes, #opponents { height: auto; margin-bottom: 1; text-wrap: nowrap; }
        .caption { color: $primary; text-style: bold; text-wrap: nowrap; text-overflow: ellipsis; }
        Chart { height: 8; margin-bottom: 1; }
    }
    """

    def __init__(self, coarse: bool) -> None:
        """Make an empty page, which is not shown yet.

        Args:
            coarse: Whether charts are drawn with plain characters only.
        """
        super().__init__(id="page")
        self.display = False
        self._bar, self._point = ("#", "*") if coarse else (FINE, FINE)
        self._statistics: Statistics | None = None

    def compose(self) -> ComposeResult:
        """Make the parts of the page."""
        with Vertical(id="read"):
            yield Static(id="numbers")
            yield Static(id="boxes")
        with Vertical(id="look"):
            yield Static(id="spread-caption", classes="caption")
            yield Chart(draw_histogram, self._bar, id="spread")
            yield Static(id="course-caption", classes="caption")
            yield Chart(draw_course, self._point, id="course")
            yield Static(id="cost-caption", classes="caption")
            yield Chart(draw_course, self._point, id="cost")
            yield Static(id="opponents")

    def on_resize(self) -> None:
        """Say anew how many games a point of the lines stands for."""
        once_drawn(self, self._show_captions)

    def show(self, statistics: Statistics) -> None:
        """Show a player's numbers."""
        self._statistics = statistics
        self.show_progress(statistics.waiting)
        self.query_one("#boxes", Static).update(draw_boxes(statistics))
        self.query_one("#boxes").display = bool(statistics.boxes)
        self.query_one("#opponents", Static).update(draw_opponents(statistics))
        self.query_one("#spread", Chart).show(statistics.totals)
        self.query_one("#course", Chart).show(statistics.totals)
        self.query_one("#cost", Chart).show(_costs(statistics))
        once_drawn(self, self._show_captions)

    def show_progress(self, waiting: int, solved: float = 0.0) -> None:
        """Show how far somebody is who looks back on games.

        Args:
            waiting: How many are still to be looked at.
            solved: Which part of best play is worked out, 0 if it needn't be.
        """
        if self._statistics is not None:
            statistics = self._statistics._replace(waiting=waiting)
            self.query_one("#numbers", Static).update(draw_numbers(statistics, solved))

    def _show_captions(self) -> None:
        """Say what the charts show, and hide those that would say nothing."""
        statistics = self._statistics
        if statistics is None:
            return
        # Totals of different games can't be compared.
        totals = statistics.totals if statistics.rules is not None else ()
        self._show_caption("spread", "Distribution of totals", len(totals) >= FEWEST_TO_SPREAD)
        together = self._games_a_point(totals)
        games = "Totals, game by game" if together == 1 else f"Mean of each {together} games"
        course = f"{games}[$card-muted]  ─ mean of all[/]"
        self._show_caption("course", course, len(totals) >= FEWEST_TO_FOLLOW)
        costs = _costs(statistics)
        together = self._games_a_point(costs)
        games = "game by game" if together == 1 else f"each {together} games"
        cost = f"Decisions cost, {games}[$card-muted]  ─ mean[/]"
        self._show_caption("cost", cost, len(costs) >= FEWEST_TO_FOLLOW)

    def _show_caption(self, name: str, caption: str, shown: bool) -> None:
        self.query_one(f"#{name}").display = shown
        self.query_one(f"#{name}-caption").display = shown
        self.query_one(f"#{name}-caption", Static).update(caption)

    def _games_a_point(self, points: Sequence[float]) -> int:
        return games_a_point(len(points), self.query_one("#look").size.width)


def _costs(statistics: Statistics) -> tuple[float, ...]:
    """Return what decisions cost in every game that was looked back on, in points."""
    reviewed = statistics.reviewed
    return tuple(abs(skill) for skill in reviewed.skills) if reviewed else ()
