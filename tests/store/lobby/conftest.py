"""What the tests of the lobby share: the same lobby as two programs see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.lobby.lobby import Lobby

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yahtzee_tui.store.database import Database


@pytest.fixture
def lobby(database: Database) -> Lobby:
    """Give the lobby of a new database."""
    return Lobby(database)


@pytest.fixture
def other_database(database: Database, address: str) -> Iterator[Database]:  # noqa: ARG001
    """Open the same database as another program does."""
    opened, _ = open_database(address)
    yield opened
    opened.close()


@pytest.fixture
def other(other_database: Database) -> Lobby:
    """Give the same lobby as another program sees it."""
    return Lobby(other_database)
