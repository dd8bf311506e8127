"""What is changed about every line on its way to the terminal."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from textual.filter import Monochrome, NoColor

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual.filter import LineFilter

LINUX = "linux"
"""What TERM says on the console of Linux, which has few characters, and grounds of 8 colours."""


class Filters:
    """Chooses the filters that fit the terminal."""

    def __init__(self, ascii_only: bool, colours: str | None, term: str) -> None:
        """Know the terminal.

        Args:
            ascii_only: Whether nothing but ASCII may be drawn.
            colours: The colours that it has, as Rich calls them: "standard" stands for sixteen.
            term: The kind of terminal, as TERM says.
        """
        self._ascii_only, self._is_console = ascii_only, term == LINUX
        self._colours = colours

    @property
    def coarse(self) -> bool:
        """Whether no character is drawn that shows several points."""
        return self._ascii_only or self._is_console

    def choose(self, filters: Iterable[LineFilter]) -> Sequence[LineFilter]:
        """Return the filters to be used.

        Args:
            filters: Those that Textual would use.
        """
        wanted = list(filters)
        if any(isinstance(each, (Monochrome, NoColor)) for each in wanted):
            # Greys are colours too, and those of the terminal have none.
            return [self._without_colours, *self._likeness]
        return [*wanted, *self._nearest_colours, *self._likeness]

    @cached_property
    def _without_colours(self) -> LineFilter:
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
    def _likeness(self) -> tuple[LineFilter, ...]:
        if not self.coarse:
            return ()
        if self._ascii_only:
            from yahtzee_tui.tui.terminal.charset import AsciiFilter

            return (AsciiFilter(),)
        from yahtzee_tui.tui.terminal.charset import ConsoleFilter

        return (ConsoleFilter(),)
