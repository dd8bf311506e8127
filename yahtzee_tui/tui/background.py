"""What is done beside what is shown, or once it is shown, for as long as it is there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.app import ScreenStackError
from textual.css.query import NoMatches
from textual.widget import MountError

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from textual.dom import DOMNode
    from textual.widget import Widget

GONE = (MountError, NoMatches, ScreenStackError)
"""What is raised to those who look for something on a screen that was left."""


def begin(
    node: DOMNode,
    work: Callable[[], Coroutine[Any, Any, None]],
    group: str = "default",
    exclusive: bool = False,
) -> None:
    """Begin something that goes on for as long as a screen, a widget or the app is there.

    A coroutine that was made already would complain if it is called off before its first step. What
    it finds missing because somebody leaves is no fault.

    Args:
        node: The screen, the widget or the app.
        work: What is to be done.
        group: Its kind.
        exclusive: Whether what else of its kind is under way is called off.
    """

    async def finish() -> None:
        try:
            await work()
        except GONE:
            # Its answer may come while the screens are taken apart.
            if is_there(node):
                raise

    job: Any = finish  # to Textual's types, it may also be what returns a coroutine as its result
    node.run_worker(job, group=group, exclusive=exclusive)


def once_drawn(widget: Widget, work: Callable[[], object]) -> None:
    """Do something when what has changed is drawn, unless the screen was left by then.

    Textual leaves it to the screen that is on top by then, and that may be another one.
    """
    widget.call_after_refresh(lambda: work() if is_there(widget) else None)


def is_there(node: DOMNode) -> bool:
    """Return whether nobody left the screen of a widget, the screen itself, or the app."""
    app = node.app
    if app.return_code is not None or not node.is_attached:
        return False
    return node is app or node.screen in app.screen_stack
