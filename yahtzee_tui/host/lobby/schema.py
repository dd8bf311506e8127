"""The tables of shared play, and PostgreSQL's triggers that tell of their changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, String, Text, delete, select

from yahtzee_tui.host.lobby.lookalikes import likenesses
from yahtzee_tui.store.schema import add_table, index_present

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection

CHANNEL, PLAY_CHANNEL = "yahtzee_tui", "yahtzee_tui_play"
"""PostgreSQL's notifications of what the lobby shows, and of what only a table's own people see."""


VISITORS = add_table(
    "visitors",
    Column("who", String(100), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("player", String(600), nullable=False, unique=True),
    Column("since", Float, nullable=False),
    Column("options", Text, nullable=False, server_default=""),
    Column("bot_of", String(100)),
    info={"salvage": "by page"},
)
"""One row for each key that has a name of its own: that name, the same as it is compared with
others, since when, and the options they chose, as the file of settings would have them; for a bot
the account of its owner, empty if the host of the server named none."""

KEYS = add_table(
    "keys",
    Column("key", String(100), primary_key=True),
    Column("who", String(100), nullable=False),
    Column("until", Float),
    Index("keys_by_who", "who"),
)
"""One row for each further key of an account, which is that of its first key, `who`; for each word
that adds a key, `word:` and the word, and for each key that was taken away, `session:` and the key,
whose sessions end, both with the time when the row lapses."""

LIKENESSES = add_table(
    "likenesses",
    Column("likeness", String(64), primary_key=True),
    Column("who", String(100), primary_key=True),
    Index("likenesses_by_who", "who"),
)
"""Digests of what an account's name looks like: names that share one look alike."""

BANS = add_table(
    "bans",
    Column("subject", String(100), primary_key=True),
    Column("since", Float, nullable=False),
    Column("until", Float),
    Column("name", String(80), nullable=False, server_default=""),
    Column("reason", String(400), nullable=False, server_default=""),
)
"""One row for each key, network or session that may not play: `key:` and a fingerprint, a network
as in `10.0.0.0/8`, or `session:` and its id; since when, until when (NULL for ever), the name of
the player as far as it is known, and the host's note of why."""

TABLES = add_table(
    "tables",
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
    Column("network", String(50)),
    Column("secret", String(64)),
    Column("hash", String(64)),
    Column("bots", Integer, nullable=False, server_default="0"),
    Index("tables_by_stage", "stage", "changed"),
    Index("tables_by_game", "game"),
    index_present("tables_by_network", "changed", "network"),
    info={"salvage": "by page"},
)
"""One row a shared table; see `SharedTable` for what the columns mean. `network` is that of the
guest who opened it, NULL for a player with a key; `secret` decides the dice of all its games (see
`derive_secret`), and with `hash` is NULL for a table of an earlier version."""

SEATS = add_table(
    "seats",
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("who", String(100)),
    Column("name", String(80), nullable=False),
    Column("computer", String(20), nullable=False),
    Column("place", Integer, nullable=False),
    Column("is_gone", Integer, nullable=False),
    Column("word", String(80), nullable=False, server_default=""),
    Index("seats_by_who", "who"),
    info={"salvage": "by page"},
)
"""One row a seat of a shared table; see `Seat`."""

PRESENCES = add_table(
    "presences",
    Column("session", String(24), primary_key=True),
    Column("who", String(100), nullable=False),
    Column("name", String(80), nullable=False),
    Column("table", String(12)),
    Column("seen", Float, nullable=False),
    Column("since", Float),
    Column("address", String(50)),
    Index("presences_by_table", "table", "seen"),
    info={"salvage": "never"},
)
"""One row for each terminal that is here: whose it is, at which table (NULL in the lobby), when it
was heard of last (seconds since 1970), since when it is here, and from which address. A guest who
leaves a table leaves a row there, for which the seat is kept a while."""

MESSAGES = add_table(
    "messages",
    Column("id", Integer, primary_key=True),
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("who", String(100), nullable=False),
    Column("name", String(80), nullable=False),
    Column("text", String(240), nullable=False),
    Column("said", Float, nullable=False),
    Index("messages_by_table", "table", "id"),
)
"""What was said at shared tables, and when (seconds since 1970)."""

