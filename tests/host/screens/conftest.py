"""Fixtures of the tests of the screens of shared play: those of all screens, and players."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.host.screens.remote_users import RemoteUsers
from tests.tui.conftest import (  # noqa: F401
    _collect_garbage_rarely,
    _draw_rarely,
    _load_best_play_when_asked,
    _parse_css_once,
    _true_color_terminal,
    drawn_by_the_app,
    file,
    quick_bots,
    travel,
)
from tests.tui.table.conftest import clock  # noqa: F401


@pytest.fixture
def remote(tmp_path: Path) -> Iterator[RemoteUsers]:
    built = RemoteUsers(tmp_path)
    yield built
    built.store.close()
