"""Dice on the players' own table in the full screen: faces, scores and corrections are typed."""

from __future__ import annotations

from textual.widgets import Input, Select

from tests.tui.app_driver import NO_TUMBLING, AppDriver, run_app
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.scores.statistics import StatisticsScreen


def make_app() -> YahtzeeApp:
    config = TableConfig(("Ann", "Bob"), first="Ann", is_real=True)
    app = YahtzeeApp(None, "Ann", NO_TUMBLING._replace(auto_roll=True))
    app.navigator.saved_table = SavedTable(config, config.create_table())
    return app


async def find(ui: AppDriver, text: str) -> None:
    await ui.press("slash")
    await ui.type(text, "enter")


async def test_digits_are_faces_while_these_are_asked_for_and_places_otherwise() -> None:
    async with run_app(make_app(), (80, 24)) as ui:
        assert "Ann, type the dice on your table" in ui.status
        await ui.press("3", "4")
        assert ui.status == "Ann, type the dice on your table: 3 4 _ _ _"
        await ui.press("7")
        assert ui.status == "A die shows 1 to 6, not 7."
        await ui.press("backspace", "3", "1", "4", "4")
        assert (ui.game.faces, ui.game.held) == ((3, 3, 1, 4, 4), ())
        await ui.press("1", "2", "space")
        assert ui.status == "Ann, type the dice on your table: _ _ _"
        await ui.press("5", "enter")
        assert ui.status == "Ann, type the dice on your table: 5 _ _", "no old dice are scored"
        await ui.press("u")
        assert (ui.table_screen.input.typed, ui.game.held) == (None, (0, 1))
        await ui.press("space", "3", "5", "4", "backspace")
        assert ui.status == "Ann, type the dice on your table: 3 5 _"
        await ui.press("5")
        assert (ui.game.faces, ui.game.roll) == ((3, 3, 3, 5, 5), 2)
        await ui.press("enter")
        assert "Bob: type your dice, u to undo." in ui.status
        for key in ("enter", "h", "space"):
            await ui.press(key)
            assert ui.status.endswith("type the dice on your table: _ _ _ _ _"), key
        await ui.press("6", "u", "6", "6", "6", "6", "6", "enter")
        assert (ui.booked("yahtzee", 1), ui.game.player) == (50, "Ann"), "no key is lost"
        await ui.press(*"uuuuuuuu")
        assert ui.table.history.events == ()


async def test_the_finder_takes_scores_without_dice_and_corrections() -> None:
    async with run_app(make_app(), (80, 24)) as ui:
        await find(ui, "full house 24")
        assert ui.status == "Full house can't hold '24', only 0 or 25."
        await find(ui, "full house 25")
        await find(ui, "three 9")
        assert ui.status.startswith("'three' could be Threes or Three of a kind.")
        await find(ui, "Ann full house chance")
        assert ui.status == "No open box matches. To correct a score, type: Ann chance 22"
        await find(ui, "Ann full house 22 chance")
        assert ui.status == "Corrected: Ann has 22 in Chance."
        assert (ui.booked("full_house"), ui.booked("chance")) == (None, 22)
        for points in "246":
            await find(ui, f"{('ones', 'twos', 'threes')[int(points) // 2 - 1]} {points}")
        await find(ui, "Ann chance 21")
        await ui.wait_for_screen("ConfirmScreen")
        assert ui.says("Change Ann's score in Chance of round 1 to 21 in Chance?")
        await ui.press("y")
        assert ui.booked("chance") == 21
        await ui.press("u")
        assert ui.status == "Corrected: Ann has 22 in Chance.", "a correction is undone, too"
        assert ui.booked("threes", 1) == 6
        await ui.press("question_mark")
        assert "Dice on your table" in ui.text


async def test_faces_and_corrections_by_the_mouse() -> None:
    async with run_app(make_app(), (80, 24)) as ui:
        for face in (4, 4, 4, 1):
            await ui.click("RollButton", (2 * face, 1))
        assert (ui.table_screen.tray.faces, ui.game.roll) == ([4, 4, 4, 1, 0], 0)
        await ui.click("RollButton", (2, 1))
        assert ui.game.faces == (4, 4, 4, 1, 1)
        await ui.click_box("full_house", 0)
        await ui.press(*"66661", "enter", *"12345")
        for _ in range(2):  # the second click leaves the open field as it is
            await ui.click_box("full_house", 0)
        await ui.type("0", "enter")
        assert ui.status == "Corrected: Ann has 0 in Full house."
        assert ui.game.faces == (1, 2, 3, 4, 5)


async def test_new_game_offers_them() -> None:
    async with run_app(YahtzeeApp(None, "Ann", NO_TUMBLING), (80, 24)) as ui:
        await ui.press("n", opens="NewGameScreen")
        ui.app.screen.query_one("#dice", Select).value = "real"
        for seat, name in enumerate(("Zoe", "Ann", "Bob"), 1):
            ui.app.screen.query_one(f"#name-{seat}", Input).value = name
            await ui.settle()
        await ui.press("ctrl+s", opens="TableScreen")
        assert (ui.game.is_real, ui.game.player) == (True, "Zoe"), "as they sit"
        ui.app.action_show_scores()
        screen = ui.app.screen
        assert isinstance(screen, StatisticsScreen)
        assert screen._rules == "official real"
