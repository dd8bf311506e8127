"""The page of one player's statistics: numbers, averages by box, charts and opponents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from yahtzee_tui.rules import RULESETS, WIDEST_NAME
from yahtzee_tui.store.stats.statistics_text import describe_statistics
from yahtzee_tui.text import cell_width, cut, format_number, format_signed, pad, use_minus_sign
from yahtzee_tui.translation import _, pgettext
from yahtzee_tui.tui.lifecycle import after_refresh
from yahtzee_tui.tui.widgets.chart import (
    MIN_GAMES_HISTOGRAM,
    MIN_GAMES_TREND,
    Chart,
    create_histogram,
    create_trend,
)
from yahtzee_tui.tui.widgets.painted import first_fitting

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual.app import ComposeResult

    from yahtzee_tui.services.value_tables import BestPlay
    from yahtzee_tui.store.stats.statistics import Statistics
    from yahtzee_tui.tui.widgets.chart import BarChart, LineChart


_LINE = 32  # columns of a label and its number
_COUNT = 6
_BOX_LABEL, _BOX_NUMBER = 17, 6
_MUCH_LESS = 0.8
"""The part of best play's average below which a box is shown as a warning."""

_HEADING = "bold"
_MUTED = "$card-muted"
_INK = "player-1"
_SHORTEST, _TALLEST = 9, 40
"""The rows of a chart."""

_NARROWEST = 20
"""The fewest columns of a chart; a window with less shows no page."""


def draw_numbers(statistics: Statistics, solved: float) -> Content:
    """Return a player's numbers; `solved` is the part of best play that is solved, or 0."""
    chapters = describe_statistics(statistics, solved)
    return Content("\n").join(_draw_chapter(chapter.title, chapter.rows) for chapter in chapters)


def draw_boxes(statistics: Statistics, best: Sequence[float]) -> Content:
    """Return the average points of every box; empty for all rule sets together.

    `best` are those of best play, with which the player's are compared; empty if not known.
    """
    ruleset = RULESETS.get(statistics.rules or "")
    if ruleset is None or not statistics.boxes:
        return Content("")
    means = zip(ruleset.boxes, statistics.boxes, strict=True)
    if not best:
        rows = [(box.name, format_number(mean)) for box, mean in means]
        return _draw_chapter(_("Average points per box"), rows)
    heads = (
        # Translators: a heading; at most 17 cells
        _("Average per box"),
        # Translators: a heading; at most 6 cells
        pgettext("average points", "Own"),
        # Translators: a heading; at most 6 cells
        pgettext("average points", "Best"),
    )
    lines = [Content.styled(_box_row(*heads, "+/−"), _HEADING)]
    for (box, mean), most in zip(means, best, strict=True):
        more = use_minus_sign(format_signed(mean - most))
        name = first_fitting((box.name, box.short), _BOX_LABEL - 2)
        row = _box_row(f"  {name}", format_number(mean), format_number(most), more)
        style = "$warning" if mean < _MUCH_LESS * most else ""
        lines.append(Content.styled(row, style))
    return Content("\n").join(lines)


def _box_row(label: str, *numbers: str) -> str:
    padded = pad(cut(label, _BOX_LABEL), _BOX_LABEL)
    return padded + "".join(f"{number:>{_BOX_NUMBER}}" for number in numbers)


def _draw_chapter(title: str, rows: Iterable[tuple[str, str]]) -> Content:
    lines = []
    for label, value in rows:
        room = _LINE - 1 - cell_width(value)
        lines.append(
            Content.assemble((f"  {pad(cut(label, room), room)} ", _MUTED), (value, "bold"))
        )
    return Content("\n").join([Content.styled(title, _HEADING), *lines])


def draw_opponents(statistics: Statistics) -> Content:
    """Return the balance against each opponent; empty if there are none."""
    if not statistics.opponents:
        return Content("")
    counts = (_("Won"), _("Lost"), _("Drawn"))
    widths = [max(_COUNT, cell_width(each) + 1) for each in counts]
    head = _row(_("Opponents"), counts, widths)
    rows = [
        Content(_row(opponent.name, opponent.balance, widths)) for opponent in statistics.opponents
    ]
    return Content("\n").join([Content.styled(head, _HEADING), *rows])


