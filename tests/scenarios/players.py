"""Plays one game of two people at a front end, and checks what it shows after every action.

The game as it is saved is the reference: after every action it must say what was done, and the
front end must show it and nothing else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from time import monotonic
from typing import Protocol

from tests.later_textual import make_later_textual
from tests.terminal.console import Console
from tests.terminal.program import PATIENCE
from tests.terminal.screen_text import differences
from tests.terminal.user_folders import UserFolders
from tests.tui.app_driver import NO_TUMBLING, AppDriver, run_app
from yahtzee_tui.dice import find_dice
from yahtzee_tui.rules import Action, Game, Hold, Roll, Score
from yahtzee_tui.services.saved_games import open_saved_game
from yahtzee_tui.store import Store
from yahtzee_tui.store.saved_game import Status
from yahtzee_tui.table import Table, TableConfig, describe_end
from yahtzee_tui.tui.app import YahtzeeApp

PEOPLE = ("Ann", "Bob")
GAME = TableConfig(PEOPLE, first="Ann", seed="8")
_WORDS = ("play", *PEOPLE, "--first", "Ann", "--seed", "8")


class FrontEnd(Protocol):
    """A way to play, and the games that are saved there."""

    def play(self, resume: bool) -> AbstractAsyncContextManager[Player]:
        """Begin a game of `PEOPLE`, or go on with it after it was left."""

    def play_ahead(self) -> Game:
        """Play the game that was left up to a turn of its last rounds; return the position."""


class Player(ABC):
    """The people at one front end, by keys on screens of 80 columns and 24 rows.

    Each screen must show the game as `saved` reads it.
    """

    screens: Mapping[str, Console] | Mapping[str, AppDriver]

    def __init__(self, saved: Callable[[], Table]) -> None:
        self.saved = saved
        self.undone_by = ""

    @abstractmethod
    async def press(self, name: str, *keys: str) -> None:
        """Press keys as one of the people."""

    @abstractmethod
    async def leave(self) -> None: ...

    @abstractmethod
    async def wait(self) -> None:
        """Let the front end go on for a moment."""

    async def act(self, action: Action) -> None:
        """Do an action as the person whose turn it is."""
        game = self.saved().game
        match action:
            case Roll():
                await self.press(game.player, "space")
            case Hold(positions):
                changed = sorted(set(positions) ^ set(game.held))
                await self.press(game.player, *(str(position + 1) for position in changed))
            case Score(box):
                await self.press(game.player, "slash")
                while "Esc to cancel" not in self.screens[game.player].text:
                    await self.wait()
                await self.press(game.player, *game.ruleset.box(box).code, "enter")

    async def undo(self) -> None:
        table = self.saved()
        assert table.undo_seat is not None
        self.undone_by = table.game.players[table.undo_seat]
        await self.press(self.undone_by, "u")

    async def redo(self) -> None:
        await self.press(self.undone_by, "U")

    async def see(self, what: Callable[[Game], bool]) -> Game:
        """Wait until a position is saved and, but for the end, shown; return it."""
        deadline = monotonic() + PATIENCE
        while True:
            table, screens = self.saved(), self.screens.values()
            differing = [] if table.game.is_over else [differences(each, table) for each in screens]
            if what(table.game) and not any(differing):
                return table.game
            assert monotonic() < deadline, (*table.history.events[-4:], *differing)
            await self.wait()

    async def see_end(self) -> None:
        def is_shown(game: Game) -> bool:
            end = describe_end(game).removesuffix(".").upper()  # in the poster's title
            return all(end in screen.text for screen in self.screens.values())

        await self.see(is_shown)


class InProcessPlayer(Player):
    def __init__(self, ui: AppDriver, saved: Callable[[], Table]) -> None:
        super().__init__(saved)
        self.ui, self.screens = ui, dict.fromkeys(PEOPLE, ui)

    async def press(self, name: str, *keys: str) -> None:
        await self.ui.press(*keys)

    async def leave(self) -> None:
        await self.ui.press("q")
        assert self.ui.app.return_code == 0

    async def wait(self) -> None:
        await self.ui.settle()


class ConsolePlayer(Player):
    def __init__(self, consoles: Mapping[str, Console], saved: Callable[[], Table]) -> None:
        super().__init__(saved)
        self.consoles = self.screens = consoles

    async def press(self, name: str, *keys: str) -> None:
        self.consoles[name].press(*("/" if key == "slash" else key for key in keys))

    async def leave(self) -> None:
        for console in set(self.consoles.values()):
            console.press("q")
            assert console.wait() == 0

    async def wait(self) -> None:
        for console in self.consoles.values():
            console.read(0.02)


def _read_newest(store: Store) -> Table:
    """Return the newest game of a store; one that has not begun isn't saved."""
    saved = store.games.newest()
    if saved is None:
        return GAME.create_table()
    record, history = saved.load()
    return Table(record.setup, find_dice(record.setup.dice), history)


def play_ahead(table: Table) -> None:
    while table.game.round < table.game.rounds - 1 or table.game.seat:
        if table.game.roll:
            table.apply(table.game.seat, Score(find_best(table.game)))
        else:
            table.apply(table.game.seat, Roll())
    table.apply(table.game.seat, Roll())
    table.apply(table.game.seat, Hold((2,)))


def find_best(game: Game) -> str:
    """Return the box where the dice are worth most; scoring there needs no confirmation."""
    allowed = [each for each in game.potentials if each.refusal is None]
    return max(allowed, key=lambda each: each.worth).box.id


class _Local:
    def __init__(self, home: UserFolders) -> None:
        self.home = home

    def play_ahead(self) -> Game:
        with self.home.open_store() as store:
            (left,) = store.games.by_status(Status.UNFINISHED)
            saved_table = open_saved_game(store, left.id)
            play_ahead(saved_table.table)
        return saved_table.table.game


class InProcess(_Local):
    """The full-screen app in this process."""

    @asynccontextmanager
    async def play(self, resume: bool) -> AsyncIterator[Player]:
        with self.home.open_store() as store, self.home.open_store() as own:
            saved = store.games.newest() if resume else None
            game = saved.id if saved else None
            config = None if resume else GAME
            options = NO_TUMBLING._replace(confirm_zero=False)
            app = YahtzeeApp(config, PEOPLE[0], options, store=own, resume=game)
            async with run_app(app) as ui:
                yield InProcessPlayer(ui, partial(_read_newest, store))


class OnTerminal(_Local):
    """The full-screen program on a terminal of its own."""

    @asynccontextmanager
    async def play(self, resume: bool) -> AsyncIterator[Player]:
        words = ("resume",) if resume else _WORDS
        with self.home.open_store() as store, Console(*words, **self.home.env) as console:
            yield ConsolePlayer(dict.fromkeys(PEOPLE, console), partial(_read_newest, store))


class OnLaterTextual(OnTerminal):
    """The same with a Textual that the speed-ups don't know, whose private parts differ."""

    def __init__(self, home: UserFolders) -> None:
        super().__init__(home)
        folder = home.database.parents[2] / "later"
        make_later_textual(folder)
        home.env["PYTHONPATH"] = str(folder)
