"""What the tests of the plain mode share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.terminal.home import Home
from yahtzee_tui.store import Shelf

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    """Give an empty shelf."""
    shelf = Shelf(str(tmp_path / "games.sqlite"))
    yield shelf
    shelf.close()


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """Folders that several runs of the program share, without any settings."""
    return Home(tmp_path, "")
