"""A key that is held down acts once; a press follows another a moment later or is none."""

from collections.abc import Iterable
from itertools import chain, repeat

import pytest
from textual import events

from tests.tui.app_driver import NO_TUMBLING, AppDriver, all_but_chance, run_app, run_table
from tests.tui.opening import open_practice
from tests.tui.stopped_clock import StoppedClock
from yahtzee_tui.rules import Rolled
from yahtzee_tui.settings import Options
from yahtzee_tui.store import Store
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.table.lesson import LessonScreen

MIXED = ("33146", "33125", "11266", "22345", "11266")
"""Throws with a pair, so that a second roll of all dice asks."""
KEYBOARDS = [(pause, rate, 1) for pause in (0.25, 0.5, 0.66, 1.0) for rate in (10, 30)]
"""Seconds until the first repeat of a held key, repeats a second, and seconds of them."""


async def press_after(
    ui: AppDriver,
    clock: StoppedClock,
    key: str,
    pauses: Iterable[float],
    repeats: bool | None = None,
) -> None:
    """Press a key several times, each so many seconds after the press before."""
    for pause in pauses:
        await clock.move(pause, ui)
        event = events.Key(key, " " if key == "space" else None)
        if repeats is not None:
            vars(event)["is_repeat"] = repeats
        ui.send(event, after=0)
        await ui.settle()
    await clock.move(0.5, ui)


def hold_down(pause: float, rate: int, seconds: float = 1) -> Iterable[float]:
    return chain([2, pause], repeat(1 / rate, int(seconds * rate)))


def rolls(ui: AppDriver) -> int:
    return sum(isinstance(each, Rolled) for each in ui.table_screen.table.history.events)


@pytest.mark.parametrize("speed", ["full", "short", "off"])
async def test_a_held_key_rolls_once(clock: StoppedClock, speed: str) -> None:
    options = Options(dice_speed=speed, confirm_reroll=False)  # type: ignore[arg-type]
    for keyboard in (*KEYBOARDS, (0.5, 30, 5)):
        async with run_table(*MIXED, options=options, animated=True, players=("Ann", "Bob")) as ui:
            await press_after(ui, clock, "space", hold_down(*keyboard))
            assert rolls(ui) == 1, keyboard
            await press_after(ui, clock, "space", [1.0])
            assert rolls(ui) == 2, "a calm press after it"


async def test_presses_of_a_regular_roll_each_time(clock: StoppedClock) -> None:
    async with run_table(*MIXED, options=NO_TUMBLING) as ui:
        await press_after(ui, clock, "space", [2, 0.5, 0.5])
        assert rolls(ui) == 3
        await ui.press("enter")
        assert len(ui.game.card.open) == 12
        await press_after(ui, clock, "space", [1, 1])
        assert rolls(ui) == 5


async def test_another_key_does_not_overtake_a_press_that_is_awaited(clock: StoppedClock) -> None:
    async with run_table(*MIXED, options=NO_TUMBLING) as ui:
        for key, after in (("space", 2), ("space", 0.5), ("1", 0.02)):
            await clock.move(after, ui)
            ui.send(events.Key(key, None), after=0)
        await ui.settle()
        assert rolls(ui) == 2
        assert ui.held() == (0,), "held after the roll"


async def test_a_held_enter_does_not_answer_its_own_question(clock: StoppedClock) -> None:
    async with run_table(*MIXED, options=NO_TUMBLING) as ui:
        await press_after(ui, clock, "enter", [2])
        await press_after(ui, clock, "enter", hold_down(0.5, 30, 1.4))
        assert "Enter again, or reroll" in ui.status
        assert len(ui.game.card.open) == 13
        await press_after(ui, clock, "enter", [1])
        assert len(ui.game.card.open) == 12


async def test_a_held_enter_leaves_the_result_open(clock: StoppedClock) -> None:
    async with run_table(*MIXED, options=NO_TUMBLING, filled=all_but_chance()) as ui:
        await ui.press("space", "space", "space")
        ui.ahead = 0
        await press_after(ui, clock, "enter", hold_down(1, 30, 2))
        assert ui.screen_name == "ResultScreen"


async def test_a_terminal_that_reports_repeats_needs_no_waiting(clock: StoppedClock) -> None:
    async with run_table(*MIXED, options=NO_TUMBLING) as ui:
        await press_after(ui, clock, "space", [2], repeats=False)
        await press_after(ui, clock, "space", [0.5, 0.2, 0.2], repeats=True)
        assert rolls(ui) == 1
        await press_after(ui, clock, "space", [0.05], repeats=False)
        assert rolls(ui) == 2


async def test_a_held_key_acts_once_in_practice_and_lesson(
    clock: StoppedClock, store: Store
) -> None:
    async with run_app(YahtzeeApp(None, "Ann", NO_TUMBLING, store=store)) as ui:
        await open_practice(ui, "All themes")
        await press_after(ui, clock, "space", hold_down(0.5, 30))
        assert "Press Space again" in ui.text
        ui.app.show_lesson()
        await ui.settle()
        await press_after(ui, clock, "space", hold_down(0.5, 30))
        assert isinstance(ui.app.screen, LessonScreen)
        assert ui.app.screen.table.game.roll == 1
        assert "step 2" in ui.text


async def test_a_click_just_after_the_dice_have_settled_is_none(clock: StoppedClock) -> None:
    async with run_table(*MIXED, options=Options(confirm_reroll=False), animated=True) as ui:
        for selector, after in (("#roll", 2.0), ("#tray", 0.15), ("#roll", 0.05)):
            await clock.move(after, ui, step=0.01)
            ui.ahead = -6  # the three events of a click are sent two seconds apart
            await ui.click(selector)
        assert rolls(ui) == 1
        await clock.move(0.15, ui)
        ui.ahead = -6
        await ui.click("#roll")
        assert rolls(ui) == 2


async def test_rerolling_all_dice_asks_once_and_after_three_answers_no_more(store: Store) -> None:
    asking = NO_TUMBLING._replace(confirm_reroll=True)
    async with run_app(YahtzeeApp(None, "Ann", asking, store=store)) as ui:
        await ui.open_table("12346", *MIXED, options=asking, keys="space space")
        assert ui.status.startswith("No die is held."), "a straight lies"
        await ui.open_table(*MIXED, *MIXED, options=asking, keys="space")
        for _ in range(2):
            await ui.press("space")
            assert ui.status == "No die is held. Press Space again to reroll all dice."
            await ui.press("space")
        assert rolls(ui) == 3
        await ui.press("enter", "space", "1", "1", "space")
        assert rolls(ui) == 5, "a die was held, and released"
        await ui.press_and_finish("space", "space")
        assert rolls(ui) == 6
        await ui.press("enter", "space", "space")
        assert rolls(ui) == 8