def _row(name: str, numbers: Iterable[object], widths: Sequence[int]) -> str:
    padded = pad(name, WIDEST_NAME)
    return padded + "".join(
        f"{number!s:>{width}}" for number, width in zip(numbers, widths, strict=True)
    )


class StatisticsPage(VerticalScroll, can_focus=False):
    """One player's numbers and charts; hidden until there are any."""

    DEFAULT_CSS = """
    StatisticsPage {
        layout: horizontal;
        height: 1fr;
        padding: 1 0 0 2;
        scrollbar-size-vertical: 1;
        #read { width: 36; height: auto; }
        #look { width: 1fr; height: auto; margin: 0 1 0 2; }
        #numbers, #boxes, #opponents { height: auto; margin-bottom: 1; text-wrap: nowrap; }
    }
    """

    def __init__(self) -> None:
        super().__init__(id="page")
        self.display = False
        self._statistics: Statistics | None = None
        self._best: BestPlay | None = None

    def compose(self) -> ComposeResult:
        with Vertical(id="read"):
            yield Static(id="numbers")
            yield Static(id="boxes")
        with Vertical(id="look"):
            yield Chart(_("Distribution of totals"), id="spread")
            yield Chart(_("Totals"), id="course")
            yield Chart(_("Points lost"), id="cost")
            yield Static(id="opponents")

    def on_resize(self) -> None:
        after_refresh(self, self._show_charts)

    def show(self, statistics: Statistics, best: BestPlay | None = None) -> None:
        """Show a player's statistics beside best play, None if that is not known."""
        self._statistics, self._best = statistics, best
        self.show_progress(statistics.waiting)
        self.query_one("#boxes", Static).update(draw_boxes(statistics, best.boxes if best else ()))
        self.query_one("#boxes").display = bool(statistics.boxes)
        self.query_one("#opponents", Static).update(draw_opponents(statistics))
        after_refresh(self, self._show_charts)

    def show_progress(self, waiting: int, solved: float = 0.0) -> None:
        """Show how many games aren't reviewed, and the part of best play that is solved."""
        if self._statistics is not None:
            statistics = self._statistics._replace(waiting=waiting)
            self.query_one("#numbers", Static).update(draw_numbers(statistics, solved))

    def _show_charts(self) -> None:
        """Show the charts that have enough games; totals of different rules can't be compared."""
        statistics = self._statistics
        columns = self.query_one("#look").size.width - 4
        if statistics is None or columns < _NARROWEST:
            return
        totals = statistics.totals if statistics.rules is not None else ()
        costs = tuple(map(abs, statistics.reviewed.skills)) if statistics.reviewed else ()
        odds = self._best.totals if self._best else ()
        has_spread = len(totals) >= MIN_GAMES_HISTOGRAM
        spread = create_histogram(totals, _("total"), _INK, columns, odds) if has_spread else None
        self._show_chart("#spread", spread)
        for name, values in (("#course", totals), ("#cost", costs)):
            is_known = len(values) >= MIN_GAMES_TREND
            trend = create_trend(values, _INK, columns) if is_known else None
            self._show_chart(name, trend)
        self._share_rows(statistics)

    def _share_rows(self, statistics: Statistics) -> None:
        """Share the rows of the window among the charts, but for those of the opponents."""
        charts = [chart for chart in self.query(Chart) if chart.display]
        rows = self.size.height - (len(statistics.opponents) + 2 if statistics.opponents else 0)
        for chart in charts:
            chart.styles.height = min(_TALLEST, max(_SHORTEST, rows // len(charts)))

    def _show_chart(self, name: str, chart: LineChart | BarChart | None) -> None:
        widget = self.query_one(name, Chart)
        widget.display = chart is not None
        widget.show(chart)
