"""The database schema: all tables, the triggers for change notification, and the migrations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    inspect,
    text,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection


METADATA = MetaData()

SCHEMA = Table("yahtzee_tui_schema", METADATA, Column("version", Integer, nullable=False))
"""One row: the version of the schema. Its name says whose database this is."""

GAMES = Table(
    "games",
    METADATA,
    Column("id", String(12), primary_key=True),
    Column("status", String(12), nullable=False),
    Column("version", Integer, nullable=False),
    Column("holder", String(300)),
    Column("changed", Float, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("record", Text, nullable=False),
    Column("owner", String(100)),
    Index("games_by_status", "status", "changed"),
    Index("games_by_digest", "digest"),
)
"""One row a game: its record, its status (`unfinished`, `finished`, `discarded`), a version that
counts the writes, the lease of the program that has it open, when it was written (seconds since
1970), a digest of its setup and events that identifies it, and its owner (NULL for the owner of the
database).
"""

RESULTS = Table(
    "results",
    METADATA,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", String(160), nullable=False),  # case-folded it may be longer
    Column("name", String(80), nullable=False),
    Column("computer", String(20), nullable=False),
    Column("rules", String(40), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("best_other", Integer),
    Column("upper_bonus", Integer, nullable=False),
    Column("repeats", Integer, nullable=False),
    Column("points", Text, nullable=False),
    Column("ended", Float, nullable=False),
    Index("results_by_player", "player", "rules", "ended"),
    Index("results_by_total", "rules", "total"),
    # Two covering indexes for counting players and games: ten times as fast.
    Index("results_by_name", "computer", "player", "name", "ended"),
    Index("results_by_seat", "rules", "seat"),
)
"""One row for each seat of a finished game, derived from its record: the player's name and the same
case-folded, which computer it is (nothing for a person), the grand total, the best one of the other
seats (NULL if there are none), upper bonus, number of Yahtzee bonuses, the points of every box in
the order of the card (`3,6,…`), and when it ended (seconds since 1970)."""

RESETS = Table(
    "resets",
    METADATA,
    Column("rules", String(40), primary_key=True),
    Column("since", Float, nullable=False),
)
"""The time of the last reset of a rule set's high scores; older results stay in `RESULTS`."""

REVIEWS = Table(
    "reviews",
    METADATA,
    Column("game", String(12), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("luck", Float),
    Column("skill", Float),
    Column("accuracy", Float),
    ForeignKeyConstraint(["game", "seat"], ["results.game", "results.seat"], ondelete="CASCADE"),
    sqlite_with_rowid=False,  # the key leads to the numbers at once, which halves the time
)
"""The review of a seat of a finished game, written some time after it ended: luck and
skill in points, and the share of decisions that cost nothing. All are NULL for a game that can't be
reviewed. A row is deleted with its result, as when the game's end is undone."""


CHANNEL = "yahtzee_tui"  # the channel of PostgreSQL's notifications
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

_LOBBY_TABLES = (VISITORS, TABLES, SEATS, PRESENCES, MESSAGES)

_NOTIFY_FUNCTION = """
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
# Equal notifications of one transaction are delivered once.
_TRIGGER = """
CREATE TRIGGER tell_{what} AFTER {what} ON {table}
FOR EACH ROW {when} EXECUTE FUNCTION yahtzee_tui_tell_{column}()
"""
_NOTIFY_COLUMNS = {
    "games": "id",
    "tables": "id",
    "seats": "table",
    "presences": "table",
    "messages": "table",
}
_TABLE_CHANGED = """WHEN (OLD."table" IS DISTINCT FROM NEW."table")"""


def _create_lobby(connection: Connection) -> None:
    METADATA.create_all(connection, tables=_LOBBY_TABLES)
    if connection.dialect.name == "postgresql":
        for column in ("id", "table"):
            connection.execute(text(_NOTIFY_FUNCTION.format(column=column, channel=CHANNEL)))
        for table, column in _NOTIFY_COLUMNS.items():
            for what in ("INSERT", "UPDATE", "DELETE"):
                # A heartbeat is no change.
                when = _TABLE_CHANGED if (table, what) == ("presences", "UPDATE") else ""
                trigger = _TRIGGER.format(what=what, table=table, when=when, column=column)
                connection.execute(text(trigger))


def _add_lobby(connection: Connection) -> None:
    columns = {column["name"] for column in inspect(connection).get_columns(GAMES.name)}
    if GAMES.c.owner.name not in columns:  # as in a database that wasn't made just now
        connection.execute(text("ALTER TABLE games ADD COLUMN owner VARCHAR(100)"))
        if connection.dialect.name == "postgresql":  # which counts the characters
            longer = "ALTER TABLE results ALTER COLUMN player TYPE VARCHAR(160)"
            connection.execute(text(longer))
    _create_lobby(connection)


def _add_rounds(connection: Connection) -> None:
    columns = {column["name"] for column in inspect(connection).get_columns(TABLES.name)}
    for name in (TABLES.c.round.name, TABLES.c.standing.name):
        if name not in columns:
            column = f"{name} INTEGER NOT NULL DEFAULT 0"
            connection.execute(text(f"ALTER TABLE tables ADD COLUMN {column}"))


MIGRATIONS: list[Callable[[Connection], None]] = [
    lambda connection: METADATA.create_all(connection, [SCHEMA, GAMES, RESULTS, RESETS]),
    REVIEWS.create,
    _add_lobby,
    _add_rounds,
]
"""Each migrates the database from the version that is its index to the next one."""
