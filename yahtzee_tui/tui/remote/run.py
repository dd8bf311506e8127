"""Runs the app for one player over SSH."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.store import Store
    from yahtzee_tui.tui.remote.visitor_session import Visitor


def run_remote_app(
    visitor: Visitor,
    store: Store,
    ascii_only: bool = False,
    report_watching: Callable[[bool], None] = lambda _: None,
) -> int:
    """Run the app for a visitor until they leave, and return its exit code.

    Args:
        visitor: The SSH client.
        store: The server's database, opened for this session only; it is closed at the end.
        ascii_only: Whether only ASCII may be drawn.
        report_watching: Called with whether they only watch, and so need no idle timeout.
    """
    import asyncio

    from yahtzee_tui.tui.remote.app import RemoteApp
    from yahtzee_tui.tui.terminal.process import exit_on_signals

    async def run_app() -> None:
        exit_on_signals(app)
        await app.run_async()
        app.value_tables.stop()

    app = RemoteApp(visitor, store, ascii_only, report_watching)
    try:
        asyncio.run(run_app())
    finally:
        app.session.leave()
        store.close()
    return app.return_code or 0
