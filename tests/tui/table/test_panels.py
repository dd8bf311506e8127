"""The panels beside the card, and when they and the card get other rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.tui.app_driver import run_table
from yahtzee_tui.rules import OFFICIAL
from yahtzee_tui.tui.table.widgets.panels import LEAST_TURNS, TurnLog, _paint_rules

if TYPE_CHECKING:
    from tests.tui.app_driver import AppDriver


async def test_what_boxes_pay_is_told_until_there_are_turns_enough_for_a_race() -> None:
    boxes = ["ones", "twos", "threes", "fours", "fives"][:LEAST_TURNS]
    filled = [("12346", box) for box in boxes[:-1]]
    async with run_table("12346", filled=filled, size=(130, 40)) as ui:
        screen = ui.table_screen
        assert "WHAT BOXES PAY" in ui.text
        assert "Four of a kind  sum of all dice" in ui.text
        assert not screen.race.region
        await ui.press("space")
        await ui.click_box("sixes")
        await ui.settle()
        assert screen.race.region
        assert "WHAT BOXES PAY" not in ui.text
        await ui.press("u")
        await ui.settle()
        assert not screen.race.region
        assert "WHAT BOXES PAY" in ui.text


def test_what_boxes_pay_ends_with_an_ellipsis_only_where_boxes_are_left_out() -> None:
    for height, last in ((12, "…"), (13, "Chance"), (14, "")):
        lines = _paint_rules(OFFICIAL, 30, height)
        texts = ["".join(run.text for run in line) for line in lines]
        assert texts[height - 1].startswith(last)
        assert ("…" in texts) == (height == 12)


async def test_chances_are_those_of_the_held_dice() -> None:
    async with run_table("41125", "41125", size=(130, 40), keys="space space") as ui:
        await ui.finish_workers()
        await ui.wait_until(lambda: find_share(ui, "Large straight") == "17%")
        assert find_share(ui, "Full house") == "9%"
        await ui.press("1", "2")  # the 4 and a 1
        assert find_share(ui, "Large straight") == "3%"
        assert find_share(ui, "Yahtzee") == "–"
        await ui.press("3", "4", "5")
        assert find_share(ui, "Large straight") == "17%", "with all dice held no roll is left"


async def test_the_chances_below_the_button_have_their_title() -> None:
    async with run_table("41125", size=(100, 30), keys="space") as ui:
        await ui.wait_until(lambda: "THIS ROLL" in ui.text)
        below = ui.text.partition("THIS ROLL")[2].splitlines()
        assert ["Yahtzee" in line for line in below[:5]].index(True) == 3


def find_share(ui: AppDriver, box: str) -> str:
    lines = ui.text.partition("THIS ROLL")[2].splitlines()
    return next(line.split("│")[-2].split()[-1] for line in lines if f"│ {box} " in line)


async def test_a_panel_that_was_painted_before_it_knew_its_size_is_painted_again() -> None:
    async with run_table("12346", size=(130, 40)) as ui:
        log = ui.app.screen.query_one(TurnLog)
        log._rules = []
        log.refresh()
        await ui.settle()
        assert "sum of those dice" not in ui.text
        log.on_resize()
        await ui.settle()
        assert "sum of those dice" in ui.text


async def test_a_first_yahtzee_bonus_gets_its_row_at_once() -> None:
    heights = set()
    for size in ((60, 20), (80, 24), (80, 30), (100, 30), (130, 40)):
        async with run_table("11111", filled=[("11111", "yahtzee")], size=size) as ui:
            before = ui.scorecard.region
            await ui.press("space")
            await ui.click_box("ones")
            await ui.settle()
            scored = ui.scorecard.region
            heights.add(scored.height - before.height)
            await ui.resize(size[0], size[1] + 1)
            await ui.resize(*size)
            assert ui.scorecard.region == scored
    assert max(heights) > 0
