"""The script that measures the lobby works, on a file and on a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.benchmarks import lobby

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.slow
async def test_on_a_file(tmp_path: Path) -> None:
    check(await lobby.measure(str(tmp_path / "games.sqlite"), 3, 2))


@pytest.mark.slow
async def test_on_a_server(postgres_address: str) -> None:
    check(await lobby.measure(postgres_address, 3, 2))


def check(costs: lobby.Costs) -> None:
    """Make sure that everything was measured."""
    assert len(costs.save) == len(costs.list_for) == 2
    assert min(map(min, costs)) > 0
