"""A list of lines that nobody is too quick for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import OptionList

if TYPE_CHECKING:
    from textual import events


class SteadyList(OptionList):
    """An option list that takes nothing amiss which comes before it is drawn, or drawn anew."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Turn no page where there is no room for one: before the first layout, or none left."""
        if action in ("page_up", "page_down") and not self.scrollable_content_region:
            return False
        return super().check_action(action, parameters)

    def on_click(self, event: events.Click) -> None:
        """Take no click on a line that has gone since it was drawn."""
        if event.style.meta.get("option", 0) >= self.option_count:
            event.prevent_default()
