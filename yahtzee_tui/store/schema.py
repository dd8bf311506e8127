"""The database schema: all tables, the triggers for change notification, and the migration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
    bindparam,
    delete,
    func,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.schema import CreateColumn
from sqlalchemy.sql.functions import FunctionElement

from yahtzee_tui.dice import is_commitment
from yahtzee_tui.rules.records import read_record
from yahtzee_tui.store.lobby.lookalikes import likenesses
from yahtzee_tui.store.saved_game import VERSION as VERSION
from yahtzee_tui.table.eligibility import find_lists
from yahtzee_tui.table.judged import find_day

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from sqlalchemy.engine.interfaces import ReflectedColumn
    from sqlalchemy.schema import SchemaItem


OLDEST_VERSION = 9
"""The version of the oldest programs that may use a database of this version. They do as long as
changes only add: tables, indexes, and columns that may be NULL or have a `server_default`."""

METADATA = MetaData()


def _table(name: str, *parts: SchemaItem, **options: Any) -> Table:
    return Table(name, METADATA, *parts, **options)


def _index_present(name: str, *columns: str) -> Index:
    """Return an index of the few rows in which the last of these columns is not NULL."""
    # To name PostgreSQL here would import all its drivers; `migrate` copies the condition.
    return Index(name, *columns, sqlite_where=text(f"{columns[-1]} IS NOT NULL"))


class DatabaseClock(FunctionElement[float]):
    """The time by the database's clock in seconds since 1970, which all its hosts share."""

    type = Float()
    inherit_cache = True


@compiles(DatabaseClock)
def _read_sqlite_clock(*_: object, **__: object) -> str:
    return "((julianday('now') - 2440587.5) * 86400.0)"


@compiles(DatabaseClock, "postgresql")
def _read_postgres_clock(*_: object, **__: object) -> str:
    return "CAST(extract(epoch FROM clock_timestamp()) AS double precision)"


SCHEMA = _table(
    "yahtzee_tui_schema",
    Column("version", Integer, nullable=False),
    Column("oldest", Integer, nullable=False, server_default="0"),
)
"""One row: the version of the schema, and the oldest one whose programs may use the database. The
name of the table says whose database this is."""

