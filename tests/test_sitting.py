"""People at a table learn that their game goes on elsewhere, and never unlearn it."""

from __future__ import annotations

import pytest

from yahtzee_tui.rules import Hold, Roll
from yahtzee_tui.sitting import Sitting
from yahtzee_tui.store import Keeper, Shelf
from yahtzee_tui.table import Invitation


@pytest.fixture
def sitting(shelf: Shelf) -> Sitting:
    """Sit at a game that was just begun."""
    sitting = Sitting.at_new(Invitation(("Ann",), seed="1"), shelf)
    sitting.table.act(0, Roll())
    return sitting


def take_over(shelf: Shelf, sitting: Sitting) -> None:
    """Go on with the game elsewhere."""
    assert sitting.game_id is not None
    shelf.games.take(sitting.game_id, by_force=True)


async def test_looking_around(shelf: Shelf, sitting: Sitting) -> None:
    assert not await sitting.look_around()
    take_over(shelf, sitting)
    assert await sitting.look_around()
    assert sitting.is_stale
    assert not await sitting.look_around()


@pytest.mark.parametrize("seen", [False, True])
async def test_a_save_that_learns_it_while_somebody_looks_around(
    shelf: Shelf, sitting: Sitting, monkeypatch: pytest.MonkeyPatch, seen: bool
) -> None:
    def look_late(_: Keeper) -> bool:
        take_over(shelf, sitting)
        sitting.table.act(0, Hold((1,)))
        return seen

    monkeypatch.setattr(Keeper, "is_stale", look_late)
    assert not await sitting.look_around()
    assert sitting.is_stale
