"""Input of players of a host is read in the event loop, and at the pace of people."""

import asyncio
import os
import threading
import time
from threading import Thread

import pytest
from textual.events import Key, MouseMove
from textual.message import Message

from tests.tui.stopped_clock import StoppedClock
from tests.tui.terminal.recording_driver import record_with
from tests.waiting import HANG_SECONDS
from yahtzee_tui.host.screens.input_drivers import EventLoopInput, ThrottledDriver
from yahtzee_tui.host.services.input_pace import ALLOWANCE, KEY_SECONDS, InputPacer

AT_ONCE = round(ALLOWANCE / KEY_SECONDS)
TURNS = 50
"""After so many turns of the event loop what was written is read."""


def test_much_may_come_at_once_and_then_as_much_a_second_as_people_type() -> None:
    now = 0.0
    pace = InputPacer(lambda: now)
    assert [pace.wait(0.5) for _ in range(6)] == [0, 0, 0, 0, 0.5, 1.0]
    now = 1.0
    assert pace.wait(0.5) == 0.5
    now = 100.0
    assert [pace.wait(0.5) for _ in range(5)] == [0, 0, 0, 0, 0.5]
    pace = InputPacer(lambda: now)
    for _ in range(1000):  # as quick as people are, who never wait
        now += KEY_SECONDS * 1.01
        assert pace.wait(KEY_SECONDS) == 0


class Terminal:
    """A pipe in the place of a terminal, and the driver that reads it."""

    def __init__(self) -> None:
        driver = record_with(EventLoopInput)
        vars(driver)["fileno"], self.end = os.pipe()
        self.messages: list[Message] = []
        vars(driver)["send_message"] = self.messages.append
        # As Textual does, whose thread it takes the place of.
        driver._key_thread = Thread()
        assert driver._key_thread is not None
        self.reader = driver._key_thread
        self.reader.start()

    async def type(self, data: bytes, count: int) -> list[str]:
        """Return the keys that have come as soon as there are so many in all."""
        os.write(self.end, data)
        async with asyncio.timeout(HANG_SECONDS):
            while len(self.messages) < count:
                await asyncio.sleep(0)
        return [each.key for each in self.messages if isinstance(each, Key)]


async def test_keys_are_read_in_the_event_loop_until_one_leaves() -> None:
    """No thread reads; only a lone Escape, which may begin a sequence, has to be waited for."""
    threads = threading.active_count()
    terminal = Terminal()
    assert threading.active_count() == threads
    assert await terminal.type(b"a", 1) == ["a"]
    assert await terminal.type(b"\x1b", 2) == ["a", "escape"]
    assert await terminal.type(b"b", 3) == ["a", "escape", "b"]
    terminal.reader.join()
    os.write(terminal.end, b"c")
    for _ in range(TURNS):
        await asyncio.sleep(0)
    assert len(terminal.messages) == 3, "nothing is read any more"
    terminal = Terminal()
    os.close(terminal.end)
    for _ in range(TURNS):
        await asyncio.sleep(0)
    assert not terminal.messages, "the end of the terminal is no input"
    terminal.reader.join()


async def test_too_many_keys_in_the_event_loop_come_later_and_none_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, terminal, keys = StoppedClock(monkeypatch), Terminal(), AT_ONCE + 400
    began = time.monotonic()
    os.write(terminal.end, b"a" * keys)
    while len(terminal.messages) < keys:
        await clock.move(1)
    assert time.monotonic() - began >= 400 * KEY_SECONDS, "as many a second as people type"
    assert await terminal.type(b"b" * keys, keys) == ["a"] * keys
    while len(terminal.messages) == keys:
        await clock.move(1)
    terminal.reader.join()
    count = len(terminal.messages)
    await clock.move(60)
    assert len(terminal.messages) == count, "who leaves is not kept waiting"


async def test_too_many_keys_come_later_and_none_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, key = StoppedClock(monkeypatch), Key("a", "a")
    monkeypatch.setattr(time, "sleep", clock.wait)
    driver = record_with(ThrottledDriver)
    moves = [MouseMove(None, 1, 1, 0, 0, 0, False, False, False)] * 4 * AT_ONCE
    for message in moves:
        driver.process_message(message)
    assert not clock.seconds, "a mouse may move quickly"
    began = time.monotonic()
    for _ in range(4 * AT_ONCE):
        driver.process_message(key)
    assert time.monotonic() - began >= 2 * AT_ONCE * KEY_SECONDS, "as people type"
    assert driver.messages == [*moves, *[key] * 4 * AT_ONCE]
    delayed = clock.seconds
    driver.disable_input()
    driver.process_message(key)
    assert clock.seconds == delayed, "who leaves is not kept waiting"
