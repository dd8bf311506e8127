"""Getting everything ready that a game needs, once and for all sessions: modules, styles, queries.

What is in memory before the fork is there only once; and what was done once is quicker for all.
"""

from __future__ import annotations

import asyncio
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.pilot import Pilot

    from yahtzee_tui.tui.hosted import HostedApp

_FLOORS = ("rules", "strategy", "table", "store", "settings", "tui")
# Textual imports the first only with a terminal; the others are imported when first needed.
_LATE = ("textual.drivers.linux_driver", "sqlalchemy.dialects.sqlite", "encodings.idna", "difflib")
_SIZE = (80, 24)
_PATIENCE, _PAUSE = 30.0, 0.3


def warm() -> None:
    """Import all of the game, and play a little of it where nobody sees it."""
    for floor in _FLOORS:
        package = import_module(f"yahtzee_tui.{floor}")
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith(".__main__"):
                import_module(module.name)
    for name in _LATE:
        import_module(name)
    with TemporaryDirectory(prefix="yahtzee-tui-") as folder:
        _play_a_little(Path(folder) / "games.sqlite")


def keep_best_play(folder: Path) -> None:
    """Keep best play of the official rules in memory, worked out if it wasn't before.

    Args:
        folder: Where best play is kept.
    """
    from yahtzee_tui.rules import OFFICIAL
    from yahtzee_tui.strategy import keep_table

    keep_table(OFFICIAL, folder)


def _play_a_little(database: Path) -> None:
    from yahtzee_tui.store import Store
    from yahtzee_tui.tui.hosted import HostedApp
    from yahtzee_tui.tui.visit import Visitor

    async def play() -> None:
        # Without a terminal, no colours are remembered that another terminal may not have.
        async with app.run_test(size=_SIZE) as pilot:
            await _come_in(app, pilot)
            await _play_with_others(app, pilot)
            await _play_alone(app, pilot)
            app.exit()

    store = Store(str(database))
    app = HostedApp(Visitor(key="SHA256:warm", login="Ann"), store)
    try:
        asyncio.run(play())
    finally:
        store.close()


async def _come_in(app: HostedApp, pilot: Pilot[None]) -> None:
    from yahtzee_tui.settings import DiceSpeed
    from yahtzee_tui.tui.screens.lobby import LobbyScreen
    from yahtzee_tui.tui.screens.sign_in import SignInScreen

    await _wait(pilot, lambda: isinstance(app.screen, SignInScreen) and app.screen.field.display)
    await pilot.press("enter")
    await _wait(pilot, lambda: isinstance(app.screen, LobbyScreen))
    await pilot.pause(_PAUSE)
    app.take_options(app.options._replace(dice_speed=DiceSpeed.OFF))


async def _play_with_others(app: HostedApp, pilot: Pilot[None]) -> None:
    from yahtzee_tui.store.lobby import TableOptions
    from yahtzee_tui.tui.laying import begin_game
    from yahtzee_tui.tui.screens.shared_table import SharedTableScreen

    lobby, user = app.visit.lobby, app.visit.user
    table = lobby.tables.lay(TableOptions("official", 2), user)
    await app.visit.open_table(table)
    await pilot.pause()
    lobby.seats.sit(table, user._replace(who="key:SHA256:other", name="Bob"))
    begin_game(lobby, lobby.tables.read(table), user.who)
    await _wait(pilot, lambda: isinstance(app.screen, SharedTableScreen))
    await _press(pilot, "space", "1", "down", "enter", "escape")


async def _play_alone(app: HostedApp, pilot: Pilot[None]) -> None:
    from yahtzee_tui.table import Invitation

    app.host.play(Invitation(("Ann",)))
    await pilot.pause()
    await _press(pilot, "space", "1", "down", "enter", "space", "u")
    assert app.table is not None
    assert app.table.game.faces, "the dice were never rolled"
    app.action_show_help()
    await pilot.pause()
    await _press(pilot, "escape")
    app.action_show_scores()
    await pilot.pause()
    await _press(pilot, "escape")
    await pilot.resize_terminal(100, 30)
    await pilot.pause()


async def _press(pilot: Pilot[None], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


async def _wait(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(_PATIENCE):
        while not holds():
            await pilot.pause(0.02)
