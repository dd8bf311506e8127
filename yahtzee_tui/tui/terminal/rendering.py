"""Draws at less cost than Textual: only widgets that changed, from smaller caches of lines."""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from rich.control import Control
from textual._compositor import Compositor, CompositorUpdate
from textual._styles_cache import StylesCache
from textual.geometry import Region

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rich.console import Console
    from textual.strip import Strip
    from textual.widget import Widget


# Textual caches this method together with its instance: up to 1,024 widgets of closed screens would
# stay in memory with all their lines.
StylesCache.get_inner_outer = staticmethod(  # type: ignore[assignment, method-assign]
    lru_cache(1024)(partial(StylesCache.get_inner_outer.__wrapped__, None))
)


class LineCache(StylesCache):
    """Keeps the lines of a `LineWidget` as it returns them.

    Textual's adds border, padding, tint, opacity and filters: that took a third of the time from a
    key to its picture.
    """

    def render_widget(self, widget: Widget, crop: Region) -> list[Strip]:
        if widget.size.width != self._width:
            self.clear()
            self._width = widget.size.width
        strips = []
        for y in crop.line_range:
            if y in self._dirty_lines or y not in self._cache:
                self._cache[y] = widget.render_line(y)
            strips.append(self._cache[y])
        self._dirty_lines.difference_update(crop.line_range)
        if crop.column_span != (0, self._width):
            return [strip.crop(*crop.column_span) for strip in strips]
        return strips


class Changes(CompositorUpdate):
    """The strips of a partial update, each with its line and its column, in this order."""

    def __init__(self, strips: list[tuple[int, int, Strip]]) -> None:
        self.placed_strips = strips

    def render_segments(self, console: Console) -> str:
        return "".join(
            f"{Control.move_to(x, y)}{strip.render(console)}" for y, x, strip in self.placed_strips
        )


class ChangesCompositor(Compositor):
    """A compositor that asks widgets only for the lines that are to be painted.

    Textual's asks every widget in the smallest rectangle around all changes, and the containers
    behind them, for all of their lines.
    """

    def render_partial_update(self) -> Changes | None:  # type: ignore[override]
        spans = list(self._regions_to_spans(self._dirty_regions))
        self._dirty_regions.clear()
        return Changes(self._render_spans(spans)) if spans else None

    def _render_chops(
        self,
        crop: Region,  # noqa: ARG002 - whole lines are asked for
        is_rendered_line: Callable[[int], bool],
    ) -> list[dict[int, Strip]]:
        lines = filter(is_rendered_line, range(len(self.cuts)))
        chops: list[dict[int, Any]] = [dict.fromkeys(cuts[:-1]) for cuts in self.cuts]
        for y, x, strip in self._render_spans([(y, 0, self.size.width) for y in lines]):
            chops[y][x] = strip
        return chops

    def _render_spans(self, spans: Iterable[tuple[int, int, int]]) -> list[tuple[int, int, Strip]]:
        """Return lines, columns and strips for spans, each a line, its first column and its end.

        A strip ends where another widget begins.
        """
        # The parts of lines that are to be painted, by line and first column: where they end.
        missing = {
            (y, max(x, x1)): min(end, x2)
            for y, x1, x2 in spans
            for x, end in pairwise(self.cuts[y])
            if x < x2 and x1 < end
        }
        drawn: list[tuple[int, int, Strip]] = []
        highest, _ = min(missing, default=(0, 0))
        lowest, _ = max(missing, default=(0, 0))
        for widget, (region, clip) in self.visible_widgets.items():  # the uppermost first
            if not missing:
                break
            left, top, right, bottom = (shown := region.intersection(clip)).corners
            if bottom <= highest or top > lowest:
                continue
            found = [at for at in missing if top <= at[0] < bottom and left <= at[1] < right]
            if found:
                first, last = found[0][0], found[-1][0]
                lines = Region(left, first, shown.width, last - first + 1)
                strips = widget.render_lines(lines.translate(-region.offset))
                for y, x in found:
                    strip = strips[y - first].crop(x - left, missing.pop((y, x)) - left)
                    drawn.append((y, x, strip))
        drawn.sort(key=itemgetter(0, 1))
        return drawn
