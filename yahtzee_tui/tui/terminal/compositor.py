"""Renders only the widgets that changed, where Textual renders all those around them as well."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from textual._compositor import ChopsUpdate, Compositor
from textual.geometry import Region

if TYPE_CHECKING:
    from textual.strip import Strip


class ChangesCompositor(Compositor):
    """A compositor that asks widgets only for the lines that are to be painted.

    Textual's asks every widget in the smallest rectangle around all changes, and the containers
    behind them, for all of their lines.
    """

    def render_partial_update(self) -> ChopsUpdate | None:
        spans = list(self._regions_to_spans(self._dirty_regions))
        self._dirty_regions.clear()
        # The parts of lines that are to be painted, by line and first column: where they end.
        missing = {
            (y, x): end
            for y, x1, x2 in spans
            for x, end in pairwise(self.cuts[y])
            if x < x2 and x1 < end
        }
        chops: list[dict[int, Strip | None]] = [dict.fromkeys(cuts[:-1]) for cuts in self.cuts]
        for widget, (region, clip) in self.visible_widgets.items():  # the uppermost first
            if not missing:
                break
            left, top, right, bottom = (shown := region.intersection(clip)).corners
            found = [at for at in missing if top <= at[0] < bottom and left <= at[1] < right]
            if found:
                first, last = found[0][0], found[-1][0]
                lines = Region(left, first, shown.width, last - first + 1)
                strips = widget.render_lines(lines.translate(-region.offset))
                for y, x in found:
                    end = missing.pop((y, x))
                    chops[y][x] = strips[y - first].crop(x - left, end - left)
        return ChopsUpdate(chops, spans, [cuts[1:] for cuts in self.cuts]) if spans else None
