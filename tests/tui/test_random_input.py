"""Random input of one user after the other: nothing breaks or is lost."""

from collections import Counter
from pathlib import Path

import pytest

from tests.tui.random_user import RandomUser

SCREENS = """HowToPlayScreen KeyMapScreen NewGameScreen OptionsScreen ResultScreen ReviewScreen
ScoreboardScreen StatisticsScreen TableScreen TitleScreen"""
"""The screens that so many users surely reach; the others come as chance has it."""

MAX_SCREENS = 12
"""Screens over one another that may come about; each is drawn over those below."""

# What Textual still has to do for a screen that goes, it leaves undone, and Python complains.
MARKS = [
    pytest.mark.usefixtures("quick_bots", "drawn_by_the_app"),
    pytest.mark.filterwarnings(
        "ignore:.*Screen._watch_selections:pytest.PytestUnraisableExceptionWarning"
    ),
]
pytestmark = MARKS


async def play_alone(first: int, users: int, events: int, folder: Path) -> set[str]:
    """Let one user after the other send random input; return the screens that were reached."""
    seen = Counter[str]()
    for seed in range(first, first + users):
        print(f"seed {seed}", flush=True)
        home = folder / str(seed)
        home.mkdir()
        seen += await RandomUser(seed, home).play(events)
    print(dict(seen.most_common()))
    return set(seen)


@pytest.mark.slow
async def test_random_input_breaks_nothing(tmp_path: Path) -> None:
    await RandomUser(1, tmp_path).play(400)


@pytest.mark.exhaustive
@pytest.mark.parametrize("first", range(100, 180, 20))
async def test_two_hundred_thousand_random_events_break_nothing(first: int, tmp_path: Path) -> None:
    assert await play_alone(first, 20, 2500, tmp_path) >= set(SCREENS.split())
