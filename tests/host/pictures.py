"""The pictures of a lobby for `tests/screenshots.py`: tables of every kind, the same each time."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

from tests.host.lobby.users_and_tables import open_table
from tests.tui.app_driver import stop_blinking
from yahtzee_tui.host.lobby.host_store import HostStore
from yahtzee_tui.host.lobby.models import User
from yahtzee_tui.host.screens.app import RemoteApp
from yahtzee_tui.host.services.visit import Visitor
from yahtzee_tui.host.services.waiting_room import begin_game

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from textual.app import App

    from tests.screenshots import Scene

ANN, BOB, CID, DEE = (
    User("key:SHA256:ann", "Ann"),
    User("key:SHA256:bob", "Bob"),
    User("guest:HERON-48210377", "Cid*"),
    User("key:SHA256:dee", "Dee"),
)
SCENES: dict[str, dict[str, Any]] = {
    "lobby": {"waits_for": ("Learn",)},
    "waiting-room": {"keys": ("down", "enter"), "waits_for": ("Learn", "Learn", "HOST")},
}
DIALOGS: dict[str, dict[str, Any]] = {
    "new-table": {"keys": ("t",), "waits_for": ("Learn", "limit")},
    "join": {"keys": ("slash",), "waits_for": ("Learn", "code")},
}
"""What `tests/test_pseudo_language.py` looks at besides."""

_LOOK = 0.6
"""Seconds after which one sees what comes of a key in a lobby."""


async def draw_visit(scene: Scene, file: Path, look: Callable[[App[None]], str]) -> str:
    store = HostStore(fill_lobby(file))
    app = RemoteApp(Visitor(ANN.who.removeprefix("key:")), store)
    app.animation_level = "none"
    try:
        async with app.run_test(size=scene.size) as pilot:
            for key, words in zip(("", *scene.keys), scene.waits_for, strict=True):
                await pilot.press(*filter(None, [key]))
                svg, before = "", None
                while words not in svg or svg != before:  # on a busy machine it comes in parts
                    await pilot.pause(_LOOK)
                    stop_blinking(app)
                    before = svg
                    svg = look(app)
            app.exit()
        return svg
    finally:
        store.close()


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
