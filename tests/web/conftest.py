"""What the tests of the game in a browser share."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.terminal.user_folders import UserFolders
from tests.web.chromium import find_chromium
from tests.web.server_process import ServerProcess

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def home(tmp_path: Path) -> UserFolders:
    """Make settings and a place for games that several games share."""
    return UserFolders(tmp_path)


@pytest.fixture
def server(home: UserFolders) -> Iterator[ServerProcess]:
    """Serve the game to browsers."""
    with ServerProcess(home) as server:
        yield server


@pytest.fixture
def chromium() -> str:
    """Return the program; tests that use it are slow."""
    program = find_chromium()
    if program is None:
        # Where everything must be tested, nothing is left out.
        if os.environ.get("YAHTZEE_TUI_NEED_CHROMIUM"):
            pytest.fail("Chromium is not installed.")
        pytest.skip("Chromium is not installed.")
    return program
