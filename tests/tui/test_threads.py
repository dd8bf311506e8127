"""What takes long is done in threads, never where the screens are drawn."""

import gc
import sys
import threading
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

from tests.tui.app_driver import NO_TUMBLING, run_app
from tests.tui.opening import open_review, record
from yahtzee_tui import strategy
from yahtzee_tui.services.bots import MARKER
from yahtzee_tui.strategy.bots.policies import ChampionBot, EvaluatorBot
from yahtzee_tui.strategy.forecast import Forecaster
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui import let_threads_yield
from yahtzee_tui.tui.app import YahtzeeApp

LONG: list[tuple[Any, str]] = [
    (strategy, "load_value_table"),
    (strategy, "review_game"),
    (ChampionBot, "choose"),
    (EvaluatorBot, "choose"),
    (Forecaster, "forecast"),
    (Forecaster, "turn"),
]
"""Where it is, and what it is called."""


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, set[int]]:
    """Return in which threads what takes long is done, by its name."""
    found: dict[str, set[int]] = {name: set() for _, name in LONG}
    for place, name in LONG:
        monkeypatch.setattr(place, name, _noting(getattr(place, name), found[name]))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return found


def _noting(do: Callable[..., Any], threads: set[int]) -> Callable[..., Any]:
    @wraps(do)
    def noted(*given: Any, **named: Any) -> Any:
        # The bot that marks a box for the player is asked in the event loop: without a value table
        # it takes half a millisecond for a new card, and a thirtieth of one after that.
        if getattr(given[0], "id", None) != MARKER:
            threads.add(threading.get_ident())
        return do(*given, **named)

    return noted


def check(threads: dict[str, set[int]], *done: str) -> None:
    """See that these were done, and nothing of what takes long in this thread."""
    assert all(threads[name] for name in done)
    assert threading.get_ident() not in set().union(*threads.values())


@pytest.mark.slow
async def test_the_coach_and_a_review(threads: dict[str, set[int]]) -> None:
    config = TableConfig(("Ann", "Bob"), "yz", first="Ann", seed="7")
    async with run_app(YahtzeeApp(config, "Ann", NO_TUMBLING)) as ui:
        await ui.press_and_finish("space", "h")
        await open_review(ui, record())
    check(threads, "load_value_table", "review_game", "forecast")


@pytest.mark.usefixtures("quick_bots")
async def test_bots(threads: dict[str, set[int]]) -> None:
    for rank in ("expert", "champion"):
        config = TableConfig(("Ann", "Bot"), "yz", "Bot", seed="7", computers=("", rank))
        async with run_app(YahtzeeApp(config, "Ann", NO_TUMBLING)) as ui:
            await ui.wait_until(lambda ui=ui: ui.game.turns == 1)  # type: ignore[misc]
        check(threads, "load_value_table", "choose")
        threads["choose"].clear()


def test_threads_take_short_turns() -> None:
    before = sys.getswitchinterval()
    try:
        let_threads_yield()
        assert sys.getswitchinterval() < before
        assert gc.get_freeze_count() > 10_000
    finally:
        gc.unfreeze()
        sys.setswitchinterval(before)
