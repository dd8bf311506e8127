"""Plays one game of two people on terminals, and checks what these show after every action.

The game as it is saved is the reference: after every action it must say what was done, and the
terminals must show it and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from time import monotonic
from typing import Protocol

from tests.later_textual import make_later_textual
from tests.terminal.console import Console
from tests.terminal.screen_text import differences
from tests.terminal.user_folders import UserFolders
from tests.waiting import HANG_SECONDS
from yahtzee_tui.dice import find_dice
from yahtzee_tui.rules import Action, Game, Hold, Roll, Score
from yahtzee_tui.services.saved_games import open_saved_game
from yahtzee_tui.store import Store
from yahtzee_tui.store.saved_game import Status
from yahtzee_tui.table import Table, TableConfig, describe_end

PEOPLE = ("Ann", "Bob")
GAME = TableConfig(PEOPLE, first="Ann", seed="8")
_WORDS = ("play", *PEOPLE, "--first", "Ann", "--seed", "8")


class FrontEnd(Protocol):
    """A way to play, and the games that are saved there."""

    def play(self, resume: bool) -> AbstractContextManager[Player]:
        """Begin a game of `PEOPLE`, or go on with it after it was left."""

    def play_ahead(self) -> Game:
        """Play the game that was left up to a turn of its last rounds; return the position."""


class Player:
    """The people at one front end, by keys on screens of 80 columns and 24 rows.

    Each screen must show the game as `saved` reads it.
    """

    def __init__(self, consoles: Mapping[str, Console], saved: Callable[[], Table]) -> None:
        self.consoles, self.saved = consoles, saved
        self.undone_by = ""

    def act(self, action: Action) -> None:
        """Do an action as the person whose turn it is."""
        game = self.saved().game
        console = self.consoles[game.player]
        match action:
            case Roll():
                console.press("space")
            case Hold(positions):
                changed = sorted(set(positions) ^ set(game.held))
                console.press(*(str(position + 1) for position in changed))
            case Score(box):
                console.press("/")
                console.wait_for("Esc to cancel")
                console.press(*game.ruleset.box(box).code, "enter")

    def undo(self) -> None:
        table = self.saved()
        assert table.undo_seat is not None
        self.undone_by = table.game.players[table.undo_seat]
        self.consoles[self.undone_by].press("u")

    def redo(self) -> None:
        self.consoles[self.undone_by].press("U")

    def see(self, what: Callable[[Game], bool]) -> Game:
        """Wait until a position is saved and, but for the end, shown; return it."""
        deadline = monotonic() + HANG_SECONDS
        while True:
            table, screens = self.saved(), self.consoles.values()
            differing = [] if table.game.is_over else [differences(each, table) for each in screens]
            if what(table.game) and not any(differing):
                return table.game
            assert monotonic() < deadline, (*table.history.events[-4:], *differing)
            for console in screens:
                console.read(0.02)

    def see_end(self) -> None:
        def is_shown(game: Game) -> bool:
            end = describe_end(game).removesuffix(".").upper()  # in the poster's title
            return all(end in console.text for console in self.consoles.values())

        self.see(is_shown)

    def leave(self) -> None:
        for console in set(self.consoles.values()):
            console.press("q")
            assert console.wait() == 0


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


class OnTerminal:
    """The full-screen program on a terminal of its own."""

    def __init__(self, home: UserFolders) -> None:
        self.home = home

    def play_ahead(self) -> Game:
        with self.home.open_store() as store:
            (left,) = store.games.by_status(Status.UNFINISHED)
            saved_table = open_saved_game(store, left.id)
            play_ahead(saved_table.table)
        return saved_table.table.game

    @contextmanager
    def play(self, resume: bool) -> Iterator[Player]:
        words = ("resume",) if resume else _WORDS
        with self.home.open_store() as store, Console(*words, **self.home.env) as console:
            yield Player(dict.fromkeys(PEOPLE, console), partial(_read_newest, store))


class OnLaterTextual(OnTerminal):
    """The same with a Textual that the speed-ups don't know, whose private parts differ."""

    def __init__(self, home: UserFolders) -> None:
        super().__init__(home)
        folder = home.database.parents[2] / "later"
        make_later_textual(folder)
        home.env["PYTHONPATH"] = str(folder)
