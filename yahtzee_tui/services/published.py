"""Texts for remote players, who have no files here: records of tables, and secrets of days."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.store import StoreProblem

if TYPE_CHECKING:
    from yahtzee_tui.store import Store


def find_text(store: Store, request: tuple[str, ...]) -> str | None:
    """Return the text that a request asks for, None for other requests; raises `StoreProblem`.

    `record CODE` asks for the record of the newest game at a table: it has the hash of the secret
    that decides the dice from the start, and the secret once the game is over. `daily` asks for the
    same of the days.
    """
    match request:
        case ("record", code):
            return _find_record(store, code)
        case ("daily",):
            return _describe_days(store)
    return None


def _find_record(store: Store, code: str) -> str:
    tables = store.lobby.tables
    game = tables.read(tables.find(code)).game
    if game is None:
        raise StoreProblem("The game at this table hasn't started.")
    return store.games.read(game).text


def _describe_days(store: Store) -> str:
    from yahtzee_tui.table.daily import describe_days, today

    day = today()
    store.games.day_secret(day)
    return describe_days(store.games.day_secrets(), day)
