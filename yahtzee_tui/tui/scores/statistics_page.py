"""One player's page: the newest games and the days, then numbers, charts and opponents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from yahtzee_tui.rules import WIDEST_NAME, find_played
from yahtzee_tui.store.stats.statistics_text import (
    describe_fairness,
    describe_numbers,
    describe_page,
    judge_fairness,
    mark_newest,
)
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
from yahtzee_tui.tui.widgets.painted import Panel, TextRun, first_fitting

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from textual import events
    from textual.app import ComposeResult

    from yahtzee_tui.services.own_page import OwnPage
    from yahtzee_tui.services.value_tables import BestPlay
    from yahtzee_tui.store.stats.fairness import Fairness
    from yahtzee_tui.store.stats.statistics import Statistics
    from yahtzee_tui.tui.widgets.chart import BarChart, LineChart


_LINE, _OWN_LINE = 32, 30  # columns of a label and its number, below the title and on top
_COUNT = 6
_BOX_LABEL, _BOX_NUMBER = 17, 6
_MUCH_LESS = 0.8
"""The part of best play's average below which a box is shown as a warning."""

_HEADING = "bold"
_MUTED = "$card-muted"
_INK = "player-1"
_SHORTEST, _TALLEST = 9, 40
"""The rows of a chart."""

_OWN_ROWS = 15
"""The rows of the first page without a chart."""

_NARROWEST = 20
"""The fewest columns of a chart; a window with less shows no page."""


def draw_numbers(statistics: Statistics, solved: float) -> Content:
    """Return a player's numbers; `solved` is the part of best play that is solved, or 0."""
    chapters = describe_numbers(statistics, solved)
    return Content("\n").join(_draw_chapter(chapter.title, chapter.rows) for chapter in chapters)


def draw_page(statistics: Statistics) -> Content:
    """Return the first page, with a square for each of the newest games, full if it was better."""
    games, *newest = describe_page(statistics)
    parts = [_draw_chapter(games.title, games.rows, _OWN_LINE)]
    for chapter in newest:
        squares = " ".join("■" if better else "□" for better in mark_newest(statistics))
        head = Content.styled(chapter.title, _HEADING)
        rows = _draw_chapter("", chapter.rows, _OWN_LINE)
        parts.append(Content.assemble("\n", head, f"\n  {squares}", rows))
    return Content("\n").join(parts)


def draw_boxes(statistics: Statistics, best: Sequence[float]) -> Content:
    """Return the average points of every box; empty for all rule sets together.

    `best` are those of best play, with which the player's are compared; empty if not known.
    """
    ruleset = find_played(statistics.rules)
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


def _draw_chapter(title: str, rows: Iterable[tuple[str, str]], columns: int = _LINE) -> Content:
    lines = []
    for label, value in rows:
        room = columns - 1 - cell_width(value)
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


class Calendar(Panel):
    """A line for each week with a mark for each day; a click opens the page of a day."""

    DEFAULT_CSS = """
    Calendar { height: 8; width: 24; }
    """

    _days: Sequence[tuple[str, str]] = ()

    def find_title(self) -> str:
        return _("DAILY GAMES")

    def show(self, days: dict[str, str]) -> None:
        self._days = (*days.items(),)
        self.refresh()

    def paint_inside(self, y: int, width: int) -> Iterator[TextRun]:  # noqa: ARG002
        if y == 0:
            # Translators: the first letters of Monday to Sunday, with a space between them
            yield TextRun(f"{'':{_WEEK_LABEL}}{_('M T W T F S S')}", "muted")
            return
        week = self._days[_WEEK * (y - 1) : _WEEK * y]
        for at, (day, mark) in enumerate(week):
            if not at:
                yield TextRun(f"{day[5:]:{_WEEK_LABEL}}", "muted")
            yield TextRun(f"{mark:<2}", "good" if mark == "■" else "text", bold=mark == "?")

    def on_click(self, event: events.Click) -> None:
        week, at = event.y - 2, (event.x - 2 - _WEEK_LABEL) // 2
        if week >= 0 and 0 <= at < _WEEK and _WEEK * week + at < len(self._days):
            day, mark = self._days[_WEEK * week + at]
            if mark:
                self.context.show_event(day)


_WEEK, _WEEK_LABEL = 7, 6


