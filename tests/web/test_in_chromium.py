"""A turn in Chromium by key and by click, seen on its terminal and in the saved game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.chromium import browse

if TYPE_CHECKING:
    from tests.terminal.user_folders import UserFolders
    from tests.web.server_process import ServerProcess


@pytest.mark.slow
async def test_a_turn_in_a_browser(chromium: str, home: UserFolders, server: ServerProcess) -> None:
    async with browse(chromium) as page:
        await page.open(server.address, 900, 600)
        await page.wait_for("ann alone")
        await page.press("enter")
        await page.wait_for("ann begins")
        await page.press(" ")
        await page.wait_for("Roll 1 of 3")
        await page.click(25, 4)
        await page.wait_for("HELD")
        game = home.read_table().game
        assert (game.roll, game.held) == (1, (2,))
        assert len(await page.draw()) > 20_000  # as no empty window has

        await page.evaluate("location.reload()")
        await page.wait_for("round 1 of 13")
        await page.press("enter")
        await page.wait_for("HELD")
        await page.click_on("Chance")
        await page.wait_for("Round 2 of 13")
        after = home.read_table().game
        assert after.cards[0].grand_total == sum(game.faces)
        assert str(sum(game.faces)) in (await page.read()).partition("GRAND TOTAL")[2].split()

        await page.press("q")
        await page.wait_until("document.activeElement.tagName == 'BUTTON'")
        await page.press("enter")
        await page.wait_for("round 2 of 13")
