"""Chooses the line filters that fit a terminal's colors and characters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.filter import Monochrome, NoColor
from textual.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual.filter import LineFilter

QUESTION = "\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[m"
"""Sets a background and asks for it (DECRQSS); a terminal that draws it repeats its numbers."""


class TrueColorFound(Message):
    """The terminal has answered that it draws 24-bit colors."""


LINUX = "linux"
"""TERM of the Linux console, which has few characters and 8 background colors."""


class Filters:
    """The line filters of one terminal."""

    def __init__(self, ascii_only: bool, colors: str | None, term: str) -> None:
        """Take the value of TERM, and Rich's name of the colors: "standard" means sixteen."""
        self._ascii_only, self._is_console = ascii_only, term == LINUX
        self._colors = colors

    @property
    def asks_for_colors(self) -> bool:
        """Whether the terminal may draw more colors than its environment says."""
        return self._colors == "256"

    def use_all_colors(self) -> None:
        self._colors = "truecolor"

    @property
    def coarse(self) -> bool:
        """Whether it lacks characters that show several points of a chart."""
        return self._ascii_only or self._is_console

    def choose(self, filters: Iterable[LineFilter]) -> Sequence[LineFilter]:
        """Return the filters to use, given those that Textual would use."""
        wanted = list(filters)
        if any(isinstance(each, (Monochrome, NoColor)) for each in wanted):
            from yahtzee_tui.tui.terminal.colors import NoColors

            wanted = [NoColors()]  # Textual's filters leave greys
        elif self._colors in ("standard", "256"):
            from yahtzee_tui.tui.terminal.colors import ManyColors, SixteenColors

            sixteen = SixteenColors(8 if self._is_console else 16)
            wanted.append(ManyColors() if self._colors == "256" else sixteen)
        if self.coarse:
            from yahtzee_tui.tui.terminal.charset import AsciiFilter, ConsoleFilter

            wanted.append(AsciiFilter() if self._ascii_only else ConsoleFilter())
        return wanted
