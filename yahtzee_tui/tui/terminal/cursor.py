"""Where the terminal's own cursor is placed, which screen readers and magnifiers follow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from textual.geometry import Offset

if TYPE_CHECKING:
    from textual.screen import Screen
    from textual.strip import Strip
    from textual.widget import Widget

_BEFORE = " ▸"
"""Characters before a text: padding, and the mark of a chosen line."""
_TALLEST_LABEL = 3
"""The most lines of a widget that are searched for text; taller ones scroll."""


def find_cursor(screen: Screen[Any]) -> Offset:
    """Return the cell of the terminal for the cursor of a screen.

    That is the insertion point of a field, the marked line of a list, the label of any other
    focused widget; without a focus, the status line. A `cursor_screen_offset`, which Textual's
    fields have, takes precedence.
    """
    widget = screen.focused or screen
    place = getattr(widget, "cursor_screen_offset", None)
    if isinstance(place, Offset):
        return place
    marked = getattr(widget, "highlighted", None)
    if marked is not None:
        lines = range(widget.content_region.height)
        found = (line for line in lines if option_at(widget.render_line(line)) == marked)
        return find_text_start(widget, next(found, 0))
    said = screen.query("StatusLine") if widget is screen else ()
    return find_text_start(next(iter(said), widget))


def option_at(line: Strip) -> int | None:
    """Return the index of the option that a rendered line of a list belongs to, or None."""
    return next((each.style.meta.get("option") for each in line if each.style), None)


def find_text_start(widget: Widget, line: int | None = None) -> Offset:
    """Return where on the terminal a line of a widget begins, None for the first with text."""
    region = widget.content_region
    lines = range(region.height) if line is None else (line,)
    if len(lines) <= _TALLEST_LABEL:
        for each in lines:
            text = widget.render_line(each).text
            if label := text.lstrip(_BEFORE):
                return region.offset + Offset(cell_len(text) - cell_len(label), each)
    return region.offset
