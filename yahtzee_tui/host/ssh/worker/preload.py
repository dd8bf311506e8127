"""Loads what sessions share into the fork server: modules, languages, styles, queries."""

from __future__ import annotations

import asyncio
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from yahtzee_tui.host.ssh.worker.memory import gather_code
from yahtzee_tui.settings.languages import read_languages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from textual.pilot import Pilot

    from yahtzee_tui.host.screens.app import RemoteApp

NOT_PRELOADED = (
    "__main__",
    "cli",
    "environment",
    "host.cli",
    "host.commands",
    "host.ssh",
    "host.web",
)
"""What no session needs."""

# Modules that Textual, SQLAlchemy and we import only when they are first needed.
LATE_MODULES = (
    "textual.drivers.linux_driver",
    "sqlalchemy.dialects.sqlite",
    "encodings.cp437",
    "encodings.idna",
    "getpass",
    "segno",
    "difflib",
    "tomllib",
)
_SIZE = (80, 24)
_TIMEOUT, _PAUSE = 120.0, 0.3


def preload() -> None:
    """Import all modules of a session, read all languages, and play without a terminal."""
    from yahtzee_tui.tui.terminal.speed_ups import MODULES, has_speed_ups

    for name in (*find_modules(), *LATE_MODULES):
        if has_speed_ups() or name not in MODULES:
            import_module(name)
    read_languages()
    with TemporaryDirectory(prefix="yahtzee-tui-") as folder:
        gather_code(lambda: _run_app(Path(folder) / "games.sqlite"))


def find_modules(package: str = "yahtzee_tui") -> Iterator[str]:
    """Yield the names of all modules in a package that a session may need."""
    for each in iter_modules(import_module(package).__path__, f"{package}."):
        if each.name.removeprefix("yahtzee_tui.") not in NOT_PRELOADED:
            yield each.name
            if each.ispkg:
                yield from find_modules(each.name)


def _run_app(database: Path) -> None:
    from yahtzee_tui.host.lobby.host_store import HostStore
    from yahtzee_tui.host.screens.app import RemoteApp
    from yahtzee_tui.host.services.visit import Visitor

    async def play() -> None:
        # Headless: colors of this terminal must not get into caches that sessions share.
        async with app.run_test(size=_SIZE) as pilot:
            await _sign_in(app, pilot)
            await _play_shared_table(app, pilot)
            await _play_alone(app, pilot)
            app.exit()

    store = HostStore(str(database))
    app = RemoteApp(Visitor(key="SHA256:warm", login="Ann"), store)
    try:
        asyncio.run(play())
    finally:
        store.close()


async def _sign_in(app: RemoteApp, pilot: Pilot[None]) -> None:
    from yahtzee_tui.host.screens.lobby import LobbyScreen
    from yahtzee_tui.host.screens.sign_in import SignInScreen

    await _wait(pilot, lambda: isinstance(app.screen, SignInScreen) and app.screen.field.display)
    await pilot.press("enter")
    await _wait(pilot, lambda: isinstance(app.screen, LobbyScreen))
    await pilot.pause(_PAUSE)
    app.apply_options(app.options._replace(dice_speed="off"))


async def _play_shared_table(app: RemoteApp, pilot: Pilot[None]) -> None:
    from yahtzee_tui.host.lobby.models import TableOptions
    from yahtzee_tui.host.screens.online_table import OnlinePlayScreen
    from yahtzee_tui.host.services.waiting_room import begin_game

    lobby, user = app.session.lobby, app.session.user
    table = lobby.tables.create(TableOptions("official", 2), user)
    await app.session.open_table(table)
    await pilot.pause()
    lobby.seats.sit(table, user._replace(who="key:SHA256:other", name="Bob"))
    begin_game(lobby, lobby.tables.read(table), user.who)
    await _wait(pilot, lambda: isinstance(app.screen, OnlinePlayScreen))
    await _press(pilot, "space", "1", "down", "enter", "escape")


async def _play_alone(app: RemoteApp, pilot: Pilot[None]) -> None:
    from yahtzee_tui.table import TableConfig

    app.navigator.play(TableConfig(("Ann",)))
    await pilot.pause()
    await _press(pilot, "space", "1", "down", "enter", "space", "u", "f1", "escape")
    assert app.table is not None
    assert app.table.game.faces, "the dice were never rolled"
    app.action_show_scores()
    await pilot.pause()
    await _press(pilot, "escape")
    await pilot.resize_terminal(100, 30)


async def _press(pilot: Pilot[None], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


async def _wait(pilot: Pilot[None], is_done: Callable[[], bool]) -> None:
    async with asyncio.timeout(_TIMEOUT):
        while not is_done():
            await pilot.pause(0.02)
