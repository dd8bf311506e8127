"""Waiting for what a change feed reports."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from yahtzee_tui.store.lobby.change_feed import ChangeFeed

PATIENCE = 8.0
"""Seconds after which somebody has surely been told, however busy the machine is; a feed of tables
reports by itself after ten."""

QUIET = 0.6
"""Seconds in which somebody would have been told."""


async def settle(changes: ChangeFeed) -> None:
    """Wait until nothing that happened before is told any more."""
    while await is_told(changes, QUIET):
        pass


async def is_told(changes: ChangeFeed, seconds: float = PATIENCE) -> bool:
    try:
        async with asyncio.timeout(seconds):
            await changes.wait()
    except TimeoutError:
        return False
    return True
