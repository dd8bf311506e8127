"""Drives the app in this process with scripted dice, and reads its screens as text."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual import events
from textual.drivers.headless_driver import HeadlessDriver
from textual.geometry import Size
from textual.widgets import Static

from tests.table.scripted import create_scripted_table
from tests.tui.cardtext import find_box, read_card
from tests.tui.loop_idle import count_threads, finish, is_awake, take_in
from yahtzee_tui.services.player_input import displayed_game
from yahtzee_tui.settings import DiceSpeed, Options
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.table import Table, TableConfig
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.table.base_screen import TableScreenBase
from yahtzee_tui.tui.table.widgets.scorecard import Scorecard

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

    from textual.pilot import Pilot

    from tests.tui.cardtext import CardText
    from yahtzee_tui.rules import Game, Positions

STILL = Options(dice_speed=DiceSpeed.OFF)
"""The default options, except that the dice don't tumble."""


_PATIENCE = 60
"""Seconds after which a test waits in vain."""

_REDRAWN = 20
"""How often drawing may lead to something else that is to be drawn, until nobody waits for it."""

_CHARACTERS = {
    "space": " ",
    "slash": "/",
    "question_mark": "?",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "minus": "-",
    "apostrophe": "'",
}


@dataclass
class Stage:
    """The running app, what one does with it, and what one sees."""

    app: YahtzeeApp
    pilot: Pilot[None]

    async def press(self, *keys: str) -> None:
        """Press keys, one after the other, as fast as the app takes them in."""
        for key in keys:
            screen = self.app.screen
            await self.poke(key)
            if self.app.is_running and self.app.screen is not screen:
                await self.settle()
        await self.settle()

    async def poke(self, key: str) -> None:
        """Press a key and don't wait for what comes of it."""
        self.type_ahead(key)
        await take_in()
        if self.app.is_running and self._draw():
            await take_in()

    def type_ahead(self, *keys: str) -> None:
        """Press keys all at once, before the app has seen the first of them."""
        for key in keys:
            self.send(events.Key(key, key if len(key) == 1 else _CHARACTERS.get(key)))

    async def settle(self) -> None:
        """Let everything that is under way come to its end, and be drawn."""
        for _ in range(_REDRAWN):
            await finish()
            if not (self.app.is_running and self._draw()):
                return

    def _draw(self) -> bool:
        """Draw what is to be drawn; return whether that has left something to do."""
        self.app.screen._on_timer_update()
        return is_awake()

    def resize_at_once(self, columns: int, rows: int) -> None:
        """Resize the terminal, before the app has seen anything else."""
        size = Size(columns, rows)
        assert isinstance(self.app._driver, HeadlessDriver)
        self.app._driver._size = size
        self.send(events.Resize(size, size))

    async def leave(self) -> None:
        """Quit, as people do, and wait for the end: nothing is taken in by screens half gone."""
        self.app.exit()
        async with asyncio.timeout(_PATIENCE):
            while self.app.is_running:
                await asyncio.sleep(0)

    async def resize(self, columns: int, rows: int) -> None:
        """Resize the terminal, and wait until the topmost screen is laid out anew."""
        self.resize_at_once(columns, rows)
        await self.settle()
        async with asyncio.timeout(_PATIENCE):
            while self.app.is_running and self.app.screen._compositor.size != (columns, rows):
                await asyncio.sleep(0.01)  # Textual waits a moment for the next size
                await self.settle()

    async def click(self, selector: str, offset: tuple[int, int] | None = None) -> None:
        """Click on a widget of the screen, in its middle unless told where."""
        region = self.app.screen.query_one(selector).region
        x, y = offset or (region.width // 2, region.height // 2)
        await self.click_at(region.x + x, region.y + y)

    async def click_at(self, x: int, y: int, quick: bool = False) -> None:
        """Click on a cell of the terminal; quickly, without waiting for what comes of it."""
        for kind in (events.MouseMove, events.MouseDown, events.MouseUp):
            button = 0 if kind is events.MouseMove else 1
            self.send(kind(None, x, y, 0, 0, button, False, False, False, x, y))
            await take_in()
        if not quick:
            await self.settle()

    async def click_text(self, text: str) -> None:
        """Click on the first place of the screen where a text stands."""
        for y, line in enumerate(self.lines):
            if text in line:
                await self.click_at(cell_len(line[: line.index(text)]) + cell_len(text) // 2, y)
                return
        raise LookupError(f"{text!r} is not on the screen")

    async def paste(self, text: str) -> None:
        """Paste a text, as the terminal does."""
        self.send(events.Paste(text))
        await self.settle()

    async def click_box(self, box: str, seat: int | None = None) -> None:
        """Click on a box, in the column of a seat or on its name."""
        await self.click("#scorecard", find_box(self.scorecard, box, seat))

    async def type(self, text: str) -> None:
        """Type a text, character by character."""
        names = {character: key for key, character in _CHARACTERS.items()}
        await self.press(*(names.get(character, character) for character in text))

    @property
    def table(self) -> Table:
        """The newest table."""
        assert self.app.table is not None
        return self.app.table

    @property
    def game(self) -> Game:
        """The position at that table."""
        return self.table.game

    def held(self) -> Positions:
        """Return the positions of the dice held now."""
        return self.game.held

    def booked(self, box: str, seat: int = 0) -> int | None:
        """Return the points booked in a box."""
        return self.game.cards[seat][box]

    @property
    def at(self) -> str:
        """The name of the class of the topmost screen."""
        return type(self.app.screen).__name__

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
        """What the card says."""
        return read_card(self.scorecard)

    def cell(self, box: str, seat: int | None = None) -> str:
        """Return what the card says of a box, by default in the live column."""
        live = displayed_game(self.table).seat
        return self.card.boxes[box, live if seat is None else seat]

    @property
    def status(self) -> str:
        """What the line above the card says."""
        return str(self.table_screen.query_one("#status", Static).content)

    @property
    def lines(self) -> list[str]:
        """The topmost screen as text, line by line."""
        strips = self.app.screen._compositor.render_strips()
        return [strip.text for strip in strips]

    @property
    def text(self) -> str:
        """The topmost screen as one text."""
        return "\n".join(self.lines)

    def send(self, event: events.Event) -> None:
        """Hand an event to the app where the driver of a terminal would."""
        self.app.post_message(event)


@asynccontextmanager
async def on_stage(
    app: YahtzeeApp, size: tuple[int, int] = (80, 24), animated: bool = False
) -> AsyncIterator[Stage]:
    """Run an app, without animations unless they are what is tested."""
    if not animated:
        app.animation_level = "none"
    count_threads()
    async with app.run_test(size=size) as pilot:
        stage = Stage(app, pilot)
        await stage.settle()
        yield stage
        await stage.leave()


@asynccontextmanager
async def at_title(
    me: str = "Ann", options: Options = STILL, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Stage]:
    """Run the app at its title screen."""
    async with on_stage(YahtzeeApp(None, me, options), size) as stage:
        yield stage


@asynccontextmanager
async def at_table(
    *throws: str,
    players: tuple[str, ...] = ("Ann",),
    rules: str = "official",
    filled: Iterable[tuple[str, str]] = (),
    options: Options = STILL,
    size: tuple[int, int] = (80, 24),
    animated: bool = False,
) -> AsyncIterator[Stage]:
    """Run the app at a table where the first player begins.

    Args:
        throws: What the dice will show, throw by throw.
        players: Names in seating order.
        rules: The id of the rule set.
        filled: Turns played beforehand, each a throw and the box it was scored in.
        options: How the game is shown and handled.
        size: Columns and rows of the terminal.
        animated: Whether dice may tumble.
    """
    app = YahtzeeApp(None, players[0], options)
    table = create_scripted_table(*throws, players=players, rules=rules, filled=filled)
    app.navigator.saved_table = SavedTable(TableConfig(players, rules, players[0]), table)
    async with on_stage(app, size, animated) as stage:
        yield stage
