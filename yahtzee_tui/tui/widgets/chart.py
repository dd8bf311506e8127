"""Charts of statistics and reviews, drawn in characters by plotext."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from rich.text import Text
from textual.content import Content, Span
from textual.widget import Widget
from textual_plotext import Plot

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


HIGH_RESOLUTION = "hd"
"""Plotext's marker with four points to a character."""

DATA, GRID, OTHERS = 1, 2, 3
"""Colour numbers, which the widget replaces by theme tokens."""

MIN_GAMES_HISTOGRAM = 8
MIN_GAMES_TREND = 3
"""The fewest games of a histogram, and of a trend line."""

_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)
_BIN_STEPS = (5, 10, 15, 20, 25, 30, 40, 50, 75, 100, 200)
_LABEL_WIDTH = 5
_TICK_WIDTH = 7
_POINT_WIDTH = 2
_NARROWEST_BAR = 4
_WIDEST_BAR = 12
"""Both in half columns, including the gap of one half column."""


class Courses(NamedTuple):
    """Expected scores of players before a game and after each turn; `others` by character."""

    expected: float
    rounds: int
    course: Sequence[float]
    others: Sequence[tuple[str, Sequence[float]]] = ()


class WinCourses(NamedTuple):
    """Players' chances of winning during a game, in percent.

    The selected player's before the game and after each turn, those of `others` after each round,
    each with a character; exact after `exact_from` turns, None for never.
    """

    players: int
    rounds: int
    course: Sequence[float]
    others: Sequence[tuple[str, Sequence[float]]] = ()
    exact_from: int | None = None


