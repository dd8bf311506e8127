"""A visit from elsewhere: somebody plays here whose terminal is far away."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.store import Store


class Visitor(NamedTuple):
    """Who comes in, as far as the door could tell.

    Attributes:
        key: The fingerprint of the SSH key that they proved to have; nothing for a guest.
        login: The name under which they came, which is only a suggestion and may be anything.
        request: What they asked for at the door: nothing, `join` or `watch` with a table's code.
    """

    key: str = ""
    login: str = ""
    request: tuple[str, ...] = ()


def run_visit(
    visitor: Visitor,
    store: Store,
    ascii_only: bool = False,
    tell_door: Callable[[bool], None] = lambda _: None,
) -> int:
    """Run the app for a visitor until they leave.

    Args:
        visitor: Who they are.
        store: The host's games, which nobody else uses here; it is closed at the end.
        ascii_only: Whether nothing but ASCII may be drawn.
        tell_door: Told whether they only watch, and so needn't press a key for a long time.

    Returns:
        The exit code.
    """
    import asyncio

    from yahtzee_tui.tui.remote.app import RemoteApp
    from yahtzee_tui.tui.terminal.process import end_on_signals

    async def run_app() -> None:
        end_on_signals(app)
        await app.run_async()
        app.value_tables.stop()

    app = RemoteApp(visitor, store, ascii_only, tell_door)
    try:
        asyncio.run(run_app())
    finally:
        app.session.leave()
        store.close()
    return app.return_code or 0
