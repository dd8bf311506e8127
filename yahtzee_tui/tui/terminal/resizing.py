"""Following the terminal's size, also where Textual loses sight of it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from textual.events import Resize

if TYPE_CHECKING:
    from textual.app import App

_SECONDS = 0.1
"""Longer than Textual takes."""


def make_sure_of_size(app: App[None]) -> None:
    """See that what is shown soon has the size of the terminal, which has just changed.

    Textual waits for 8 ms first, by a timer that never ends if the program stands still for longer
    right as it begins; then that size is lost, and every later one with it.
    """
    asyncio.get_running_loop().call_later(_SECONDS, _compare, app)


def _compare(app: App[None]) -> None:
    if not app.is_running:
        return
    for screen in reversed(app.screen_stack):
        if screen.outer_size != app.size:
            screen.post_message(Resize(app.size, app.size))
        if not screen.is_modal:  # nothing below is seen
            break
