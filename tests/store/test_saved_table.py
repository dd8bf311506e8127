"""People at a table learn that their game goes on elsewhere, and never unlearn it."""

from __future__ import annotations

import pytest

from yahtzee_tui.rules import Hold, Roll
from yahtzee_tui.store import Autosaver, Store
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.table import TableConfig


@pytest.fixture
def saved_table(store: Store) -> SavedTable:
    """Sit at a game that was just begun."""
    saved_table = SavedTable.new(TableConfig(("Ann",), seed="1"), store)
    saved_table.table.apply(0, Roll())
    return saved_table


def take_over(store: Store, saved_table: SavedTable) -> None:
    """Go on with the game elsewhere."""
    assert saved_table.game_id is not None
    store.games.acquire(saved_table.game_id, by_force=True)


async def test_looking_around(store: Store, saved_table: SavedTable) -> None:
    assert not await saved_table.check_takeover()
    take_over(store, saved_table)
    assert await saved_table.check_takeover()
    assert saved_table.is_stale
    assert not await saved_table.check_takeover()


@pytest.mark.parametrize("seen", [False, True])
async def test_a_save_that_learns_it_while_somebody_looks_around(
    store: Store, saved_table: SavedTable, monkeypatch: pytest.MonkeyPatch, seen: bool
) -> None:
    def look_late(_: Autosaver) -> bool:
        take_over(store, saved_table)
        saved_table.table.apply(0, Hold((1,)))
        return seen

    monkeypatch.setattr(Autosaver, "is_stale", look_late)
    assert not await saved_table.check_takeover()
    assert saved_table.is_stale
