"""What the tests of the lobby share: the fixtures of the store, and two programs' lobbies."""

import pytest

from tests.store.conftest import database, elsewhere, file, games, other_database, synced
from yahtzee_tui.host.lobby.host_store import Lobby
from yahtzee_tui.store.database import Database

__all__ = ["database", "elsewhere", "file", "games", "other_database", "synced"]


@pytest.fixture
def lobby(database: Database) -> Lobby:
    return Lobby(database)


@pytest.fixture
def other(other_database: Database) -> Lobby:
    return Lobby(other_database)
