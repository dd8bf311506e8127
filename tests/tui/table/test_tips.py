"""Tips explain what happens for the first time, on a line of their own, and each only once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len

from tests.table.scripted import create_scripted_table
from tests.tui.app_driver import NO_TUMBLING, run_app
from yahtzee_tui.rules import OFFICIAL, Hold, Roll, Score
from yahtzee_tui.settings import OPTIONS, Options
from yahtzee_tui.table import Table, TableConfig
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.table.tips import TipLine, find_tips

if TYPE_CHECKING:
    from tests.tui.app_driver import AppDriver
    from yahtzee_tui.rules import Action
    from yahtzee_tui.store import Store

WIDTH = 58
ALL_BUT_SIXES = [("12346", box.id) for box in OFFICIAL.boxes if box.id != "sixes"]
LOW = [("11123", box) for box in ("fours", "fives", "sixes")]
PACE = [("11123", "ones"), ("22213", "twos"), ("33312", "threes")]
HIGH = [(f"{face}" * 5, box) for face, box in ((4, "yahtzee"), (4, "fours"))]
MET: dict[str, tuple[list[tuple[str, str]], str, list[Action]]] = {
    "welcome": ([], "12346", []),
    "offers": ([], "12346", [Roll()]),
    "held": ([], "12346", [Roll(), Hold((0,))]),
    "last-roll": ([], "12346", [Roll()] * 3),
    "undo": ([], "12346", [Roll(), Score("chance")]),
    "coach": ([("12346", "chance")], "12346", [Roll()]),
    "zero": (ALL_BUT_SIXES, "11123", [Roll()] * 3),
    "bonus": (PACE, "12346", [Roll()]),
    "bonus-gone": (LOW, "12346", [Roll()]),
    "yahtzee": ([], "44444", [Roll()]),
    "joker": (HIGH, "44444", [Roll()]),
    "repeat": (HIGH, "44444", [Roll()]),
}
"""For each tip: the turns before, the dice of every roll, and what the player does."""


def position(tip: str) -> Table:
    filled, throw, actions = MET[tip]
    table = create_scripted_table(*[throw] * 5, filled=filled)
    for action in actions:
        table.apply(table.game.seat, action)
    return table


def test_each_tip_comes_with_its_event_and_fits() -> None:
    for tip in MET:
        for picks in filter(None, OPTIONS["dice_click"].values):
            tips = dict(find_tips(position(tip), Options(dice_click=picks)))
            assert tip in tips, (tip, tips)
            assert all(cell_len(text) <= WIDTH for text in tips.values()), tips


def tip(ui: AppDriver) -> str | None:
    """Return the text of the line, None where there is none to be seen."""
    for line in ui.table_screen.query(TipLine):
        return (str(line.content) or None) if line.display and line.region else None
    return None


async def test_a_tip_is_shown_once_to_a_player_whose_games_are_saved(store: Store) -> None:
    config = TableConfig(("Ann",), seed="1")
    async with run_app(YahtzeeApp(config, "Ann", NO_TUMBLING)) as ui:
        await ui.press("space")
        assert tip(ui) is None
    for first in (True, False):
        async with run_app(YahtzeeApp(config, "Ann", NO_TUMBLING, store=store)) as ui:
            await ui.finish_workers()
            assert ("the highest total wins" in (tip(ui) or "")) is first
            card = ui.scorecard.region
            await ui.press("space")
            assert ("what a box would score" in (tip(ui) or "")) is first
            await ui.press_and_finish("enter", "enter")
            assert ui.scorecard.region == card
            assert ("to undo" in (tip(ui) or "")) is first
            await ui.press("space")
            assert tip(ui) is None or "what a box" not in str(tip(ui))
            await ui.resize(60, 20)
            assert tip(ui) is None
            assert ui.scorecard.region.bottom < 20


async def test_a_tip_without_room_is_kept_for_later(store: Store) -> None:
    config = TableConfig(("Ann",), seed="1")
    app = YahtzeeApp(config, "Ann", NO_TUMBLING, store=store)
    async with run_app(app, (60, 20)) as ui:
        await ui.press_and_finish("space")
        assert not store.tips.seen()
        await ui.resize(80, 24)
        await ui.finish_workers()
        assert store.tips.seen() == {"offers"}
        await ui.press_and_finish("1")
        assert store.tips.seen() == {"offers", "held"}
