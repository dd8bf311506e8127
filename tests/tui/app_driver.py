"""Drives the app in this process with scripted dice, and reads its screens as text."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypedDict, Unpack

import pytest
from rich.cells import cell_len
from textual import events
from textual.app import App
from textual.drivers.headless_driver import HeadlessDriver
from textual.geometry import Size
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import Input, Static

from tests.table.scripted import create_scripted_table
from tests.tui.card_text import CardText, find_box, read_card
from tests.tui.event_loop import count_threads, drain_loop, drain_threads, has_callbacks
from tests.waiting import HANG_SECONDS
from yahtzee_tui.rules import OFFICIAL, Game, Positions
from yahtzee_tui.settings import Options
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.table import Table, TableConfig
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.table.base_screen import TableScreenBase
from yahtzee_tui.tui.table.widgets.scorecard import Scorecard
from yahtzee_tui.tui.widgets.menu import Menu

NO_TUMBLING = Options(dice_speed="off", confirm_reroll=False)
"""The default options, except that the dice don't tumble, and that all are rerolled at once."""

SIZES = ((60, 20), (80, 24), (120, 40))
"""Columns and rows of the smallest terminal, of most, and of one with room for everything."""

_MAX_REDRAWS = 20
"""How often drawing may lead to something else that is to be drawn, until nobody waits for it."""

_CALM_SECONDS = 2.0
"""Seconds between two presses of a key that are certainly two."""

_CHARACTERS = {
    "space": " ",
    "slash": "/",
    "question_mark": "?",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "minus": "-",
    "apostrophe": "'",
}


draw_at_once = Screen._compositor_refresh


def draw_later(screen: Screen[Any]) -> None:
    """Leave it to `AppDriver` to draw the topmost screen; those below only note what changed."""
    if screen is not screen.app.screen:
        draw_at_once(screen)


class TableSetup(TypedDict, total=False):
    """Arguments of `create_scripted_table`."""

    players: tuple[str, ...]
    rules: str
    filled: Iterable[tuple[str, str]]
    computers: tuple[str, ...]


