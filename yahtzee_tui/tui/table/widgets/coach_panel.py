"""The coach panel beside the card of wide screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from yahtzee_tui.tui.table.values_phrases import draw_values

if TYPE_CHECKING:
    from yahtzee_tui.strategy import Advice
    from yahtzee_tui.strategy.winprob import WinAdvice


class CoachPanel(Widget):
    """Lists the best choices, a line each, while the coach is on."""

    DEFAULT_CSS = """
    CoachPanel {
        display: none;
        height: 2fr;
        min-height: 12;
        max-height: 100%;
        margin: 0 1 1 1;
        padding: 0 1;
        text-wrap: nowrap;
        text-overflow: ellipsis;
        border-top: solid $card-muted;
        border-title-color: $card-muted;
    }
    """

    is_wanted = reactive(False, toggle_class="-speaks")
    """Whether the coach is on."""

    def __init__(self) -> None:
        super().__init__(id="coach")
        self.border_title = "Coach"
        self._advice: Advice | None = None
        self._wins: WinAdvice | None = None

    def show(self, advice: Advice | None, wins: WinAdvice | None) -> None:
        """Show advice.

        Args:
            advice: The values of all choices in points, None to show nothing.
            wins: Their chances of winning, None until they are known.
        """
        if (advice, wins) != (self._advice, self._wins):
            self._advice, self._wins = advice, wins
            self.refresh()

    def render(self) -> Content:
        if self._advice is None:
            return Content("")
        return draw_values(self._advice, self._wins, *self.content_size)
