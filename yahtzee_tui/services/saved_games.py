"""Saved games: opens one to continue it, finds the unfinished one to offer, and daily games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.store.autosave import SavedTable

if TYPE_CHECKING:
    from yahtzee_tui.store import Store
    from yahtzee_tui.store.saved_game import SavedGame
    from yahtzee_tui.table.daily import DailyAttempt


def open_saved_game(store: Store, game: str, by_force: bool = False) -> SavedTable:
    """Return the table of a saved game, which this program continues from now on.

    Raises `HeldGame` if another program has it open, unless it is taken over `by_force`; a
    `StoreProblem` if it is unknown or damaged, and then not acquired.
    """
    store.games.read(game).load()
    return SavedTable.resume(store.games.acquire(game, by_force), store)


def find_unfinished(store: Store) -> SavedGame | None:
    """Return the newest unfinished game, None if there is none; may raise a `StoreProblem`.

    A game that another program has open is returned only if there is no other: it may only be
    watched.
    """
    from yahtzee_tui.store.saved_game import Status

    unfinished = store.games.by_status(Status.UNFINISHED)
    return min(unfinished, key=lambda saved: saved.elsewhere, default=None)


def load_attempts(store: Store, name: str, day: str = "") -> list[DailyAttempt]:
    """Return a player's attempts of a day, or of all, newest first; may raise a `StoreProblem`."""
    from yahtzee_tui.table.daily import find_attempts

    saved_games = store.games.of_day(day)
    return find_attempts([(saved.id, *saved.load()) for saved in saved_games], name, day)


def find_attempt(store: Store, name: str, day: str) -> DailyAttempt | None:
    """Return a player's first attempt of a day, which counts even if it is archived."""
    attempts = load_attempts(store, name, day)
    return attempts[-1] if attempts else None
