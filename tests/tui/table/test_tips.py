"""A first game is helped along by a line of its own, which goes away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len

from tests.table.scripted import create_scripted_table
from tests.tui.app_driver import NO_TUMBLING, run_app
from yahtzee_tui.rules import Hold, Roll, Score
from yahtzee_tui.settings import DiceClick, Options
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.table.tips import TipLine, find_tip

if TYPE_CHECKING:
    from tests.tui.app_driver import AppDriver
    from yahtzee_tui.store import Store

WIDTH = 58


def test_every_tip_fits_and_two_rounds_are_enough() -> None:
    for picks in DiceClick:
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
        assert all(cell_len(tip) <= WIDTH for tip in tips)
        assert find_tip(table, options) is None


def tip(ui: AppDriver) -> str | None:
    """Return the text of the line, None where there is none to be seen."""
    for line in ui.table_screen.query(TipLine):
        return str(line.content) if line.display and line.region else None
    return None


async def test_only_a_first_game_that_is_saved_has_tips(store: Store) -> None:
    config = TableConfig(("Ann",), seed="1")
    async with run_app(YahtzeeApp(config, "Ann", NO_TUMBLING)) as ui:
        await ui.press("space")
        assert tip(ui) is None
    for first in (True, False):
        async with run_app(YahtzeeApp(config, "Ann", NO_TUMBLING, store=store)) as ui:
            await ui.finish_workers()
            assert (tip(ui) is not None) is first
            card = ui.scorecard.region
            await ui.press("space")
            assert ("the dice would score" in (tip(ui) or "")) is first
            await ui.press("enter", "space", "enter")
            assert tip(ui) is None
            assert ui.scorecard.region == card
            await ui.press("u")
            assert (tip(ui) is not None) is first
            await ui.resize(60, 20)
            assert tip(ui) is None
            assert ui.scorecard.region.bottom < 20
