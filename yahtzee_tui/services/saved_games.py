"""Saved games: opens one to continue it, finds the unfinished one to offer, and daily games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.table.daily import count_streak, daily_config, find_attempts, number_day
from yahtzee_tui.translation import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable

    from yahtzee_tui.store import Store
    from yahtzee_tui.store.saved_game import SavedGame
    from yahtzee_tui.table import TableConfig
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
    return _load_attempts(store.games.of_day(day), name, day)


def _load_attempts(found: Iterable[SavedGame], name: str, day: str) -> list[DailyAttempt]:
    games = []
    for saved in found:
        record, history = saved.load()
        setup = record.setup
        if saved.secret:
            setup = setup._replace(secret=saved.secret)
        games.append((saved.id, record._replace(setup=setup), history))
    return find_attempts(games, name, day)


def configure_daily(store: Store, name: str, day: str) -> TableConfig:
    """Return the configuration of a daily game; on a host, a secret of its own decides the dice."""
    games = store.games
    return daily_config(name, day, games.day_secret(day) if games.is_hosted else "")


def find_attempt(store: Store, name: str, day: str) -> DailyAttempt | None:
    """Return a player's first attempt of a day, which counts even if it is archived."""
    return find_attempt_among(store.games.of_day(day), name, day)


def find_attempt_among(found: Iterable[SavedGame], name: str, day: str) -> DailyAttempt | None:
    """Return the same of the daily games of a day, the newest first."""
    attempts = _load_attempts(found, name, day)
    return attempts[-1] if attempts else None


def find_streak(store: Store, name: str, day: str) -> int:
    """Return on how many consecutive days up to `day` a player has finished the daily game.

    A day that isn't finished yet doesn't end the streak. May raise a `StoreProblem`.
    """
    return count_streak(store.games.finished_days(name.casefold()), day)


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
