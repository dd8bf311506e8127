"""A database that was written by others: nothing in it acts on the terminal of a command."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing

import pytest

from tests.cli.conftest import Ask, mixed, save
from yahtzee_tui.store.schema import METADATA

FORGED = "\nForged line"
HOSTILE = f"x\x1b]52;c;AAAA\x07\x1b[31m\x9b31m\u202e\u2066{FORGED}"
COMMANDS = (
    "scores", "scores --ladder", "scores --player Ann", "resume --list", "export --all",
    "export --all --text", "daily --list", "event list", "event show Cup", "review", "paths",
)  # fmt: skip


@pytest.mark.exhaustive
def test_nothing_in_a_database_acts_on_a_terminal(ask: Ask, database: str) -> None:
    """Each column of text in turn is what the writer of a hostile database would put there."""
    save(database, mixed()[:2])
    assert ask("event", "new", "Cup").code == 0
    check_commands(ask, database, COMMANDS)


def check_commands(ask: Ask, database: str, commands: Iterable[str]) -> None:
    assert {ask(*command.split()).code for command in commands} <= {0, 2}
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
                for command in commands:
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
