"""The first roll of a turn automatic, after a moment in which a posting can be undone."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from tests.tui.app_driver import NO_TUMBLING, AppDriver, all_but_chance, run_table
from yahtzee_tui.tui.table.play_screen import TableScreen

if TYPE_CHECKING:
    from collections.abc import Callable

AUTO = NO_TUMBLING._replace(auto_roll=True, pause=2.0)


class Clock:
    """Lets the seconds of a pause pass when a test says so, however slow the machine is."""

    def __init__(self) -> None:
        self._ticks: list[tuple[TableScreen, Callable[[], object]]] = []

    def start(self, screen: TableScreen, tick: Callable[[], object]) -> SimpleNamespace:
        """Start a timer, as `set_interval` does."""
        timer = (screen, tick)
        self._ticks.append(timer)
        return SimpleNamespace(stop=lambda: self._ticks.remove(timer))

    async def wait(self, ui: AppDriver, seconds: int) -> None:
        """Let seconds pass, with what happens in them."""
        for _ in range(seconds):
            for screen, tick in self._ticks:
                if screen.is_attached:  # timers of other screens have ended with them
                    screen.call_later(tick)
            await ui.settle()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock, original = Clock(), TableScreen.set_interval

    def set_interval(screen: TableScreen, seconds: float, tick: Any, **options: Any) -> Any:
        if seconds == 1:
            return clock.start(screen, tick)
        return original(screen, seconds, tick, **options)

    monkeypatch.setattr(TableScreen, "set_interval", set_interval)
    return clock


async def score_first_turn(ui: AppDriver) -> None:
    """Open a table of two, wait for its first roll, and score it."""
    await ui.open_table("33344", "11111", "66666", players=("Ann", "Bob"), options=AUTO)
    await ui.wait_until(lambda: ui.game.roll == 1)
    await ui.press("enter", "enter")
    assert ui.game.turns == 1


async def test_every_turn_begins_with_one_roll_after_a_pause_that_is_seen(clock: Clock) -> None:
    async with run_table() as ui:
        await score_first_turn(ui)
        assert ui.game.roll == 0
        assert "2 s" in ui.status
        assert ui.cell("full_house", 0) == "25"
        await clock.wait(ui, 1)
        assert "1 s" in ui.status
        assert (ui.game.turns, ui.game.roll) == (1, 0)
        await clock.wait(ui, 1)
        assert (ui.game.turns, ui.game.roll) == (1, 1)
        await clock.wait(ui, 3)
        assert (ui.game.turns, ui.game.roll) == (1, 1)
        assert ui.game.faces == (1, 1, 1, 1, 1)
        await score_first_turn(ui)
        await ui.press("space")
        assert ui.game.faces == (1, 1, 1, 1, 1), "space skips the pause"
        await clock.wait(ui, 3)
        assert ui.game.roll == 1


async def test_undo_other_screens_and_a_moved_score_delay_the_roll(clock: Clock) -> None:
    async with run_table() as ui:
        await score_first_turn(ui)
        await ui.press("u")
        assert ui.game.player == "Ann"
        assert " s" not in ui.status.replace(" Space", "").replace(" score", "")
        await clock.wait(ui, 3)
        assert (ui.game.player, ui.game.roll) == ("Ann", 1)
        assert ui.game.faces == (3, 3, 3, 4, 4)
        await score_first_turn(ui)
        await ui.press("question_mark")
        await clock.wait(ui, 3)
        assert ui.game.roll == 0
        await ui.press("escape")
        await clock.wait(ui, 2)
        assert ui.game.roll == 1
        await score_first_turn(ui)
        await ui.press("escape", opens="TitleScreen")
        await clock.wait(ui, 3)
        assert ui.game.roll == 0
        await score_first_turn(ui)
        await clock.wait(ui, 1)
        assert "2 s" not in ui.status
        await ui.click_box("threes", 0)
        assert "2 s" in ui.status
        assert ui.game.cards[0]["threes"] == 9


async def test_the_end_of_the_game_waits_for_nothing(clock: Clock) -> None:
    async with run_table("12346", filled=all_but_chance(), options=AUTO) as ui:
        await ui.press("space", "enter", "enter", opens="ResultScreen")
        await clock.wait(ui, 3)
        assert ui.game.is_over


async def test_the_pause_passes_by_itself() -> None:
    async with run_table() as ui:
        await score_first_turn(ui)
        await ui.wait_until(lambda: ui.game.roll == 1)
