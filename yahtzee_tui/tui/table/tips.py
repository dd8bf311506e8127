"""Tips for a player's first game: one line over the card during the first two rounds."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from textual.widgets import Static

from yahtzee_tui.settings import DiceClick
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.tui.keymap import main_key

if TYPE_CHECKING:
    from yahtzee_tui.rules import Game
    from yahtzee_tui.settings import Options
    from yahtzee_tui.store import Store
    from yahtzee_tui.table import Table
    from yahtzee_tui.tui.context import TableView


class TipLine(Static):
    """A line over the card; hidden on screens without an empty line there."""

    DEFAULT_CSS = """
    TipLine {
        height: 1;
        padding: 0 1;
        text-wrap: nowrap;
        text-overflow: ellipsis;
        color: $card-muted;
        display: none;
    }
    """

    def show(self, table: Table, options: Options) -> None:
        tip = find_tip(table, options)
        self.screen.set_class(tip is not None, "-first-game")
        if (tip or "") != self.content:
            self.update(tip or "", layout=False)


def find_tip(table: Table, options: Options) -> str | None:
    """Return the tip for a position, at most 58 columns wide; None after the second round."""
    game = table.game
    if game.is_over or game.round > 2:
        return None
    if not table.history.events:
        return "First game? This line helps for two rounds; Help has all."
    if table.history.posted:
        undo = main_key("undo", options)
        return f"{undo} takes a score back; another box takes it instead."
    if not game.roll:
        return "Every turn begins anew, with all dice and all rolls."
    if not game.rolls_left:
        return "Every turn fills one box, with 0 where the dice don't fit."
    if game.held:
        if options.dice_click is DiceClick.REROLL:
            return "The next roll takes the dice that are picked."
        return "Held dice stay; the next roll takes the others."
    if game.round == 1:
        return _explain_potentials(game)
    coach, find = main_key("coach", options), main_key("find", options)
    return f"{coach} asks the coach what is best; {find} finds a box by its name."


def _explain_potentials(game: Game) -> str:
    worths = {each.worth for each in game.potentials if each.refusal is None} - {0}
    *others, best = sorted(worths) or [0]
    if not others:
        return f"«{best}» is the most that the dice would score now."
    return f"‹{others[-1]}› is what the dice would score there, «{best}» the most."


async def mount_tips(screen: TableView) -> TipLine | None:
    """Mount the tip line if this is the first game in the store; else return None."""
    store, saved_table = screen.context.navigator.store, screen.saved_table
    if store is None or screen.context.navigator.saved_table is not saved_table:
        return None
    if find_tip(screen.table, screen.context.options) is None:
        return None
    if await asyncio.to_thread(_has_others, store, saved_table.game_id) or not screen.is_open:
        return None
    line = TipLine(id="tip", markup=False)
    await screen.screen.mount(line, before="#below")
    return line


def _has_others(store: Store, game: str | None) -> bool:
    try:
        return store.games.has_another(game)
    except StoreProblem:  # the app says so
        return True
