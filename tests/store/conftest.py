"""What the tests of the store share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.games import Games

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
    """Open a new database."""
    opened, _ = open_database(address)
    yield opened
    opened.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Give the path of a database that isn't there yet."""
    return tmp_path / "games.sqlite"


@pytest.fixture
def games(database: Database) -> Games:
    """Give the games of a new database."""
    return Games(database)


@pytest.fixture
def elsewhere(games: Games, address: str) -> Iterator[Games]:  # noqa: ARG001 - it goes first
    """Give the same games as another program sees them, though with the mark of this one."""
    database, _ = open_database(address)
    yield Games(database)
    database.close()
