"""The games of shared tables: started, saved with every action, and started again."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import true, update

from yahtzee_tui.host.lobby.models import Seat, SharedTable, TableStatus
from yahtzee_tui.host.lobby.queries import locked_table
from yahtzee_tui.host.lobby.schema import SEATS, TABLES
from yahtzee_tui.store.errors import StaleGame, StoreProblem
from yahtzee_tui.store.games import SHARED, add_game, write_game
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from yahtzee_tui.rules import Game, Record
    from yahtzee_tui.store.database import Database
    from yahtzee_tui.store.saved_game import GameVersion


class SavedAction(NamedTuple):
    """An action of a shared game as it was saved."""

    table: str  # the id of the table
    version: GameVersion  # the game's version now
    # The fields of its `SharedTable` that changed, by name; empty within a turn.
    changes: dict[str, Any]

    @property
    def written(self) -> dict[str, float]:
        """What a `ChangeFeed` of this program can skip."""
        table = {self.table: self.changes["changed"]} if self.changes else {}
        return {self.version.game: self.version.number} | table


class TableGames:
    """The games of shared tables. Every method may raise a `StoreProblem`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def start(
        self, seen: SharedTable, who: str, record: Record, game: Game, secret: str = ""
    ) -> GameVersion:
        """Start the first game of a table with the players who have a seat, in their order.

        `seen` is the table from which the record was made, `who` the user who starts it: the host,
        or another player while the host is away; `secret` decides the dice. Raises `StaleGame` if
        the seats have changed since, or the game has begun.
        """
        with locked_table(self._database, seen.id) as (connection, shared):
            if shared.status is not TableStatus.WAITING or shared.seats != seen.seats:
                raise StaleGame(_("The seats just changed. Look again."))
            if not shared.is_led_by(who):
                raise StoreProblem(_("Only the host can start the game."))
            version = add_game(connection, record, game, SHARED, secret=secret)
            for place, seat in enumerate(taken_seats(shared)):
                one = (SEATS.c.table == seen.id, SEATS.c.number == seat.number)
                connection.execute(update(SEATS).where(*one).values(place=place))
            _seat_game(connection, seen.id, version, game)
        return version

    def start_next(
        self, seen: SharedTable, who: str, record: Record, game: Game, secret: str = ""
    ) -> GameVersion:
        """Start another game of the same players, as `start` does."""
        with locked_table(self._database, seen.id) as (connection, shared):
            if shared.status is not TableStatus.OVER or shared.game != seen.game:
                raise StaleGame(_("The next game has already started."))
            mine = shared.seat_of(who)
            if mine is None or mine.place < 0:
                raise StoreProblem(_("Only the players of this game can play again."))
            version = add_game(connection, record, game, SHARED, secret=secret)
            _seat_game(connection, seen.id, version, game)
        return version

    def save(
        self, table: str, version: GameVersion, record: Record, game: Game, is_final: bool = False
    ) -> SavedAction:
        """Save an action of a game, and at its table whose turn it is.

        `version` is the one known here; `is_final` marks a posting in another player's place, which
        can't be undone. Raises `StaleGame` if another program was faster.
        """
        begins = not game.roll and not game.is_over  # also in a game with one player
        is_other = true() if begins else TABLES.c.turn != _turn(game)
        is_open = TABLES.c.stage != TableStatus.CLOSED.value
        ours = (TABLES.c.id == table, TABLES.c.game == version.game, is_open, is_other)
        changes = _changes(game) | ({"undo_floor": len(record.events)} if is_final else {})
        began = time.perf_counter()
        with self._database.writing() as connection:
            written = write_game(connection, version, record, game)
            turned = connection.execute(update(TABLES).where(*ours).values(_row(changes)))
            if version.has_results and not game.is_over and not turned.rowcount:
                raise StaleGame(_("The next game has already started."))
        self._database.saves.append(time.perf_counter() - began)
        return SavedAction(table, written, changes if turned.rowcount else {})


def taken_seats(table: SharedTable) -> list[Seat]:
    """Return the seats that are taken, in their order."""
    return [seat for seat in table.seats if not seat.is_free]


def _seat_game(connection: Connection, table: str, version: GameVersion, game: Game) -> None:
    row = _row({"game": version.game, "undo_floor": 0} | _changes(game))
    connection.execute(update(TABLES).where(TABLES.c.id == table).values(row))


def _changes(game: Game) -> dict[str, Any]:
    """Return the fields of a `SharedTable` that change when a turn of its game begins now."""
    status, now = TableStatus.OVER if game.is_over else TableStatus.PLAYING, time.time()
    times = {"turn_since": now, "changed": now}
    return {"turn": _turn(game), "round": game.round, "status": status, **times}


def _row(changes: dict[str, Any]) -> dict[str, Any]:
    """Return fields of a `SharedTable` as columns of its row."""
    columns = {"status": "stage", "undo_floor": "standing"}
    return {
        columns.get(name, name): value.value if isinstance(value, TableStatus) else value
        for name, value in changes.items()
    }


def _turn(game: Game) -> int:
    return -1 if game.is_over else game.seat
