"""Random input without end: nothing breaks, and the record tells what the screens show."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.tui.random_user import RandomUser

if TYPE_CHECKING:
    from pathlib import Path

STAY = 2500
"""Events until somebody else comes, who has chosen everything differently."""

SCREENS = """HowToPlayScreen KeyMapScreen NewGameScreen OptionsScreen ResultScreen ReviewScreen
ScoreboardScreen StatisticsScreen TableScreen TitleScreen TooSmallScreen"""
"""Those that are there time and again; the others come as chance has it, and are counted."""

# What Textual still has to do for a screen that goes, it leaves undone, and Python complains.
pytestmark = pytest.mark.filterwarnings(
    "ignore:.*Screen._watch_selections:pytest.PytestUnraisableExceptionWarning"
)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let computers hardly wait, and draw seldom: what is checked is what would be drawn."""
    monkeypatch.setattr("textual.screen.UPDATE_PERIOD", 0.1)
    monkeypatch.setattr("yahtzee_tui.tui.table.bots._PAUSE_SECONDS", 0.01)
    monkeypatch.setattr("yahtzee_tui.tui.table.bots._TICK_SECONDS", 0.01)


async def soak(first: int, events: int, folder: Path) -> Counter[str]:
    """Let one after the other do random things, and return how often which screen was there."""
    began, seen = time.process_time(), Counter[str]()
    for seed in range(first, first + events // STAY):
        print(f"seed {seed}", flush=True)
        home = folder / str(seed)
        home.mkdir()
        seen += await RandomUser(seed, home).play(STAY)
    print(f"{events} events in {time.process_time() - began:.0f} s: {dict(seen.most_common())}")
    return seen


async def test_random_input_breaks_nothing(tmp_path: Path) -> None:
    await RandomUser(1, tmp_path).play(400)


@pytest.mark.slow
async def test_much_random_input_reaches_every_screen_and_breaks_nothing(tmp_path: Path) -> None:
    assert set(SCREENS.split()) <= set(await soak(2, 12 * STAY, tmp_path))


@pytest.mark.exhaustive
@pytest.mark.parametrize("first", range(100, 180, 20))
async def test_two_hundred_thousand_random_events_break_nothing(first: int, tmp_path: Path) -> None:
    assert set(SCREENS.split()) <= set(await soak(first, 20 * STAY, tmp_path))
