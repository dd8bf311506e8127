"""What the tests of the store share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from yahtzee_tui.store.games import Games
from yahtzee_tui.store.opening import open_database

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from yahtzee_tui.store.database import Database


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    """Open a new database."""
    opened, _ = open_database(str(tmp_path / "games.sqlite"))
    yield opened
    opened.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Give the path of a database that isn't there yet, unless `database` is used too."""
    return tmp_path / "games.sqlite"


@pytest.fixture
def games(database: Database) -> Games:
    """Give the games of a new database."""
    return Games(database)


@pytest.fixture
def elsewhere(games: Games, file: Path) -> Iterator[Games]:  # noqa: ARG001 - it goes first
    """Give the same games as another program sees them, though with the mark of this one."""
    database, _ = open_database(str(file))
    yield Games(database)
    database.close()
