"""What the tests of the store share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import Engine, event

from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.games import Games
from yahtzee_tui.store.lobby.lobby import Lobby

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from yahtzee_tui.store.database import Database


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def address(request: pytest.FixtureRequest) -> str:
    """Give the address of a database that isn't there yet, or is empty: of each kind one."""
    if request.param == "postgresql":
        return str(request.getfixturevalue("postgres_address"))
    return str(request.getfixturevalue("file"))


@pytest.fixture
def database(address: str) -> Iterator[Database]:
    opened, _ = open_database(address)
    yield opened
    opened.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture
def games(database: Database) -> Games:
    return Games(database)


@pytest.fixture
def statements() -> Iterator[list[str]]:
    """Give the statements that are sent to any database."""
    sent: list[str] = []

    def note(_: object, __: object, statement: str, *___: object) -> None:
        sent.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    yield sent
    event.remove(Engine, "before_cursor_execute", note)


@pytest.fixture
def other_database(database: Database, address: str) -> Iterator[Database]:  # noqa: ARG001
    """Open the same database as another program does, though with the mark of this one."""
    opened, _ = open_database(address)
    yield opened
    opened.close()


@pytest.fixture
def elsewhere(other_database: Database) -> Games:
    return Games(other_database)


@pytest.fixture
def lobby(database: Database) -> Lobby:
    return Lobby(database)


@pytest.fixture
def other(other_database: Database) -> Lobby:
    return Lobby(other_database)
