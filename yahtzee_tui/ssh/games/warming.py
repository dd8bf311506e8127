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
    from textual.pilot import Pilot

    from yahtzee_tui.tui.app import YahtzeeApp

_FLOORS = ("rules", "strategy", "table", "store", "settings", "tui")
# Textual imports the first only with a terminal; the others are imported when first needed.
_LATE = ("textual.drivers.linux_driver", "sqlalchemy.dialects.sqlite", "encodings.idna", "difflib")
_SIZE = (80, 24)


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


def _play_a_little(database: Path) -> None:
    from yahtzee_tui.settings import DiceSpeed, Options
    from yahtzee_tui.store import Shelf
    from yahtzee_tui.table import Invitation
    from yahtzee_tui.tui.app import YahtzeeApp

    async def play() -> None:
        # Without a terminal, no colours are remembered that another terminal may not have.
        async with app.run_test(size=_SIZE) as pilot:
            await pilot.pause()
            app.show_new_game()
            await pilot.pause()
            app.host.play(Invitation(("Ann",)))
            await pilot.pause()
            await _press(pilot, "space", "1", "down", "enter", "space", "u")
            app.action_show_help()
            await pilot.pause()
            await _press(pilot, "escape")
            app.action_show_scores()
            await pilot.pause()
            await _press(pilot, "escape")
            await pilot.resize_terminal(100, 30)
            await pilot.pause()

    shelf = Shelf(str(database))
    app = YahtzeeApp(None, "Ann", Options(dice_speed=DiceSpeed.OFF), shelf=shelf)
    try:
        asyncio.run(play())
    finally:
        shelf.close()
    _check_it_was_played(app)


async def _press(pilot: Pilot[None], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


def _check_it_was_played(app: YahtzeeApp) -> None:
    table = app.table
    assert table is not None
    assert table.game.faces, "the dice were never rolled"
