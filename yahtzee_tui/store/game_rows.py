"""Writing a game into its row, and what it amounts to once it is finished."""

from __future__ import annotations

import hashlib
import time
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from sqlalchemy import bindparam, delete, insert, update

from yahtzee_tui.rules import Held
from yahtzee_tui.rules.records import write_record, write_text
from yahtzee_tui.store.holder import own_lease
from yahtzee_tui.store.problem import StaleGame
from yahtzee_tui.store.results import result_rows
from yahtzee_tui.store.saved import GameVersion, Status
from yahtzee_tui.store.schema import GAMES, RESULTS

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from yahtzee_tui.rules import Game, Record

# Made once: making a statement takes as long as carrying it out.
_SAVE = update(GAMES).where(
    GAMES.c.id == bindparam("our_id"), GAMES.c.version == bindparam("our_version")
)


def add_game(
    connection: Connection,
    record: Record,
    game: Game,
    owner: str | None,
    ended: float | None = None,
    is_held: bool = True,
    game_id: str | None = None,
) -> GameVersion:
    """Write a new game.

    Args:
        connection: What is written to.
        record: Its record.
        game: The position that the record leads to.
        owner: Whose game it is, None for the house's.
        ended: When it was finished, in seconds since 1970; None for now.
        is_held: Whether it is held here from now on.
        game_id: Its id, None for a new one.
    """
    version = GameVersion(game_id or new_id(), 1, game.is_over)
    row = _row(record, game) | {"owner": owner, "digest": digest(record)}
    row |= {"id": version.game, "version": version.number}
    connection.execute(insert(GAMES), row if is_held else row | {"holder": None})
    if game.is_over:
        when = time.time() if ended is None else ended
        rows = result_rows(version.game, game, when, record.setup.computers)
        connection.execute(insert(RESULTS), rows)
    return version


def new_id() -> str:
    """Return the id of a game to come."""
    return uuid4().hex[:12]


def write_game(
    connection: Connection, version: GameVersion, record: Record, game: Game
) -> GameVersion:
    """Write a game anew, and return the version for the next time.

    Raises:
        StaleGame: If it was changed or taken over elsewhere.
    """
    row = _row(record, game) | {"version": version.number + 1}
    if not (record.events and isinstance(record.events[-1], Held)):
        row["digest"] = digest(record)
    row |= {"our_id": version.game, "our_version": version.number}
    if not connection.execute(_SAVE, row).rowcount:
        raise StaleGame("This game goes on in another window; it is not saved from here.")
    if version.has_results:
        connection.execute(delete(RESULTS).where(RESULTS.c.game == version.game))
    if game.is_over:
        rows = result_rows(version.game, game, time.time(), record.setup.computers)
        connection.execute(insert(RESULTS), rows)
    return GameVersion(version.game, version.number + 1, game.is_over)


def digest(record: Record) -> str:
    """Return by what a game is recognised, whatever was undone in it.

    It is that of the text form, which doesn't say which of two equal dice was held, up to the last
    roll or posting, so that holds needn't work it out.
    """
    events = record.events
    while events and isinstance(events[-1], Held):
        events = events[:-1]
    return hashlib.sha256(write_text(record._replace(events=events)).encode()).hexdigest()


def _row(record: Record, game: Game) -> dict[str, Any]:
    status = Status.FINISHED if game.is_over else Status.UNFINISHED
    return {
        "status": status.value,
        "holder": own_lease(),
        "changed": time.time(),
        "record": write_record(record),
    }
