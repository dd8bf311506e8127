"""A game in lines of text that plays on from a position, and is saved nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.plain.game_lines import describe_start
from yahtzee_tui.plain.game_loop import AfterGame, GameLoop
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.table import TableConfig
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from yahtzee_tui.plain.commands import CommandHandler, TableCommand
    from yahtzee_tui.plain.interpreter import PlainContext
    from yahtzee_tui.table import Table

_NEED_A_RECORD = ("new", "play", "review", "share")


class WhatIfLoop(GameLoop):
    """Plays one game, without what needs its record and without others after it."""

    def __init__(self, table: Table, context: PlainContext) -> None:
        super().__init__(SavedTable(TableConfig.from_setup(table.setup), table), context)

    @property
    def commands(self) -> dict[str, CommandHandler]:
        found = super().commands
        return {word: found[word] for word in found if word not in _NEED_A_RECORD}

    @property
    def listed(self) -> tuple[TableCommand, ...]:
        return tuple(each for each in super().listed if each.word in self.commands)

    async def run(self) -> AfterGame:
        unsaved = _("This game isn't saved, so you can't continue it later.")
        self._console.say(*describe_start(self._table), unsaved)
        return await super().run()
