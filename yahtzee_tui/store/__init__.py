"""Saved games and what they amount to: results and statistics.

A game is one row with its record, saved after every action; everything else is derived from it.
The face imports no database: a `Shelf` opens the store when it is first needed, in a thread of its
own if there is time, so that starting the program costs nothing.

    shelf = Shelf("sqlite:////home/ann/.local/share/yahtzee-tui/games.sqlite")
    keeper = Keeper(shelf)
    keeper.keep(table.record, table.game)      # raises StoreProblem with a sentence for people
"""

from yahtzee_tui.store.keeper import Keeper
from yahtzee_tui.store.problem import HeldGame, StaleGame, StoreProblem, UnknownGame
from yahtzee_tui.store.shelf import Shelf

__all__ = ["HeldGame", "Keeper", "Shelf", "StaleGame", "StoreProblem", "UnknownGame"]
