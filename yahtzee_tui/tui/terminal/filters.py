"""Chooses the line filters that fit a terminal's colours and characters."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from textual.filter import Monochrome, NoColor

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual.filter import LineFilter

LINUX = "linux"
"""TERM of the Linux console, which has few characters and 8 background colours."""


class Filters:
    """The line filters of one terminal."""

    def __init__(self, ascii_only: bool, colours: str | None, term: str) -> None:
        """Take the value of TERM, and Rich's name of the colours: "standard" means sixteen."""
        self._ascii_only, self._is_console = ascii_only, term == LINUX
        self._colours = colours

    @property
    def coarse(self) -> bool:
        """Whether it lacks characters that show several points of a chart."""
        return self._ascii_only or self._is_console

    def choose(self, filters: Iterable[LineFilter]) -> Sequence[LineFilter]:
        """Return the filters to use, given those that Textual would use."""
        wanted = list(filters)
        if any(isinstance(each, (Monochrome, NoColor)) for each in wanted):
            # Textual's filters leave greys.
            return [self._no_colours, *self._charset_filters]
        return [*wanted, *self._nearest_colours, *self._charset_filters]

    @cached_property
    def _no_colours(self) -> LineFilter:
        from yahtzee_tui.tui.terminal.colours import NoColours

        return NoColours()

    @cached_property
    def _nearest_colours(self) -> tuple[LineFilter, ...]:
        if self._colours not in ("standard", "256"):
            return ()
        from yahtzee_tui.tui.terminal.colours import ManyColours, SixteenColours

        if self._colours == "256":
            return (ManyColours(),)
        return (SixteenColours(8 if self._is_console else 16),)

    @cached_property
    def _charset_filters(self) -> tuple[LineFilter, ...]:
        if not self.coarse:
            return ()
        if self._ascii_only:
            from yahtzee_tui.tui.terminal.charset import AsciiFilter

            return (AsciiFilter(),)
        from yahtzee_tui.tui.terminal.charset import ConsoleFilter

        return (ConsoleFilter(),)
