"""Leaving: it asks exactly when a game would be lost, and never ends in a traceback."""

from __future__ import annotations

import pytest

from tests.tui.sampling import thin, thin_keys
from tests.tui.stage import Stage, at_table, at_title
from tests.tui.table.test_result import finish, nearly_over

KEYS = ["q", "ctrl+c", "ctrl+q"]
every_key = pytest.mark.parametrize("key", thin(KEYS))


def has_left(stage: Stage) -> bool:
    """Return whether the program has been left, in good order."""
    return stage.app.return_code == 0


@every_key
async def test_before_the_first_roll_nothing_is_asked(key: str) -> None:
    async with at_table("33344") as stage:
        await stage.press(key)
        assert has_left(stage)


@every_key
async def test_a_game_begun_is_asked_about_and_kept_on_no(key: str) -> None:
    async with at_table("33344", "11111") as stage:
        await stage.press("space", "1")
        before = stage.table.history
        await stage.press(key)
        assert stage.at == "ConfirmScreen"
        assert not has_left(stage)
        await stage.press("n")
        assert stage.at == "TableScreen"
        assert stage.table.history == before
        await stage.press(key, "escape", key, "enter")
        assert stage.at == "TableScreen"
        await stage.press(key, "y")
        assert has_left(stage)


async def test_the_answer_by_mouse() -> None:
    async with at_table("33344") as stage:
        await stage.press("space")
        await stage.click_text("Quit")
        await stage.click("#no")
        assert stage.at == "TableScreen"
        await stage.click_text("Quit")
        await stage.click("#yes")
        assert has_left(stage)


@pytest.mark.slow
async def test_the_answer_by_arrow() -> None:
    async with at_table("33344") as stage:
        await stage.press("space", "q", "right", "enter")
        assert has_left(stage)


@every_key
async def test_a_game_that_waits_behind_the_title_is_asked_about(key: str) -> None:
    async with at_table("33344") as stage:
        await stage.press("space", "escape", key)
        assert stage.at == "ConfirmScreen"
        await stage.press("n")
        assert stage.at == "TitleScreen"


@every_key
async def test_after_the_end_nothing_is_asked(key: str) -> None:
    async with at_table("12346", filled=nearly_over(("Ann",))) as stage:
        await finish(stage)
        await stage.press(key)
        assert has_left(stage)


@pytest.mark.parametrize("keys", thin_keys([("o",), ("question_mark",), ("slash", "c")]))
@pytest.mark.parametrize("key", thin(KEYS[1:]))
async def test_from_everywhere(keys: tuple[str, ...], key: str) -> None:
    async with at_table("33344") as stage:
        await stage.press("space", *keys, key)
        assert stage.at == "ConfirmScreen"
        await stage.press("y")
        assert has_left(stage)


@pytest.mark.slow
@pytest.mark.parametrize("key", thin(KEYS[1:]))
async def test_from_the_form(key: str) -> None:
    async with at_title() as stage:
        await stage.press("down", "enter", key)
        assert has_left(stage)


@pytest.mark.parametrize("start", [("down", "enter"), ("down", "down", "enter", "ctrl+s")])
async def test_a_new_game_asks_before_it_loses_one(start: tuple[str, ...]) -> None:
    async with at_table("33344") as stage:
        await stage.press("space")
        old = stage.table
        await stage.press("escape", *start)
        assert stage.at == "ConfirmScreen"
        await stage.press("n")
        assert stage.table is old
        if stage.at == "NewGameScreen":
            await stage.press("escape")
        await stage.click_text("Continue")
        assert stage.at == "TableScreen"
        assert stage.table is old
        await stage.press("escape", *start, "y")
        assert stage.at == "TableScreen"
        assert stage.table is not old


@pytest.mark.slow
async def test_what_was_asked_twice_is_asked_once() -> None:
    async with at_table("33344") as stage:
        await stage.press("space", "ctrl+q", "ctrl+q", "ctrl+c", "n")
        assert stage.at == "TableScreen"
        assert not has_left(stage)


@pytest.mark.slow
async def test_a_question_shows_both_answers_with_their_keys() -> None:
    async with at_table("33344", size=(60, 20)) as stage:
        await stage.press("space", "q")
        assert "(n)" in stage.text
        assert "(y)" in stage.text
