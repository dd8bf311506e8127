"""What goes through the driver to the terminal: what changes, and each picture at once."""

from __future__ import annotations

import asyncio
import sys
from threading import Thread
from time import sleep
from typing import TYPE_CHECKING, Any

import pytest
from textual.app import App
from textual.driver import Driver

from tests.tui.stage import at_table
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.terminal.driver import DiffDriver, mix_in

if TYPE_CHECKING:
    from collections.abc import Callable

PICTURE = "\x1b[2;3H\x1b[1mabc\x1b[0m\x1b[1;1H"
SHORTENED = "\x1b[2;3H\x1b[1mabc\x1b[m\x1b[H"
RESIZES = "\x1b[?2048h"
"""What the thread that reads the input writes, if the terminal tells of its size by itself."""
TIMES = 20


class Slate(Driver):
    """A driver on whose slate one reads what was written, a line each time."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        self.slate: list[str] = []

    def write(self, data: str) -> None:
        self.slate.append(data)

    def start_application_mode(self) -> None:
        """Begin nothing."""

    def disable_input(self) -> None:
        """Take nothing in; it never did."""

    def stop_application_mode(self) -> None:
        """End nothing."""


@pytest.fixture
async def slate() -> Slate:
    """A driver that spares bytes, of an app that writes to it."""
    app = App[None]()
    app._driver = driver = mix_in(DiffDriver, Slate)(app)
    assert isinstance(driver, Slate)
    return driver


async def write(*data: str) -> list[str]:
    """Return what comes out when all of this is written."""
    await asyncio.sleep(0)
    driver = mix_in(DiffDriver, Slate)(App())
    assert isinstance(driver, Slate)
    for each in data:
        driver.write(each)
    return driver.slate


async def test_a_picture_is_shortened() -> None:
    assert await write(PICTURE) == [SHORTENED]


async def test_a_picture_and_what_stands_around_it_are_written_at_once() -> None:
    assert await write("\x1b[?2026h", PICTURE, "\x1b[?2026l") == [
        f"\x1b[?2026h{SHORTENED}\x1b[?2026l"
    ]


async def test_a_picture_that_changes_nothing_is_not_written() -> None:
    assert await write(PICTURE, PICTURE, "\x1b[?2026h", PICTURE, "\x1b[?2026l") == [SHORTENED]


async def test_everything_else_goes_through() -> None:
    others = ["\x1b[?1049h", "\x1b[?25l", "\x07", "\x1b[<u", "\x1b[?2026$p"]
    assert await write(*others) == others


async def test_the_app_spares_whatever_terminal_it_is_on() -> None:
    async with at_table("33344") as stage:
        assert issubclass(stage.app.driver_class, DiffDriver)
        assert YahtzeeApp().get_driver_class() is stage.app.driver_class


async def test_the_pointer_changes_its_shape_and_nothing_is_forgotten(slate: Slate) -> None:
    slate.write(PICTURE)
    slate._app._set_pointer_shape("pointer")
    slate.write(PICTURE)
    assert slate.slate == [SHORTENED, "\x1b]22;pointer\x07"]


@pytest.mark.parametrize(
    ("shapes", "is_put_back"),
    [([], False), (["pointer"], True), (["pointer", "default"], False), (["text", "grab"], True)],
)
async def test_the_pointer_is_left_as_it_was(
    slate: Slate, shapes: list[str], is_put_back: bool
) -> None:
    for shape in shapes:
        slate._app._set_pointer_shape(shape)
    for _ in range(2):  # and only once, though a game may be left for a while before its end
        slate.slate.clear()
        slate.stop_application_mode()
        assert ("\x1b]22;default\x07" in "".join(slate.slate)) is is_put_back
        is_put_back = False


async def test_what_two_threads_write_all_comes_out(slate: Slate) -> None:
    def pause(*_: object) -> Callable[..., Any]:
        sleep(0.0005)
        return pause

    def answer() -> None:
        sys.settrace(pause)  # it stops before every line, and the other goes on meanwhile
        for _ in range(TIMES):
            slate.write(RESIZES)

    thread = Thread(target=answer)
    thread.start()
    while thread.is_alive():
        for data in ("\x1b[?2026h", PICTURE, "\x1b[?2026l"):
            slate.write(data)
    assert "".join(slate.slate).count(RESIZES) == TIMES
