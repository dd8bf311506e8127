"""Holding and rolling, by key and by mouse, and what is refused."""

from __future__ import annotations

import pytest

from tests.tui.stage import at_table


async def test_a_key_holds_its_die_and_lets_it_go() -> None:
    async with at_table("33344") as stage:
        await stage.press("space", "1", "3", "5")
        assert stage.held() == (0, 2, 4)
        await stage.press("3")
        assert stage.held() == (0, 4)


async def test_a_click_holds_a_die_and_lets_it_go() -> None:
    async with at_table("33344") as stage:
        await stage.press("space")
        await stage.click("#die-2")
        await stage.click("#die-5")
        assert stage.held() == (1, 4)
        await stage.click("#die-2")
        assert stage.held() == (4,)


async def test_held_dice_stay_and_the_others_roll() -> None:
    async with at_table("33344", "11111", "66666") as stage:
        await stage.press("r", "1", "2", "3", "r")
        assert stage.game.faces == (3, 3, 3, 1, 1)
        assert stage.held() == (0, 1, 2)
        await stage.press("1", "space")
        assert stage.game.faces == (6, 3, 3, 6, 6)


async def test_held_dice_differ_in_words_not_by_colour_alone() -> None:
    async with at_table("33344") as stage:
        await stage.press("space")
        assert "HELD" not in stage.text
        free = stage.lines
        await stage.press("2", "4")
        assert stage.text.count("HELD") == 2
        assert "2 HELD" in stage.text
        assert "4 HELD" in stage.text
        assert stage.lines[1:6] != free[1:6]


async def test_all_are_held_or_all_let_go() -> None:
    async with at_table("33344") as stage:
        await stage.press("space", "a")
        assert stage.held() == (0, 1, 2, 3, 4)
        await stage.press("a")
        assert stage.held() == ()
        await stage.press("2", "a")
        assert stage.held() == (0, 1, 2, 3, 4)


async def test_nothing_is_held_before_the_first_roll() -> None:
    async with at_table("33344") as stage:
        await stage.press("1", "a")
        await stage.click("#die-1")
        assert stage.table.history.events == ()
        assert stage.status


async def test_nothing_is_held_after_the_last_roll() -> None:
    async with at_table("33344", "11111", "66666") as stage:
        await stage.press("space", "1", "space", "space")
        assert stage.game.rolls_left == 0
        events = stage.table.history.events
        await stage.press("2", "a", "space", "r")
        await stage.click("#die-3")
        assert stage.table.history.events == events
        assert "HELD" not in stage.text


async def test_nothing_is_held_between_a_posting_and_the_next_roll() -> None:
    async with at_table("33344", players=("Ann", "Bob")) as stage:
        await stage.press("space", "enter")
        events = stage.table.history.events
        await stage.press("1", "a")
        await stage.click("#die-1")
        assert stage.table.history.events == events


async def test_a_roll_with_all_held_says_why_not() -> None:
    async with at_table("33344") as stage:
        await stage.press("space", "a", "space")
        assert stage.game.roll == 1
        assert "held" in stage.status
        assert stage.status in stage.text


async def test_the_button_rolls_too() -> None:
    async with at_table("33344", "11111", "66666") as stage:
        for roll in (1, 2, 3):
            await stage.click("RollButton")
            assert stage.game.roll == roll
        await stage.click("RollButton")
        assert stage.game.roll == 3
        assert stage.game.turns == 0


async def test_the_hints_can_be_clicked() -> None:
    async with at_table("33344", "11111") as stage:
        await stage.click_text("space Roll")
        assert stage.game.roll == 1
        await stage.click_text("a All")
        assert len(stage.held()) == 5
        await stage.click_text("u Undo")
        assert stage.held() == ()


@pytest.mark.parametrize("face", [2, 5])
async def test_a_die_shows_pips_and_digit(face: int) -> None:
    async with at_table(str(face) * 5) as stage:
        await stage.press("space")
        die = stage.app.screen.query_one("#die-1")
        lines = [die.render_line(y).text for y in range(die.size.height)]
        assert sum(line.count("●") for line in lines) == face
        assert sum(line.count(str(face)) for line in lines[:-1]) == 1
        await stage.press("1")
        lines = [die.render_line(y).text for y in range(die.size.height)]
        assert sum(line.count("●") for line in lines) == face
        assert sum(line.count(str(face)) for line in lines[:-1]) == 1


async def test_rolls_are_counted_for_the_player() -> None:
    async with at_table("33344", "11111", "66666") as stage:
        for text in ("1 of 3", "2 of 3", "3 of 3"):
            await stage.press("space")
            assert text in stage.text
