"""A first game is helped along by a line of its own, which goes away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from rich.cells import cell_len

from tests.table.scripted import create_scripted_table
from tests.tui.stage import STILL, on_stage
from yahtzee_tui.rules import Hold, Roll, Score
from yahtzee_tui.settings import DiceClick, Options
from yahtzee_tui.store import Store
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.table.tips import TipLine, find_tip

if TYPE_CHECKING:
    from pathlib import Path

    from tests.tui.stage import Stage

ROOM = 58


@pytest.mark.parametrize("picks", DiceClick)
def test_every_tip_fits_and_two_rounds_are_enough(picks: DiceClick) -> None:
    options = Options(dice_click=picks)
    table = create_scripted_table(*["33344"] * 12, players=("Ann", "Bob"))
    seen = []
    for box in ("threes", "threes", "fours", "fours"):
        for move in (Roll(), Hold((0, 1, 2)), Roll(), Roll(), Score(box)):
            seen.append(find_tip(table, options))
            table.apply(table.game.seat, move)
        seen.append(find_tip(table, options))
    tips = {tip for tip in seen if tip is not None}
    assert len(tips) >= 6
    assert all(cell_len(tip) <= ROOM for tip in tips)
    assert find_tip(table, options) is None


def tip(stage: Stage) -> str | None:
    """Return what the line says, None where there is none to be seen."""
    for line in stage.table_screen.query(TipLine):
        return str(line.content) if line.display and line.region else None
    return None


async def test_only_a_first_game_has_tips(tmp_path: Path) -> None:
    file = str(tmp_path / "games.sqlite")
    for first in (True, False):
        app = YahtzeeApp(TableConfig(("Ann",), seed="1"), "Ann", STILL, store=Store(file))
        async with on_stage(app) as stage:
            await app.workers.wait_for_complete()
            await stage.settle()
            assert (tip(stage) is not None) is first
            card = stage.scorecard.region
            await stage.press("space")
            assert ("the dice would score" in (tip(stage) or "")) is first
            await stage.press("enter", "space", "enter")
            assert tip(stage) is None
            assert stage.scorecard.region == card
            await stage.press("u")
            assert (tip(stage) is not None) is first
            await stage.resize(60, 20)
            assert tip(stage) is None
            assert stage.scorecard.region.bottom < 20


async def test_nor_has_one_that_is_saved_nowhere() -> None:
    async with on_stage(YahtzeeApp(TableConfig(("Ann",), seed="1"), "Ann", STILL)) as stage:
        await stage.press("space")
        assert tip(stage) is None
