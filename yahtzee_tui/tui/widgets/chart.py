"""Charts in characters: lines with marks and a legend, and bars; both with labelled axes."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise, zip_longest
from math import ceil
from operator import attrgetter
from typing import NamedTuple

from rich.cells import cell_len

from yahtzee_tui.text import pad
from yahtzee_tui.translation import _, ngettext, pgettext
from yahtzee_tui.tui.widgets.painted import QUARTERS, Characters, Panel, TextRun, fit, solid

MIN_GAMES_HISTOGRAM = 8
MIN_GAMES_TREND = 3
"""The fewest games of a histogram, and of a trend line."""

_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)
_BIN_STEPS = (5, 10, 15, 20, 25, 30, 40, 50, 75, 100, 200, 500, 1000)
_EIGHTHS = " ▁▂▃▄▅▆▇█"
_FULL = 8
_LEAST_SHOWN = 0.5
"""The rows from which on a count of best play is shown."""

_TICK_WIDTH = 6
"""The fewest columns between the numbers of the horizontal axis."""

_TICK_ROWS = 3
_MARK_WIDTH = 4
"""The fewest columns between two marks of a line."""

_LEGEND_ROWS = 6
"""The fewest rows of a chart with a legend."""

_RARE = 0.01
_NARROWEST_BAR, _WIDEST_BAR = 2, 12
_POINT_WIDTH = 2


class Series(NamedTuple):
    """A line through points (x, y)."""

    points: Sequence[tuple[float, float]]
    ink: str
    name: str = ""  # in the legend, empty for none
    mark: str = ""  # the character at its points, empty for none


class LineChart(NamedTuple):
    """Lines on common axes; of two in one place the earlier one is drawn."""

    series: tuple[Series, ...]
    axis: str  # what the horizontal axis is
    ends: tuple[float, float]  # of the horizontal axis
    values: tuple[float, float] | None = None  # of the vertical one; None for those of the points
    level: float | None = None  # a horizontal line
    level_name: str = ""


class BarChart(NamedTuple):
    """Counts of consecutive spans of a number."""

    counts: tuple[int, ...]
    axis: str
    first: int  # the start of the first span
    step: int
    ink: str
    expected: tuple[float, ...] = ()  # the counts of best play in as many games


Cells = list[list[TextRun]]
"""The cells of the area of a chart, row by row from the top."""


def paint_lines(chart: LineChart, columns: int, rows: int, drawn: Characters) -> Cells:
    """Return the rows of a chart: a legend if there are names, the area, the axis."""
    legend = _paint_legend(chart, columns) if rows >= _LEGEND_ROWS else []
    rows -= 1 + len(legend)
    low, high = chart.values or _find_span(chart)
    step = _step(high - low, max(2, rows // _TICK_ROWS))
    low, high = _space_ticks(low, high, step, rows)
    ticks = _find_ticks(low, high, step)
    gutter = _find_gutter(chart.axis, ticks)
    width = columns - gutter
    if width < 2 or rows < 1:
        return []
    place = _Scale(chart.ends, (low, high), width, rows)
    cells: Cells = [[TextRun(" ")] * width for _ in range(rows)]
    labels = {place.y(tick): str(tick) for tick in ticks}
    for row in labels:
        cells[row] = [TextRun("┄", "faint")] * width
    level = None
    if chart.level is not None:
        level = place.y(chart.level)
        labels[level] = f"{chart.level:.0f}"
        cells[level] = [TextRun("─", "muted")] * width
    draw = _draw_plain if drawn.plain else _draw_quarters
    for (row, column), run in draw(chart.series, place).items():
        cells[row][column] = run
    for series in reversed(chart.series):
        for row, column in _find_marks(series, place):
            cells[row][column] = TextRun(series.mark, series.ink, bold=True)
    lines = [
        [_label(labels.get(row, ""), gutter, "text" if row == level else "muted"), *cells[row]]
        for row in range(rows)
    ]
    axis = _paint_axis(chart.axis, gutter, width, _x_ticks(chart.ends, width))
    return [*legend, *lines, axis]


class _Scale:
    """Places of values in an area of cells."""

    def __init__(
        self, ends: tuple[float, float], values: tuple[float, float], columns: int, rows: int
    ) -> None:
        self._ends, self._values = ends, values
        self.columns, self.rows = columns, rows

    def x(self, value: float, parts: int = 1) -> int:
        """Return the column of a value, or the half column with two parts."""
        first, last = self._ends
        share = (value - first) / (last - first) if last > first else 0.0
        return round(share * (self.columns * parts - 1))

    def y(self, value: float, parts: int = 1) -> int:
        """Return the row of a value from the top, or the half row with two parts."""
        low, high = self._values
        share = (value - low) / (high - low)
        return round((1 - min(1.0, max(0.0, share))) * (self.rows * parts - 1))


def _trace(series: Series, place: _Scale, parts: int) -> Iterator[tuple[int, int]]:
    """Yield the part columns and rows of a line without gaps, from the left."""
    points = [(place.x(x, parts), place.y(y, parts)) for x, y in series.points]
    yield from points[:1]
    for (x, y), (to_x, to_y) in pairwise(points):
        before = y
        for at in range(x + 1, to_x + 1):
            now = y + round((to_y - y) * (at - x) / (to_x - x))
            yield from ((at, each) for each in range(before, now, 1 if now > before else -1))
            yield at, now
            before = now


def _draw_quarters(series: Iterable[Series], place: _Scale) -> dict[tuple[int, int], TextRun]:
    """Return the cells of the lines in quarters of cells."""
    cells: dict[tuple[int, int], tuple[str, int]] = {}
    for each in reversed([*series]):
        for x, y in _trace(each, place, 2):
            cell = y // 2, x // 2
            ink, bits = cells.get(cell, (each.ink, 0))
            bit = 1 << (x % 2 + 2 * (y % 2))
            cells[cell] = each.ink, bit | (bits if ink == each.ink else 0)
    return {cell: TextRun(QUARTERS[bits], ink) for cell, (ink, bits) in cells.items()}


def _draw_plain(series: Sequence[Series], place: _Scale) -> dict[tuple[int, int], TextRun]:
    """Return the cells of the lines in whole characters: stars, or dots for those with marks."""
    cells = {}
    for each in reversed(series):
        character = "." if each.mark else "*"
        for x, y in _trace(each, place, 1):
            cells[y, x] = TextRun(character, each.ink)
    return cells


def _find_marks(series: Series, place: _Scale) -> Iterator[tuple[int, int]]:
    """Yield the cells of a line's marks, at as many of its points as there is room for."""
    last = -_MARK_WIDTH
    for x, y in series.points[1:] if series.mark else ():
        column = place.x(x)
        if column - last >= _MARK_WIDTH:
            last = column
            yield place.y(y), column


