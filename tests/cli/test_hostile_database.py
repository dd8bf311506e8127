"""A database that was written by others: nothing in it acts on the terminal of a command."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.cli.conftest import mixed, save
from tests.host.lobby.users_and_tables import ANN, open_table
from tests.host.ssh.host_listener import make_identity
from yahtzee_tui.host.lobby.host_store import HostStore
from yahtzee_tui.store.schema import METADATA

if TYPE_CHECKING:
    from tests.cli.conftest import Ask

FORGED = "\nForged line"
HOSTILE = f"x\x1b]52;c;AAAA\x07\x1b[31m\x9b31m\u202e\u2066{FORGED}"
COMMANDS = (
    "host who", "host tables", "host stats", "host ladder", "host event list",
    "scores", "scores --ladder", "scores --player Ann", "resume --list", "export --all",
    "export --all --text", "daily --list", "event list", "event show Cup", "review", "paths",
)  # fmt: skip


@pytest.mark.exhaustive
def test_nothing_in_a_database_acts_on_a_terminal(ask: Ask, database: str) -> None:
    """Each column of text in turn is what the writer of a hostile database would put there."""
    save(database, mixed()[:2])
    with closing(HostStore(database)) as store:
        lobby = store.lobby
        open_table(lobby)
        lobby.enter(ANN, "192.0.2.7")
        lobby.keep_alive([], make_identity("left", 0.0))
        lobby.bans.ban("192.0.2.0/24", None)
    assert ask("event", "new", "Cup").code == 0
    said = {ask(*command.split()).code for command in COMMANDS}
    assert said <= {0, 2}
    found = list[str]()
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        for table in METADATA.sorted_tables:
            before = connection.execute(f"SELECT * FROM {table}").fetchall()
            for column in table.columns:
                if column.type.python_type is not str or not before:
                    continue
                connection.execute("PRAGMA foreign_keys = OFF")
                connection.execute(
                    f'UPDATE {table} SET "{column.name}" = "{column.name}" || ?', [HOSTILE]
                )
                for command in COMMANDS:
                    try:
                        answer = ask(*command.split())
                    except ValueError:  # a number or an object that is none any more
                        continue
                    lines = (answer.out + answer.err).splitlines()
                    found += [
                        f"{command} shows {column}"
                        for line in lines
                        if not line.isprintable() or line.startswith("Forged")
                    ]
                connection.execute(f"DELETE FROM {table}")
                places = ", ".join("?" * len(table.columns))
                connection.executemany(f"INSERT INTO {table} VALUES ({places})", before)
    assert not found, "\n".join(found)
