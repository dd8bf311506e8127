"""The screen and the keys of somebody who plays in a browser."""

from __future__ import annotations

from textual import events, messages
from textual.drivers.web_driver import WebDriver


class BrowserDriver(WebDriver):
    """Talks with the server that started this process, and ends with it."""

    def run_input_thread(self) -> None:
        """Hand on what comes from the page, and leave the game when nothing more can come."""
        super().run_input_thread()
        if not self.exit_event.is_set():
            self._app.post_message(messages.ExitApp())

    def on_meta(self, packet_type: str, payload: dict[str, object]) -> None:
        """Do what the server says."""
        if packet_type == "focus":
            # By the same detour as the blur with which every game begins, so as to come after it.
            self._app.call_later(self._app.post_message, events.AppFocus())
        else:
            super().on_meta(packet_type, payload)
