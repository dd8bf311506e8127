"""The drivers write what changes, each picture at once, and read input at the pace of people."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest
from textual.app import App
from textual.drivers._writer_thread import WriterThread
from textual.events import Key, MouseMove

from tests.tui.app_driver import run_title
from tests.tui.terminal.recording_driver import RecordingDriver
from yahtzee_tui.services.input_pace import ALLOWANCE, KEY_SECONDS, InputPacer
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.remote.app import ThrottledDriver
from yahtzee_tui.tui.remote.event_loop_input import EventLoopInput
from yahtzee_tui.tui.terminal.driver import (
    DiffDriver,
    PromptDriver,
    mix_in,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.message import Message

PICTURE = "\x1b[2;3H\x1b[1mabc\x1b[0m\x1b[1;1H"
SHORTENED = "\x1b[2;3H\x1b[1mabc\x1b[m\x1b[H"
RESIZES = "\x1b[?2048h"
"""What the thread that reads the input writes, if the terminal reports its size by itself."""
TIMES = 20
AT_ONCE = round(ALLOWANCE / KEY_SECONDS)


@pytest.fixture
async def driver() -> RecordingDriver:
    app = App[None]()
    app._driver = driver = mix_in(DiffDriver, RecordingDriver)(app)
    assert isinstance(driver, RecordingDriver)
    return driver


async def test_pictures_are_shortened_and_written_at_once_and_all_else_is_kept() -> None:
    others = ["\x1b[?1049h", "\x1b[?25l", "\x07", "\x1b[<u", "\x1b[?2026$p"]
    for data, written in (
        ([PICTURE], [SHORTENED]),
        (["\x1b[?2026h", PICTURE, "\x1b[?2026l"], [f"\x1b[?2026h{SHORTENED}\x1b[?2026l"]),
        ([PICTURE, PICTURE, "\x1b[?2026h", PICTURE, "\x1b[?2026l"], [SHORTENED]),
        (others, others),
    ):
        driver = mix_in(DiffDriver, RecordingDriver)(App())
        assert isinstance(driver, RecordingDriver)
        for each in data:
            driver.write(each)
        assert driver.written == written


async def test_the_app_uses_it_on_whatever_terminal() -> None:
    async with run_title() as ui:
        assert issubclass(ui.app.driver_class, DiffDriver)
        assert YahtzeeApp().get_driver_class() is ui.app.driver_class


async def test_the_pointer_changes_its_shape_and_is_left_as_it_was(driver: RecordingDriver) -> None:
    driver.write(PICTURE)
    driver._app._set_pointer_shape("pointer")
    driver.write(PICTURE)
    assert driver.written == [SHORTENED, "\x1b]22;pointer\x07"]
    driver._app._set_pointer_shape("default")
    for shapes, is_put_back in (
        ([], False),
        (["pointer"], True),
        (["pointer", "default"], False),
        (["text", "grab"], True),
    ):
        for shape in shapes:
            driver._app._set_pointer_shape(shape)
        for expected in (is_put_back, False):  # once, though a game may be left before its end
            driver.written.clear()
            driver.stop_application_mode()
            assert ("\x1b]22;default\x07" in "".join(driver.written)) is expected, shapes


async def test_what_two_threads_write_all_comes_out(driver: RecordingDriver) -> None:
    def pause(*_: object) -> Callable[..., Any]:
        time.sleep(0.0005)
        return pause

    def answer() -> None:
        sys.settrace(pause)  # it stops before every line, and the other goes on meanwhile
        for _ in range(TIMES):
            driver.write(RESIZES)

    thread = Thread(target=answer)
    thread.start()
    while thread.is_alive():
        for data in ("\x1b[?2026h", PICTURE, "\x1b[?2026l"):
            driver.write(data)
    assert "".join(driver.written).count(RESIZES) == TIMES


async def test_output_is_written_before_the_event_loop_goes_on() -> None:
    driver = mix_in(PromptDriver, RecordingDriver)(App())
    assert isinstance(driver, PromptDriver)
    end, terminal = os.pipe()
    os.set_blocking(end, False)
    with suppress(BrokenPipeError), os.fdopen(terminal, "w", encoding="utf-8") as file:
        driver._writer_thread = WriterThread(file)
        writer = driver._writer_thread
        assert writer is not None
        writer.start()
        writer.write("⚀")
        assert os.read(end, 100) == "⚀".encode()
        os.close(end)
        writer.write("the terminal is gone")
        writer.stop()


@pytest.fixture
async def throttled() -> RecordingDriver:
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


async def test_too_many_keys_come_later_and_none_is_lost(throttled: RecordingDriver) -> None:
    key = Key("a", "a")
    took = await asyncio.to_thread(flood, throttled, key, AT_ONCE + 4)
    assert took >= 4 * KEY_SECONDS * 0.9
    assert throttled.messages == [key] * (AT_ONCE + 4)


async def test_a_mouse_may_move_quickly(throttled: RecordingDriver) -> None:
    move = MouseMove(None, 1, 1, 0, 0, 0, False, False, False)
    await asyncio.to_thread(flood, throttled, move, 4 * AT_ONCE)
    assert throttled.messages == [move] * 4 * AT_ONCE


async def test_who_leaves_is_not_kept_waiting(throttled: RecordingDriver) -> None:
    assert isinstance(throttled, ThrottledDriver)
    throttled.disable_input()
    times = 10 * AT_ONCE
    assert await asyncio.to_thread(flood, throttled, Key("a", "a"), times) < times * KEY_SECONDS / 2


class Terminal:
    """A pipe in the place of a terminal, and the driver that reads it."""

    def __init__(self) -> None:
        driver = mix_in(EventLoopInput, RecordingDriver)(App())
        assert isinstance(driver, RecordingDriver)
        assert isinstance(driver, EventLoopInput)
        vars(driver)["fileno"], self._end = os.pipe()
        self.messages: list[Message] = []
        driver._app.post_message = self._note  # type: ignore[method-assign]
        driver._key_thread = Thread()
        assert driver._key_thread is not None
        self.reader = driver._key_thread
        self.reader.start()

    def _note(self, message: Message) -> bool:
        self.messages.append(message)
        return True

    async def type(self, data: bytes, count: int) -> list[str]:
        """Return the keys that have come as soon as there are so many in all."""
        os.write(self._end, data)
        async with asyncio.timeout(20):
            while len(self.messages) < count:
                await asyncio.sleep(0.01)
        return [each.key for each in self.messages if isinstance(each, Key)]


async def test_keys_are_read_in_the_event_loop_which_rests_without_any() -> None:
    """No thread reads; only a lone Escape, which may begin a sequence, has to be waited for."""
    threads = threading.active_count()
    terminal = Terminal()
    assert threading.active_count() == threads
    assert await terminal.type(b"a", 1) == ["a"]
    assert terminal.reader._later is None
    assert await terminal.type(b"\x1b", 2) == ["a", "escape"]
    assert await terminal.type(b"b", 3) == ["a", "escape", "b"]
    assert terminal.reader._later is None
    terminal.reader.join()
    os.write(terminal._end, b"c")
    await asyncio.sleep(0.02)
    assert len(terminal.messages) == 3, "nothing is read any more"


async def test_too_many_keys_in_the_event_loop_come_later_and_none_is_lost() -> None:
    terminal, began = Terminal(), time.monotonic()
    typed = await terminal.type(b"a" * (AT_ONCE + 4), AT_ONCE + 4)
    assert typed == ["a"] * (AT_ONCE + 4)
    assert time.monotonic() - began >= 4 * KEY_SECONDS * 0.9
    await terminal.type(b"b" * 20, AT_ONCE + 5)
    terminal.reader.join()
    count = len(terminal.messages)
    await asyncio.sleep(2 * KEY_SECONDS)
    assert len(terminal.messages) == count, "who leaves is not kept waiting"


async def test_the_end_of_the_terminal_is_no_input() -> None:
    terminal = Terminal()
    os.close(terminal._end)
    await asyncio.sleep(0.02)
    assert not terminal.messages
    terminal.reader.join()
