"""A server in place of a file: what it must be, and what happens while it doesn't answer."""

import asyncio
import os
import subprocess
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from threading import Event
from urllib.parse import quote

import psycopg
import pytest
import yaml
from sqlalchemy import Engine, Select, event, literal_column, select

from tests.host.postgres import Server
from tests.host.ssh.server_process import AS_THIS_USER
from tests.store.games import FINISHED, SETUP, add, begun, fill, refusal, refused
from tests.terminal.program import yahtzee
from tests.waiting import wait_in_thread
from yahtzee_tui.cli.main import main
from yahtzee_tui.host.lobby.postgres import ANSWER_SECONDS, TimeoutConnection
from yahtzee_tui.host.lobby.roles import find_strong_role
from yahtzee_tui.host.ssh.config import read_example
from yahtzee_tui.rules import Record
from yahtzee_tui.store import Autosaver, Store, StoreProblem
from yahtzee_tui.store.connect import CONNECT_SECONDS, open_database
from yahtzee_tui.store.database import GONE, SLOW, Database
from yahtzee_tui.store.games import Games
from yahtzee_tui.store.stats.scores import Scores

pytestmark = pytest.mark.slow


@pytest.fixture
def address(postgres_address: str) -> str:
    return postgres_address


def is_gone(ask: Callable[[], object]) -> bool:
    return refusal(ask) == GONE


def notice(database: Database, what: str) -> Event:
    """Return what is set as soon as a database does something."""
    noticed = Event()
    event.listen(database.engine, what, lambda *_: noticed.set(), once=True)
    return noticed


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no answer take as long as a user would wait for it."""
    monkeypatch.setattr(TimeoutConnection, "answer_seconds", 1.5)


def test_nobody_waits_for_long_and_all_goes_on_afterwards(
    postgres: Server, database: Database, address: str
) -> None:
    assert ANSWER_SECONDS + CONNECT_SECONDS <= 5
    games = Games(database)
    version = add(games, begun())
    asked: list[str] = []

    def note(*_: object) -> None:
        asked.append("")

    async def save_in_a_loop() -> bool:
        try:
            games.add(*FINISHED)
        except StoreProblem as problem:
            return problem.sentence != GONE
        return True

    with postgres.silent():
        assert is_gone(lambda: open_database(address))
        assert is_gone(lambda: games.read(version.game))
        assert is_gone(lambda: games.add(*FINISHED))
        for what in ("begin", "do_connect"):
            event.listen(database.engine, what, note)
        assert not asyncio.run(save_in_a_loop())
        assert not asked, "nobody waits again where a screen is drawn"
    open_database(address)[0].close()
    assert [saved.id for saved in games.each()] == [version.game]
    assert asyncio.run(save_in_a_loop())
    assert len([*games.each()]) == 2


@pytest.mark.usefixtures("impatient")
def test_what_is_asked_for_while_another_waits(postgres: Server, database: Database) -> None:
    """A screen waits for nobody who waits for the server."""
    games = Games(database)
    add(games, begun())

    async def ask_both() -> bool:
        other = asyncio.create_task(asyncio.to_thread(is_gone, games.newest))
        await asyncio.to_thread(began.wait)
        return is_gone(lambda: games.add(*FINISHED)) and await other

    with postgres.silent():
        began = notice(database, "begin")
        assert asyncio.run(ask_both())


@pytest.mark.usefixtures("impatient")
def test_a_slow_query_is_no_dead_server(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is answered in its thread, and the screen's writes don't wait for it."""
    slow: Select[tuple[str]] = select(literal_column("'late'").label("answer")).where(
        literal_column("pg_sleep(4)::text") == ""
    )
    games, began = Games(database), notice(database, "before_cursor_execute")

    async def ask_both() -> str:
        asked = asyncio.create_task(asyncio.to_thread(database.scalar, slow))
        await asyncio.to_thread(began.wait)
        add(games, begun())
        assert not asked.done()
        return str(await asked)

    assert asyncio.run(ask_both()) == "late"
    monkeypatch.setattr("yahtzee_tui.host.lobby.postgres._SLOW_SECONDS", 0.5)
    assert refusal(database.scalar, slow) == SLOW
    assert len([*games.each()]) == 1


@pytest.mark.usefixtures("impatient")
def test_a_write_that_is_carried_out_when_nobody_waits_any_longer(
    postgres: Server, postgres_address: str
) -> None:
    """It falls silent just before the end of a write: of a new game, then of the same."""
    store = Store(postgres_address)
    autosaver = Autosaver(store)
    assert store.games.newest() is None
    for steps, version in ((1, 1), (2, 3)):
        record, game = Record.of(SETUP, begun(steps)), begun(steps).game
        with ExitStack() as silence:

            def fall_silent(_: object, silence: ExitStack = silence) -> None:
                silence.enter_context(postgres.silent())

            event.listen(Engine, "commit", fall_silent, once=True)
            assert is_gone(partial(autosaver.save, record, game))
        wait_for_version(store, version)
        assert not autosaver.is_stale()
        autosaver.save(record, game)
        (saved,) = store.games.each()
        assert (saved.version, saved.load()[0]) == (autosaver.version, record)
    store.close()


