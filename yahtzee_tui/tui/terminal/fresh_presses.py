"""Tells a press of a key from the repeats of one that is held down.

A keyboard repeats a held key 10 to 30 times a second, at first after 0.25 to 1 s. Most terminals
send each repeat as another press; only Kitty's protocol marks it.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from textual import events

if TYPE_CHECKING:
    from textual.app import App
    from textual.timer import Timer

REPEAT_SECONDS = 0.12
"""The same key after less than this is a repeat."""

_FIRST_REPEAT_SECONDS = 1.1
"""The same key after less than this may be a first repeat: others that follow it are awaited."""


class FreshPresses:
    """Lets a held key act once, where that matters.

    Attributes:
        time: When the newest key or click came, by Textual's clock.
    """

    def __init__(self, app: App[Any]) -> None:
        self.time = -inf
        self._app = app
        self._key = ""
        self._delayed: events.Key | None = None
        self._timer: Timer | None = None

    def admits(self, event: events.InputEvent, needs_fresh: bool) -> bool:
        """Return whether an event may act now.

        A key that needs a fresh press and may be a repeat is sent again once it turns out to be
        none; one that follows it meanwhile is sent again behind it.
        """
        delayed, self._delayed = self._delayed, None
        if not isinstance(event, events.Key) or event is delayed:
            self.time = max(self.time, event.time)
            return True
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        gap = event.time - self.time if event.key == self._key else inf
        self._key, self.time = event.key, event.time
        if delayed is not None and delayed.key != event.key:
            self._send(delayed)
            self._app.post_message(event)
            return False
        if not needs_fresh:
            return True
        is_repeat: bool | None = getattr(event, "is_repeat", None)
        if is_repeat is None and REPEAT_SECONDS <= gap < _FIRST_REPEAT_SECONDS:
            self._delayed = events.Key(event.key, event.character)
            self._timer = self._app.set_timer(REPEAT_SECONDS, self._send_delayed)
            return False
        return gap >= REPEAT_SECONDS if is_repeat is None else not is_repeat

    def _send_delayed(self) -> None:
        if self._delayed is not None:
            self._send(self._delayed)

    def _send(self, event: events.Key) -> None:
        self._delayed = event
        self._app.post_message(event)
