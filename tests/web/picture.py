"""The picture of the game in a browser, drawn by a real one."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tests.terminal.user_folders import UserFolders
from tests.web.chromium import browse
from tests.web.server_process import ServerProcess

if TYPE_CHECKING:
    from yahtzee_tui.table import Table

_WINDOW = (810, 520)


async def draw_in_browser(program: str, table: Table) -> bytes:
    with TemporaryDirectory() as folder:
        home = UserFolders(Path(folder))
        with home.open_store() as store:
            store.games.release(store.games.add(table.record, table.game))
        with ServerProcess(home) as server:
            async with browse(program) as page:
                await page.open(server.address, *_WINDOW)
                await page.wait_for(f"round {table.game.round} of")
                await page.press("enter")
                await page.wait_for(f"ound {table.game.round}/")
                await page.press(" ")
                await page.wait_for("roll 1 of 3")
                await page.press("3", "5")
                await page.wait_for("Dice 3, 5 held")
                return await page.draw()
