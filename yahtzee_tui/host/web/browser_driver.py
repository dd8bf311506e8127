"""The Textual driver of a game in a browser."""

from __future__ import annotations

from textual import events, messages
from textual.drivers.web_driver import WebDriver


class BrowserDriver(WebDriver):
    """Exchanges packets with the web server that started this process, and exits with it."""

    def run_input_thread(self) -> None:
        """Read packets, and exit the app at the end of input."""
        super().run_input_thread()
        if not self.exit_event.is_set():
            self._app.post_message(messages.ExitApp())

    def on_meta(self, packet_type: str, payload: dict[str, object]) -> None:
        if packet_type == "focus":
            # Through the same queue as the initial blur, so that it comes after that.
            self._app.call_later(self._app.post_message, events.AppFocus())
        else:
            super().on_meta(packet_type, payload)
