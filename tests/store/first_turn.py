"""A game in its first turn for tests of the store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, select

from yahtzee_tui.rules import History, Record, Roll, Setup
from yahtzee_tui.store.schema import RESULTS

if TYPE_CHECKING:
    from yahtzee_tui.store.database import Database
    from yahtzee_tui.store.games import Games
    from yahtzee_tui.store.saved_game import GameVersion

SETUP = Setup("official", ("Ann", "Bob"), began="2026-11-21T20:15:00Z")
"""What the game starts from."""

NOWHERE = "0123456789ab"
"""The id of no game."""


def begun(steps: int = 1) -> History:
    """Return a game in its first turn: a roll, then further rolls."""
    history = History(SETUP.start())
    for faces in ((3, 3, 3, 4, 4), (1, 2, 3, 4, 5), (6, 6, 6, 6, 6))[:steps]:
        history = history.play(Roll(), faces)
    return history


def add(games: Games, history: History) -> GameVersion:
    """Save a new game."""
    return games.add(Record.of(SETUP, history), history.game)


def count_results(database: Database) -> int:
    """Return how many results there are."""
    with database.reading() as connection:
        return connection.scalar(select(func.count()).select_from(RESULTS)) or 0
