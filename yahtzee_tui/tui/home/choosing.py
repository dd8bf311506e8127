"""Choosing a computer player, wherever a seat is free for one."""

from __future__ import annotations

import asyncio
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen

    from yahtzee_tui.strategy.bots import Rank


async def choose_rank(screen: Screen[Any], chosen: Callable[[Rank | None], None]) -> None:
    """Let somebody choose a computer player, over a screen.

    Args:
        screen: Where it is chosen.
        chosen: Called with the rank, or with None if they chose none.
    """
    # It brings a library along, which would hold everything up while it is imported here.
    module = await asyncio.to_thread(import_module, "yahtzee_tui.tui.home.bot_picker")
    if screen.is_active:
        screen.app.push_screen(module.BotPickerScreen(), chosen)
