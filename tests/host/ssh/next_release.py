"""A fork server of a program that changes the tables once more, as the next release may.

Its migration holds the tables for some seconds, as that of a large database does.
"""

import time

from sqlalchemy import Column, Connection, Float, Index, Integer, String, Table

from yahtzee_tui.host.lobby.schema import SEATS
from yahtzee_tui.host.ssh.worker.fork_server import run_fork_server
from yahtzee_tui.host.ssh.worker.session_process import run_game
from yahtzee_tui.store import connect, migration, schema
from yahtzee_tui.store.saved_game import VERSION as OLD_VERSION

VERSION = OLD_VERSION + 1
LOCKED_SECONDS = 2.0


def become_next_release() -> None:
    """Add columns, an index and a table, with what every session of this release may write."""
    schema.GAMES.append_column(Column("liked", Integer, nullable=False, server_default="0"))
    SEATS.append_column(Column("color", String(20)))
    Index("seats_by_color", SEATS.c.color)
    Table("cups", schema.METADATA, Column("id", Integer, primary_key=True), Column("at", Float))
    migrate = migration.migrate

    def migrate_slowly(connection: Connection, version: int) -> None:
        migrate(connection, version)
        time.sleep(LOCKED_SECONDS)

    vars(connect).update(VERSION=VERSION, migrate=migrate_slowly)


if __name__ == "__main__":
    become_next_release()
    run_fork_server(run_game)
