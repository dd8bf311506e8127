"""Fills a lobby with tables of every kind, the same each time."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from tests.host.lobby.users_and_tables import open_table
from yahtzee_tui.host.lobby.host_store import HostStore
from yahtzee_tui.host.lobby.models import User
from yahtzee_tui.host.services.waiting_room import begin_game

if TYPE_CHECKING:
    from pathlib import Path

ANN, BOB, CID, DEE = (
    User("key:SHA256:ann", "Ann"),
    User("key:SHA256:bob", "Bob"),
    User("guest:HERON-48210377", "Cid*"),
    User("key:SHA256:dee", "Dee"),
)


def fill_lobby(path: Path) -> str:
    store = HostStore(str(path))
    lobby = store.lobby
    for each in (ANN, BOB, DEE):
        lobby.accounts.bind(each.who, each.name)
    tables = {
        "KITE-79": open_table(lobby, BOB, DEE, seconds=30),
        "WREN-30": open_table(lobby, CID, rules="yz", seats=3),
        "KESTREL-42": open_table(lobby, ANN, CID, rules="yatzy", seats=4, seconds=60),
        "OSPREY-17": open_table(lobby, ANN, BOB, DEE, seats=3),
    }
    for code in ("KITE-79", "OSPREY-17"):
        shared = lobby.tables.read(tables[code])
        begin_game(lobby, shared, shared.host)
    lobby.seats.seat_computer(tables["KESTREL-42"], ANN.who, "expert", "Expert")
    for user, code in (
        (BOB, "KITE-79"), (DEE, "KITE-79"), (CID, "KESTREL-42"),
        (User("guest:WREN-11111111", "Eve*"), "KITE-79"),
    ):  # fmt: skip
        lobby.enter(user).set_table(tables[code])
    store.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        for moment, (code, table) in enumerate(tables.items()):
            # What random, or taken from the clock.
            connection.execute(
                "update tables set code = ?, changed = changed + ?, turn = min(turn, 0) "
                "where id = ?",
                (code, moment, table),
            )
    return str(path)
