"""Widgets that draw their lines in inks of the theme's palette, and a framed one."""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter
from textwrap import wrap
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, cast

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.color import Color
from textual.filter import ANSIToTruecolor
from textual.geometry import Offset
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from yahtzee_tui.text import cut
from yahtzee_tui.tui.terminal.speed_ups import has_speed_ups
from yahtzee_tui.tui.themes import Ink, find_palette

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from textual.filter import LineFilter
    from textual.geometry import Region, Size

    from yahtzee_tui.tui.context import AppContext
    from yahtzee_tui.tui.themes import Palette


QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""Bit 1 is the upper left quarter, 2 the upper right, 4 the lower left, 8 the lower right."""


class TextRun(NamedTuple):
    """Characters of one look: the tokens of the palette for text and ground, and bold."""

    text: str
    fore: str = "text"
    back: str = "felt"
    bold: bool = False


_NO_COLOR = Color(0, 0, 0)
"""What is behind a line, for filters: nothing shows through an ink."""


class Characters(NamedTuple):
    """What the terminal can draw."""

    plain: bool = False  # whether there are only whole cells
    grounds: bool = True  # whether the theme colors grounds


def solid(columns: int, ink: str, drawn: Characters) -> TextRun:
    """Return a colored area: as ground, which has no seams, where grounds are colored."""
    if drawn.grounds and not drawn.plain:
        return TextRun(" " * columns, "text", ink)
    return TextRun("█" * columns, ink)


class DirectWidget(Widget):
    """A widget that tells the screen directly to paint it; Textual posts two messages for that."""

    def refresh(
        self,
        *regions: Region,
        repaint: bool = True,
        layout: bool = False,
        recompose: bool = False,
    ) -> Self:
        is_simple = repaint and not (layout or recompose)
        if not (is_simple and self.is_mounted and self.is_attached and has_speed_ups()):
            return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)
        self._layout_cache.clear()
        self._set_dirty(*regions)
        self.clear_cached_dimensions()
        self._rich_style_cache.clear()
        if self.display and (screen := self.screen) in screen._compositor:
            screen._dirty_widgets.add(self)
            screen.check_idle()
        return self


class LineWidget(DirectWidget):
    """A widget without border and padding, whose lines are kept as they are sent."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if has_speed_ups():
            from yahtzee_tui.tui.terminal.rendering import LineCache

            self._styles_cache = LineCache()

    content_offset: Offset = Offset()
    size: Size = property(attrgetter("outer_size"))  # type: ignore[assignment]
    """The size, all of it content; Textual looks for the place of the widget each time."""

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self.refresh()


def _apply(filters: Iterable[LineFilter], segment: Segment) -> Segment:
    for each in filters:
        (segment,) = each.apply([segment], _NO_COLOR)
    return segment


class TextLine(LineWidget, Static):
    """A line of plain text, drawn without Textual's layout of paragraphs."""

    def render_line(self, y: int) -> Strip:
        if not has_speed_ups():
            return super().render_line(y)
        width, (line, *_) = self.size.width, str(self.content).split("\n")
        text = fit(first_fitting((line, f"{cut(line, max(0, width - 1))}…"), width), width)
        segment = Segment(text, self.visual_style.rich_style)
        return Strip([_apply(self.get_line_filters(), segment)], width)


class Painted(LineWidget):
    """A widget whose `paint` returns the runs of a line; the rest of the line is ground.

    What was read of the styles is kept until they change, since every line needs it.
    """

    ALLOW_SELECT = False

    ground: ClassVar[str] = "felt"
    """The token of the ground."""

    _draw_run: Callable[[TextRun], Segment] | None = None
    """Returns a run as it is sent, after the filters, and keeps it until the styles change."""
    _dice_style = ""

    def __init__(self, id: str) -> None:  # noqa: A002 - as Textual's
        super().__init__(id=id)

    @property
    def context(self) -> AppContext:
        return cast("AppContext", self.app)

    @property
    def characters(self) -> Characters:
        return Characters(self.context.filters.coarse, not self.context.palette.is_ansi)

    def find_palette(self) -> Palette:
        return self.context.palette

    def find_dice_style(self) -> str:
        return self.context.dice_style

    def paint(self, y: int) -> Iterable[TextRun]:
        raise NotImplementedError

    def render_line(self, y: int) -> Strip:
        draw = self._draw_run or self._read_styles()
        segments = []
        for run in self.paint(y):
            if run[0]:
                segments.append(draw(run))  # noqa: PERF401 - a call more before Python 3.12
        strip = Strip(segments)
        missing = self.size.width - strip.cell_length
        if missing > 0:
            return Strip([*strip, draw(TextRun(" " * missing, back=self.ground))])
        return strip.crop(0, self.size.width) if missing else strip

    def _read_styles(self) -> Callable[[TextRun], Segment]:
        palette, self._dice_style = self.find_palette(), self.find_dice_style()
        # The inks of a palette are in 24-bit colors already, unless they are the terminal's.
        filters = [
            each
            for each in (self.get_line_filters() if has_speed_ups() else ())  # else Textual does so
            if palette.is_ansi or not isinstance(each, ANSIToTruecolor)
        ]

        @lru_cache(512)
        def draw(run: TextRun) -> Segment:
            return _apply(filters, Segment(run.text, palette[Ink(*run[1:])]))

        self._draw_run = draw
        return draw

    def notify_style_update(self) -> None:
        self._draw_run = None
        super().notify_style_update()


class Panel(Painted):
    """A frame with a title; subclasses paint the lines inside."""

    title = ""

    def find_palette(self) -> Palette:
        return find_palette(self.app.current_theme, self.context.options.skin, "felt")

    def paint(self, y: int) -> Iterator[TextRun]:
        width, height = self.size
        if y == 0:
            yield TextRun("╭─", "frame")
            title = self.find_title()
            title = fit(title, min(cell_len(title), width - 6))
            yield TextRun(f" {title} ", "muted", bold=True)
            yield TextRun(f"{'─' * (width - cell_len(title) - 5)}╮", "frame")
        elif y == height - 1:
            yield TextRun(f"╰{'─' * (width - 2)}╯", "frame")
        else:
            yield TextRun("│ ", "frame")
            used = 0
            for run in self.paint_inside(y - 1, width - 4):
                used += cell_len(run.text)
                yield run
            yield TextRun(" " * (width - 4 - used))
            yield TextRun(" │", "frame")

    def find_title(self) -> str:
        """Return the title in the player's language."""
        return self.title

    def paint_inside(self, y: int, width: int) -> Iterator[TextRun]:
        raise NotImplementedError


def first_fitting(texts: Sequence[str], width: int) -> str:
    """Return the first of some texts that fits into a number of columns, or else the last."""
    for text in texts:
        if cell_len(text) <= width:
            return text
    return texts[-1]


def wrap_first_fitting(texts: Sequence[str], width: int, rows: int) -> list[str]:
    """Return the first of some texts that fits into so many rows, or else the last, in lines."""
    wrapped = [wrap(text, width) for text in texts] or [[]]
    return next((lines for lines in wrapped if len(lines) <= rows), wrapped[-1])


def fit(text: str, width: int) -> str:
    """Return a text cut or filled to a number of terminal columns."""
    return set_cell_size(text, max(0, width))
