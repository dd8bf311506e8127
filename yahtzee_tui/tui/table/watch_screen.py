"""The screen that watches a game of another program, which saves it with every action."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from yahtzee_tui.store import StoreProblem
from yahtzee_tui.tui.keymap import bind
from yahtzee_tui.tui.table.base_screen import WATCHING, TableScreenBase
from yahtzee_tui.tui.table.result import dismiss_ranking

if TYPE_CHECKING:
    from yahtzee_tui.store import Store
    from yahtzee_tui.store.autosave import SavedTable
    from yahtzee_tui.store.saved_game import GameVersion
    from yahtzee_tui.table import TableEvent

_SECONDS = 0.5


class WatchScreen(TableScreenBase):
    """Polls the store for changes of a game."""

    BINDINGS = [  # noqa: RUF012 - no ClassVar in the class above either
        bind("t", "take", "Take over", "take-over", "Go on with the game here"),
    ]
    opening = WATCHING

    def __init__(self, saved_table: SavedTable, version: GameVersion, store: Store) -> None:
        super().__init__(saved_table)
        self._version = version
        self._store = store

    def on_mount(self) -> None:
        self.set_interval(_SECONDS, self._poll)

    def action_take(self) -> None:
        self.context.navigator.open_game(self._version.game, by_force=True)

    def show_change(self, change: TableEvent) -> None:
        dismiss_ranking(self.app.screen_stack)
        super().show_change(change)

    async def _poll(self) -> None:
        try:
            version = await asyncio.to_thread(self._store.games.version, self._version.game)
            if version == self._version.number:
                return
            saved = await asyncio.to_thread(self._store.games.read, self._version.game)
            _, history = saved.load()
        except StoreProblem as problem:
            self.line.say(f"Nothing to be seen. {problem.sentence}", warning=True)
            return
        self._version = saved.version
        self.table.sync(history)
