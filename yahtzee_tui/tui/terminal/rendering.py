"""Draws at less cost than Textual: only widgets that changed, from smaller caches of lines."""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast

from textual._compositor import ChopsUpdate, Compositor
from textual._styles_cache import StylesCache
from textual.color import Color
from textual.geometry import Region

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from textual.filter import LineFilter
    from textual.strip import Strip
    from textual.widget import Widget

    Chops: TypeAlias = list[dict[int, Any]]
    "The strips of each line, by their first columns; None where there is none."


# Textual caches this method together with its instance: up to 1,024 widgets of closed screens would
# stay in memory with all their lines.
StylesCache.get_inner_outer = staticmethod(  # type: ignore[assignment, method-assign]
    lru_cache(1024)(partial(StylesCache.get_inner_outer.__wrapped__, None))
)

_NO_COLOR = Color(0, 0, 0)
"""What is behind a line, for filters: nothing shows through an ink."""


class _HasFilters(Protocol):
    line_filters: Sequence[LineFilter]


class LineCache(StylesCache):
    """Keeps the lines of a painted widget as they are sent, after the filters.

    Textual's adds border, padding, tint and opacity, which such widgets don't have: that took a
    third of the time from a key to its picture.
    """

    def render_widget(self, widget: Widget, crop: Region) -> list[Strip]:
        if widget.size.width != self._width:
            self.clear()
            self._width = widget.size.width
        strips = []
        for y in crop.line_range:
            if y in self._dirty_lines or y not in self._cache:
                strip = widget.render_line(y)
                for each in cast("_HasFilters", widget).line_filters:
                    strip = strip.apply_filter(each, _NO_COLOR)
                self._cache[y] = strip
            strips.append(self._cache[y])
        self._dirty_lines.difference_update(crop.line_range)
        if crop.column_span != (0, self._width):
            return [strip.crop(*crop.column_span) for strip in strips]
        return strips


class ChangesCompositor(Compositor):
    """A compositor that asks widgets only for the lines that are to be painted.

    Textual's asks every widget in the smallest rectangle around all changes, and the containers
    behind them, for all of their lines.
    """

    def render_partial_update(self) -> ChopsUpdate | None:
        spans = list(self._regions_to_spans(self._dirty_regions))
        self._dirty_regions.clear()
        ends = [cuts[1:] for cuts in self.cuts]
        return ChopsUpdate(self._render_spans(spans), spans, ends) if spans else None

    def _render_chops(self, crop: Region, is_rendered_line: Callable[[int], bool]) -> Chops:
        lines = filter(is_rendered_line, range(len(self.cuts)))
        return self._render_spans([(y, crop.x, crop.right) for y in lines])

    def _render_spans(self, spans: Iterable[tuple[int, int, int]]) -> Chops:
        """Return the strips of some spans, each a line and its first column and its end."""
        # The parts of lines that are to be painted, by line and first column: where they end.
        missing = {
            (y, x): end
            for y, x1, x2 in spans
            for x, end in pairwise(self.cuts[y])
            if x < x2 and x1 < end
        }
        highest, _ = min(missing, default=(0, 0))
        lowest, _ = max(missing, default=(0, 0))
        chops: Chops = [dict.fromkeys(cuts[:-1]) for cuts in self.cuts]
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
                    end = missing.pop((y, x))
                    chops[y][x] = strips[y - first].crop(x - left, end - left)
        return chops
