"""Tabs closed and reloaded, and shutdown: games are saved, and no process is left."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

import pytest

from tests.web.server_process import Tab, open_tab, wait_gone
from yahtzee_tui.store.saved_game import Status

if TYPE_CHECKING:
    from tests.terminal.user_folders import UserFolders
    from tests.web.server_process import ServerProcess


async def roll_once(tab: Tab) -> None:
    """Sit down alone, and roll."""
    await tab.wait_for("ann alone")
    await tab.press("enter")
    await tab.wait_for("ann begins")
    await tab.press("space")
    await tab.wait_for("Roll 1 of 3")


async def test_a_closed_tab_ends_its_process_and_a_new_one_goes_on(
    home: UserFolders, server: ServerProcess
) -> None:
    async with open_tab(server.address) as tab:
        await roll_once(tab)
        (process,) = server.games
    # As when the page is loaded again: the next one comes before the first has ended.
    async with open_tab(server.address) as tab:
        await tab.wait_for("round 1 of 13")
        await wait_gone(process)
        await tab.press("enter")
        await tab.wait_for("Roll 1 of 3")
        await tab.press("3")
        await tab.wait_for("HELD")
        (process,) = server.games
        await tab.press("q")
        await tab.wait_for_end()
    await wait_gone(process)
    assert home.read_table().game.held == (2,)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
async def test_games_end_with_the_server(
    home: UserFolders, server: ServerProcess, number: signal.Signals
) -> None:
    async with open_tab(server.address) as tab:
        await roll_once(tab)
        (process,) = server.games
        server.send(number)
        await tab.wait_for_end()
        assert server.wait() == (0 if number is signal.SIGTERM else -number)
        await wait_gone(process)
    assert home.read_table().game.roll == 1
    with home.open_store() as store:
        assert not any(saved.elsewhere for saved in store.games.by_status(*Status))


async def test_nonsense_is_passed_over_and_sizes_are_taken(server: ServerProcess) -> None:
    async with open_tab(server.address) as tab:
        await tab.wait_for("ann alone")
        for words in (
            None, 5, "stdin", [], ["stdin"], ["stdin", 5], ["stdin", ""], ["stdin", "\ud800"],
            {"stdin": "q"}, ["resize", 5], ["resize", {"width": "80"}], ["quit"], ["ping", "1"],
        ):  # fmt: skip
            await tab.say(words)
        await tab.say(["resize", {"width": 40, "height": -1}])
        await tab.wait_for("Needs 60x20")
        await tab.say(["resize", {"width": 80, "height": 24}])
        await roll_once(tab)
