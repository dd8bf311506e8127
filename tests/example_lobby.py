"""Fills a lobby with tables of every kind, the same each time."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from yahtzee_tui.services.online_match import begin_game
from yahtzee_tui.store import Store
from yahtzee_tui.store.lobby import TableOptions, User

if TYPE_CHECKING:
    from pathlib import Path

    from yahtzee_tui.store.lobby.lobby import Lobby

ANN, BOB, CID, DEE = (
    User("key:SHA256:ann", "Ann"),
    User("key:SHA256:bob", "Bob"),
    User("guest:HERON-48210377", "Cid*"),
    User("key:SHA256:dee", "Dee"),
)


def fill_lobby(path: Path) -> str:
    store = Store(str(path))
    lobby = store.lobby
    for each in (ANN, BOB, DEE):
        lobby.accounts.bind(each.who, each.name)
    codes = {
        _lay(lobby, TableOptions("official", 2, seconds=30), BOB, DEE, begun=True): "KITE-79",
        _lay(lobby, TableOptions("yz", 3), CID): "WREN-30",
        _lay(lobby, TableOptions("yatzy", 4, seconds=60), ANN, CID): "KESTREL-42",
        _lay(lobby, TableOptions("official", 3), ANN, BOB, DEE, begun=True): "OSPREY-17",
    }
    lobby.seats.seat_computer(_id(codes, "KESTREL-42"), ANN.who, "expert", "Expert")
    lobby.enter(BOB).set_table(_id(codes, "KITE-79"))
    lobby.enter(DEE).set_table(_id(codes, "KITE-79"))
    lobby.enter(CID).set_table(_id(codes, "KESTREL-42"))
    lobby.enter(User("guest:WREN-11111111", "Eve*")).set_table(_id(codes, "KITE-79"))
    store.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        for moment, (table, code) in enumerate(codes.items()):
            # What random, or taken from the clock.
            connection.execute(
                "update tables set code = ?, changed = changed + ?, turn = min(turn, 0) "
                "where id = ?",
                (code, moment, table),
            )
    return str(path)


def _lay(
    lobby: Lobby, options: TableOptions, host: User, *others: User, begun: bool = False
) -> str:
    table = lobby.tables.create(options, host)
    for each in others:
        lobby.seats.sit(table, each)
    if begun:
        begin_game(lobby, lobby.tables.read(table), host.who)
    return table


def _id(codes: dict[str, str], code: str) -> str:
    return next(table for table, each in codes.items() if each == code)
