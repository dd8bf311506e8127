"""A terminal driver that keeps what is written and what is typed."""

from typing import Any

from textual.app import App
from textual.driver import Driver
from textual.message import Message

from yahtzee_tui.tui.terminal.driver import mix_in

HIDE, SHOW = "\x1b[?25l", "\x1b[?25h"


class RecordingDriver(Driver):
    """A driver without a terminal.

    Attributes:
        written: What was written, an item each time.
        messages: The input that was passed on.
    """

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        self.written: list[str] = []
        self.messages: list[Message] = []

    def write(self, data: str) -> None:
        self.written.append(data)

    def send_message(self, message: Message) -> None:
        self.messages.append(message)

    def start_application_mode(self) -> None:
        self.write(HIDE)

    def disable_input(self) -> None:
        """Close without doing anything: there is no input."""

    def stop_application_mode(self) -> None:
        for data in ("\x1b[?1049l", SHOW, "\x1b[?1004l"):
            self.write(data)


def record_with(mixin: type, app: App[Any] | None = None) -> Any:
    """Return a driver without a terminal that does what a mixin adds."""
    return mix_in(mixin, RecordingDriver)(app or App())
