"""The keys of the screen below, as they are in force, on every screen."""

import re

import pytest
from textual.containers import VerticalScroll

from tests.tui.app_driver import NO_TUMBLING, SIZES, AppDriver, run_table, run_title
from tests.tui.opening import page
from yahtzee_tui.tui.help.keys import describe_closing, draw_keys
from yahtzee_tui.tui.keymap import KeyGroup, KeyRow, list_keys

CHANGED = NO_TUMBLING._replace(keys={"roll": "x", "hold-2": "z", "keys": "f9"})
ROW = KeyRow(("r",), "Roll", "Roll the dice", True)


async def look(ui: AppDriver) -> str:
    """Open the keys, check that they are all seen, close them, and return what they say."""
    below, lines = ui.app.screen, without_day(ui)
    groups = list_keys(below)
    await ui.press("f2")
    text = page(ui, "KeysScreen")
    for group in groups:
        assert group.title in text
        for row in group.rows:
            assert " ".join(row.keys) in text
            assert row.name in text or row.about in text
    assert ui.app.screen.query_one(VerticalScroll).max_scroll_y == 0
    assert "Press any key to close." in ui.text
    await ui.press("enter")
    assert ui.app.screen is below
    assert without_day(ui) == lines
    return text


def without_day(ui: AppDriver) -> str:
    """Return what is on the screen, but for the number of the daily game: midnight may come."""
    return re.sub(r"#\d+", "#", ui.text)


def test_few_keys_are_shown_in_full_and_many_in_two_columns() -> None:
    one, none = draw_keys([KeyGroup("Here", [ROW] * 3)], 4)
    assert str(one).splitlines() == ["Here", *["r  Roll the dice"] * 3]
    assert str(none) == ""
    first, second = draw_keys([KeyGroup("Here", [ROW] * 3), KeyGroup("There", [ROW] * 2)], 6)
    assert str(first).splitlines() == ["Here", *["r  Roll"] * 3]
    assert str(second).splitlines() == ["There", *["r  Roll"] * 2]
    # No title is left alone at the end of a column.
    first, second = draw_keys([KeyGroup("Here", [ROW]), KeyGroup("There", [ROW] * 4)], 1)
    assert "There" not in str(first)
    assert str(second).startswith("There")


def test_what_can_not_be_done_now_stands_in_brackets() -> None:
    disabled = ROW._replace(enabled=False)
    one, _ = draw_keys([KeyGroup("Here", [disabled])], 9)
    assert str(one).splitlines()[1] == "r  (Roll the dice)"
    groups = [KeyGroup("Here", [ROW])]
    assert describe_closing(groups) == "Press any key to close."
    groups.append(KeyGroup("There", [ROW, disabled]))
    assert describe_closing(groups) == "In brackets: not now. Press any key to close."


async def test_no_key_of_a_row_is_shown_twice_and_ctrl_comes_last() -> None:
    async with run_title() as ui:
        await ui.press("f1")
        rows = [row for group in list_keys(ui.app.screen) for row in group.rows]
        keys = {row.name: row.keys for row in rows}
        assert len(keys) == len(rows)
        assert (keys["Up"], keys["Down"]) == (("↑", "k"), ("↓", "j"))
        await ui.press("escape")
        rows = [row for group in list_keys(ui.app.screen) for row in group.rows]
        assert ("q", "^C", "^Q") in [row.keys for row in rows]


@pytest.mark.slow
async def test_they_are_shown_on_every_screen_without_scrolling() -> None:
    async with run_title() as ui:
        for size in SIZES:
            await ui.resize(*size)
            await ui.open_table("33344", keys="space")
            for keys in (
                (), ("q",), ("escape", "o"), ("up", "enter"), ("escape", "escape", "s"),
                ("escape", "slash"), ("escape", "question_mark"), ("escape", "ctrl+p"),
            ):  # fmt: skip
                await ui.press(*keys)
                await look(ui)
        await ui.resize(60, 20)
        await ui.open_title()
        assert "Enter Space" in await look(ui)
        await ui.press("x", "down", "enter", opens="NewGameScreen")
        assert "In the field" not in await look(ui)
        await ui.open_table(keys="K")
        assert "Roll all dice that" not in page(ui, "KeysScreen")
        await ui.resize(120, 40)
        await ui.wait_until(lambda: "Roll all dice that" in page(ui, "KeysScreen"))  # in full
        await ui.press("K")
        await ui.resize(50, 12)
        await ui.press("question_mark")
        await ui.wait_for_text("60 columns and 20 rows")
        await ui.resize(80, 24)
        assert ui.screen_name == "TableScreen"


async def test_the_table_says_all_its_keys_also_changed_ones() -> None:
    async with run_table("33344", keys="space") as ui:
        before = ui.table.history
        await ui.press("K")
        text = page(ui, "KeysScreen")
        for line in ("Space r  Roll", "1-5", "u        (Undo)", "K F2", "? F1", "^P", "q ^C ^Q"):
            assert line in text
        await ui.press("1", opens="TableScreen")
        assert ui.table.history == before
        for key in ("f2", "question_mark"):
            await ui.press("q", key, "escape")
            assert ui.screen_name == "ConfirmScreen", "over a question the answer waits"
            groups = list_keys(ui.app.screen)
            (group,) = (each for each in groups if each.title == "On the button")
            assert [(row.keys, row.about) for row in group.rows] == [
                (("Enter",), "Press the button")
            ]
            await ui.press("escape", opens="TableScreen")
        await ui.open_table("33344", options=CHANGED, keys="space x f9")
        assert "Space r" not in page(ui, "KeysScreen")
        rows = (row for group in list_keys(ui.app.screen_stack[-2]) for row in group.rows)
        keys = {row.name: row.keys for row in rows}
        assert (keys["Roll"], keys["Hold die 2"], keys["Keys"]) == (("x",), ("z",), ("F9",))
        await ui.click_at(3, 3)
        assert ui.screen_name == "TableScreen"
