"""The live chance of winning on a table's screen, computed beside the event loop."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from yahtzee_tui.services.live_chance import ChancePosition, shows_chance
from yahtzee_tui.tui.lifecycle import start_worker

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.tui.context import WatchedTable

_PREPARE_SECONDS = 0.5
"""Seconds until the tables for it begin to load, so that the first picture doesn't wait."""


class LiveChance:
    """Computes chances in a thread, one position at a time and always the newest next.

    Attributes:
        words: Each seat's chance of winning, such as `62%`; empty while there is none to show.
    """

    def __init__(self, screen: WatchedTable, show: Callable[[], None]) -> None:
        """Create the chances of a table's screen; `show` is called when they have changed."""
        self.words: tuple[str, ...] = ()
        self._screen, self._show = screen, show
        self._wanted: ChancePosition | None = None
        self._found: ChancePosition | None = None
        self._is_working = False

    def update(self) -> None:
        """Begin to compute the chances of the present position, but not while dice are animated."""
        screen = self._screen
        mode = screen.context.options.chance
        if not shows_chance(mode, screen.table.game, screen.seats):
            self._wanted, self._found, self.words = None, None, ()
        elif not screen.is_tumbling:
            self._wanted = ChancePosition.of(screen.table, screen.seats)
            if not self._is_working and self._wanted != self._found:
                self._is_working = True
                start_worker(screen.screen, self._follow, "chance")

    async def _follow(self) -> None:
        """Compute the chances of the newest position until no newer one has come meanwhile."""
        loader = self._screen.context.value_tables.find(self._screen.ruleset)
        try:
            if loader.values is None:
                await asyncio.sleep(_PREPARE_SECONDS)
            await loader.load(lambda: None)
            while (wanted := self._wanted) is not None and wanted != self._found:
                shares = await asyncio.to_thread(loader.find_shares, *wanted)
                if shares is None:
                    await loader.load_outcomes()
                    shares = await asyncio.to_thread(loader.find_shares, *wanted)
                if self._wanted is not None:
                    self._found = wanted
                    self._tell(shares or ())
        finally:
            self._is_working = False

    def _tell(self, shares: tuple[float, ...]) -> None:
        from yahtzee_tui.strategy import format_chance  # its numpy is loaded by now

        words = tuple(map(format_chance, shares))
        if words != self.words and self._screen.is_open:
            self.words = words
            self._show()
