"""Screens and keys of the game as players of a host have them."""

import json
from contextlib import closing
from functools import partial

import pytest

from tests.host.screens.remote_users import RemoteUsers
from tests.store.events import play
from tests.tui.app_driver import AppDriver
from tests.tui.help.test_keys import look
from tests.tui.help.test_palette import do, offered
from tests.tui.home.test_event import create
from tests.tui.stopped_clock import StoppedClock
from tests.tui.table.test_every_key_answers import OPTIONS, check_every_key
from tests.tui.table.test_held_keys import hold_down, press_after
from tests.tui.test_contrast import find_weak, find_weak_after
from tests.tui.test_cursor import SHOWN, at_cursor
from tests.tui.widgets.test_text_field import check_packets
from yahtzee_tui.host.lobby.host_store import HostStore
from yahtzee_tui.host.screens.app import RemoteApp, VisitorSession
from yahtzee_tui.host.services.answers import find_text
from yahtzee_tui.settings import write_options


async def test_players_of_a_host_see_the_results_of_games_they_played(remote: RemoteUsers) -> None:
    event = create(remote.store, 1)
    async with remote.in_lobby("Ann") as ui:
        await ui.wait_for_text("Sunday Cup", "0 played · you: 0 of 1")
        await ui.press("e", opens="EventScreen")
        await ui.wait_for_text("Game 1: not played yet")
        await ui.press("enter")
        await ui.wait_for_screen("TableScreen")
    (line,) = remote.store.events.read_table(event, sees_all=True)
    assert (line.who, line.name) == ("key:SHA256:Ann", "Ann")
    assert line.results[0] is not None
    with closing(HostStore(remote.file, line.who)) as store:
        total = play(store, line.results[0].game or "").table.game.card.grand_total
    for key, seen in (("SHA256:Ann", total), ("SHA256:Bob", None), ("", None)):
        said = find_text(remote.store, ("event",), key) or ""
        answer = find_text(remote.store, ("event", "--json"), key) or ""
        (row,) = [each for each in said.splitlines() if " Ann " in each]
        assert row.split()[-1] == str(seen or "played")
        assert json.loads(answer)["events"][0]["table"][0]["games"][0]["total"] == seen
        assert f"Dice of game 1: {event.hashes[0]}" in said
        assert event.secrets[0] not in said + answer


async def test_in_the_lobby_it_is_at_the_first_of_several_lines(remote: RemoteUsers) -> None:
    for name in ("Bob", "Cid"):
        remote.create_table(remote.user(name))
    remote.lobby.accounts.keep_options(remote.user("Ann").who, write_options(SHOWN))
    async with remote.in_lobby("Ann") as ui:
        assert ui.app.shows_cursor
        for text in ("1 free", "1 free", "Open a table", "Join by code", "Yahtzee alone"):
            (marked,) = (line for line in ui.lines if "▸" in line)
            assert text in marked, "the mark is before the first of several lines too"
            assert at_cursor(ui)[:9] == marked.partition("▸")[2][:9]
            await ui.press("down")
        assert at_cursor(ui).startswith("n  New game")


@pytest.mark.slow
async def test_keys_and_commands_of_the_lobby_and_a_shared_table(remote: RemoteUsers) -> None:
    table = remote.begin()
    async with remote.in_lobby("Ann", size=(60, 20)) as ui:
        assert "Suspend" not in await look(ui)
        await ui.press("slash", opens="JoinCodeScreen")
        await ui.type(table.code, "enter", opens="OnlinePlayScreen")
        assert "Chat" in await look(ui)
        names = set(offered(ui))
        assert {"Chat", "Lobby", "Leave", "Options", "Scores", "Help", "Quit"} <= names
        assert not {"New game", "Play", "Statistics", "Suspend", "Daily game"} & names
        await do(ui, "chat")
        await ui.wait_for_text("Chat at")


async def test_nobody_goes_anywhere_before_they_have_signed_in(remote: RemoteUsers) -> None:
    async with remote.connect(login="Eve") as ui:
        await ui.wait_for_text("Choose a name.")
        assert offered(ui) == ["Help", "Keys"]


async def test_a_held_key_rolls_once_at_a_shared_table(
    clock: StoppedClock, remote: RemoteUsers
) -> None:
    code = remote.begin().code
    async with remote.connect_as("Ann", "join", code) as ui:
        await press_after(ui, clock, "space", hold_down(0.5, 30))
        assert ui.table_screen.table.game.roll == 1


@pytest.mark.slow
async def test_fields_of_remote_players(remote: RemoteUsers) -> None:
    async with remote.connect(login="Ann") as ui:
        await ui.wait_for_text("Choose a name.")
        await check_packets(ui)
    shared = remote.create_table(remote.user("Ann"), seats=2)
    async with remote.connect_as("Ann", "join", shared.code) as ui:
        await ui.wait_for_screen("WaitingRoomScreen")
        await ui.press("tab")
        await check_packets(ui)


@pytest.mark.exhaustive
async def test_the_lobby_and_a_shared_table(remote: RemoteUsers) -> None:
    find = partial(find_weak_after, finishes=False)
    async with remote.in_lobby("Ann") as ui:
        weak = await find(ui, "", "enter", "enter")
        await ui.wait_for_screen("WaitingRoomScreen")
        weak += await find_weak(ui)
        table = remote.begin()
        remote.lobby.messages.say(table.id, remote.user("Bob"), "Hello!")
        await ui.app.session.open_code(table.code)  # type: ignore[attr-defined]
        await ui.wait_for_screen("OnlinePlayScreen")
        await ui.wait_for_text("Hello!")
        weak += await find(ui, "", "m")
        await ui.wait_for_text("Chat at")
        weak += await find(ui, "", "enter")
    assert weak == []


@pytest.mark.slow
async def test_at_a_shared_table(remote: RemoteUsers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yahtzee_tui.host.lobby.tables._MOST_TABLES", 200)
    for name in ("Ann", "Bob", "Cid"):  # who is to roll, who waits, and who watches
        async with remote.in_lobby(name) as ui:
            assert isinstance(ui.app, RemoteApp)
            reopen = partial(reopen_shared_table, remote, ui, ui.app.session)
            leads = ("", "space 1 2") if name == "Ann" else ("",)
            await check_every_key(ui, reopen, leads, monkeypatch)


async def reopen_shared_table(
    remote: RemoteUsers, ui: AppDriver, session: VisitorSession, lead: str
) -> None:
    code = remote.begin().code
    await session.open_table(remote.lobby.tables.find(code), watch=session.user.name == "Cid")
    await ui.wait_until(lambda: ui.screen_name.startswith("Online") and code in ui.text)
    ui.app.apply_options(OPTIONS)
    await ui.press(*lead.split())
