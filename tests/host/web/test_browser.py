"""Tabs and Chromium: keys, clicks, reloading, shutdown; games are saved, and no process is left."""

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.host.web.chromium import browse, find_chromium
from tests.host.web.server_process import ServerProcess, Tab, open_tab, wait_gone
from tests.terminal.odd_input import odd_inputs
from tests.terminal.user_folders import UserFolders
from yahtzee_tui.store.notes import LESSON
from yahtzee_tui.store.saved_game import Status

_HOLDS_DICE = re.compile("Ãa|[£§¤]")
"""What of the odd input holds dice: all of them, or those of a face by Shift and a digit."""


@pytest.fixture
def home(tmp_path: Path) -> UserFolders:
    """The folders of a player who has started before, and isn't welcomed any more."""
    folders = UserFolders(tmp_path)
    with folders.open_store() as store:
        store.notes.note_tip(LESSON)
    return folders


@pytest.fixture
def server(home: UserFolders) -> Iterator[ServerProcess]:
    with ServerProcess(home) as server:
        yield server


async def roll_once(tab: Tab) -> None:
    await tab.wait_for("Yahtzee alone")
    await tab.press("p")
    await tab.wait_for("3 rolls left")
    await tab.press("space")
    await tab.wait_for("roll 1 of 3")


@pytest.mark.exhaustive
async def test_a_closed_tab_ends_its_process_and_a_new_one_goes_on(
    home: UserFolders, server: ServerProcess
) -> None:
    async with open_tab(server.address) as tab:
        await tab.wait_for("Yahtzee alone")
        for nonsense in (
            None, 5, "stdin", [], ["stdin"], ["stdin", 5], ["stdin", ""], ["stdin", "\ud800"],
            {"stdin": "q"}, ["resize", 5], ["resize", {"width": "80"}], ["quit"], ["ping", "1"],
        ):  # fmt: skip
            await tab.say(nonsense)
        await tab.say(["resize", {"width": 40, "height": -1}])
        await tab.wait_for("Needs 60x20")
        await tab.say(["resize", {"width": 80, "height": 24}])
        # Until then the terminal also shows the title that it had below the first line.
        await tab.wait_for(lambda: "Needs 60x20" not in tab.text)
        await roll_once(tab)
        (process,) = server.games
    # As when the page is loaded again: the next one comes before the first has ended.
    async with open_tab(server.address) as tab:
        await tab.wait_for("round 1 of 13")
        await wait_gone(process)
        await tab.press("enter")
        await tab.wait_for("roll 1 of 3")
        odd = b"|".join(odd_inputs(Random(4), 300)).decode("latin-1")
        await tab.press(_HOLDS_DICE.sub("", odd), "\0" * 3)
        await tab.press("3")
        await tab.wait_for(" held")
        (process,) = server.games
        await tab.press("q")
        await tab.wait_for_end()
    await wait_gone(process)
    assert home.read_table().game.held == (2,)


@pytest.mark.slow
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


@pytest.mark.slow
async def test_a_turn_in_chromium(home: UserFolders, server: ServerProcess) -> None:
    """By key and by click, seen on its terminal and in the saved game."""
    chromium = find_chromium()
    if chromium is None:
        # Where everything must be tested, nothing is left out.
        if os.environ.get("YAHTZEE_TUI_NEED_CHROMIUM"):
            pytest.fail("Chromium is not installed.")
        pytest.skip("Chromium is not installed.")
    async with browse(chromium) as page:
        await page.open(server.address, 900, 600)
        await page.wait_for("Yahtzee alone")
        await page.press("p")
        await page.wait_for("3 rolls left")
        await page.press(" ")
        await page.wait_for("roll 1 of 3")
        await page.click(25, 4)
        await page.wait_for(" held")
        game = home.read_table().game
        assert (game.roll, game.held) == (1, (2,))
        assert len(await page.draw()) > 20_000  # as no empty window has

        await page.evaluate("location.reload()")
        await page.wait_for("round 1 of 13")
        await page.press("enter")
        await page.wait_for(" held")
        await page.click_on("Chance")
        await page.wait_for("Round 2/13")
        assert home.read_table().game.cards[0].grand_total == sum(game.faces)
        assert str(sum(game.faces)) in (await page.read()).partition("TOTAL")[2].split()

        await page.press("q")
        await page.wait_until("document.activeElement.tagName == 'BUTTON'")
        await page.press("enter")
        await page.wait_for("round 2 of 13")
