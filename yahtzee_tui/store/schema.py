"""The tables of games and of what they amount to."""

from __future__ import annotations

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
)

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
"""One row a game: its record, whether it is `unfinished`, `finished` or `discarded`, a version that
counts the writes, who has it open, when it was written (seconds since 1970), a digest of its setup
and events by which the same game is recognised, and whose it is (NULL for the games of the house).
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
    # Two that hold all that counting people, and games, asks for: ten times as fast.
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
"""From when on the high scores of a rule set count; the results before are kept."""

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
"""What looking back on a finished game said of a seat, noted some time after it ended: luck and
skill in points, and the share of decisions that cost nothing. All are NULL for a game that can't be
looked back on. A row goes with the result it stands beside, as when the game's end is undone."""
