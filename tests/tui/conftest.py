"""What the tests of the app share."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import pytest

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


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Return a house at which nobody has been."""
    from tests.tui.visits import House

    built = House(tmp_path)
    yield built
    built.shelf.close()
