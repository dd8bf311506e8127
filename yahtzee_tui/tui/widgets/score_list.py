"""The lines of a scoreboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.widgets.option_list import Option

from yahtzee_tui.rules import WIDEST_NAME
from yahtzee_tui.store.listing import tell_when
from yahtzee_tui.text import pad
from yahtzee_tui.tui.widgets.long_menu import LongMenu

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yahtzee_tui.store.stats.scores import HighScore


class ScoreList(LongMenu):
    """High scores to choose from, best first."""

    def show(self, lines: Sequence[HighScore]) -> None:
        """Show other lines; the mark stays at its height as far as it can."""
        marked = self.highlighted or 0
        self.set_options(Option(_draw(line)) for line in lines)
        self.highlighted = min(marked, len(lines) - 1) if lines else None


def score_line(place: str, name: str, total: str, when: str) -> str:
    """Return a line of the list, or the one above it that names the columns."""
    padded = pad(name, WIDEST_NAME)
    return f"{place:>4}  {padded}  {total:>5}    {when}"


def _draw(line: HighScore) -> Content:
    text = score_line(f"{line.place}.", line.name, str(line.total), tell_when(line.ended))
    return Content.styled(text, "bold" if line.place == 1 else "")
