"""What is changed about every line on its way to the terminal."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from textual.filter import LineFilter, Monochrome, NoColor

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def choose_filters(
    filters: Iterable[LineFilter], native: bool, ascii_only: bool
) -> Sequence[LineFilter]:
    """Return the filters that fit the theme and the terminal.

    Args:
        filters: Those that Textual would use.
        native: Whether the theme leaves the colours to the terminal.
        ascii_only: Whether nothing but ASCII may be drawn.
    """
    chosen = [
        _without_colour() if native and isinstance(each, Monochrome) else each for each in filters
    ]
    return [*chosen, _ascii()] if ascii_only else chosen


@lru_cache(1)
def _without_colour() -> NoColor:
    """Return what takes colours away that have no grey, as those of the terminal have none."""
    return NoColor()


@lru_cache(1)
def _ascii() -> LineFilter:
    from yahtzee_tui.tui.ascii import AsciiFilter

    return AsciiFilter()
