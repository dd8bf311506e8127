"""What all tests share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Iterator

# A deadline measures how busy the machine is, not the program.
settings.register_profile("house", deadline=None)
settings.load_profile("house")


@pytest.fixture(autouse=True, scope="session")
def _away_from_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what a test might leave behind out of the home of whoever runs the tests."""
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for kind in ("CONFIG", "DATA", "CACHE", "STATE"):
            patch.setenv(f"XDG_{kind}_HOME", str(folder / kind.lower()))
        patch.delenv("YAHTZEE_TUI_DATABASE", raising=False)
        yield
