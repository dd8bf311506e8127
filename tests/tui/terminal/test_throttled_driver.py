"""Input that comes faster than people can type is read at the pace of people."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import pytest
from textual.app import App
from textual.events import Key, MouseMove

from tests.tui.terminal.recording_driver import RecordingDriver
from yahtzee_tui.tui.terminal.driver import (
    ALLOWANCE,
    KEY_SECONDS,
    InputPacer,
    ThrottledDriver,
    mix_in,
)

if TYPE_CHECKING:
    from textual.message import Message

AT_ONCE = round(ALLOWANCE / KEY_SECONDS)


@pytest.fixture
async def driver() -> RecordingDriver:
    await asyncio.sleep(0)
    made = mix_in(ThrottledDriver, RecordingDriver)(App())
    assert isinstance(made, RecordingDriver)
    return made


def flood(driver: RecordingDriver, message: Message, times: int) -> float:
    """Let the same come again and again; return how many seconds that takes."""
    began = time.monotonic()
    for _ in range(times):
        driver.process_message(message)
    return time.monotonic() - began


def test_at_first_much_may_come_at_once_and_then_only_so_much_a_second() -> None:
    now = 0.0
    pace = InputPacer(lambda: now)
    assert [pace.wait(0.5) for _ in range(6)] == [0, 0, 0, 0, 0.5, 1.0]
    now = 1.0
    assert pace.wait(0.5) == 0.5
    now = 100.0
    assert [pace.wait(0.5) for _ in range(5)] == [0, 0, 0, 0, 0.5]


def test_input_at_the_pace_of_people_never_waits() -> None:
    now = 0.0
    pace = InputPacer(lambda: now)
    for _ in range(1000):
        now += KEY_SECONDS * 1.01
        assert pace.wait(KEY_SECONDS) == 0


async def test_too_many_keys_come_later_and_none_is_lost(driver: RecordingDriver) -> None:
    key = Key("a", "a")
    took = await asyncio.to_thread(flood, driver, key, AT_ONCE + 4)
    assert took >= 4 * KEY_SECONDS * 0.9
    assert driver.messages == [key] * (AT_ONCE + 4)


async def test_a_mouse_may_move_quickly(driver: RecordingDriver) -> None:
    move = MouseMove(None, 1, 1, 0, 0, 0, False, False, False)
    await asyncio.to_thread(flood, driver, move, 4 * AT_ONCE)
    assert driver.messages == [move] * 4 * AT_ONCE


async def test_who_leaves_is_not_kept_waiting(driver: RecordingDriver) -> None:
    assert isinstance(driver, ThrottledDriver)
    driver.disable_input()
    times = 10 * AT_ONCE
    assert await asyncio.to_thread(flood, driver, Key("a", "a"), times) < times * KEY_SECONDS / 2
