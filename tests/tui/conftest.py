"""What the tests of the app share."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import pytest

from tests.terminals import TRUE_COLOUR

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.tui.visits import House


@pytest.fixture(autouse=True, scope="session")
def _collect_garbage_rarely() -> Iterator[None]:
    """Every app leaves a heap of cycles; looking for them all the time takes a fifth of the run."""
    before = gc.get_threshold()
    gc.set_threshold(200_000, 20, 20)
    yield
    gc.set_threshold(*before)


@pytest.fixture(autouse=True)
def _on_a_good_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw what is drawn by default for a terminal with all colours, wherever the tests run."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in TRUE_COLOUR.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Return a house at which nobody has been."""
    from tests.tui.visits import House

    built = House(tmp_path)
    yield built
    built.shelf.close()
