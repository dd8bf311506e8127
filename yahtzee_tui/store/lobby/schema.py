"""The tables of the lobby, and what tells programs on other hosts that something changed there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, String, Table, Text, text

from yahtzee_tui.store.schema import METADATA

if TYPE_CHECKING:
    from sqlalchemy import Connection

CHANNEL = "yahtzee_tui"
"""On which PostgreSQL tells of changes."""

VISITORS = Table(
    "visitors",
    METADATA,
    Column("who", String(100), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("player", String(600), nullable=False, unique=True),
    Column("since", Float, nullable=False),
    Column("options", Text, nullable=False, server_default=""),
)
"""One row for each key that has a name of its own: that name, the same as it is compared with
others, since when, and the options they chose, as the file of settings would have them."""

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(12), primary_key=True),
    Column("code", String(20), nullable=False, unique=True),
    Column("rules", String(40), nullable=False),
    Column("is_open", Integer, nullable=False),
    Column("seconds", Integer, nullable=False),
    Column("late", String(12), nullable=False),
    Column("host", String(100), nullable=False),
    Column("stage", String(12), nullable=False),
    Column("game", ForeignKey("games.id", ondelete="SET NULL")),
    Column("turn", Integer, nullable=False),
    Column("turn_since", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("round", Integer, nullable=False, server_default="0"),
    Column("standing", Integer, nullable=False, server_default="0"),
    Index("tables_by_stage", "stage", "changed"),
    Index("tables_by_game", "game"),
)
"""One row a shared table; see `SharedTable` for what the columns mean."""

SEATS = Table(
    "seats",
    METADATA,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("who", String(100)),
    Column("name", String(80), nullable=False),
    Column("computer", String(20), nullable=False),
    Column("place", Integer, nullable=False),
    Column("is_gone", Integer, nullable=False),
    Index("seats_by_who", "who"),
)
"""One row a seat of a shared table; see `Seat`."""

PRESENCES = Table(
    "presences",
    METADATA,
    Column("session", String(24), primary_key=True),
    Column("who", String(100), nullable=False),
    Column("name", String(80), nullable=False),
    Column("table", String(12)),
    Column("seen", Float, nullable=False),
    Index("presences_by_table", "table", "seen"),
)
"""One row for each terminal that is here: whose it is, at which table (NULL in the lobby), and when
it was heard of last (seconds since 1970)."""

MESSAGES = Table(
    "messages",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("who", String(100), nullable=False),
    Column("name", String(80), nullable=False),
    Column("text", String(240), nullable=False),
    Column("said", Float, nullable=False),
    Index("messages_by_table", "table", "id"),
)
"""What was said at shared tables, and when (seconds since 1970)."""

_OURS = (VISITORS, TABLES, SEATS, PRESENCES, MESSAGES)

_TELL = """
CREATE OR REPLACE FUNCTION yahtzee_tui_tell_{column}() RETURNS trigger AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        PERFORM pg_notify('{channel}', coalesce(OLD."{column}", ''));
    END IF;
    IF TG_OP <> 'DELETE' THEN
        PERFORM pg_notify('{channel}', coalesce(NEW."{column}", ''));
    END IF;
    RETURN NULL;
END
$$ LANGUAGE plpgsql
"""
# What is told twice in one transaction is heard once.
_TRIGGER = """
CREATE TRIGGER tell_{what} AFTER {what} ON {table}
FOR EACH ROW {when} EXECUTE FUNCTION yahtzee_tui_tell_{column}()
"""
_TOLD = {"games": "id", "tables": "id", "seats": "table", "presences": "table", "messages": "table"}
_MOVED = """WHEN (OLD."table" IS DISTINCT FROM NEW."table")"""


def create_lobby(connection: Connection) -> None:
    """Bring a database without a lobby to one with it."""
    METADATA.create_all(connection, tables=_OURS)
    if connection.dialect.name == "postgresql":
        for column in ("id", "table"):
            connection.execute(text(_TELL.format(column=column, channel=CHANNEL)))
        for table, column in _TOLD.items():
            for what in ("INSERT", "UPDATE", "DELETE"):
                # A sign of life is no news.
                when = _MOVED if (table, what) == ("presences", "UPDATE") else ""
                trigger = _TRIGGER.format(what=what, table=table, when=when, column=column)
                connection.execute(text(trigger))
