"""The app for somebody far away: nothing that they ask for acts on this machine."""

from __future__ import annotations

from typing import Any

from yahtzee_tui.tui.app import YahtzeeApp


class AwayApp(YahtzeeApp):
    """The app without what acts where the program runs, and not where the player is."""

    IS_AT_HOME = False

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Open no browser here."""

    def deliver_text(self, *_: Any, **__: Any) -> None:
        """Save no file here."""

    def deliver_binary(self, *_: Any, **__: Any) -> None:
        """Save no file here."""

    def action_suspend_process(self) -> None:
        """Go on: there is no shell to go back to, and nobody who could wake the program again."""
