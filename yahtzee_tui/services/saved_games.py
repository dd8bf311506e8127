"""Saved games: opens one to continue it, finds the unfinished one to offer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.table.judged import number_day
from yahtzee_tui.translation import _, ngettext

if TYPE_CHECKING:
    from yahtzee_tui.store import Store
    from yahtzee_tui.store.entries import DailyAttempt
    from yahtzee_tui.store.saved_game import SavedGame


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


def describe_today(found: DailyAttempt | None, streak: int, day: str) -> str:
    """Return what a player has of the game of a day; `streak` is the number of days in a row."""
    # Translators: how many daily games were played, one each day
    days = [_("streak {count}", count=streak)] if streak else []
    if found is None:
        said = _("not played yet")
    elif found.game.is_over:
        said = ngettext("{count} point", "{count} points", found.total)
    else:
        from yahtzee_tui.store.listing import describe_where

        said, days = _("continue: {round}", round=describe_where(found.game)), []
    return " · ".join([number_day(day), said, *days])
