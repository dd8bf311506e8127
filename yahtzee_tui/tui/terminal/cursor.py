"""Where the terminal's own cursor stands, which screen readers and magnifiers follow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from textual.geometry import Offset

if TYPE_CHECKING:
    from textual.screen import Screen
    from textual.strip import Strip
    from textual.widget import Widget

_BEFORE = " ▸"
"""What may stand before a text: room, and the mark of a chosen line."""
_TALLEST_LABEL = 3
"""Lines of a widget in which its first letter is looked for; what is taller scrolls."""


def find_cursor(screen: Screen[Any]) -> Offset:
    """Return the cell of the terminal at which somebody is who uses a screen.

    That is where a field takes the next letter, the marked line of a list, the label of anything
    else that has the focus; on a screen where nothing has it, what is said there. Whatever knows
    better has a `cursor_screen_offset`, as Textual's fields do.
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
    """Return the number of the option that a line of a list belongs to, None if to none."""
    return next((each.style.meta.get("option") for each in line if each.style), None)


def find_text_start(widget: Widget, line: int | None = None) -> Offset:
    """Return where on the terminal the text of a widget begins.

    Args:
        widget: The widget.
        line: The line of it that is meant, None for the first with a letter.
    """
    region = widget.content_region
    lines = range(region.height) if line is None else (line,)
    if len(lines) <= _TALLEST_LABEL:
        for each in lines:
            text = widget.render_line(each).text
            if label := text.lstrip(_BEFORE):
                return region.offset + Offset(cell_len(text) - cell_len(label), each)
    return region.offset
