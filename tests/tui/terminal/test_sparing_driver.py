"""What goes through the driver to the terminal: what changes, and each picture at once."""

from __future__ import annotations

import asyncio
from typing import Any

from textual.app import App
from textual.driver import Driver

from tests.tui.stage import at_table
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.terminal.sparing_driver import SparingDriver, sparing

PICTURE = "\x1b[2;3H\x1b[1mabc\x1b[0m\x1b[1;1H"
SHORTENED = "\x1b[2;3H\x1b[1mabc\x1b[m\x1b[H"


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


async def write(*data: str) -> list[str]:
    """Return what comes out when all of this is written."""
    await asyncio.sleep(0)
    driver = sparing(Slate)(App())
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
        assert issubclass(stage.app.driver_class, SparingDriver)
        assert YahtzeeApp().get_driver_class() is stage.app.driver_class
