"""One die: pips, the digit of its face, and whether it is held."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

if TYPE_CHECKING:
    from textual import events

PIP = "●"
_DIM = Style(dim=True)
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
    gap = " " * max(1, (width - 3) // 4)
    return gap.join(PIPS[face][row]).replace("*", PIP).center(width)


class Die(Widget):
    """A die that can be picked by a click. It is raised, framed and labelled while held."""

    DEFAULT_CSS = """
    Die {
        width: 9;
        height: 7;
        margin: 0 1 0 0;
        pointer: pointer;
        color: $die-pip;
        background: $die-face;
        &.-held { color: $die-held-pip; background: $die-held; text-style: bold; }
        &.-idle { color: $die-idle-pip; background: $die-idle; }
    }
    """
    ALLOW_SELECT = False

    face: reactive[int] = reactive(0)
    """What it shows; 0 before the first roll of a turn."""
    held = reactive(False, toggle_class="-held")
    """Whether the next roll keeps it."""
    idle = reactive(False, toggle_class="-idle")
    """Whether nothing can be done with it now."""
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
        height, width = self.size.height, self.size.width
        label = self._label
        if y == height - 1:
            text = f"{self.position + 1} {self.mark}".rstrip().center(width)
            return Strip([Segment(text[:width], label)])
        body = height - 1 - (height % 2)
        line = y if self.held else y - (height % 2)
        if not 0 <= line < body:
            return Strip.blank(width, label)
        return Strip(self._body_line(line, body - 1, width))

    @property
    def _label(self) -> Style:
        """The style of what stands under the die, which is part of the tray."""
        if not isinstance(self.parent, Widget):
            return self._body
        state = "held" if self.held else "idle" if self.idle else "label"
        return self.parent.get_component_rich_style(f"tray--{state}")

    @property
    def _body(self) -> Style:
        """The style of the die; `rich_style` would work it out anew at every call."""
        return self.visual_style.rich_style

    def _body_line(self, line: int, last: int, width: int) -> list[Segment]:
        body, digit = self._body, str(self.face or " ")
        if self.held:
            if line == 0:
                return [Segment(f"┏{'━' * (width - 2)}┓", body)]
            if line == last:
                return [Segment(f"┗{'━' * (width - 4)} {digit}┛", body)]
            return [Segment(f"┃{self._pips(line, last, width - 2)}┃", body)]
        if line == last:
            return [Segment(f"{digit} ".rjust(width), body + _DIM)]
        return [Segment(f" {self._pips(line, last, width - 2)} ", body)]

    def _pips(self, line: int, last: int, width: int) -> str:
        """Return the pips of a line; on a large die every other line stays empty."""
        row, between = divmod(line - 1, 2 if last > 4 else 1)
        return pip_line(self.face, row, width) if 0 <= row < 3 and not between else " " * width
