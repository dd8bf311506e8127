"""Fixtures of the tests of tables."""

import pytest

from tests.tui.stopped_clock import StoppedClock


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> StoppedClock:
    return StoppedClock(monkeypatch)
