"""Saved games, and the results and statistics derived from them (SQLAlchemy Core).

A game is one row with its record, saved with every action. The package imports no
screen and no strategy, and SQLAlchemy only when a `Store` is opened, to keep the start fast.

    store = Store("sqlite:////home/ann/.local/share/yahtzee-tui/games.sqlite")
    autosaver = Autosaver(store)
    autosaver.save(table.record, table.game)      # raises StoreProblem
"""

from yahtzee_tui.store.autosave import Autosaver
from yahtzee_tui.store.errors import HeldGame, StaleGame, StoreProblem, UnknownGame
from yahtzee_tui.store.store import Store

__all__ = ["Autosaver", "HeldGame", "StaleGame", "Store", "StoreProblem", "UnknownGame"]
