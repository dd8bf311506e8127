"""What a second look found: keys typed ahead, marks that move, hints under the mouse."""

from __future__ import annotations

from tests.tui.stage import STILL, at_table, at_title
from yahtzee_tui.rules import Roll, Rolled
from yahtzee_tui.settings import DiceClick
from yahtzee_tui.table import TableConfig, TableEvent

REROLL = STILL._replace(dice_click=DiceClick.REROLL)


async def test_a_posting_to_move_is_told_before_it_is_moved() -> None:
    async with at_table("33344") as stage:
        await stage.press("space", "enter", "up")
        assert "moves the score" in stage.status
        await stage.press("enter")
        assert "once more" in stage.status
        await stage.press("enter")
        assert stage.game.card["full_house"] is None


async def test_leaving_the_finder_brings_the_mark_back() -> None:
    async with at_table("33344") as stage:
        await stage.press("space")
        before = stage.table_screen.input.cursor
        await stage.press("slash", "o", "n", "e")
        assert stage.table_screen.input.cursor == "ones"
        await stage.press("escape")
        assert stage.table_screen.input.cursor == before


async def test_the_finder_marks_nothing_where_nothing_matches() -> None:
    async with at_table("33344") as stage:
        await stage.press("space", "slash", "x", "x")
        assert stage.table_screen.input.cursor is None


async def test_cancel_in_the_key_line_can_be_clicked() -> None:
    async with at_table("33344") as stage:
        await stage.press("space", "slash", "o")
        await stage.click_text("Cancel")
        assert not stage.app.query("BoxSearch")


async def test_nothing_is_rolled_again_until_a_die_is_picked() -> None:
    async with at_table("33344", "11111", options=REROLL) as stage:
        await stage.press("space", "space")
        assert stage.game.roll == 1
        await stage.press("4")
        assert "4" in stage.status
        await stage.press("space")
        assert stage.game.roll == 2
        assert stage.game.faces == (3, 3, 3, 1, 4)


async def test_enter_three_times_from_the_title_rolls_once() -> None:
    async with at_title() as stage:
        await stage.press("enter", "enter")
        assert stage.game.roll == 1


def test_watchers_hear_of_changes_in_their_order() -> None:
    table = TableConfig(("Ann",), seed="1").create_table()
    heard: list[int] = []

    def act_too(change: TableEvent) -> None:
        if isinstance(change.event, Rolled) and change.game.roll == 1:
            table.apply(0, Roll())

    table.watch(act_too)
    table.watch(lambda change: heard.append(change.game.roll))
    table.apply(0, Roll())
    assert heard == [1, 2]
