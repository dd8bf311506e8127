"""The app for somebody far away: nothing that they ask for acts on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual import events
from textual.geometry import Size

from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.terminal.patient_driver import patient
from yahtzee_tui.tui.tracebacks import leave_out_locals

if TYPE_CHECKING:
    from textual.driver import Driver

LARGEST = Size(300, 120)
"""The most columns and rows that are drawn, whatever a terminal says of itself."""


class AwayApp(YahtzeeApp):
    """The app without what acts where the program runs, and not where the player is."""

    IS_AT_HOME = False

    def __init__(self, *args: Any, **options: Any) -> None:
        """Make the app; if it falls over, nothing that anybody typed is written down."""
        leave_out_locals()
        super().__init__(*args, **options)

    def get_driver_class(self) -> type[Driver]:
        """Return what reads from the player's terminal, and writes to it."""
        return patient(super().get_driver_class())

    async def on_event(self, event: events.Event) -> None:
        """Believe no terminal that it is larger than any is."""
        if isinstance(event, events.Resize):
            columns, rows = event.size
            size = Size(min(columns, LARGEST.width), min(rows, LARGEST.height))
            event = event if size == event.size else events.Resize(size, size)
        await super().on_event(event)

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Open no browser here."""

    def deliver_text(self, *_: Any, **__: Any) -> None:
        """Save no file here."""

    def deliver_binary(self, *_: Any, **__: Any) -> None:
        """Save no file here."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Go on: there is no shell to go back to, and nobody who could wake the program again."""
        return action != "suspend_process" and super().check_action(action, parameters)
