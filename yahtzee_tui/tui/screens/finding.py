"""Finding a box at the table by typing its name or code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.tui.screens.seen_table import SeenTable

if TYPE_CHECKING:
    from yahtzee_tui.tui.widgets.box_finder import BoxFinder


class FindsBoxes(SeenTable):
    """A table in whose message line one can type which box is meant."""

    _cursor_before: str | None = None

    async def action_find(self) -> None:
        """Type to find a box; keys typed ahead wait until there is a field for them."""
        if not self.interrupt():
            self._cursor_before = self.hand.cursor
            await self.line.open_finder()
            self.refresh_table()

    def on_box_finder_typed(self) -> None:
        """Mark the likeliest box."""
        found = self.hand.find(self.line.typed or "")
        self.hand.cursor = found[0] if found else None
        self.refresh_table()

    def on_box_finder_stepped(self, event: BoxFinder.Stepped) -> None:
        """Mark another box of those that match."""
        self.hand.move(event.step, self.hand.find(self.line.typed or ""))
        self.refresh_table()

    def on_box_finder_closed(self, event: BoxFinder.Closed) -> None:
        """Put the status line back, and score if that was wanted."""
        if self.line.typed is None:
            return
        box = self.hand.cursor
        self.line.close_finder()
        if event.chosen and box is not None:
            self.refresh_table()
            self.score(box)
            return
        self.hand.cursor = self._cursor_before
        self.refresh_table()
        self.say_state()
        if event.chosen:
            self.line.say("No open box is called that.", warning=True)

    def score(self, box: str) -> None:
        """Score in a box, or say why that can't be done."""
        raise NotImplementedError
