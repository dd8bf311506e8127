"""A chart, drawn to fit in characters and in the colours of the theme."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from rich.text import Text
from textual.content import Content, Span
from textual.widget import Widget
from textual_plotext import Plot

from yahtzee_tui.tui.charts import DATA, GRID, OTHERS

if TYPE_CHECKING:
    from collections.abc import Callable

Data = TypeVar("Data")

_TOKENS = {DATA: "$primary", GRID: "$card-muted", OTHERS: "$secondary"}


class Chart(Widget, Generic[Data]):
    """Draws numbers with a function of `charts.py`."""

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
        """Make an empty chart.

        Args:
            draw: What draws the numbers on a plot of so many columns and rows.
            mark: What it is drawn with.
            id: The widget's id.
        """
        super().__init__(id=id)
        self._draw, self._mark = draw, mark
        self._data: Data | None = None

    def show(self, data: Data | None) -> None:
        """Show other numbers; none leave the chart empty."""
        if data != self._data:  # the same ones needn't be drawn again, which takes a while
            self._data = data
            self.refresh()

    def render(self) -> Content:
        """Draw the chart at the size that there is."""
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
    """Return a text with the library's colours replaced by tokens of the theme."""
    spans = [
        Span(span.start, span.end, token)
        for span in text.spans
        if not isinstance(span.style, str)
        and span.style.color is not None
        and (token := _TOKENS.get(span.style.color.number or 0))
    ]
    return Content(text.plain, spans)
