"""The daily game: reads a player's attempts from the saved games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.table.daily import DailyAttempt, daily_dice_prefix, find_attempts

if TYPE_CHECKING:
    from yahtzee_tui.store import Store


def load_attempts(store: Store, name: str, day: str = "") -> list[DailyAttempt]:
    """Return a player's attempts of a day, or of all days, the newest first.

    Raises:
        StoreProblem: If the saved games can't be read.
    """
    saved_games = store.games.with_dice(daily_dice_prefix(day))
    return find_attempts([(saved.id, *saved.load()) for saved in saved_games], name, day)


def find_attempt(store: Store, name: str, day: str) -> DailyAttempt | None:
    """Return a player's first attempt of a day, which counts even if it is archived.

    Raises:
        StoreProblem: If the saved games can't be read.
    """
    attempts = load_attempts(store, name, day)
    return attempts[-1] if attempts else None
