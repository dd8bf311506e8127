"""Asciicasts: moving pictures of recorded games, drawn as they are at a table."""

from __future__ import annotations

import asyncio
import json
import os
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any, TextIO

from textual import events
from textual.driver import Driver
from textual.geometry import Size

from yahtzee_tui.dice import ScriptedDice
from yahtzee_tui.rules import Held, Rolled, Scored
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.table import Table, TableConfig
from yahtzee_tui.text import join_words
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.lifecycle import start_worker
from yahtzee_tui.tui.table.base_screen import TableScreenBase
from yahtzee_tui.tui.terminal.driver import DiffDriver, mix_in
from yahtzee_tui.tui.terminal.speed_ups import has_speed_ups

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from yahtzee_tui.rules import Event, Record
    from yahtzee_tui.settings import Options
    from yahtzee_tui.tui.lifecycle import GameScreen

_LOOKS: dict[type[Event], float] = {Rolled: 1.2, Held: 0.4, Scored: 1.6}
_END = 4.0
"""For how many seconds the cast shows what was done, and the end."""

_TICK = 0.02
_HIDE_CURSOR = "\x1b[?25l"


class _CastDriver(Driver):
    """Passes on what a terminal would get."""

    def __init__(self, app: CastApp, **options: Any) -> None:
        super().__init__(app, **options)
        self._cast, self._columns_rows = app, options.get("size") or (80, 24)

    def write(self, data: str) -> None:
        self._cast.write(data)

    def start_application_mode(self) -> None:
        size = Size(*self._columns_rows)
        self.write(_HIDE_CURSOR)
        self._cast.post_message(events.Resize(size, size))

    def disable_input(self) -> None:
        """There is no input."""

    def stop_application_mode(self) -> None:
        """There is no terminal to restore."""


class _CastScreen(TableScreenBase):
    """Shows a recorded game, an event after the other, and its result."""

    def __init__(self, record: Record, app: CastApp) -> None:
        table = Table(record.setup, ScriptedDice(()))
        super().__init__(SavedTable(TableConfig(record.setup.players, record.setup.rules), table))
        self._events, self._cast = record.events, app

    def on_mount(self) -> None:
        start_worker(self, self._play)

    async def _play(self) -> None:
        await self._look(_LOOKS[Rolled])
        for event in self._events:
            self.table.sync(self.table.history.play(event))
            await self._look(_LOOKS[type(event)])
        # The result says what best play scores, which may have to be solved first.
        while any(each.is_running and each.node is not self for each in self.app.workers):
            await asyncio.sleep(_TICK)
        await self._look(_END)
        self._cast.finish()

    async def _look(self, seconds: float) -> None:
        """Wait until all is drawn, and let the cast stay there for some seconds."""
        with self._cast.running_clock():
            while self.is_animated:
                await asyncio.sleep(_TICK)
        screen = self.app.screen
        # A widget that has handled its messages has told the screen what is to be painted.
        for widget in screen.walk_children():
            await _wait_for(widget.call_later)
        await _wait_for(screen.call_after_refresh)
        self._cast.seconds += seconds


async def _wait_for(call: Callable[[Callable[[], None]], object]) -> None:
    """Wait until something calls a function."""
    called = asyncio.Event()
    call(called.set)
    await called.wait()


class CastApp(YahtzeeApp):
    """Plays a record into a file, by a clock that runs only while dice tumble.

    Attributes:
        seconds: The clock.
    """

    def __init__(self, record: Record, file: TextIO, options: Options, speed: float) -> None:
        super().__init__(options=options)
        self._played, self._file, self._speed = record, file, speed
        self.seconds, self._since, self._is_finished = 0.0, 0.0, False

    def get_driver_class(self) -> type[Driver]:
        return mix_in(DiffDriver, _CastDriver) if has_speed_ups() else _CastDriver

    def _first_screen(self) -> GameScreen[None]:
        return _CastScreen(self._played, self)

    @contextmanager
    def running_clock(self) -> Iterator[None]:
        self._since = monotonic()
        yield
        self.seconds += monotonic() - self._since
        self._since = 0.0

    def finish(self) -> None:
        """End the cast with what is seen now, and the app."""
        self.write("")
        self._is_finished = True
        self.exit()

    def write(self, data: str) -> None:
        if not self._is_finished:
            seconds = self.seconds + (monotonic() - self._since if self._since else 0.0)
            line = json.dumps([round(seconds / self._speed, 2), "o", data], ensure_ascii=False)
            self._file.write(f"{line}\n")


def write_cast(
    record: Record, file: TextIO, size: tuple[int, int], speed: float, options: Options
) -> None:
    """Write a game as an asciicast of version 2, in 24-bit colors.

    Takes as long as its dice tumble. `speed` is how many times faster it is played than written.
    """
    os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
    width, height = size
    title = join_words(record.setup.players)
    header = {"version": 2, "width": width, "height": height, "title": f"yahtzee-tui: {title}"}
    file.write(json.dumps(header, ensure_ascii=False) + "\n")
    # Dice that tumble longer double the size of the file.
    if options.dice_speed == "full":
        options = options._replace(dice_speed="short")
    app = CastApp(record, file, options, speed)
    app.run(size=size)
