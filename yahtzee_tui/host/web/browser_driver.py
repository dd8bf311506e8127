"""The Textual driver of a game in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual import events, messages
from textual.drivers.web_driver import WebDriver

if TYPE_CHECKING:
    from textual.app import App


class BrowserDriver(WebDriver):
    """Exchanges packets with the web server that started this process, and exits with it."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        self._game = app

    def run_input_thread(self) -> None:
        """Read packets, and exit the app at the end of input."""
        super().run_input_thread()
        if not self.exit_event.is_set():
            self._game.post_message(messages.ExitApp())

    def on_meta(self, packet_type: str, payload: dict[str, object]) -> None:
        if packet_type == "focus":
            # Through the same queue as the initial blur, so that it comes after that.
            self._game.call_later(self._game.post_message, events.AppFocus())
        else:
            super().on_meta(packet_type, payload)
