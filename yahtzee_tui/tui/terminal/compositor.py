"""Renders only the widgets that changed, where Textual renders all those around them as well."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

from textual._compositor import ChopsUpdate, Compositor
from textual.geometry import Region

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Chops: TypeAlias = list[dict[int, Any]]
    "The strips of each line, by their first columns; None where there is none."


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
