"""Where the tests of lines of text keep games and settings."""

from pathlib import Path

import pytest

from tests.terminal.user_folders import UserFolders


@pytest.fixture
def home(tmp_path: Path) -> UserFolders:
    """Folders that several runs of the program share, without any settings."""
    return UserFolders(tmp_path, "")


@pytest.fixture
def address(tmp_path: Path) -> str:
    return str(tmp_path / "games.sqlite")
