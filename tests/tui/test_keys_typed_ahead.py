"""Keys that come before a screen stands: typed ahead over a slow line, they break nothing."""

from __future__ import annotations

import pytest

from tests.tui.sampling import thin_keys
from tests.tui.stage import Stage, at_table, at_title

TITLE = [
    ("enter", "enter", "space", "1", "enter"),
    ("enter", "slash", "f", "enter"),
    ("enter", "question_mark", "escape"),
    ("enter", "o", "enter", "escape"),
    ("enter", "escape", "enter", "space"),
    ("down", "enter", "ctrl+s"),
    ("down", "enter", "B", "enter", "ctrl+s"),
    ("down", "down", "enter", "space", "j", "escape", "space"),
    ("j", "j", "j", "j", "enter", "space", "left", "escape", "k"),
]
TABLE = [
    ("q", "n", "space"),
    ("escape", "space", "space"),
    ("escape", "down", "enter", "n", "enter"),
    ("escape", "down", "down", "enter", "ctrl+s", "y", "space"),
    ("slash", "f", "u", "enter", "space"),
    ("o", "space", "escape", "u"),
]


async def hurry(stage: Stage, keys: tuple[str, ...]) -> None:
    """Press keys at once, and then see that the app is well."""
    stage.type_ahead(*keys)
    await stage.settle()
    await stage.settle()
    assert stage.app.is_running
    assert stage.app.return_code is None


@pytest.mark.parametrize("keys", thin_keys(TITLE, 3), ids=str)
async def test_from_the_title(keys: tuple[str, ...]) -> None:
    async with at_title() as stage:
        await hurry(stage, keys)


@pytest.mark.parametrize("keys", thin_keys(TABLE, 2), ids=str)
async def test_from_the_table(keys: tuple[str, ...]) -> None:
    async with at_table("33344", "11111", "22222") as stage:
        await stage.press("space")
        await hurry(stage, keys)