GAMES = _table(
    "games",
    Column("id", String(12), primary_key=True),
    Column("status", String(12), nullable=False),
    Column("version", Integer, nullable=False),
    Column("holder", String(300)),
    Column("changed", Float, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("record", Text, nullable=False),
    Column("owner", String(100)),
    Column("day", String(10)),
    Column("secret", String(64)),
    Column("is_unproven", Integer, nullable=False, server_default="0"),
    Index("games_by_status", "status", "changed"),
    Index("games_by_digest", "digest"),
    Index("games_by_owner", "owner", "status", "changed"),
    _index_present("games_by_day", "owner", "day"),
    _index_present("games_by_holder", "holder"),
)
"""One row a game: its record, its status (`unfinished`, `finished`, `discarded`), a version that
counts the writes, the lease of the program that has it open, when it was written (seconds since
1970), a digest of its setup and events that identifies it, its owner (NULL for the owner of the
database), the day of a daily game (as in `2026-11-21`, NULL for other games), the secret that
decides its dice (NULL if none does), and whether it gets no results: see `find_lists`.
"""

DAYS = _table(
    "days",
    Column("day", String(10), primary_key=True),
    Column("secret", String(64), nullable=False),
)
"""The secret that decides the dice of a day for the remote users of this database."""

RESULTS = _table(
    "results",
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", String(160), nullable=False),  # case-folded it may be longer
    Column("name", String(80), nullable=False),
    Column("computer", String(20), nullable=False, server_default=""),
    Column("rules", String(40), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("best_other", Integer),
    Column("upper_bonus", Integer, nullable=False),
    Column("repeats", Integer, nullable=False),
    Column("points", Text, nullable=False),
    Column("rolled", String(100)),
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
the order of the card (`3,6,…`), how often each face was rolled, as in `count_rolled` (NULL where an
older version wrote the row), and when it ended (seconds since 1970)."""

RESETS = _table(
    "resets",
    Column("rules", String(40), primary_key=True),
    Column("since", Float, nullable=False),
)
"""The time of the last reset of a rule set's high scores; older results stay in `RESULTS`."""

REVIEWS = _table(
    "reviews",
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

TIPS = _table(
    "tips",
    Column("owner", String(100), primary_key=True),
    Column("tip", String(20), primary_key=True),
    sqlite_with_rowid=False,
)
"""One row for each tip that an owner of games has seen; the owner is empty for that of the
database."""

PRACTICE = _table(
    "practice",
    Column("owner", String(100), primary_key=True),
    Column("position", String(200), primary_key=True),
    Column("stage", Integer, nullable=False),
    Column("due", Float),
    sqlite_with_rowid=False,
)
"""One row for each position that an owner of games has practiced, as in `Position`: the box of the
Leitner system that it is in, from 0, and when it comes back (seconds since 1970, NULL for never).
The owner is empty for that of the database."""

PRACTICE_RATINGS = _table(
    "practice_ratings",
    Column("owner", String(100), primary_key=True),
    Column("rules", String(40), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("answers", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""Ratings of versions before 9, which rate practice and not games; nothing reads or writes them."""

EVENTS = _table(
    "contests",
    Column("id", String(12), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("rules", String(40), nullable=False),
    Column("secrets", Text, nullable=False),
    Column("opens", Float, nullable=False),
    Column("closes", Float, nullable=False),
    Column("series", String(12), nullable=False),
    Column("number", Integer, nullable=False),
    Column("is_weekly", Integer, nullable=False),
    Column("bots", Integer, nullable=False, server_default="0"),
    Index("contests_by_series", "series", "number", unique=True),
    Index("contests_by_end", "closes"),
)
"""One row an event; see `JudgedEvent` for what the columns mean. `secrets` has the secret of each
game, with spaces between them; the events of a weekly series have the id of the first one."""

ENTRIES = _table(
    "contest_entries",
    Column("contest", ForeignKey("contests.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("who", String(200), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("game", ForeignKey("games.id", ondelete="SET NULL")),
    Column("is_repeat", Integer, nullable=False, server_default="0"),
    Index("entries_by_game", "game"),
)
"""One row for each game of an event that a player has begun: its number from 1, the player's
account (`name:` and the case-folded name in games of the owner of the database), the name, the
game, NULL if it was deleted, and whether a guest of that name or a bot of the player had begun it
before. The key allows one try."""

ABANDONED = _table(
    "abandoned",
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("player", String(160), nullable=False),
    Column("name", String(80), nullable=False),
    Column("rules", String(40), nullable=False),
    Column("skill", Float, nullable=False),
    Column("share", Float, nullable=False),
    Index("abandoned_by_rules", "rules"),
)
"""One row for each rated game that was left unfinished: what its decisions cost, as in `REVIEWS`,
and the share of its turns that were played, from 0 to 1."""

CHANNEL, PLAY_CHANNEL = "yahtzee_tui", "yahtzee_tui_play"
"""PostgreSQL's notifications of what the lobby shows, and of what only a table's own people see."""

VISITORS = _table(
    "visitors",
    Column("who", String(100), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("player", String(600), nullable=False, unique=True),
    Column("since", Float, nullable=False),
    Column("options", Text, nullable=False, server_default=""),
    Column("bot_of", String(100)),
)
"""One row for each key that has a name of its own: that name, the same as it is compared with
others, since when, and the options they chose, as the file of settings would have them; for a bot
the account of its owner, empty if the host of the server named none."""

KEYS = _table(
    "keys",
    Column("key", String(100), primary_key=True),
    Column("who", String(100), nullable=False),
    Column("until", Float),
    Index("keys_by_who", "who"),
)
"""One row for each further key of an account, which is that of its first key, `who`; and for each
word that adds a key, `word:` and the word, with the time when it lapses."""

LIKENESSES = _table(
    "likenesses",
    Column("likeness", String(64), primary_key=True),
    Column("who", String(100), primary_key=True),
    Index("likenesses_by_who", "who"),
)
"""Digests of what an account's name looks like: names that share one look alike."""

BANS = _table(
    "bans",
    Column("subject", String(100), primary_key=True),
    Column("since", Float, nullable=False),
    Column("until", Float),
)
"""One row for each key, network or session that may not play: `key:` and a fingerprint, a network
as in `10.0.0.0/8`, or `session:` and its id; since when, and until when (NULL for ever)."""

TABLES = _table(
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
    _index_present("tables_by_network", "changed", "network"),
)
"""One row a shared table; see `SharedTable` for what the columns mean. `network` is that of the
guest who opened it, NULL for a player with a key; `secret` decides the dice of all its games (see
`derive_secret`), and with `hash` is NULL for a table of an earlier version."""

SEATS = _table(
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
)
"""One row a seat of a shared table; see `Seat`."""

PRESENCES = _table(
    "presences",
    Column("session", String(24), primary_key=True),
    Column("who", String(100), nullable=False),
    Column("name", String(80), nullable=False),
    Column("table", String(12)),
    Column("seen", Float, nullable=False),
    Column("since", Float),
    Column("address", String(50)),
    Index("presences_by_table", "table", "seen"),
)
"""One row for each terminal that is here: whose it is, at which table (NULL in the lobby), when it
was heard of last (seconds since 1970), since when it is here, and from which address. A guest who
leaves a table leaves a row there, for which the seat is kept a while."""

MESSAGES = _table(
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

HOSTS = _table(
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
"""One row for each running server: see `Host`."""

NOTICES = _table(
    "notices",
    Column("id", Integer, primary_key=True),
    Column("text", String(400), nullable=False),
    Column("said", Float, nullable=False),
)
"""What the host has told all players, and when (seconds since 1970)."""

NOTIFICATIONS = _table(
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

SENT = _table(
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


_VERSION_OF_SIGNATURES = 8  # before it an imported game counted by its own word
_LONGEST_HEADER = 10_000  # characters in which the first line of a record surely ends


def migrate(connection: Connection, version: int) -> None:
    """Add what a database of an older version lacks: tables, columns, indexes and triggers.

    What is missing is found by comparison, as databases of equal versions differ: several columns
    were added without a new version. `version` is 0 for an empty database.
    """
    if connection.dialect.name == "postgresql":
        for index in (each for table in METADATA.tables.values() for each in table.indexes):
            condition = index.dialect_options["sqlite"]["where"]
            index.dialect_options["postgresql"]["where"] = condition
    METADATA.create_all(connection)
    if version:
        for table in METADATA.sorted_tables:
            _add_missing(connection, table)
        fill_from_records(connection, version)
        _fill_likenesses(connection)
    if connection.dialect.name == "postgresql":
        _create_triggers(connection)


def _add_missing(connection: Connection, table: Table) -> None:
    """Add columns, make them as long as they are now, and replace indexes that differ."""
    present = {each["name"]: each for each in inspect(connection).get_columns(table.name)}
    alter = f"ALTER TABLE {connection.dialect.identifier_preparer.format_table(table)}"
    for column in table.columns:
        if column.name not in present:
            added = CreateColumn(column).compile(dialect=connection.dialect)
            connection.exec_driver_sql(f"{alter} ADD COLUMN {added}")
        # SQLite ignores the length.
        elif connection.dialect.name == "postgresql" and _is_longer(column, present[column.name]):
            kind = column.type.compile(connection.dialect)
            connection.exec_driver_sql(f'{alter} ALTER COLUMN "{column.name}" TYPE {kind}')
    indexed = {
        each["name"]: each["column_names"] for each in inspect(connection).get_indexes(table.name)
    }
    for index in table.indexes:
        columns = [column.name for column in index.columns]
        if indexed.get(index.name) != columns:
            index.drop(connection, checkfirst=True)
            index.create(connection)


def _is_longer(column: Column[Any], present: ReflectedColumn) -> bool:
    length = getattr(column.type, "length", None)
    return length is not None and length > getattr(present["type"], "length", length)


def fill_from_records(connection: Connection, version: int = VERSION) -> None:
    """Write the day of each daily game, which older versions have in the record only.

    Those counted other games with a seed, too, and the oldest counted imported ones: their results
    are deleted. Games that were played here have the secret of their dice in a column of its own.
    """
    header = func.substr(GAMES.c.record, 1, _LONGEST_HEADER)
    found = connection.execute(
        select(GAMES.c.id, GAMES.c.secret, GAMES.c.day, header).where(GAMES.c.is_unproven == 0)
    )
    rows: list[dict[str, Any]] = []
    for game, secret, day, head in found:
        setup = read_record(f"{head.partition(chr(10))[0]}\n").setup
        if setup is not None:
            may_be_imported = version < _VERSION_OF_SIGNATURES and is_commitment(setup.dice)
            lists = find_lists(setup, secret is not None or not may_be_imported)
            row = {"game": game, "its_day": find_day(setup), "unproven": bool(lists["averages"])}
            rows += [row] if row["unproven"] or row["its_day"] != day else []
    if rows:
        one = update(GAMES).where(GAMES.c.id == bindparam("game"))
        one = one.values(day=bindparam("its_day"), is_unproven=bindparam("unproven"))
        connection.execute(one, rows)
        unproven = select(GAMES.c.id).where(GAMES.c.is_unproven == 1)
        connection.execute(delete(RESULTS).where(RESULTS.c.game.in_(unproven)))


def _fill_likenesses(connection: Connection) -> None:
    """Write what the names of accounts look like, as older versions compared them otherwise.

    Those bound before may look alike.
    """
    connection.execute(delete(LIKENESSES))
    found = connection.execute(select(VISITORS.c.who, VISITORS.c.name)).all()
    rows = [{"likeness": look, "who": who} for who, name in found for look in likenesses(name)]
    if rows:
        connection.execute(insert(LIKENESSES), rows)


def _create_triggers(connection: Connection) -> None:
    for table, (channel, column) in _NOTIFY.items():
        names = {"table": table, "channel": channel, "column": column}
        connection.execute(text(_NOTIFY_FUNCTION.format(**names)))
        for what in ("INSERT", "UPDATE", "DELETE"):
            when = _NOTIFY_WHEN.get((table, what), "")
            connection.execute(text(f"DROP TRIGGER IF EXISTS tell_{what} ON {table}"))
            connection.execute(text(_TRIGGER.format(what=what, when=when, **names)))
