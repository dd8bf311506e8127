"""One die: pips, the digit of its face, and whether it is held."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.segment import Segment
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from yahtzee_tui.tui.widgets.kept_lines import KeptLines

if TYPE_CHECKING:
    from rich.style import Style
    from textual import events

PIP, LARGE_PIP = "●", "▐█▌"
_LARGE = 15
"""Columns from which on a die has large pips."""

_HELD, _JOY = tuple("━┃┏┓┗┛"), tuple("═║╔╗╚╝")
"""Frames: across, down, and the corners line by line."""

PIPS: dict[int, tuple[str, str, str]] = {
    0: ("   ", "   ", "   "),
    1: ("   ", " * ", "   "),
    2: ("*  ", "   ", "  *"),
    3: ("*  ", " * ", "  *"),
    4: ("* *", "   ", "* *"),
    5: ("* *", " * ", "* *"),
    6: ("* *", "* *", "* *"),
}
"""The pips of each face on a grid of three by three; 0 is a die not rolled yet."""


def pip_line(face: int, row: int, width: int) -> str:
    """Return one of the three rows of pips of a face, `width` columns wide."""
    pip = LARGE_PIP if width >= _LARGE else PIP
    gap = " " * max(1, (width - 3 * len(pip)) // 4)
    pips = (pip if each == "*" else " " * len(pip) for each in PIPS[face][row])
    return gap.join(pips).center(width)


class Die(KeptLines):
    """A die that can be picked by a click. It is raised, framed and labelled while held.

    The styles are those of the tray: own ones would be worked out anew at every hold.
    """

    DEFAULT_CSS = """
    Die {
        width: 9;
        height: 7;
        margin: 0 1 0 0;
        pointer: pointer;
    }
    """
    ALLOW_SELECT = False

    face: reactive[int] = reactive(0)
    """What it shows; 0 before the first roll of a turn."""
    held: reactive[bool] = reactive(False)
    """Whether the next roll keeps it."""
    idle: reactive[bool] = reactive(False)
    """Whether nothing can be done with it now."""
    jumps: reactive[bool] = reactive(False)
    """Whether it is up in the air for joy."""
    mark: reactive[str] = reactive("")
    """The word under it."""

    @dataclass
    class Picked(Message):
        """The die was clicked."""

        die: Die

        @property
        def control(self) -> Die:
            """The die."""
            return self.die

    def __init__(self, position: int) -> None:
        """Make the die at a position, from 0."""
        super().__init__(id=f"die-{position + 1}")
        self.position = position

    def on_click(self, event: events.Click) -> None:
        """Tell that the die was picked."""
        event.stop()
        self.post_message(self.Picked(self))

    def render_line(self, y: int) -> Strip:
        """Draw one line. Where there is room, a held die stands a line higher than the others."""
        width, height = self.outer_size
        label = self._style("label")
        if y == height - 1:
            text = f"{self.position + 1} {self.mark}".rstrip().center(width)
            return Strip([Segment(text[:width], label)])
        body = height - 1 - (height % 2)
        line = y if self.held or self.jumps else y - (height % 2)
        if not 0 <= line < body:
            return Strip.blank(width, label)
        return Strip(self._body_line(line, body - 1, width))

    def notify_style_update(self) -> None:
        """Draw it again in the tray's new colours."""
        super().notify_style_update()
        self.refresh()

    def _style(self, part: str) -> Style:
        """Return the style of the die, or of what stands around it."""
        if not isinstance(self.parent, Widget):
            return self.rich_style
        states = (("jumping-", self.jumps), ("held-", self.held), ("idle-", self.idle))
        state = next((name for name, is_so in states if is_so), "")
        return self.parent.get_component_rich_style(f"tray--{state}{part}")

    def _body_line(self, line: int, last: int, width: int) -> list[Segment]:
        body, digit = self._style("die"), str(self.face or " ")
        if self.held or self.jumps:
            across, down, *corners = _JOY if self.jumps else _HELD
            if line == 0:
                return [Segment(f"{corners[0]}{across * (width - 2)}{corners[1]}", body)]
            if line == last:
                line_below = f"{corners[2]}{across * (width - 4)} {digit}{corners[3]}"
                return [Segment(line_below, body)]
            return [Segment(f"{down}{self._pips(line, last, width - 2)}{down}", body)]
        if line == last:
            return [Segment(f"{digit} ".rjust(width), body)]
        return [Segment(f" {self._pips(line, last, width - 2)} ", body)]

    def _pips(self, line: int, last: int, width: int) -> str:
        """Return the pips of a line; the larger the die, the farther they are apart."""
        edge = 1 if last > 8 else 0
        row, between = divmod(line - 1 - edge, (last - 2) // 2 - edge)
        return pip_line(self.face, row, width) if 0 <= row < 3 and not between else " " * width
