"""A server in place of a file: what it must be, and what people are told where it isn't."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from tests.cli.conftest import ask_shell
from tests.store.games import fill
from tests.store.open_checks import refused, use
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.games import Games
from yahtzee_tui.store.stats.scores import Scores

if TYPE_CHECKING:
    from pathlib import Path

    from tests.postgres import Server

pytestmark = pytest.mark.slow


def test_games_are_kept(postgres_address: str) -> None:
    assert use(postgres_address) is None
    assert use(postgres_address) is None


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_that_can_not_write_every_name(postgres: Server, encoding: str) -> None:
    address = postgres.make("TEMPLATE template0 LOCALE 'C' ENCODING", f"'{encoding}'")
    assert refused(address) == "The database must have the encoding UTF8."
    postgres.drop(address)


def test_the_database_of_another_program(postgres_address: str) -> None:
    database, _ = open_database(postgres_address)
    with database.writing() as connection:
        connection.exec_driver_sql("DROP TABLE yahtzee_tui_schema")
    database.close()
    assert refused(postgres_address) == "The database belongs to another program; it is left alone."


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    for address in (
        f"postgresql://postgres@/games?host={quote(str(tmp_path))}",
        "postgresql://postgres@127.0.0.1:1/games",
    ):
        assert refused(address).startswith("The database can't be used: ")


def test_a_database_that_is_not_there(postgres: Server) -> None:
    sentence = refused(f"postgresql://postgres@/nonesuch?host={postgres.folder}")
    assert 'database "nonesuch" does not exist' in sentence


def test_after_a_refusal_all_goes_on(postgres_address: str) -> None:
    """A transaction that failed takes nothing of the next one with it."""
    database, _ = open_database(postgres_address)
    fill(database, 3)
    for _ in range(20):  # more than the pool has connections
        with suppress(ZeroDivisionError), database.writing() as connection:
            connection.exec_driver_sql("DELETE FROM games")
            raise ZeroDivisionError
    assert len([*Games(database).each()]) == 3
    assert Scores(database).count_games() == {"official": 3}
    database.close()


def test_the_command_line(postgres_address: str, tmp_path: Path) -> None:
    """What leaves a file comes into a server, and out of it again, without loss."""
    file = tmp_path / "games.sqlite"
    database, _ = open_database(str(file))
    fill(database, 8, ("official", "yatzy"))
    database.close()
    exports: list[bytes] = []
    for address in (str(file), postgres_address):
        if exports:
            assert run(address, "import", "-", stdin=exports[0])
        exports.append(run(address, "export", "--all"))
    assert exports[0].count(b"\n") > 100
    assert sorted(exports[0].splitlines()) == sorted(exports[1].splitlines())
    assert b"Ann" in run(postgres_address, "scores", "--player", "ann")


def run(address: str, *words: str, stdin: bytes = b"") -> bytes:
    """Return what a command prints that uses a database."""
    done = ask_shell(*words, stdin=stdin, YAHTZEE_TUI_DATABASE=address)
    assert done.returncode == 0, done.stderr
    return done.stdout
