"""Caches of rendered lines that cost less time and memory than Textual's."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, Protocol, cast

from textual._styles_cache import StylesCache
from textual.color import Color

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.filter import LineFilter
    from textual.geometry import Region
    from textual.strip import Strip
    from textual.widget import Widget


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
