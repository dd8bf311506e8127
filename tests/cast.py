"""Asciicasts: moving pictures of recorded games, drawn as they are at a table."""

from __future__ import annotations

import asyncio
import json
import os
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from rich.cells import cell_len
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
from yahtzee_tui.tui.table import view_model
from yahtzee_tui.tui.table.base_screen import TableScreenBase
from yahtzee_tui.tui.table.widgets.dice_tray import FRAMES
from yahtzee_tui.tui.terminal.cell_diff import (
    HARMLESS,
    LONGEST_BRIDGE,
    PLAIN,
    blank,
    change,
    move,
    read_picture,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.widget import AwaitMount, Widget

    from yahtzee_tui.rules import Event, Record
    from yahtzee_tui.settings import Options
    from yahtzee_tui.tui.lifecycle import GameScreen
    from yahtzee_tui.tui.table.result import ResultScreen
    from yahtzee_tui.tui.table.widgets.turn_panel import ButtonView
    from yahtzee_tui.tui.terminal.cell_diff import CellStyle, Place

_LOOKS: dict[type[Event], float] = {Rolled: 1.2, Held: 0.6, Scored: 1.6}
_END = 4.0
"""For how many seconds the cast shows what was done, and the end."""

_TICK = 0.005
_GROUP = "cast"
_HIDE_CURSOR = "\x1b[?25l"


class CellGrid:
    """Collects paints, and outputs what they changed, the cells of one style after the other.

    That takes a quarter less than each paint in its order, which a cast has no need of.
    """

    def __init__(self) -> None:
        self._cells: dict[Place, tuple[str, CellStyle]] = {}
        self._shown: dict[Place, tuple[str, CellStyle]] = {}
        self._other = ""

    def update(self, data: str) -> None:
        """Take in what Textual writes."""
        picture = read_picture(data)
        if picture is not None:
            for (row, column), cells in picture.spans:
                for at, cell in enumerate(zip(cells.texts, cells.styles, strict=True), column):
                    self._cells[row, at] = cell
        elif not HARMLESS.fullmatch(data):
            self._other = self.take() + data
            self._cells.clear()
            self._shown.clear()

    def take(self) -> str:
        """Return what shows the changes, which are then taken as shown."""
        runs: list[tuple[CellStyle, Place, str]] = []
        for row, column in sorted(self._find_changes()):
            text, style = self._cells[row, column]
            if (width := cell_len(text)) != 1:
                # Clear the cells first: a terminal may draw the text narrower.
                runs += ((style, (row, column), " " * width), (style, (row, column), text))
                continue
            before, place, start = runs[-1] if runs else (style, (-1, 0), "")
            end, without = place[1] + len(start), blank(before)
            if (row, True) == (place[0], end <= column <= end + LONGEST_BRIDGE):
                nothing = "", PLAIN
                added = [self._cells.get((row, at), nothing) for at in range(end, column + 1)]
                if cell_len(start) == len(start) and all(
                    cell_len(each) == 1 and (it is before or (each == " " and it is without))
                    for each, it in added
                ):
                    runs[-1] = before, place, start + "".join(each for each, _ in added)
                    continue
            runs.append((style, (row, column), text))
        runs.sort(key=lambda run: (run[0].background, run[0].foreground, sorted(run[0].attributes)))
        output, now, cursor = [self._other], PLAIN, None
        for style, place, text in runs:
            output += (move(cursor, place), change(now, style), text)
            now, is_simple = style, cell_len(text) == len(text)
            cursor = (place[0], place[1] + len(text)) if is_simple else None
        self._shown, self._other = self._cells.copy(), ""
        return "".join([*output, change(now, PLAIN)])

    def _find_changes(self) -> set[Place]:
        """Return the changed cells; of a text that isn't simple the first, which has all of it."""
        found = set()
        for (row, column), cell in self._cells.items():
            if cell != self._shown.get((row, column)):
                while not self._cells[row, column][0]:
                    column -= 1
                found.add((row, column))
        return found


class _Clock:
    """The time in the cast, by which widgets animate in place of the real one."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.timers: list[_ClockTimer] = []

    def drive(self, widget: Widget, method: str) -> None:
        """Let the timers that a widget gets from `set_timer` or `set_interval` go by this clock."""
        setattr(widget, method, partial(self._add, method == "set_interval"))

    def _add(self, repeats: bool, delay: float, callback: Callable[[], object]) -> _ClockTimer:
        timer = _ClockTimer(self, delay, callback, repeats, self.seconds + delay)
        self.timers.append(timer)
        return timer

    def advance(self, until: float) -> bool:
        """Call the next timer that is due until then; else only let the time pass."""
        timer = min(self.timers, key=lambda each: each.due, default=None)
        if timer is None or timer.due > until:
            self.seconds = until
            return False
        self.seconds = timer.due
        timer.due += timer.delay
        if not timer.repeats:
            timer.stop()
        timer.callback()
        return True


@dataclass(eq=False)
class _ClockTimer:
    """Stands in for a timer of Textual."""

    clock: _Clock
    delay: float
    callback: Callable[[], object]
    repeats: bool
    due: float

    def stop(self) -> None:
        if self in self.clock.timers:
            self.clock.timers.remove(self)


class _CastScreen(TableScreenBase):
    """Shows a recorded game, an event after the other, and its result."""

    frames: ClassVar = {**FRAMES, "full": (0.09, 0.12, 0.16)}
    """Fewer pictures of a roll: half of the bytes that it adds."""

    def __init__(self, record: Record, app: CastApp) -> None:
        table = Table(record.setup, ScriptedDice(()))
        super().__init__(SavedTable(TableConfig(record.setup.players, record.setup.rules), table))
        self._events, self._cast = record.events, app
        self.tray.shaker.seed(0)
        app.clock.drive(self.header, "set_timer")
        app.clock.drive(self.tray, "set_timer")
        app.clock.drive(self.scorecard, "set_interval")

    def on_mount(self) -> None:
        start_worker(self, self._play, _GROUP)

    def button_view(self) -> ButtonView:
        return view_model.button_view(self.table, self.options)

    def _open_result(self) -> tuple[ResultScreen, AwaitMount]:
        result, mounted = super()._open_result()
        self._cast.clock.drive(result, "set_timer")
        return result, mounted

    async def _play(self) -> None:
        await self.context.shown.wait()
        await self._look(_LOOKS[Rolled])
        for event in self._events:
            self.table.sync(self.table.history.play(event))
            await self._look(_LOOKS[type(event)])
        await self._look(_END)
        self.app.exit()

    async def _look(self, seconds: float) -> None:
        """Show dice until they lie, and what is then for some seconds."""
        clock = self._cast.clock
        await self._show()
        while self.is_animated and clock.advance(float("inf")):
            await self._show()
        until = clock.seconds + seconds
        while clock.advance(until):
            await self._show()

    async def _show(self) -> None:
        """Output the picture when nothing paints any more, as threads and messages are done."""
        painted = -1
        while painted != self._cast.painted:
            painted, screen = self._cast.painted, self.app.screen
            while not screen.is_mounted or any(
                each.is_running and each.group != _GROUP for each in self.app.workers
            ):
                await asyncio.sleep(_TICK)
            for widget in screen.walk_children():
                await _wait_for(widget.call_later)
            await _wait_for(screen.call_after_refresh)
        self._cast.show()


async def _wait_for(call: Callable[[Callable[[], None]], object]) -> None:
    """Wait until something calls a function."""
    called = asyncio.Event()
    call(called.set)
    await called.wait()


class _CastDriver(Driver):
    """Passes on what a terminal would get."""

    def __init__(self, app: CastApp, **options: Any) -> None:
        super().__init__(app, **options)
        self._cast, self._columns_rows = app, options["size"]

    def write(self, data: str) -> None:
        self._cast.paint(data)

    def start_application_mode(self) -> None:
        size = Size(*self._columns_rows)
        self._cast.post_message(events.Resize(size, size))

    def disable_input(self) -> None:
        """There is no input."""

    def stop_application_mode(self) -> None:
        """There is no terminal to restore."""


class CastApp(YahtzeeApp):
    """Plays a record by a clock of its own.

    Attributes:
        output: What a terminal gets, each with its second.
        painted: How often something was painted.
    """

    def __init__(self, record: Record, options: Options) -> None:
        super().__init__(options=options)
        self.clock = _Clock()
        self.output = [(0.0, _HIDE_CURSOR)]
        self.painted = 0
        self._played, self._cells = record, CellGrid()

    def get_driver_class(self) -> type[Driver]:
        return _CastDriver

    def _first_screen(self) -> GameScreen[None]:
        return _CastScreen(self._played, self)

    def paint(self, data: str) -> None:
        self.painted += 1
        self._cells.update(data)

    def show(self) -> None:
        """Output the cells that have changed."""
        if data := self._cells.take():
            self.output.append((self.clock.seconds, data))


def draw_cast(record: Record, size: tuple[int, int], speed: float, options: Options) -> str:
    """Return a game as an asciicast of version 2, in 24-bit colors; the same each time.

    `speed` is how many times faster than usual it is played.
    """
    os.environ.pop("NO_COLOR", None)
    os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
    app = CastApp(record, options)
    app.run(size=size)
    if app.return_code:
        raise RuntimeError("the game wasn't drawn")  # Textual has written why
    width, height = size
    title = f"yahtzee-tui: {join_words(record.setup.players)}"
    header = {"version": 2, "width": width, "height": height, "title": title}
    last = (app.clock.seconds, "")  # how long the end is seen
    events = [(round(at / speed, 3), "o", data) for at, data in (*app.output, last)]
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in (header, *events))