HOSTS = add_table(
    "hosts",
    Column("id", String(24), primary_key=True),
    Column("name", String(100), nullable=False),
    Column("process", Integer, nullable=False),
    Column("version", String(40), nullable=False),
    Column("public_name", String(300), nullable=False),
    Column("key", String(100), nullable=False),
    Column("started", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Column("drain_until", Float),
    Column("drain_text", String(400), nullable=False, server_default=""),
    Column("figures", Text, nullable=False, server_default="{}"),
)
"""One row for each running server: see `Server`."""

NOTICES = add_table(
    "notices",
    Column("id", Integer, primary_key=True),
    Column("text", String(400), nullable=False),
    Column("said", Float, nullable=False),
)
"""What the host has told all players, and when (seconds since 1970)."""

NOTIFICATIONS = add_table(
    "notifications",
    Column("who", String(100), primary_key=True),
    Column("topic", String(40), nullable=False),
    Column("occasions", String(100), nullable=False),
    Column("language", String(10), nullable=False),
    Column("since", Float, nullable=False),
    Column("was_refused", Integer, nullable=False, server_default="0"),
)
"""What each account wants to be told while it is away (`turn,results`), since when, in which
language, and by which topic; and whether the receiver has refused the last message."""

SENT = add_table(
    "sent",
    Column("who", String(100), primary_key=True),
    Column("key", String(80), primary_key=True),
    Column("at", Float, nullable=False),
    Index("sent_by_time", "at"),
)
"""One row for each message to an absent player: what it was about, and when it was sent."""

_NOTIFY_FUNCTION = """
CREATE OR REPLACE FUNCTION {channel}_tell_{column}() RETURNS trigger AS $$
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
FOR EACH ROW {when} EXECUTE FUNCTION {channel}_tell_{column}()
"""
_NOTIFY = {
    "games": (PLAY_CHANNEL, "id"),
    "tables": (CHANNEL, "id"),
    "seats": (CHANNEL, "table"),
    "presences": (CHANNEL, "table"),
    "messages": (PLAY_CHANNEL, "table"),
}
"""By table: the channel of its notifications, and the column with their text."""

_NOTIFY_WHEN = {
    # A heartbeat is no change.
    ("presences", "UPDATE"): """WHEN (OLD."table" IS DISTINCT FROM NEW."table")""",
    # Nobody follows a game that is played alone.
    ("games", "INSERT"): "WHEN (NEW.owner = 'tables')",
    ("games", "UPDATE"): "WHEN (NEW.owner = 'tables')",
    ("games", "DELETE"): "WHEN (OLD.owner = 'tables')",
}


def migrate(connection: Connection, version: int) -> None:
    """Fill what a database of an older version lacks; `version` is 0 for an empty one."""
    if version:
        _fill_likenesses(connection)
    if connection.dialect.name == "postgresql":
        _create_triggers(connection)


def _fill_likenesses(connection: Connection) -> None:
    """Write what the names of accounts look like, as older versions compared them otherwise.

    Those bound before may look alike.
    """
    connection.execute(delete(LIKENESSES))
    found = connection.execute(select(VISITORS.c.who, VISITORS.c.name)).all()
    rows = [{"likeness": look, "who": who} for who, name in found for look in likenesses(name)]
    if rows:
        connection.execute(LIKENESSES.insert(), rows)


def _create_triggers(connection: Connection) -> None:
    for table, (channel, column) in _NOTIFY.items():
        names = {"table": table, "channel": channel, "column": column}
        connection.exec_driver_sql(_NOTIFY_FUNCTION.format(**names))
        for what in ("INSERT", "UPDATE", "DELETE"):
            when = _NOTIFY_WHEN.get((table, what), "")
            connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS tell_{what} ON {table}")
            connection.exec_driver_sql(_TRIGGER.format(what=what, when=when, **names))


_MOST_DELETED = 100


def delete_some(connection: Connection, key: Column[Any], *which: ColumnElement[bool]) -> None:
    """Delete at most 100 rows of a table with this primary key.

    Of two programs that clean up at once each skips what the other deletes: there is no deadlock.
    """
    found = select(key).where(*which).limit(_MOST_DELETED).with_for_update(skip_locked=True)
    if keys := connection.scalars(found).all():
        connection.execute(delete(key.table).where(key.in_(keys)))
