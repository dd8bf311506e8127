"""What the tests of the store share."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.database import Database
from yahtzee_tui.store.games import Games


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
def other_database(database: Database, address: str) -> Iterator[Database]:  # noqa: ARG001
    """Open the same database as another program does, though with the mark of this one."""
    opened, _ = open_database(address)
    yield opened
    opened.close()


@pytest.fixture
def elsewhere(other_database: Database) -> Games:
    return Games(other_database)


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Give a list that grows whenever a file is synced to the disk."""
    numbers: list[int] = []
    monkeypatch.setattr(os, "fsync", numbers.append)
    return numbers
