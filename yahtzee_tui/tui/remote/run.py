"""Running the app for one player over SSH."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.store import Store
    from yahtzee_tui.tui.remote.visitor_session import Visitor


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
    from yahtzee_tui.tui.terminal.process import exit_on_signals

    async def run_app() -> None:
        exit_on_signals(app)
        await app.run_async()
        app.value_tables.stop()

    app = RemoteApp(visitor, store, ascii_only, tell_door)
    try:
        asyncio.run(run_app())
    finally:
        app.session.leave()
        store.close()
    return app.return_code or 0
