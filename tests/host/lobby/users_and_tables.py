"""Users of a host and the tables they open in tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import update

from tests.store.games import execute, play_out
from yahtzee_tui.host.lobby.change_feed import ChangeFeed
from yahtzee_tui.host.lobby.chat import Message, read_messages
from yahtzee_tui.host.lobby.games import taken_seats
from yahtzee_tui.host.lobby.host_store import Lobby
from yahtzee_tui.host.lobby.models import SharedTable, TableOptions, User
from yahtzee_tui.host.lobby.schema import PRESENCES, TABLES
from yahtzee_tui.rules import History, Record, Score, Setup
from yahtzee_tui.store.database import Database
from yahtzee_tui.store.saved_game import GameVersion

ANN, BOB, CID = (User(f"key:{name}", name) for name in ("Ann", "Bob", "Cid"))
GUEST = User("guest:HERON-12345678", "Gus*")

OPTIONS = TableOptions("official", 2)
"""A table for two that anybody may join."""

NEARLY = play_out("official", ("Ann", "Bob"), 3).record.events[:-1]
"""All but the last posting of a game."""


class Begun(NamedTuple):
    """A game that has begun at the shared table with an id, as one who may write it has it."""

    table: str
    version: GameVersion
    setup: Setup
    history: History

    @property
    def record(self) -> Record:
        return Record.of(self.setup, self.history)

    def save(
        self, lobby: Lobby, history: History, stands: bool = False, feed: ChangeFeed | None = None
    ) -> Begun:
        """Save what was done, maybe in the program of a feed, which needn't report it."""
        record = Record.of(self.setup, history)
        saved = lobby.games.save(self.table, self.version, record, history.game, stands)
        if feed is not None:
            feed.skip(saved.written)
        return self._replace(version=saved.version, history=history)


def open_table(lobby: Lobby, *people: User, **options: Any) -> str:
    """Open a table, perhaps with other options than those above; the first of the people does."""
    host, *others = people or (ANN,)
    table = lobby.tables.create(OPTIONS._replace(**options), host)
    for user in others:
        lobby.seats.sit(table, user)
    return table


def begin(lobby: Lobby, seen: SharedTable) -> Begun:
    """Begin the game of a table as somebody saw it."""
    setup = setup_of(seen)
    history = History(setup.start())
    version = lobby.games.start(seen, seen.host, Record.of(setup, history), history.game)
    return Begun(seen.id, version, setup, history)


def begin_new(lobby: Lobby, *people: User, **options: Any) -> Begun:
    table = open_table(lobby, *(people or (ANN, BOB)), **options)
    return begin(lobby, lobby.tables.read(table))


def nearly_over(lobby: Lobby) -> Begun:
    begun = begin_new(lobby)
    history = begun.history
    for event in NEARLY:
        history = history.play(event)
    return begun.save(lobby, history)


def finish(lobby: Lobby, begun: Begun, stands: bool = False) -> Begun:
    game = begun.history.game
    (box,) = (potential.box.id for potential in game.potentials if potential.refusal is None)
    return begun.save(lobby, begun.history.play(Score(box)), stands)


def setup_of(seen: SharedTable) -> Setup:
    return Setup(seen.options.rules, tuple(seat.name for seat in taken_seats(seen)))


def seated(table: SharedTable) -> Sequence[str | None]:
    return [seat.who for seat in table.seats]


def set_row(database: Database, table: str, **values: object) -> None:
    execute(database, update(TABLES).where(TABLES.c.id == table).values(values))


def let_pass(database: Database, seconds: float) -> None:
    """Let time pass since all who are here gave their last sign of life."""
    execute(database, update(PRESENCES).values(seen=PRESENCES.c.seen - seconds))


def read_chat(lobby: Lobby, table: str, newest: int = 0, most: int = 50) -> list[Message]:
    with lobby._database.reading() as connection:
        return read_messages(connection, table, newest, most)