def wait_for_version(store: Store, number: int) -> None:
    wait_in_thread(lambda: [saved.version.number for saved in store.games.each()] == [number])


def test_a_database_that_is_not_there_or_not_for_games(
    postgres: Server, database: Database, address: str, tmp_path: Path
) -> None:
    for absent, why in (
        (f"postgres@/games?host={quote(str(tmp_path))}", ""),
        ("postgres@127.0.0.1:1/games", ""),
        (f"postgres@/nonesuch?host={postgres.folder}", 'database "nonesuch" does not exist'),
    ):
        sentence = refused(f"postgresql://{absent}")
        assert sentence.startswith("The database can't be used: ")
        assert why in sentence
    for encoding in ("SQL_ASCII", "LATIN1"):  # which can't write every name
        other = postgres.make("TEMPLATE template0 LOCALE 'C' ENCODING", f"'{encoding}'")
        assert refused(other) == "The database encoding must be UTF8."
        postgres.drop(other)
    with database.writing() as connection:
        connection.exec_driver_sql("DROP TABLE yahtzee_tui_schema")
    assert refused(address) == "The database belongs to another program and was not changed."


def test_after_a_refusal_all_goes_on(database: Database) -> None:
    """A transaction that failed takes nothing of the next one with it."""
    fill(database, 3)
    for _ in range(20):  # more than the pool has connections
        with suppress(ZeroDivisionError), database.writing() as connection:
            connection.exec_driver_sql("DELETE FROM games")
            raise ZeroDivisionError
    assert len([*Games(database).each()]) == 3
    assert Scores(database).count_games() == {"official": 3}


_OF_SESSIONS = (
    "SELECT subject FROM bans",
    "UPDATE games SET version = version",
    "DELETE FROM presences WHERE seen < 0",
    "UPDATE yahtzee_tui_schema SET oldest = oldest",
)
_OF_LISTENER = (
    "SELECT address FROM presences",
    "DELETE FROM bans",
    "UPDATE hosts SET drain_until = 0",
    "INSERT INTO notices (text, said) VALUES ('Moved.', 0)",
    "INSERT INTO sent VALUES ('x', 'x', 0)",
)
_OF_NONE = (
    "UPDATE yahtzee_tui_schema SET version = 0",
    "CREATE TABLE other (id integer)",
    "CREATE TEMPORARY TABLE other (id integer)",
    "ALTER TABLE games ADD COLUMN other integer",
    "DROP TRIGGER tell_insert ON games",
    "TRUNCATE games",
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "SELECT pg_read_file('/etc/passwd')",
    "CREATE ROLE other",
)


def may(connection: psycopg.Connection[tuple[object, ...]], query: str) -> bool:
    try:
        connection.execute(query.encode())
    except psycopg.errors.InsufficientPrivilege:
        return False
    return True


def test_the_plain_roles_can_do_no_more_than_they_need(
    postgres: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The roles are those of the file that hosts run, as the example for a container does."""
    compose = yaml.safe_load(read_example("compose"))
    passwords = {f"{role}_PASSWORD": role.lower() for role in ("OWNER", "SESSIONS", "LISTENER")}
    assert passwords.keys() < compose["services"]["database"]["environment"].keys()
    (tmp_path / "roles.sql").write_text(read_example("sql"))
    connect = ["-X", "-h", str(postgres.folder), "-U", "postgres", "-d", "postgres"]
    psql = [str(postgres.programs / "psql"), *connect, "-f", str(tmp_path / "roles.sql")]
    subprocess.run(psql, check=True, capture_output=True, env=os.environ | passwords)
    owner, sessions, listener = (
        f"postgresql://{role}@/yahtzee?host={postgres.folder}"
        for role in ("yahtzee", "yahtzee_sessions", "yahtzee_listener")
    )
    assert "as their owner" in refused(sessions)
    assert find_strong_role(owner) == ("yahtzee", True)
    serve = ["serve", "--port", "0", "--state", str(tmp_path / "state"), "--database", owner]
    refusals = {AS_THIS_USER: b"CREATE ROLE yahtzee_sessions LOGIN"}
    if AS_THIS_USER:  # who can't open pytest's folders
        refusals["--user", "nobody"] = b"Install the program where every user can read it"
    for user, why in refusals.items():
        assert why in subprocess.run(yahtzee(*serve, *user), capture_output=True).stderr
    assert main(["host", "migrate", "--database", owner]) == 0
    assert "yahtzee_sessions and yahtzee_listener can use them.\n" in capsys.readouterr().out
    assert find_strong_role(sessions) == find_strong_role(listener) == ("", False)
    both = _OF_SESSIONS + _OF_LISTENER
    for role, allowed in ((sessions, _OF_SESSIONS), (listener, both)):
        with psycopg.connect(role, autocommit=True) as connection:
            done = {query for query in (*both, *_OF_NONE) if may(connection, query)}
        assert done == {*allowed}
    postgres.ask("DROP DATABASE yahtzee WITH (FORCE)")
