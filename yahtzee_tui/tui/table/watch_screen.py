"""The screen of a watcher of a game that another program plays."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from yahtzee_tui.store import StoreProblem
from yahtzee_tui.translation import _
from yahtzee_tui.tui.keymap import bind
from yahtzee_tui.tui.table.base_screen import WATCHING, TableScreenBase

if TYPE_CHECKING:
    from yahtzee_tui.store import Store
    from yahtzee_tui.store.autosave import SavedTable
    from yahtzee_tui.store.saved_game import GameVersion


class WatchScreen(TableScreenBase):
    """Polls the store for changes of a game."""

    BINDINGS = [  # noqa: RUF012 - no ClassVar in the class above either
        bind("t", "take", "Take over", "take-over", "Continue the game in this window")
    ]
    opening = WATCHING

    def __init__(self, saved_table: SavedTable, version: GameVersion, store: Store) -> None:
        super().__init__(saved_table)
        self._version = version
        self._store = store

    def on_mount(self) -> None:
        self.set_interval(0.5, self._poll)

    def action_take(self) -> None:
        self.context.navigator.open_game(self._version.game, by_force=True)

    async def _poll(self) -> None:
        try:
            version = await asyncio.to_thread(self._store.games.version, self._version.game)
            if version == self._version.number:
                return
            saved = await asyncio.to_thread(self._store.games.read, self._version.game)
            _setup, history = saved.load()
        except StoreProblem as problem:
            sentence = _("The game can't be shown. {problem}", problem=problem.sentence)
            self.line.say(sentence, warning=True)
            return
        self._version = saved.version
        self.table.sync(history)
