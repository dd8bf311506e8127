"""Saved games and what they amount to: results and statistics.

A game is one row with its record, saved after every action; everything else is derived from it.
The face imports no database: a `Store` opens the store when it is first needed, in a thread of its
own if there is time, so that starting the program costs nothing.

    store = Store("sqlite:////home/ann/.local/share/yahtzee-tui/games.sqlite")
    autosaver = Autosaver(store)
    autosaver.save(table.record, table.game)      # raises StoreProblem with a sentence for people
"""

from yahtzee_tui.store.autosave import Autosaver
from yahtzee_tui.store.errors import HeldGame, StaleGame, StoreProblem, UnknownGame
from yahtzee_tui.store.store import Store

__all__ = ["Autosaver", "HeldGame", "StaleGame", "Store", "StoreProblem", "UnknownGame"]
