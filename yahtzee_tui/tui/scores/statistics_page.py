"""The statistics of one player: numbers and charts, side by side or one below the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from yahtzee_tui.rules import RULESETS, WIDEST_NAME
from yahtzee_tui.store.stats.phrases import describe_statistics
from yahtzee_tui.text import pad
from yahtzee_tui.tui.lifecycle import after_refresh
from yahtzee_tui.tui.widgets.chart import (
    HIGH_RESOLUTION,
    MIN_GAMES_HISTOGRAM,
    MIN_GAMES_TREND,
    Chart,
    draw_histogram,
    draw_trend,
    games_a_point,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual.app import ComposeResult

    from yahtzee_tui.store.stats.models import Statistics


_LABEL = 21
_NUMBER = 11
_COUNTS = (5, 6, 6)
_HEADING = "bold $primary"
_MUTED = "$card-muted"
ALL_RULES = "All rules"


def name_rules(rules: str | None) -> str:
    """Return the name of a rule set by its id, or that of all together for None."""
    if rules is None:
        return ALL_RULES
    ruleset = RULESETS.get(rules)
    return ruleset.name if ruleset else rules


def draw_numbers(statistics: Statistics, solved: float = 0.0) -> Content:
    """Return a player's numbers; `solved` is the part of best play that is solved, or 0."""
    chapters = []
    for chapter in describe_statistics(statistics, solved):
        rows = [
            Content.assemble((f"  {label:<{_LABEL}}", _MUTED), (f"{value:>{_NUMBER}}", "bold"))
            for label, value in chapter.rows
        ]
        chapters.append(_join([Content.styled(chapter.title, _HEADING), *rows]))
    return Content("\n").join(chapters)


def draw_boxes(statistics: Statistics) -> Content:
    """Return the mean points of every box; empty for all rule sets together."""
    ruleset = RULESETS.get(statistics.rules or "")
    if ruleset is None or not statistics.boxes:
        return Content("")
    head = Content.styled("Mean points of every box", _HEADING)
    rows = [
        Content.assemble((f"  {box.name:<{_LABEL}}", _MUTED), (f"{mean:>{_NUMBER}.1f}", "bold"))
        for box, mean in zip(ruleset.boxes, statistics.boxes, strict=True)
    ]
    return _join([head, *rows])


def draw_opponents(statistics: Statistics) -> Content:
    """Return the balance against each opponent; empty if there are none."""
    if not statistics.opponents:
        return Content("")
    head = _row("Opponents", ("Won", "Lost", "Drawn"))
    rows = [Content(_row(opponent.name, opponent.balance)) for opponent in statistics.opponents]
    return _join([Content.styled(head, _HEADING), *rows])


def _row(name: str, numbers: Iterable[object]) -> str:
    padded = pad(name, WIDEST_NAME)
    return padded + "".join(
        f"{number!s:>{width}}" for number, width in zip(numbers, _COUNTS, strict=True)
    )


def _join(lines: Iterable[Content]) -> Content:
    return Content("\n").join(lines)


class StatisticsPage(VerticalScroll, can_focus=False):
    """One player's numbers and charts; hidden until there are any."""

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
        """Create an empty page; `coarse` charts use plain characters only."""
        super().__init__(id="page")
        self.display = False
        self._bar, self._point = ("#", "*") if coarse else (HIGH_RESOLUTION, HIGH_RESOLUTION)
        self._statistics: Statistics | None = None

    def compose(self) -> ComposeResult:
        with Vertical(id="read"):
            yield Static(id="numbers")
            yield Static(id="boxes")
        with Vertical(id="look"):
            yield Static(id="spread-caption", classes="caption")
            yield Chart(draw_histogram, self._bar, id="spread")
            yield Static(id="course-caption", classes="caption")
            yield Chart(draw_trend, self._point, id="course")
            yield Static(id="cost-caption", classes="caption")
            yield Chart(draw_trend, self._point, id="cost")
            yield Static(id="opponents")

    def on_resize(self) -> None:
        after_refresh(self, self._show_captions)

    def show(self, statistics: Statistics) -> None:
        self._statistics = statistics
        self.show_progress(statistics.waiting)
        self.query_one("#boxes", Static).update(draw_boxes(statistics))
        self.query_one("#boxes").display = bool(statistics.boxes)
        self.query_one("#opponents", Static).update(draw_opponents(statistics))
        self.query_one("#spread", Chart).show(statistics.totals)
        self.query_one("#course", Chart).show(statistics.totals)
        self.query_one("#cost", Chart).show(_costs(statistics))
        after_refresh(self, self._show_captions)

    def show_progress(self, waiting: int, solved: float = 0.0) -> None:
        """Show how many games aren't reviewed, and the part of best play that is solved."""
        if self._statistics is not None:
            statistics = self._statistics._replace(waiting=waiting)
            self.query_one("#numbers", Static).update(draw_numbers(statistics, solved))

    def _show_captions(self) -> None:
        """Update the captions, and hide the charts with too few games."""
        statistics = self._statistics
        if statistics is None:
            return
        # Totals of different rule sets can't be compared.
        totals = statistics.totals if statistics.rules is not None else ()
        self._show_caption("spread", "Distribution of totals", len(totals) >= MIN_GAMES_HISTOGRAM)
        together = self._games_a_point(totals)
        games = "Totals, game by game" if together == 1 else f"Mean of each {together} games"
        course = f"{games}[$card-muted]  ─ mean of all[/]"
        self._show_caption("course", course, len(totals) >= MIN_GAMES_TREND)
        costs = _costs(statistics)
        together = self._games_a_point(costs)
        games = "game by game" if together == 1 else f"each {together} games"
        cost = f"Decisions cost, {games}[$card-muted]  ─ mean[/]"
        self._show_caption("cost", cost, len(costs) >= MIN_GAMES_TREND)

    def _show_caption(self, name: str, caption: str, shown: bool) -> None:
        self.query_one(f"#{name}").display = shown
        self.query_one(f"#{name}-caption").display = shown
        self.query_one(f"#{name}-caption", Static).update(caption)

    def _games_a_point(self, points: Sequence[float]) -> int:
        return games_a_point(len(points), self.query_one("#look").size.width)


def _costs(statistics: Statistics) -> tuple[float, ...]:
    """Return the points that decisions cost in each reviewed game."""
    reviewed = statistics.reviewed
    return tuple(abs(skill) for skill in reviewed.skills) if reviewed else ()
