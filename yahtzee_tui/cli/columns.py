"""Tables in plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.text import cell_width, pad

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from yahtzee_tui.rules import Box, Ruleset


def align(rows: Iterable[Sequence[str]], right: Sequence[int] = ()) -> str:
    """Return rows in columns two spaces apart, a row a line, without spaces at the ends.

    Args:
        rows: The cells of each row, all rows of one length.
        right: The columns, from 0, that are aligned at their right.
    """
    table = list(rows)
    widths = [max(map(cell_width, column)) for column in zip(*table, strict=True)]
    return "".join(
        "  ".join(
            pad(cell, width, at in right)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        + "\n"
        for row in table
    )


def name_box(ruleset: Ruleset, box: Box) -> str:
    """Return what the players of a game call a box."""
    return f"{box.code}  {box.name}" if ruleset.shows_codes else box.name
