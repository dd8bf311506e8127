"""How an older database becomes one of today."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import inspect, text

from yahtzee_tui.store.lobby.schema import TABLES, create_lobby
from yahtzee_tui.store.schema import GAMES, METADATA, RESETS, RESULTS, REVIEWS, SCHEMA

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection


def _create(connection: Connection) -> None:
    METADATA.create_all(connection, [SCHEMA, GAMES, RESULTS, RESETS])


def _add_reviews(connection: Connection) -> None:
    REVIEWS.create(connection)


def _add_lobby(connection: Connection) -> None:
    columns = {column["name"] for column in inspect(connection).get_columns(GAMES.name)}
    if GAMES.c.owner.name not in columns:  # as in a database that wasn't made just now
        connection.execute(text("ALTER TABLE games ADD COLUMN owner VARCHAR(100)"))
        if connection.dialect.name == "postgresql":  # which counts the characters
            longer = "ALTER TABLE results ALTER COLUMN player TYPE VARCHAR(160)"
            connection.execute(text(longer))
    create_lobby(connection)


def _add_rounds(connection: Connection) -> None:
    columns = {column["name"] for column in inspect(connection).get_columns(TABLES.name)}
    for name in (TABLES.c.round.name, TABLES.c.standing.name):
        if name not in columns:
            column = f"{name} INTEGER NOT NULL DEFAULT 0"
            connection.execute(text(f"ALTER TABLE tables ADD COLUMN {column}"))


MIGRATIONS: list[Callable[[Connection], None]] = [_create, _add_reviews, _add_lobby, _add_rounds]
"""What brings a database from each version to the next, the first from nothing to version 1."""
