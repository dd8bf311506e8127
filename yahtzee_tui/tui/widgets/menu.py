"""A list of lines to choose from, plain enough to stand in any dialog."""

from __future__ import annotations

from rich.segment import Segment
from textual.strip import Strip
from textual.style import Style

from yahtzee_tui.tui.cursor import option_at
from yahtzee_tui.tui.widgets.steady_list import SteadyList

MARK = "▸"
"""What stands before the chosen line."""


class Menu(SteadyList):
    """An option list without a frame, as wide and tall as it needs to be."""

    DEFAULT_CSS = """
    Menu {
        height: auto;
        padding: 0;
        border: none;
        background: transparent;
        text-wrap: nowrap;
        text-overflow: ellipsis;
        &:focus { border: none; background: transparent; background-tint: transparent; }
        & > .option-list--option { padding: 0 1; }
        & > .option-list--option-hover { background: $panel; }
        & > .option-list--option-highlighted { background: $panel; text-style: $chosen-style; }
        &:focus > .option-list--option-highlighted {
            color: $foreground;
            background: $card-cursor;
            text-style: $mark-style;
        }
    }
    """

    def move(self, direction: str) -> None:
        """Mark another line, where a key of the screen says so.

        Args:
            direction: "up" or "down".
        """
        if direction == "up":
            self.action_cursor_up()
        else:
            self.action_cursor_down()

    def render_line(self, y: int) -> Strip:
        """Draw one line, with a mark before the chosen one: its ground alone is soon overlooked."""
        strip = super().render_line(y)
        if option_at(strip) != self.highlighted or self.highlighted is None:
            return strip
        if y and option_at(super().render_line(y - 1)) == self.highlighted:  # it has several
            return strip
        first, rest = strip.divide([1, strip.cell_length])
        return Strip.join([Strip(Segment(MARK, segment.style) for segment in first), rest])

    def get_visual_style(self, *component_classes: str, partial: bool = False) -> Style:
        """Return a style with its reverse, which Textual leaves out and some themes live by."""
        style = super().get_visual_style(*component_classes, partial=partial)
        texts = (self.get_component_styles(name).text_style for name in component_classes)
        return style + Style(reverse=True) if any(text.reverse for text in texts) else style
