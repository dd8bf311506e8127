"""What the tests of shared play have in common."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from yahtzee_tui.host.lobby.host_store import HostStore


@pytest.fixture
def store(tmp_path: Path) -> Iterator[HostStore]:
    store = HostStore(str(tmp_path / "games.sqlite"))
    yield store
    store.close()