class StatisticsPage(VerticalScroll, can_focus=False):
    """One player's page; what needs games is hidden until there are any."""

    DEFAULT_CSS = """
    StatisticsPage {
        height: 1fr;
        padding: 1 0 0 2;
        scrollbar-size-vertical: 1;
        #own { height: auto; min-height: 100%; }
        #more { height: auto; }
        #own-games { width: 32; height: auto; text-wrap: nowrap; }
        #own-days { width: 1fr; height: auto; }
        #said { height: auto; max-width: 60; margin-bottom: 1; }
        #read { width: 36; height: auto; }
        #look { width: 1fr; height: auto; margin: 0 1 0 2; }
        #dice { width: 34; height: auto; margin-bottom: 1; }
        #numbers, #boxes, #opponents { height: auto; margin-bottom: 1; text-wrap: nowrap; }
    }
    """

    def __init__(self) -> None:
        super().__init__(id="page")
        self._statistics: Statistics | None = None
        self._best: BestPlay | None = None

    def compose(self) -> ComposeResult:
        with Horizontal(id="own"):
            yield Static(id="own-games")
            with Vertical(id="own-days"):
                yield Calendar(id="calendar")
                yield Static(id="said")
                yield Chart(_("Totals"), id="trend")
        with Horizontal(id="more"):
            with Vertical(id="read"):
                yield Static(id="numbers")
                yield Static(id="dice")
                yield Static(id="boxes")
            with Vertical(id="look"):
                yield Chart(_("Distribution of totals"), id="spread")
                yield Chart(_("Totals"), id="course")
                yield Chart(_("Points lost"), id="cost")
                yield Static(id="opponents")

    def on_mount(self) -> None:
        for part in ("#own-games", "#own-days", "#trend", "#more"):
            self.query_one(part).display = False

    def show_own(self, own: OwnPage) -> None:
        """Show the player's days and what there is to do."""
        self.query_one("#own-days").display = True
        self.query_one(Calendar).show(own.days)
        self.query_one("#said", Static).update("\n".join(own.lines))
        after_refresh(self, self._show_charts)

    def on_resize(self) -> None:
        after_refresh(self, self._show_charts)

    def show(self, statistics: Statistics, best: BestPlay | None = None) -> None:
        """Show a player's statistics beside best play, None if that is not known."""
        self._statistics, self._best = statistics, best
        self.query_one("#own-games").display = self.query_one("#more").display = True
        self.query_one("#own-games", Static).update(draw_page(statistics))
        self.show_progress(statistics.waiting)
        self.query_one("#boxes", Static).update(draw_boxes(statistics, best.boxes if best else ()))
        self.query_one("#boxes").display = bool(statistics.boxes)
        self.query_one("#opponents", Static).update(draw_opponents(statistics))
        after_refresh(self, self._show_charts)

    def show_dice(self, fairness: Fairness) -> None:
        """Show how often each face was rolled, and whether that is usual."""
        chapter = describe_fairness(fairness)
        drawn = _draw_chapter(chapter.title, chapter.rows)
        self.query_one("#dice", Static).update(drawn + f"\n{judge_fairness(fairness)}")

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
        spare, room = self.size.height - _OWN_ROWS, self.query_one("#own-days").size.width - 4
        is_above = spare >= _SHORTEST and room >= _NARROWEST
        self.query_one("#trend").styles.height = min(spare, _TALLEST)
        for name, values, width in (
            ("#trend", totals if is_above else (), room),
            ("#course", () if is_above else totals, columns),
            ("#cost", costs, columns),
        ):
            is_known = len(values) >= MIN_GAMES_TREND
            trend = create_trend(values, _INK, width) if is_known else None
            self._show_chart(name, trend)
        self._share_rows(statistics)

    def _share_rows(self, statistics: Statistics) -> None:
        """Share the rows of the window among the charts, but for those of the opponents."""
        charts = [chart for chart in self.query("#more Chart") if chart.display]
        rows = self.size.height - (len(statistics.opponents) + 2 if statistics.opponents else 0)
        for chart in charts:
            chart.styles.height = min(_TALLEST, max(_SHORTEST, rows // len(charts)))

    def _show_chart(self, name: str, chart: LineChart | BarChart | None) -> None:
        widget = self.query_one(name, Chart)
        widget.display = chart is not None
        widget.show(chart)