@dataclass
class AppDriver:
    """A running app: sends it keys and clicks, and reads what it shows.

    Attributes:
        pictures: How often something has changed on the screen, and was drawn.
        ahead: Seconds by which its keys and clicks come later than they are sent: none is a repeat.
    """

    app: YahtzeeApp
    pictures: int = 0
    ahead: float = 0.0

    async def press(self, *keys: str, opens: str = "") -> None:
        """Press keys one by one, and wait for their effect; also for a screen, if one is named."""
        for key in keys:
            screen = self.app.screen
            await self.press_without_waiting(key)
            if self.app.is_running and self.app.screen is not screen:
                await self.settle()
        await self._finish(opens)

    async def press_and_finish(self, *keys: str) -> None:
        """Press keys, and wait for what workers find because of them."""
        await self.press(*keys)
        await self.finish_workers()

    async def press_without_waiting(self, key: str) -> None:
        """Press a key, and don't wait for what threads do because of it."""
        self.type_ahead(key)
        await drain_loop()
        if self.app.is_running and self._draw():
            await drain_loop()

    def type_ahead(self, *keys: str) -> None:
        """Press keys all at once, before the app has seen the first of them."""
        for key in keys:
            self.send(events.Key(key, key if len(key) == 1 else _CHARACTERS.get(key)))

    async def settle(self) -> None:
        """Let everything that is under way come to its end, and be drawn."""
        for _ in range(_MAX_REDRAWS):
            await drain_threads()
            if not (self.app.is_running and self._draw()):
                return

    async def finish_workers(self) -> None:
        await self.settle()  # a screen that is being opened starts its workers only then
        await self.app.workers.wait_for_complete()
        await self.settle()

    def _draw(self) -> bool:
        """Draw what is to be drawn; return whether that has left something to do."""
        screen = self.app.screen
        screen._on_timer_update()
        if screen._compositor._dirty_regions:
            self.pictures += 1
            draw_at_once(screen)
        return has_callbacks()

    def resize_at_once(self, columns: int, rows: int) -> None:
        """Resize the terminal, before the app has seen anything else."""
        size = Size(columns, rows)
        assert isinstance(self.app._driver, HeadlessDriver)
        self.app._driver._size = size
        self.send(events.Resize(size, size))

    async def resize(self, columns: int, rows: int) -> None:
        """Resize the terminal, and wait until the topmost screen is laid out anew."""
        self.resize_at_once(columns, rows)
        await self.settle()
        await self.wait_until(
            lambda: not self.app.is_running or self.app.screen._compositor.size == (columns, rows)
        )

    async def leave(self) -> None:
        """Quit, as people do, and wait for the end: nothing is taken in by screens half gone."""
        self.app.exit()
        async with asyncio.timeout(HANG_SECONDS):
            while self.app.is_running:
                await asyncio.sleep(0)

    async def wait_until(self, holds: Callable[[], object], *others: AppDriver) -> None:
        """Wait until something holds, while this app and others go on."""
        drivers = (self, *others)
        try:
            async with asyncio.timeout(HANG_SECONDS):
                while not holds():
                    await asyncio.sleep(0.02)
                    for each in drivers:
                        await each.settle()
        except TimeoutError:
            screens = "\n\n".join(f"{each.screen_name}:\n{each.text}" for each in drivers)
            pytest.fail(f"It never came.\n{screens}")
        await self.settle()

    async def wait_for_text(self, *texts: str) -> None:
        await self.wait_until(lambda: self.says(*texts))

    async def wait_until_gone(self, text: str) -> None:
        await self.wait_until(lambda: not self.says(text))

    async def wait_for_screen(self, name: str) -> None:
        await self.wait_until(lambda: self.screen_name == name)

    async def open_table(
        self, *throws: str, options: Options = NO_TUMBLING, keys: str = "",
        **setup: Unpack[TableSetup],
    ) -> None:  # fmt: skip
        """Leave whatever is open for a new table, as `scripted` describes it; press keys there."""
        await self._close_screens()
        self.app.apply_options(options)
        self.app.navigator.saved_table = scripted(*throws, **setup)
        self.app.navigator.resume()
        await self.settle()
        await self.press(*keys.split())

    async def open_title(self, options: Options = NO_TUMBLING) -> None:
        """Leave whatever is open for the title, with no game to continue."""
        await self._close_screens()
        self.app.apply_options(options)
        self.app.navigator.saved_table = None
        self.app.show_title()
        await self.settle()

    async def finish_game(self) -> None:
        """Play the turns that are left, each with one roll."""
        while not self.game.is_over:
            await self.press("space", "enter")
            if self.game.roll:
                await self.press("enter")  # asked about a box that wasn't chosen

    async def _close_screens(self) -> None:
        while len(self.app.screen_stack) > 2:
            self.app.pop_screen()
            await self.settle()

    async def _finish(self, opens: str) -> None:
        await self.settle()
        if opens:
            await self.wait_for_screen(opens)

    async def click(
        self, selector: str, offset: tuple[int, int] | None = None, opens: str = ""
    ) -> None:
        """Click on a widget of the screen, in its middle unless an offset is given."""
        region = self.app.screen.query_one(selector).region
        x, y = offset or (region.width // 2, region.height // 2)
        await self.click_at(region.x + x, region.y + y, opens)

    async def click_at(self, x: int, y: int, opens: str = "", since: int | None = None) -> None:
        """Click on a cell of the terminal, and wait for the effect; `press` says for which.

        With `since` the button of the mouse goes down in that column.
        """
        for kind in (events.MouseMove, events.MouseDown, events.MouseUp):
            button = 0 if kind is events.MouseMove else 1
            at = x if since is None or kind is events.MouseUp else since
            self.send(kind(None, at, y, 0, 0, button, False, False, False, at, y))
            await drain_loop()
        await self._finish(opens)

    async def click_text(self, text: str, opens: str = "") -> None:
        """Click on the first place of the screen where a text is."""
        for y, line in enumerate(self.lines):
            if text in line:
                x = cell_len(line[: line.index(text)]) + cell_len(text) // 2
                return await self.click_at(x, y, opens)
        raise LookupError(f"{text!r} is not on the screen")

    async def click_die(self, number: int, since: int | None = None) -> None:
        """Click on a die in the tray, from 1; the button may go down on another."""
        tray = self.table_screen.tray
        x, y = tray.region_of(number - 1).translate(tray.region.offset).center
        before = since and int(x) + tray.region_of(since - 1).x - tray.region_of(number - 1).x
        await self.click_at(int(x), int(y), since=before)

    async def click_box(self, box: str, seat: int | None = None) -> None:
        """Click on a box, in the column of a seat or on its name."""
        await self.click("#scorecard", find_box(self.scorecard, box, seat))

    async def paste(self, text: str) -> None:
        """Paste a text, as the terminal does."""
        self.send(events.Paste(text))
        await self.settle()

    async def type(self, text: str, *keys: str, opens: str = "") -> None:
        """Type a text, character by character, and press keys after it."""
        names = {character: key for key, character in _CHARACTERS.items()}
        await self.press(*(names.get(character, character) for character in text), *keys)
        await self._finish(opens)

    @property
    def table(self) -> Table:
        assert self.app.table is not None
        return self.app.table

    @property
    def game(self) -> Game:
        return self.table.game

    def held(self) -> Positions:
        return self.game.held

    def booked(self, box: str, seat: int = 0) -> int | None:
        return self.game.cards[seat][box]

    @property
    def screen_name(self) -> str:
        """The name of the class of the topmost screen."""
        return type(self.app.screen).__name__

    @property
    def screen_names(self) -> list[str]:
        """The names of the classes of all screens over Textual's own, the topmost last."""
        return [type(screen).__name__ for screen in self.app.screen_stack[1:]]

    @property
    def table_screen(self) -> TableScreenBase:
        """The table's screen, wherever it is in the stack."""
        found = [screen for screen in self.app.screen_stack if isinstance(screen, TableScreenBase)]
        return found[-1]

    @property
    def scorecard(self) -> Scorecard:
        """The card on the table's screen."""
        return self.table_screen.query_one(Scorecard)

    @property
    def card(self) -> CardText:
        """The text of that card."""
        return read_card(self.scorecard)

    def cell(self, box: str, seat: int | None = None) -> str:
        """Return the text of a box on the card, by default in the live column."""
        live = self.table.history.displayed.seat
        return self.card.boxes[box, live if seat is None else seat]

    @property
    def status(self) -> str:
        """The text of the line above the card."""
        return str(self.table_screen.query_one("#status", Static).content)

    def content(self, selector: str) -> str:
        """Return the text of a widget of the topmost screen."""
        return str(self.app.screen.query_one(selector, Static).content)

    @property
    def menu(self) -> Menu:
        """The list on the topmost screen."""
        return self.app.screen.query(Menu).first()

    @property
    def prompts(self) -> list[str]:
        """The texts of the lines of that list."""
        return [str(option.prompt) for option in self.menu.options]

    @property
    def marked_line(self) -> str:
        """The first line of what is marked in that list."""
        option = self.menu.highlighted_option
        return "" if option is None else str(option.prompt).splitlines()[0]

    @property
    def lines(self) -> list[str]:
        """The topmost screen as text, line by line."""
        return [strip.text for strip in self.strips]

    @property
    def strips(self) -> list[Strip]:
        """The lines of the topmost screen with their colors."""
        return self.app.screen._compositor.render_strips()

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def says(self, *texts: str) -> bool:
        """Return whether all texts are on the screen, wherever the lines of a widget end."""
        missing = [_squeeze(text) for text in texts if text not in self.text]
        return not missing or all(any(text in said for said in self._said()) for text in missing)

    def find(self, pattern: str) -> str:
        """Return the text that fits a pattern without spaces, wherever the lines end."""
        found = [match[0] for said in self._said() if (match := re.search(pattern, said))]
        assert found, f"{pattern} isn't there.\n{self.text}"
        return found[0]

    def _said(self) -> Iterator[str]:
        """Yield what each widget says, without spaces and ends of lines."""
        strips = self.strips
        for widget in self.app.screen.query():
            region = widget.region.intersection(self.app.screen.region)
            lines = [strips[y].crop(region.x, region.right).text for y in region.line_range]
            yield _squeeze("".join(lines))

    def send(self, event: events.Event, after: float = _CALM_SECONDS) -> None:
        """Hand an event to the app where the driver of a terminal would."""
        self.ahead += after
        event.time += self.ahead
        self.app.post_message(event)


def _squeeze(text: str) -> str:
    """Return a text without spaces, ends of lines and the sides of frames."""
    return "".join(text.replace("│", " ").split())


def all_but_chance(players: int = 1) -> list[tuple[str, str]]:
    """Return the turns, for `filled`, that leave each player of the official rules one box."""
    boxes = [box.id for box in OFFICIAL.boxes if box.id != "chance"]
    return [("12346", box) for box in boxes for _ in range(players)]


def scripted(*throws: str, **setup: Unpack[TableSetup]) -> SavedTable:
    """Return a table where the first player begins, for `Navigator.saved_table`; nothing is saved.

    The dice show these throws, one after the other.
    """
    table = create_scripted_table(*throws, **setup)
    players = table.setup.players
    return SavedTable(TableConfig(players, table.setup.rules, players[0]), table)


@asynccontextmanager
async def run_app(
    app: YahtzeeApp, size: tuple[int, int] = (80, 24), animated: bool = False, welcome: bool = False
) -> AsyncIterator[AppDriver]:
    """Run an app, without animations or the first start's welcome unless they are tested."""
    if not animated:
        app.animation_level = "none"
    count_threads()
    try:
        async with app.run_test(size=size):
            ui = AppDriver(app)
            await ui.settle()
            if ui.screen_name == "OfferScreen" and not welcome:
                app.pop_screen()
                await ui.settle()
            yield ui
            await ui.leave()
    finally:
        app.value_tables.stop()


@asynccontextmanager
async def run_title(
    me: str = "Ann", options: Options = NO_TUMBLING, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[AppDriver]:
    """Run the app at its title screen."""
    async with run_app(YahtzeeApp(None, me, options), size) as ui:
        yield ui


@asynccontextmanager
async def run_table(
    *throws: str,
    options: Options = NO_TUMBLING,
    size: tuple[int, int] = (80, 24),
    animated: bool = False,
    keys: str = "",
    **setup: Unpack[TableSetup],
) -> AsyncIterator[AppDriver]:
    """Run the app at a table, as `scripted` describes it, and press keys there."""
    saved_table = scripted(*throws, **setup)
    app = YahtzeeApp(None, saved_table.table.setup.players[0], options)
    app.navigator.saved_table = saved_table
    async with run_app(app, size, animated) as ui:
        await ui.press(*keys.split())
        yield ui


def stop_blinking(app: App[None]) -> None:
    for field in app.screen.query(Input):
        field.cursor_blink = False
