"""Before the game: who sits down, gets up and begins, seen from several terminals at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual.widgets import Input

from tests.host.lobby.users_and_tables import read_chat
from tests.tui.app_driver import SIZES
from yahtzee_tui.host.lobby.models import TableStatus
from yahtzee_tui.host.services.waiting_room import begin_game

if TYPE_CHECKING:
    from tests.host.screens.remote_users import RemoteUsers
    from yahtzee_tui.host.lobby.models import SharedTable


def only(remote: RemoteUsers) -> SharedTable:
    (table,) = remote.lobby.tables.list_for("key:SHA256:Ann")
    return table


@pytest.mark.slow
async def test_two_meet_and_begin(remote: RemoteUsers) -> None:
    async with remote.in_lobby("Ann") as ann, remote.in_lobby("Bob") as bob:
        await ann.press("enter", "enter", opens="WaitingRoomScreen")
        await ann.wait_for_text("Needs two players", "Seat 2  free")
        code = only(remote).code
        await ann.wait_for_text(f"Table {code}", f"ssh -t HOST join {code}")
        await bob.wait_for_text(code, "1 free · Ann")
        await bob.press("home", "enter", opens="WaitingRoomScreen")
        await bob.wait_for_text("Ann starts the game", "Bob  you", "Ann  host")
        await ann.wait_for_text("Seat 2  Bob", "all seats are taken")
        await bob.press("escape")
        await ann.wait_for_text("Bob  away")
        await bob.wait_for_text("you have a seat")
        await bob.press("home", "enter", opens="WaitingRoomScreen")
        await bob.press("enter", "enter")
        assert bob.screen_name == "WaitingRoomScreen", "Enter once too often begins no game"
        assert only(remote).status is TableStatus.WAITING
        await ann.wait_until_gone("away")
        await ann.press("home", "down")
        await bob.press("end", "enter", opens="ConfirmScreen")
        await bob.press("y")
        await bob.wait_for_text(f"You left {code}.", "1 free · Ann")
        await ann.wait_for_text("Seat 2  free")
        await bob.press("home", "enter")
        await ann.wait_for_text("Seat 2  Bob", "all seats are taken")
        assert ann.marked_line.startswith("Seat 2"), "the mark stays while others come and go"
        await ann.press("minus", opens="ConfirmScreen")
        await ann.press("y")
        await bob.wait_for_text(f"The host of {code} freed your seat.")
        await bob.press("home", "enter")
        await ann.wait_for_text("Seat 2  Bob", "all seats are taken")
        await ann.press("down", "enter", opens="OnlinePlayScreen")
        await bob.wait_for_screen("OnlinePlayScreen")
        assert ann.table_screen.table.game.players == ("Ann", "Bob")
        assert only(remote).status is TableStatus.PLAYING


@pytest.mark.slow
async def test_a_word_is_added_to_the_dice(remote: RemoteUsers) -> None:
    table = remote.create_table(remote.user("Ann"), seats=2)
    async with (
        remote.connect_as("Bob", "join", table.code, "--word", "sea otter") as other,
        remote.connect_as("Ann", "join", table.code) as ui,
    ):
        await ui.wait_for_text("Bob  word: sea otter")
        await ui.press("d", opens="WordScreen")
        await ui.wait_for_text(table.hash)
        await ui.press(*"otter", "enter")
        await ui.wait_for_text("word: otter")
        await ui.press("d", opens="WordScreen")
        await ui.press(*"eel", "enter")  # what was typed before is selected
        await other.wait_for_text("Ann  host, word: eel")
        await ui.press("ctrl+s", opens="OnlinePlayScreen")
        await other.wait_for_screen("OnlinePlayScreen")
        setup = ui.table_screen.table.setup
        assert (setup.dice, setup.words) == (f"sha256:{table.hash}", ("eel", "sea otter"))
    async with remote.connect_as("Bob", "join", table.code, "--word", "late") as other:
        await other.wait_for_text("A word can be added at your seat, before the game starts.")
    later = remote.create_table(remote.user("Ann"), seats=2)
    async with remote.connect_as("Bob", "join", later.code, "--word", "x" * 40) as other:
        await other.wait_for_text("A word can be at most 20 columns wide.")


async def test_eight_seats_and_the_keys_are_all_seen(remote: RemoteUsers) -> None:
    table = remote.create_table(remote.user("Ann"), seats=8, seconds=60)
    async with remote.connect_as("Ann", "join", table.code) as ui:
        await ui.wait_for_screen("WaitingRoomScreen")
        for size in ((80, 23), *SIZES):
            await ui.resize(*size)
            seen = "Seat 8", "Start", "Leave", f"join {table.code}", "60 s per turn", "Press m to"
            await ui.wait_for_text(*seen, "? Help", "q Quit")
            assert ("▄▄▄▄▄ ▄▄▄▄▄" in ui.text) is (size[1] > 23), "letters of the code"
            assert size[0] > 60 or "+ Computer  - Remove  d Word  Esc Lobby" in ui.lines[-1]


async def test_computers_come_and_go(remote: RemoteUsers) -> None:
    table = remote.create_table(remote.user("Ann"), seats=3)
    async with remote.connect_as("Ann", "join", table.code) as ui:
        await ui.wait_for_screen("WaitingRoomScreen")
        await ui.press("plus", opens="BotPickerScreen")
        await ui.press("enter")
        await ui.wait_for_text("Beginner (computer)", "free seats stay empty")
        assert ui.marked_line.startswith("Seat 2"), "the next - frees it again"
        await ui.press("plus", opens="BotPickerScreen")
        await ui.press("enter")
        await ui.wait_for_text("Beginner 2 (computer)", "all seats are taken")
        await ui.press("plus", opens="WaitingRoomScreen")
        assert "A computer needs a free seat." in ui.text
        await ui.press("minus")
        await ui.wait_until_gone("Beginner 2")
        assert "A computer needs a free seat." not in ui.text
        await ui.press("down", "enter", opens="ConfirmScreen")
        await ui.press("y", opens="OnlinePlayScreen")
        assert ui.table_screen.table.game.players == ("Ann", "Beginner")


async def test_a_key_says_why_others_cannot_begin_until_the_host_is_away(
    remote: RemoteUsers,
) -> None:
    ann, bob = remote.user("Ann"), remote.user("Bob")
    table = remote.create_table(ann, bob, seats=3)
    here = remote.lobby.enter(ann)
    here.set_table(table.id)
    async with remote.connect_as("Bob", "join", table.code) as ui:
        await ui.wait_for_text("Ann starts the game")
        assert "+ Computer" not in ui.text
        before = remote.lobby.tables.read(table.id).seats
        for keys, sentence in (
            ("ctrl+s", "Ann starts the game."),
            ("home delete", "Only the host can free this seat."),
            ("end minus", "Select a seat first."),
        ):
            await ui.press(*keys.split(), opens="WaitingRoomScreen")
            assert sentence in ui.text
        assert remote.lobby.tables.read(table.id).seats == before
        here.leave()
        await ui.wait_for_text("free seats stay empty", "host, away")
        await ui.press("ctrl+s", opens="ConfirmScreen")
        await ui.press("y", opens="OnlinePlayScreen")


@pytest.mark.slow
async def test_the_game_takes_everybody_from_whatever_they_read(remote: RemoteUsers) -> None:
    ann, bob = remote.user("Ann"), remote.user("Bob")
    for keys, size, covered_by in (("question_mark", (80, 24), ""), ("x", (30, 10), "TooSmall")):
        table = remote.create_table(ann, bob)
        async with remote.connect_as("Bob", "join", table.code) as ui:
            await ui.wait_for_screen("WaitingRoomScreen")
            await ui.press(keys)
            await ui.resize(*size)
            begin_game(remote.lobby, remote.lobby.tables.read(table.id), ann.who)
            await ui.wait_until(lambda ui=ui: "OnlinePlayScreen" in ui.screen_names)  # type: ignore[misc]
            assert covered_by in ui.screen_name
            await ui.resize(80, 24)
            await ui.wait_for_screen("OnlinePlayScreen")
            await ui.press("escape", opens="LobbyScreen")
            assert ui.screen_names == ["LobbyScreen"]


@pytest.mark.slow
async def test_the_host_leaves_the_table_to_the_next_one_or_takes_it_away(
    remote: RemoteUsers, capsys: pytest.CaptureFixture[str]
) -> None:
    async with remote.in_lobby("Ann") as ann, remote.in_lobby("Bob") as bob:
        await ann.press("enter", "enter")
        await bob.wait_for_text("1 free · Ann")
        await bob.press("home", "enter")
        await ann.wait_for_text("Seat 2  Bob")
        await ann.press("ctrl+l", "y")
        await bob.wait_for_text("Needs two players", "Bob  host, you")
        await ann.wait_for_text("1 free · Bob")
        await ann.press("home", "enter")
        await bob.wait_for_text("Seat 1  Ann")
        code = only(remote).code
        await bob.press("ctrl+x", "n", opens="WaitingRoomScreen")
        await bob.press("end", "enter", "y", opens="LobbyScreen")
        await ann.wait_for_text(f"{code} was closed by its host.")
        assert ann.screen_name == "LobbyScreen"
        assert capsys.readouterr().err == f"The table {code} was closed.\n"
        await ann.wait_for_text("No tables yet.")


@pytest.mark.slow
async def test_no_key_is_sent_to_others_unasked(remote: RemoteUsers) -> None:
    table = remote.create_table(remote.user("Ann"), remote.user("Bob"), seats=3)
    async with remote.connect_as("Bob", "join", table.code) as ui:
        await ui.wait_for_text("No messages yet.")
        field = ui.app.screen.query_one(Input)
        for key in ("minus", *"abefghinprtuvxyzABCXYZ0123;.,äß"):
            await ui.press(key, opens="WaitingRoomScreen")
            assert (field.value, field.has_focus) == ("", False), key
        for key, text in (("m", "quick, yes: let's start"), ("slash", "bob X"), ("tab", "+ - s")):
            await ui.press(key)
            await ui.type(text, "enter")
            await ui.wait_for_text(f"Bob: {text}")
            await ui.wait_until(lambda: not field.has_focus)
        said = [each.text for each in read_chat(remote.lobby, table.id)]
        assert said == ["quick, yes: let's start", "bob X", "+ - s"]


async def test_messages_that_are_typed_ahead_choose_nothing(remote: RemoteUsers) -> None:
    table = remote.create_table(remote.user("Ann"), remote.user("Bob"), seats=3)
    async with remote.connect_as("Ann", "join", table.code) as ui:
        await ui.wait_for_text("No messages yet.")
        assert ui.marked_line.startswith("Start")
        lines = ("quick", "so do +j w")
        ui.type_ahead("m")
        for line in lines:
            ui.type_ahead(*("space" if each == " " else each for each in line), "enter")
        await ui.wait_until(lambda: len(read_chat(remote.lobby, table.id)) > 1)
        assert [each.text for each in read_chat(remote.lobby, table.id)] == [*lines]
        shared = remote.lobby.tables.read(table.id)
        assert (shared.status, shared.free) == (TableStatus.WAITING, 1)
        assert ui.screen_name == "WaitingRoomScreen"


async def test_the_invitation_is_copied(remote: RemoteUsers) -> None:
    table = remote.begin()
    waiting = remote.create_table(remote.user("Ann"))
    async with remote.connect_as("Ann", "join", waiting.code) as ui:
        visitor = ui.app.session.visitor  # type: ignore[attr-defined]
        ui.app.session.visitor = visitor._replace(destination="-p 2222 a.example")  # type: ignore[attr-defined]
        await ui.press("c")
        await ui.wait_for_text("Copied.")
        assert ui.app.clipboard == f"ssh -t -p 2222 a.example join {waiting.code}"
        await ui.press("escape", opens="LobbyScreen")
        await ui.app.session.open_code(table.code)  # type: ignore[attr-defined]
        await ui.wait_for_screen("OnlinePlayScreen")
        await ui.press("c")
        await ui.wait_for_text("Copied.")
        assert ui.app.clipboard == f"ssh -t -p 2222 a.example watch {table.code}"
