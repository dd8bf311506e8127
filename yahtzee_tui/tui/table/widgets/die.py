"""Dice drawn in characters: the die widget, and small pictures of dice and letters."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from rich.segment import Segment
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual import events

    from yahtzee_tui.rules import Faces, Positions


_WIDTH = 7
_FREE = "$die-pip on $die-face"
_HELD = "$die-held-pip on $die-held"


def dice_picture(faces: Faces, held: Positions = ()) -> list[Content]:
    """Return three lines with small dice side by side, the held ones framed."""
    return [_line(_die(face, row, at in held) for at, face in enumerate(faces)) for row in range(3)]


def letter_picture(word: str) -> list[Content]:
    """Return three lines with a die for each letter, every other one coloured as held."""
    styles = [_HELD if at % 2 else _FREE for at in range(len(word))]
    blank = _line((" " * _WIDTH, style) for style in styles)
    middle = _line(
        (letter.center(_WIDTH), f"bold {style}") for letter, style in zip(word, styles, strict=True)
    )
    return [blank, middle, blank]


def _die(face: int, row: int, is_held: bool) -> tuple[str, str]:
    """Return a line of a small die, with its style; a held one has a frame besides its colour."""
    if is_held:
        return f"┃{pip_line(face, row, _WIDTH - 2)}┃", _HELD
    return pip_line(face, row, _WIDTH), _FREE


def _line(parts: Iterable[tuple[str, str]]) -> Content:
    return Content(" ").join([Content.styled(text, style) for text, style in parts])


PIP, LARGE_PIP = "●", "▐█▌"
_LARGE = 15
"""The fewest columns of a die with large pips."""

Frame: TypeAlias = "tuple[str, ...]"
_HELD_FRAME, _JOY_FRAME = tuple("━┃┏┓┗┛"), tuple("═║╔╗╚╝")
"""Frames: horizontal, vertical, and the corners line by line."""

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


@lru_cache(256)
def pip_line(face: int, row: int, width: int) -> str:
    """Return one of the three rows of pips of a face, `width` columns wide."""
    pip = LARGE_PIP if width >= _LARGE else PIP
    gap = " " * max(1, (width - 3 * len(pip)) // 4)
    pips = [pip if each == "*" else " " * len(pip) for each in PIPS[face][row]]
    return gap.join(pips).center(width)


@lru_cache(1024)
def body_line(face: int, line: int, last: int, width: int, frame: Frame | None) -> str:
    """Return a line of a die; the last one has the digit, and `frame` None means no frame."""
    digit = str(face or " ")
    across, down, *corners = frame or tuple(" " * 6)
    if line == last and frame is None:
        return f"{digit} ".rjust(width)
    if line == last:
        return f"{corners[2]}{across * (width - 4)} {digit}{corners[3]}"
    if line == 0:
        return f"{corners[0]}{across * (width - 2)}{corners[1]}"
    edge = 1 if last > 8 else 0
    row, between = divmod(line - 1 - edge, (last - 2) // 2 - edge)
    has_pips = 0 <= row < 3 and not between
    pips = pip_line(face, row, width - 2) if has_pips else " " * (width - 2)
    return f"{down}{pips}{down}"


class Die(Widget):
    """A die that can be picked by a click. It is raised, framed and labelled while held.

    It takes its styles from the tray: styles of its own would be applied again at every hold.
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
    """The face; 0 before the first roll of a turn."""
    held: reactive[bool] = reactive(False)
    """Whether the next roll keeps it."""
    idle: reactive[bool] = reactive(False)
    jumps: reactive[bool] = reactive(False)
    """Whether it is raised by the animation of equal dice."""
    mark: reactive[str] = reactive("")

    @dataclass
    class Picked(Message):
        """The die was clicked."""

        position: int

    def __init__(self, position: int) -> None:
        super().__init__(id=f"die-{position + 1}")
        self.position = position

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Picked(self.position))

    def render_line(self, y: int) -> Strip:
        """Draw one line. If there is room, a held die is a line higher than the others."""
        width, height = self.outer_size
        is_raised = self.held or self.jumps
        body = height - 1 - (height % 2)
        line = y if is_raised else y - (height % 2)
        part = "label"
        if y == height - 1:
            text = f"{self.position + 1} {self.mark}".rstrip().center(width)[:width]
        elif 0 <= line < body:
            part = "die"
            frame = _JOY_FRAME if self.jumps else _HELD_FRAME if self.held else None
            text = body_line(self.face, line, body - 1, width, frame)
        else:
            text = " " * width
        state = "jumping-" if self.jumps else "held-" if self.held else "idle-" if self.idle else ""
        tray = self.parent
        if not isinstance(tray, Widget):
            return Strip([Segment(text, self.rich_style)])
        return Strip([Segment(text, tray.get_component_rich_style(f"tray--{state}{part}"))])

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self.refresh()
