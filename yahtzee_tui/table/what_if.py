"""What if: a table that plays on from a recorded turn or a position, and counts nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.dice import SystemDice, find_dice
from yahtzee_tui.rules import History, Scored
from yahtzee_tui.table.table import Table

if TYPE_CHECKING:
    from yahtzee_tui.rules import Position, Record, Setup
    from yahtzee_tui.table.config import TableConfig


def has_same_dice(setup: Setup) -> bool:
    """Return whether the dice of a recorded game can be rolled again."""
    return not isinstance(find_dice(setup.dice, setup.secret, setup.words), SystemDice)


def branch_off(record: Record, turn: int, same_dice: bool) -> Table:
    """Return a table at the start of a turn of a recorded game, by its number from 0.

    The same dice fall as in the game, as `has_same_dice` must allow, or else new ones. No turn
    before it can be undone.
    """
    setup, history = record.setup, History(record.setup.start())
    scored = 0
    for event in record.events:
        if scored == turn:
            break
        history = history.play_unchecked(event)
        scored += isinstance(event, Scored)
    dice = find_dice(setup.dice, setup.secret, setup.words) if same_dice else SystemDice()
    # Dice whose secret is published could not be rolled at a table.
    setup = setup._replace(dice=dice.source, secret="", began="", coached=())
    table = Table(setup, dice, history)
    table.undo_floor = len(history.events)
    return table


def play_on(position: Position, config: TableConfig) -> Table:
    """Return a table of one player in a position, with the dice of a configuration.

    Its record has no card to begin with, so it can be neither replayed nor reviewed.
    """
    table = config.create_table()
    table.history = History(position.game(*table.setup.players))
    table.game = table.history.game
    return table