def draw_histogram(plot: Plot, totals: Sequence[int], columns: int, rows: int, mark: str) -> None:
    """Draw a histogram of at least one grand total on a plot of `columns` x `rows` cells."""
    # Markers are half a column wide; whole columns give all bars the same shape.
    room = 2 * (columns - _LABEL_WIDTH)
    step = _bin_width(totals, room)
    first, last = min(totals) // step, max(totals) // step
    counts = Counter(total // step - first for total in totals)
    width = min(_WIDEST_BAR, room // (last - first + 1) // 2 * 2)
    filled = [(at, place) for at in counts for place in range(at * width, (at + 1) * width - 1)]
    heights = [counts[at] for at, _ in filled]
    plot.scatter([place for _, place in filled], heights, color=DATA, marker=mark, fillx=True)
    plot.xlim(0, room - 1)
    every = _step((last - first + 1) * step, room // (2 * _TICK_WIDTH))
    ticks = range(-(-first * step // every) * every, (last + 1) * step + 1, every)
    plot.xticks([(tick / step - first) * width for tick in ticks], [*map(str, ticks)])
    _draw_scale(plot, 0, max(heights), rows)


def draw_trend(plot: Plot, totals: Sequence[float], columns: int, rows: int, mark: str) -> None:
    """Draw games over time as a line, with their mean as a straight line; a single one not."""
    together = games_a_point(len(totals), columns)
    means = _means(totals, together)
    if len(means) < 2:
        return
    numbers = [together * (at + 1) for at in range(len(means))]
    plot.hline(sum(totals) / len(totals), GRID)
    plot.plot(numbers, means, color=DATA, marker=mark)
    plot.xlim(numbers[0], numbers[-1])
    every = _step(numbers[-1], columns // _TICK_WIDTH)
    ticks = [tick for tick in range(0, numbers[-1] + 1, every) if tick >= numbers[0]]
    plot.xticks([*map(float, ticks)], [*map(str, ticks)])
    _draw_scale(plot, min(means), max(means), rows)


def draw_courses(plot: Plot, courses: Courses, columns: int, rows: int, mark: str) -> None:
    """Draw the selected player's expected score as a line, and those of the others as letters."""
    plot.hline(courses.expected, GRID)
    plot.plot([*range(len(courses.course))], courses.course, color=DATA, marker=mark)
    for letter, values in courses.others:
        # Before the first turn all players have the same value.
        plot.scatter([*range(1, len(values))], values[1:], color=OTHERS, marker=letter)
    _draw_rounds(plot, courses.rounds, columns)
    values = [*courses.course, *(value for _, other in courses.others for value in other)]
    _draw_scale(plot, min(values), max(values), rows)


def draw_win_courses(plot: Plot, courses: WinCourses, columns: int, rows: int, mark: str) -> None:
    """Draw the selected player's chance of winning as a line, those of the others as letters."""
    if courses.exact_from:
        plot.vline(courses.exact_from / courses.players, GRID)
    turns = [turn / courses.players for turn in range(len(courses.course))]
    plot.plot(turns, courses.course, color=DATA, marker=mark)
    for letter, values in courses.others:
        plot.scatter([*range(1, len(values) + 1)], values, color=OTHERS, marker=letter)
    _draw_rounds(plot, courses.rounds, columns)
    _draw_scale(plot, 0, 100, rows)


def games_a_point(games: int, columns: int) -> int:
    """Return how many consecutive games become one point of a trend line."""
    room = columns - _LABEL_WIDTH
    return 1 if games <= room else _step(games, max(1, room // _POINT_WIDTH))


def _means(totals: Sequence[float], together: int) -> list[float]:
    """Return the mean of each group of `together` totals; an incomplete last group is left out."""
    whole = range(0, len(totals) - together + 1, together)
    return [sum(totals[at : at + together]) / together for at in whole]


def _bin_width(totals: Sequence[int], room: int) -> int:
    """Return the width of a bar in points: wider where there are few games."""
    most = max(2, min(room // _NARROWEST_BAR, 4 + round(2 * len(totals) ** 0.4)))
    return _step(max(totals) - min(totals), most - 1, _BIN_STEPS)


def _step(span: float, most: int, steps: Sequence[int] = _STEPS) -> int:
    """Return the smallest step of which at most `most` make the span."""
    return next((step for step in steps if step * most >= span), steps[-1])


def _draw_rounds(plot: Plot, rounds: int, columns: int) -> None:
    plot.xlim(0, rounds)
    ticks = range(0, rounds + 1, _step(rounds, columns // _TICK_WIDTH))
    plot.xticks([*map(float, ticks)], [*map(str, ticks)])


def _draw_scale(plot: Plot, low: float, high: float, rows: int) -> None:
    """Draw the y axis, with round numbers at least three rows apart."""
    if high <= low:
        low, high = low - 1, high + 1
    step = _step(high - low, max(1, rows // 3))
    ticks = range(-(-int(low) // step) * step, int(high) + 1, step)
    plot.ylim(low, high)
    plot.yticks([*ticks], [f"{tick:>{_LABEL_WIDTH - 1}}" for tick in ticks])


Data = TypeVar("Data")

_TOKENS = {DATA: "$primary", GRID: "$card-muted", OTHERS: "$secondary"}


class Chart(Widget, Generic[Data]):
    """A widget that draws data with one of the functions of this module."""

    DEFAULT_CSS = """
    Chart { height: 9; color: $card-muted; }
    """
    ALLOW_SELECT = False

    def __init__(
        self,
        draw: Callable[[Plot, Data, int, int, str], None],
        mark: str,
        id: str,  # noqa: A002
    ) -> None:
        super().__init__(id=id)
        self._draw, self._mark = draw, mark
        self._data: Data | None = None

    def show(self, data: Data | None) -> None:
        """Show data; None leaves the chart empty."""
        if data != self._data:  # drawing takes some milliseconds
            self._data = data
            self.refresh()

    def render(self) -> Content:
        columns, rows = self.content_size
        if not self._data or not columns or not rows:
            return Content("")
        plot = Plot()
        plot.plotsize(columns, rows)
        plot.theme("clear")
        plot.xaxes(True, False)
        plot.yaxes(True, False)
        self._draw(plot, self._data, columns, rows, self._mark)
        return _with_tokens(Text.from_ansi(plot.build()))


def _with_tokens(text: Text) -> Content:
    spans = [
        Span(span.start, span.end, token)
        for span in text.spans
        if not isinstance(span.style, str)
        and span.style.color is not None
        and (token := _TOKENS.get(span.style.color.number or 0))
    ]
    return Content(text.plain, spans)
