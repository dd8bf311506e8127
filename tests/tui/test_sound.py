"""The terminal's bell: for what matters, once, and only if it is wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.tui.stage import STILL, at_table, at_title
from tests.tui.table.test_result import nearly_over
from yahtzee_tui.settings import DiceClick, Options, Sound
from yahtzee_tui.tui.app import YahtzeeApp

if TYPE_CHECKING:
    from collections.abc import Callable

BELL = STILL._replace(sound=Sound.BELL)


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Return how often the bell has rung since the last time one asked."""
    rings: list[None] = []
    monkeypatch.setattr(YahtzeeApp, "bell", lambda _: rings.append(None))

    def count() -> int:
        times = len(rings)
        rings.clear()
        return times

    return count


async def test_a_yahtzee_rings_once(rung: Callable[[], int]) -> None:
    async with at_table("33344", "55555", options=BELL) as stage:
        await stage.press("space")
        assert rung() == 0
        await stage.press("space")
        assert rung() == 1
        await stage.press("1", "u", "down", "up")
        assert rung() == 0


async def test_the_end_rings_once(rung: Callable[[], int]) -> None:
    async with at_table("12346", filled=nearly_over(("Ann",)), options=BELL) as stage:
        await stage.press("space")
        assert rung() == 0
        await stage.press("enter")
        assert stage.at == "ResultScreen"
        assert rung() == 1
        await stage.press("u")
        assert rung() == 0


async def test_what_is_refused_rings(rung: Callable[[], int]) -> None:
    options = BELL._replace(dice_click=DiceClick.REROLL)
    async with at_table("33344", "11111", options=options) as stage:
        await stage.press("space")
        assert rung() == 0
        await stage.press("space")
        assert stage.game.roll == 1
        assert rung() == 1


async def test_looking_around_is_quiet(rung: Callable[[], int]) -> None:
    async with at_table("33344", options=BELL) as stage:
        await stage.press("space", *["down"] * 13, "left", "1", "a", "u")
        assert rung() == 0


async def test_nothing_rings_unless_it_is_wanted(rung: Callable[[], int]) -> None:
    async with at_table("55555") as stage:
        await stage.press("space")
        assert stage.game.faces == (5, 5, 5, 5, 5)
        assert rung() == 0


async def test_it_is_an_option() -> None:
    async with at_title(options=Options()) as stage:
        await stage.click_text("Options")
        await stage.click_text("Sound")
        await stage.press("escape")
        assert stage.app.options.sound is Sound.BELL
