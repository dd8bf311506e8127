"""Waiting for what a change feed reports."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from yahtzee_tui.store.lobby.change_feed import ChangeFeed

QUIET = 0.6
"""Seconds in which somebody would have been told."""


async def settle(changes: ChangeFeed) -> None:
    """Wait until nothing that happened before is told any more."""
    while await is_told(changes, QUIET):
        pass


async def is_told(changes: ChangeFeed, seconds: float | None = None) -> bool:
    """Return whether a change is reported, in some seconds or however slow the machine is."""
    changes.longest = 3600.0  # else it reports by itself
    try:
        async with asyncio.timeout(seconds):
            await changes.wait()
    except TimeoutError:
        return False
    return True
