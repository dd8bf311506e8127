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
    text,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement

from yahtzee_tui.store.saved_game import VERSION as VERSION

if TYPE_CHECKING:
    from sqlalchemy.schema import SchemaItem


OLDEST_VERSION = 9
"""The version of the oldest programs that may use a database of this version. They do as long as
changes only add: tables, indexes, and columns that may be NULL or have a `server_default`."""

METADATA = MetaData()


def add_table(name: str, *parts: SchemaItem, **options: Any) -> Table:
    """Return a table of the database, also one of the host.

    Its `info` may say how it is salvaged from a damaged file: `by page` looks for its rows also on
    pages that can't be reached any more, `never` leaves it out.
    """
    return Table(name, METADATA, *parts, **options)


def index_present(name: str, *columns: str) -> Index:
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


SCHEMA = add_table(
    "yahtzee_tui_schema",
    Column("version", Integer, nullable=False),
    Column("oldest", Integer, nullable=False, server_default="0"),
    info={"salvage": "never"},
)
"""One row: the version of the schema, and the oldest one whose programs may use the database. The
name of the table says whose database this is."""

GAMES = add_table(
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
    index_present("games_by_day", "owner", "day"),
    index_present("games_by_holder", "holder"),
    info={"salvage": "by page"},
)
"""One row a game: its record, its status (`unfinished`, `finished`, `discarded`), a version that
counts the writes, the lease of the program that has it open, when it was written (seconds since
1970), a digest of its setup and events that identifies it, its owner (NULL for the owner of the
database), the day of a daily game (as in `2026-11-21`, NULL for other games), the secret that
decides its dice (NULL if none does), and whether it gets no results: see `has_results`.
"""

DAYS = add_table(
    "days",
    Column("day", String(10), primary_key=True),
    Column("secret", String(64), nullable=False),
)
"""The secret that decides the dice of a day for the remote users of this database."""

RESULTS = add_table(
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
    info={"salvage": "by page"},
)
"""One row for each seat of a finished game, derived from its record: the player's name and the same
case-folded, which computer it is (nothing for a person), the rules as in `file_results`, the grand
total, the best one of the other seats (NULL if there are none), upper bonus, number of Yahtzee
bonuses, the points of every box in the order of the card (`3,6,…`), how often each face was rolled,
as in `count_rolled` (NULL where an older version wrote the row), and when it ended (seconds since
1970)."""

RESETS = add_table(
    "resets",
    Column("rules", String(40), primary_key=True),
    Column("since", Float, nullable=False),
)
"""The time of the last reset of a rule set's high scores; older results stay in `RESULTS`."""

REVIEWS = add_table(
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

TIPS = add_table(
    "tips",
    Column("owner", String(100), primary_key=True),
    Column("tip", String(20), primary_key=True),
    sqlite_with_rowid=False,
)
"""One row for each tip that an owner of games has seen; the owner is empty for that of the
database."""

PRACTICE = add_table(
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

EVENTS = add_table(
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

ENTRIES = add_table(
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

ABANDONED = add_table(
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
