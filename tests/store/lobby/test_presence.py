"""Who is here: until they leave, or are heard of no more."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from sqlalchemy import func, select, update

from tests.store.lobby.people import ANN, BOB, CID, GUEST, OPTIONS, at_once, lay
from yahtzee_tui.store.lobby.presence import HEARTBEAT_SECONDS, PRESENCE_SECONDS
from yahtzee_tui.store.schema import PRESENCES

if TYPE_CHECKING:
    from yahtzee_tui.store.database import Database
    from yahtzee_tui.store.lobby.lobby import Lobby


def let_pass(database: Database, seconds: float) -> None:
    """Let everybody have been heard of earlier."""
    with database.writing() as connection:
        connection.execute(update(PRESENCES).values(seen=PRESENCES.c.seen - seconds))


def count_rows(database: Database) -> int:
    """Return how many presences are written down."""
    with database.reading() as connection:
        return connection.scalar(select(func.count()).select_from(PRESENCES)) or 0


def test_coming_and_going(lobby: Lobby, other: Lobby) -> None:
    table = lay(lobby, OPTIONS, ANN, BOB)
    ann, twice, watcher = lobby.enter(ANN), other.enter(ANN), other.enter(GUEST)
    again = lobby.enter(GUEST)
    assert (lobby.count_present(), other.tables.read(table).present) == (0, frozenset())
    for presence in (ann, twice, watcher, again):
        presence.set_table(table)
    seen = lobby.tables.read(table)
    assert (seen.present, seen.watchers) == (frozenset({ANN.who, GUEST.who}), (GUEST.name,))
    assert other.count_present() == 2
    watcher.set_table(None)
    again.leave()
    twice.leave()
    seen = lobby.tables.read(table)
    assert (seen.present, seen.watchers, other.count_present()) == (frozenset({ANN.who}), (), 2)
    ann.leave()
    watcher.leave()
    assert (lobby.tables.read(table).present, lobby.count_present()) == (frozenset(), 0)


def test_who_was_killed_is_gone_after_a_while(lobby: Lobby, database: Database) -> None:
    assert 2 * HEARTBEAT_SECONDS < PRESENCE_SECONDS, "one sign of life may be lost"
    table = lay(lobby)
    ann, bob = lobby.enter(ANN), lobby.enter(BOB)
    ann.set_table(table)
    bob.set_table(table)
    let_pass(database, PRESENCE_SECONDS - 1)
    assert lobby.tables.read(table).present == {ANN.who, BOB.who}
    ann.heartbeat()
    let_pass(database, 2)
    assert (lobby.tables.read(table).present, lobby.count_present()) == (frozenset({ANN.who}), 1)
    bob.heartbeat()
    assert lobby.tables.read(table).present == {ANN.who, BOB.who}


def test_who_was_killed_is_forgotten(lobby: Lobby, database: Database) -> None:
    for user in (ANN, BOB):
        lobby.enter(user).set_table(None)
    let_pass(database, 9 * PRESENCE_SECONDS)
    lobby.enter(CID).set_table(None)
    assert count_rows(database) == 3
    let_pass(database, 2 * PRESENCE_SECONDS)
    lobby.enter(CID).set_table(None)
    assert count_rows(database) == 2


def test_all_come_at_once_after_a_long_silence(
    lobby: Lobby, other: Lobby, database: Database
) -> None:
    """Nobody waits for somebody who waits for them."""
    old = [each.enter(ANN) for each in (lobby, other) * 4]
    for presence in old:
        presence.set_table(None)
    for _ in range(5):
        let_pass(database, 20 * PRESENCE_SECONDS)
        new = [each.enter(BOB) for each in (lobby, other) * 2]
        began = time.monotonic()
        _, refused = at_once(*(each.heartbeat for each in old), *(each.heartbeat for each in new))
        assert refused == []
        assert time.monotonic() - began < 2
        assert lobby.count_present() == 2