def _paint_legend(chart: LineChart, columns: int) -> Cells:
    """Return a row, if there are any, with the names of the lines and the level.

    Names are shortened where there are many.
    """
    named = [*filter(attrgetter("name"), chart.series)]
    longest = max(0, (columns + 1) // max(1, len(named)) - 5)
    names = []
    for series in named:
        name = fit(series.name, min(longest, cell_len(series.name)))
        if name == series.mark:
            name = ""  # a letter says no more than the mark on the line
        names.append(f"━{series.mark or '━'}━ {name}".rstrip())
    spare = columns - sum(map(cell_len, names))
    gap = " " * max(1, min(3, spare // max(1, len(names) - 1)))
    legend = [
        TextRun(name + gap, series.ink, bold=True)
        for name, series in zip(names, named, strict=True)
    ]
    level = TextRun(f"─── {chart.level_name}", "muted")
    used = sum(cell_len(run.text) for run in legend)
    if chart.level_name and used + cell_len(level.text) <= columns:
        legend.append(level)
    return [legend] if legend else []


def find_signs(names: Sequence[str]) -> list[str]:
    """Return the mark of each name's line: an initial, or a number where initials clash.

    A single line whose initial is wider than a column has no mark, as it needs none.
    """
    initials = [name[0] for name in names]
    if len(initials) == 1:
        return initials if cell_len(initials[0]) == 1 else [""]
    is_plain = all(initial.isascii() and initial.isalpha() for initial in initials)
    if is_plain and len(set(initials)) == len(initials):
        return initials
    return [str(number) for number in range(1, len(names) + 1)]


def _label(text: str, gutter: int, ink: str = "muted") -> TextRun:
    """Return the number of a row on the vertical axis."""
    return TextRun(f"{text:>{gutter - 1}} ", ink, bold=ink == "text")


def paint_bars(chart: BarChart, columns: int, rows: int, drawn: Characters) -> Cells:
    """Return the rows of a chart: the area, and the axis."""
    has_legend = chart.expected and rows >= _LEGEND_ROWS
    legend = [[TextRun(f"─── {_('best play')}", "muted")]] if has_legend else []
    rows -= 1 + len(legend)
    high = max((*chart.counts, *chart.expected))
    ticks = _find_ticks(0, high, _step(high, max(2, rows // _TICK_ROWS)))
    gutter = _find_gutter(chart.axis, ticks)
    width = columns - gutter
    step = min(_WIDEST_BAR, width // len(chart.counts))
    if step < 1 or rows < 1:
        return []
    # The axis is the lower edge of the lowest row, not its middle.
    labels = {rows - 1 - min(rows - 1, int(tick / high * rows)): str(tick) for tick in ticks[1:]}
    bar = step - (step > 2)
    bars = _find_bars(chart, high, rows, drawn.plain)
    lines: Cells = []
    for row in range(rows):
        fill, ink = ("┄", "faint") if row in labels else (" ", "text")
        below = rows - 1 - row
        line = [_label(labels.get(row, ""), gutter)]
        for height, expected in bars:
            eighths = min(_FULL, max(0, height - _FULL * below))
            cell = TextRun(_EIGHTHS[eighths] * bar, chart.ink)
            if eighths == 0:
                cell = TextRun(fill * bar, ink)
            elif eighths == _FULL:
                cell = solid(bar, chart.ink, drawn)
            # Not over the top of a bar, which may be its only cell.
            if expected == below and eighths in (0, _FULL):
                cell = TextRun("─" * bar, "text" if cell.back == "felt" else "ink", cell.back)
            line += cell, TextRun(fill * (step - bar), ink)
        line.append(TextRun(fill * (width - step * len(bars)), ink))
        lines.append(line)
    axis = _paint_axis(chart.axis, gutter, width, _bar_ticks(chart, width, step))
    return [*legend, *lines, axis]


def _find_bars(
    chart: BarChart, high: float, rows: int, is_plain: bool
) -> list[tuple[int, int | None]]:
    """Return the height of each bar in eighths of a row, and the row of best play from below.

    Each bar can be seen; with only whole cells its height is rounded to these.
    """
    unit = _FULL if is_plain else 1
    bars = []
    for count, expected in zip_longest(chart.counts, chart.expected, fillvalue=0):
        height = (round(count / high * rows * _FULL) + unit // 2) // unit * unit
        level = expected / high * rows
        bars.append((count and max(unit, height), int(level) if level >= _LEAST_SHOWN else None))
    return bars


def _bar_ticks(chart: BarChart, width: int, step: int) -> list[tuple[int, str]]:
    """Return the columns and texts of the numbers under the bars."""
    last = chart.first + chart.step * len(chart.counts)
    every = _step(last - chart.first, max(1, step * len(chart.counts) // _TICK_WIDTH))
    first = -(-chart.first // every) * every
    return [
        (column, str(tick))
        for tick in range(first, last + 1, every)
        if (column := (tick - chart.first) * step // chart.step) < width
    ]


def _x_ticks(ends: tuple[float, float], width: int) -> list[tuple[int, str]]:
    first, last = ends
    every = _step(last - first, max(1, width // _TICK_WIDTH))
    start = -(-int(first) // every) * every
    place = _Scale(ends, (0, 1), width, 1)
    return [(place.x(tick), str(tick)) for tick in range(start, int(last) + 1, every)]


def _paint_axis(
    title: str, gutter: int, width: int, ticks: Iterable[tuple[int, str]]
) -> list[TextRun]:
    """Return the horizontal axis: its title, and numbers in the middle under their columns."""
    text = ""
    for column, number in ticks:
        start = min(width - len(number), max(0, column - (len(number) - 1) // 2))
        if not text or start > len(text):
            text = f"{text:<{start}}{number}"
    return [
        TextRun(f"{pad(title, gutter - 1, right=True)} ", "muted"),
        TextRun(fit(text, width), "muted"),
    ]


def _find_span(chart: LineChart) -> tuple[float, float]:
    values = [y for series in chart.series for _, y in series.points]
    values += [] if chart.level is None else [chart.level]
    low, high = min(values), max(values)
    return (low, high) if high > low else (low - 1, high + 1)


def _space_ticks(low: float, high: float, step: int, rows: int) -> tuple[float, float]:
    """Return wider ends of an axis, on which multiples of `step` are whole rows apart."""
    first = _find_ticks(low, high, step)[0]
    for apart in range(int((rows - 1) * step / (high - low)), 0, -1):
        row = step / apart
        start = first - ceil((first - low) / row) * row
        if (end := start + (rows - 1) * row) >= high:
            return start, end
    return low, high


def _find_gutter(axis: str, ticks: Iterable[int]) -> int:
    """Return the columns for the numbers of the vertical axis."""
    return max(cell_len(axis), *(len(str(tick)) for tick in ticks)) + 1


def _find_ticks(low: float, high: float, step: int) -> list[int]:
    """Return the multiples of `step` from low to high."""
    first = ceil(low / step) * step
    return [*range(first, int(high) + 1, step)] or [round(low)]


def _step(span: float, most: int, steps: Sequence[int] = _STEPS) -> int:
    """Return the smallest step of which at most `most` make the span."""
    return next((step for step in steps if step * most >= span), steps[-1])


def create_histogram(
    totals: Sequence[int], axis: str, ink: str, columns: int, odds: Sequence[float] = ()
) -> BarChart:
    """Return the histogram of at least one total, with bars that fit into `columns`.

    `odds` are those of each total from 0 with best play, empty if they are not known.
    """
    room = columns - cell_len(axis) - 1
    most = max(2, min(room // _NARROWEST_BAR, 4 + round(2 * len(totals) ** 0.4)))
    usual = _find_usual(odds) if odds else ()
    lowest, highest = min(*totals, *usual), max(*totals, *usual)
    step = _step(highest - lowest, most - 1, _BIN_STEPS)
    counts = Counter(total // step for total in totals)
    spans = range(lowest // step, highest // step + 1)
    expected = (len(totals) * sum(odds[span * step : (span + 1) * step]) for span in spans)
    return BarChart(
        tuple(counts[span] for span in spans),
        axis,
        spans[0] * step,
        step,
        ink,
        tuple(expected) if odds else (),
    )


def _find_usual(odds: Sequence[float]) -> tuple[int, int]:
    """Return the totals between which all but two in a hundred are."""
    sums = [*accumulate(odds)]
    return bisect_left(sums, _RARE), min(len(odds) - 1, bisect_left(sums, 1 - _RARE))


def create_trend(totals: Sequence[float], ink: str, columns: int) -> LineChart:
    """Return games over time as a line, with their average as a level."""
    together = games_a_point(len(totals), columns)
    whole = range(0, len(totals) - together + 1, together)
    means = [sum(totals[at : at + together]) / together for at in whole]
    points = [(float(together * (at + 1)), mean) for at, mean in enumerate(means)]
    ends = (points[0][0], points[-1][0])
    level = sum(totals) / len(totals)
    # Translators: a point of the chart is the average of so many games
    name = ngettext("every {count} game", "every {count} games", together)
    series = Series(points, ink, "" if together == 1 else name)
    # Translators: below the numbers of games; a long word makes the chart narrower
    axis = pgettext("axis of a chart", "game")
    return LineChart((series,), axis, ends, level=level, level_name=_("average"))


def games_a_point(games: int, columns: int) -> int:
    """Return how many consecutive games become one point of a trend line."""
    room = columns - _TICK_WIDTH
    return 1 if games <= room else _step(games, max(1, room // _POINT_WIDTH))


class Chart(Panel):
    """A frame with a chart, which is drawn for the size that it has."""

    DEFAULT_CSS = """
    Chart { height: 9; }
    """

    def __init__(self, title: str, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self.title = title.upper()
        self._chart: LineChart | BarChart | None = None
        self._lines: Cells = []
        self._lines_key: tuple[object, ...] = ()

    def show(self, chart: LineChart | BarChart | None, title: str = "") -> None:
        """Show a chart; None leaves the frame empty. An empty title leaves the one before."""
        self.title = title.upper() or self.title
        self._chart = chart
        self._lines_key = ()
        self.refresh()

    def paint_inside(self, y: int, width: int) -> Iterator[TextRun]:
        key = (width, self.size.height, self.characters)
        if key != self._lines_key:
            self._lines_key = key
            self._lines = self._draw(width, self.size.height - 2)
        used = 0
        for run in self._lines[y] if y < len(self._lines) else ():
            text = run.text if used + cell_len(run.text) <= width else fit(run.text, width - used)
            used += cell_len(text)
            yield run._replace(text=text)

    def _draw(self, columns: int, rows: int) -> Cells:
        if isinstance(self._chart, BarChart):
            return paint_bars(self._chart, columns, rows, self.characters)
        if self._chart is None or not self._chart.series:
            return []
        return paint_lines(self._chart, columns, rows, self.characters)
