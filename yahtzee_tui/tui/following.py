"""Following what happens in the lobby, without asking more often than anybody can read."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from yahtzee_tui.store import StoreProblem

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from yahtzee_tui.store.lobby.lobby import Lobby

PAUSE = 0.5
"""Seconds between two looks at the whole lobby, at least."""

_PATIENCE = 2.0
"""Seconds after which a database is asked again that can't be read."""


async def follow(
    lobby: Lobby,
    interest: frozenset[str] | None,
    look: Callable[[], Awaitable[bool]],
    pause: float = PAUSE,
) -> None:
    """Look at once, and again after something has changed, until nobody wants to know any more.

    Args:
        lobby: What is followed.
        interest: The ids of the tables that matter; None for everything.
        look: Looks, and shows what is new, or why nothing can be seen; returns whether it can.
        pause: Seconds between two looks, at least.
    """
    while True:
        try:
            changes = lobby.change_feed()
        except StoreProblem:
            await look()
            await asyncio.sleep(_PATIENCE)
            continue
        changes.interest = interest
        try:
            while True:
                if await look():
                    await asyncio.sleep(pause)
                    await changes.wait()
                else:
                    await asyncio.sleep(_PATIENCE)
        finally:
            changes.close()
