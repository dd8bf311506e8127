"""Before the game: who sits down, gets up and begins, seen from several terminals at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual.widgets import Input

from tests.tui.app_driver import SIZES
from yahtzee_tui.services.online_match import begin_game, create_shared_table
from yahtzee_tui.store import StaleGame, StoreProblem
from yahtzee_tui.store.lobby import TableOptions, TableStatus
from yahtzee_tui.strategy.bots import LADDER

if TYPE_CHECKING:
    from tests.tui.remote_users import RemoteUsers
    from yahtzee_tui.store.lobby import SharedTable


def only(remote: RemoteUsers) -> SharedTable:
    (table,) = remote.lobby.tables.list_for("key:SHA256:Ann")
    return table


@pytest.mark.slow
async def test_two_meet_and_begin(remote: RemoteUsers) -> None:
    async with remote.in_lobby("Ann") as ann, remote.in_lobby("Bob") as bob:
        await ann.press("enter", "enter", opens="WaitingRoomScreen")
        await ann.wait_for_text("needs two players", "Seat 2  free")
        code = only(remote).code
        await ann.wait_for_text(f"Table {code}", f"ssh -t HOST join {code}")
        await bob.wait_for_text(code, "1 free · Ann")
        await bob.press("home", "enter", opens="WaitingRoomScreen")
        await bob.wait_for_text("Ann starts the game", "Bob  you", "Ann  host")
        await bob.press("ctrl+s", "ctrl+x", opens="WaitingRoomScreen")
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


async def test_a_word_is_added_to_the_dice(remote: RemoteUsers) -> None:
    ann, bob = remote.user("Ann"), remote.user("Bob")
    table = remote.create_table(ann, seats=2)
    async with (
        remote.connect_as("Bob", "join", table.code, "--word", "sea otter") as other,
        remote.connect_as("Ann", "join", table.code) as ui,
    ):
        await ui.wait_for_text("Bob  word: sea otter")
        await ui.press("d", opens="WordScreen")
        await ui.wait_for_text(f"│  {table.hash[:48]}")  # the rest is in the next line
        await ui.press(*"otter", "enter")
        await ui.wait_for_text("word: otter")
        await ui.press("d", opens="WordScreen")
        await ui.press("backspace", "enter")  # what was typed before is selected
        await ui.wait_until_gone("word: otter")
        await ui.press("d", opens="WordScreen")
        await ui.press(*"eel", "enter")
        await other.wait_for_text("Ann  host, word: eel")
        await ui.press("ctrl+s", opens="OnlinePlayScreen")
        await other.wait_for_screen("OnlinePlayScreen")
        setup = ui.table_screen.table.setup
        assert (setup.dice, setup.words) == (f"sha256:{table.hash}", ("eel", "sea otter"))
    async with remote.connect_as("Bob", "join", table.code, "--word", "late") as other:
        await other.wait_for_text("A word can be added at your seat, before the game starts.")
    later = remote.create_table(ann, seats=2)
    async with remote.connect_as("Bob", "join", later.code, "--word", "x" * 40) as other:
        await other.wait_for_text("A word can be at most 20 columns wide.")
    assert bob.who in [seat.who for seat in remote.lobby.tables.read(later.id).seats]


async def test_eight_seats_are_all_seen(remote: RemoteUsers) -> None:
    table = remote.create_table(remote.user("Ann"), seats=8, seconds=60)
    async with remote.connect_as("Ann", "join", table.code) as ui:
        await ui.wait_for_screen("WaitingRoomScreen")
        for size in SIZES:
            await ui.resize(*size)
            await ui.wait_for_text(
                "Seat 8", "Start", "Leave", f"join {table.code}", "60 s per turn"
            )
            await ui.wait_for_text("Press m to write")


async def test_a_narrow_window_shows_the_keys_of_the_host(remote: RemoteUsers) -> None:
    table = remote.create_table(remote.user("Ann"), seats=3)
    async with remote.connect_as("Ann", "join", table.code, size=SIZES[0]) as ui:
        await ui.wait_for_text("+ Computer  - Remove  d Word  Esc Lobby", "? Help  q Quit")


async def test_the_code_is_large_from_24_rows_on(remote: RemoteUsers) -> None:
    table = remote.create_table(remote.user("Ann"), remote.user("Bob"), seats=3)
    for rows, is_large in ((23, False), (24, True)):
        async with remote.connect_as("Ann", "join", table.code, size=(80, rows)) as ui:
            await ui.wait_for_text("No messages yet.")
            assert ("▄▄▄▄▄ ▄▄▄▄▄" in ui.text) is is_large


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


async def test_a_guest_of_the_table_can_do_nothing_to_it(remote: RemoteUsers) -> None:
    bob = remote.user("Bob")
    table = remote.create_table(bob, seats=4)
    remote.lobby.seats.seat_computer(table.id, bob.who, "skilled", "Skilled")
    remote.lobby.enter(bob).set_table(table.id)
    remote.user("Ann")
    async with remote.connect_as("Ann", "join", table.code) as ui:
        await ui.wait_for_screen("WaitingRoomScreen")
        before = remote.lobby.tables.read(table.id).seats
        await ui.press(
            "plus", "ctrl+s", "up", "minus", "enter", "ctrl+x", opens="WaitingRoomScreen"
        )
        assert remote.lobby.tables.read(table.id).seats == before
        assert "+ Computer" not in ui.text


async def test_a_key_that_cannot_act_says_why(remote: RemoteUsers) -> None:
    ann, bob = remote.user("Ann"), remote.user("Bob")
    table = remote.create_table(ann)
    async with remote.connect_as("Ann", "join", table.code) as ui:
        await ui.wait_for_screen("WaitingRoomScreen")
        for key, sentence in (
            ("ctrl+s", "A game needs two players; computers count."),
            ("ctrl+x", "Leave your seat instead; that closes the table."),
            ("home delete", "This is your own seat. To give it up, choose Leave."),
            ("down delete", "This seat is free already."),
        ):
            await ui.press(*key.split(), opens="WaitingRoomScreen")
            assert sentence in ui.text
        remote.lobby.seats.sit(table.id, bob)
        await ui.wait_for_text("all seats are taken")
        await ui.press("plus", opens="WaitingRoomScreen")
        assert "A computer needs a free seat." in ui.text
        remote.lobby.enter(ann).set_table(table.id)
        async with remote.connect_as("Bob", "join", table.code) as guest:
            await guest.wait_for_text("Ann starts the game")
            for keys, sentence in (
                ("ctrl+s", "Ann starts the game."),
                ("ctrl+x", "Only the host can close the table."),
                ("home delete", "Only the host can free this seat."),
                ("x ctrl+s", "Ann starts the game."),
                ("plus", "Only the host can add a computer."),
                ("end minus", "Select a seat first."),
            ):
                await guest.press(*keys.split(), opens="WaitingRoomScreen")
                assert sentence in guest.text


async def test_others_may_begin_while_the_host_is_away(remote: RemoteUsers) -> None:
    ann, bob = remote.user("Ann"), remote.user("Bob")
    table = remote.create_table(ann, bob, seats=3)
    here = remote.lobby.enter(ann)
    here.set_table(table.id)
    async with remote.connect_as("Bob", "join", table.code) as ui:
        await ui.wait_for_text("Ann starts the game")
        here.leave()
        await ui.wait_for_text("free seats stay empty", "host, away")
        await ui.press("ctrl+s", opens="ConfirmScreen")
        await ui.press("y", opens="OnlinePlayScreen")


async def test_the_game_takes_everybody_from_whatever_they_read(remote: RemoteUsers) -> None:
    ann, bob = remote.user("Ann"), remote.user("Bob")
    table = remote.create_table(ann, bob)
    async with remote.connect_as("Bob", "join", table.code) as ui:
        await ui.wait_for_screen("WaitingRoomScreen")
        await ui.press("question_mark", opens="HowToPlayScreen")
        begin_game(remote.lobby, remote.lobby.tables.read(table.id), ann.who)
        await ui.wait_for_screen("OnlinePlayScreen")
        await ui.press("escape", opens="LobbyScreen")
        assert len(ui.app.screen_stack) == 2
        table = remote.create_table(ann, bob)
        await ui.app.session.open_code(table.code)  # type: ignore[attr-defined]
        await ui.wait_for_screen("WaitingRoomScreen")
        await ui.resize(30, 10)  # and below a terminal that is too small
        assert ui.screen_name == "TooSmallScreen"
        begin_game(remote.lobby, remote.lobby.tables.read(table.id), ann.who)
        await ui.wait_until(lambda: "OnlinePlayScreen" in ui.screen_names)
        assert ui.screen_name == "TooSmallScreen"
        await ui.resize(80, 24)
        await ui.wait_for_screen("OnlinePlayScreen")


async def test_who_begins_a_game_and_which_seats_take_part(remote: RemoteUsers) -> None:
    ann, bob, cid = (remote.user(name) for name in ("Ann", "Bob", "Cid"))
    seen_by_ann = remote.create_table(ann, bob, seats=5)
    remote.lobby.seats.sit(seen_by_ann.id, cid)
    remote.lobby.enter(ann).set_table(seen_by_ann.id)
    with pytest.raises(StaleGame, match="The seats just changed"):
        begin_game(remote.lobby, seen_by_ann, ann.who)
    with pytest.raises(StoreProblem, match="Only the host can start the game"):
        begin_game(remote.lobby, remote.lobby.tables.read(seen_by_ann.id), bob.who)
    remote.lobby.seats.leave(seen_by_ann.id, bob.who)
    begin_game(remote.lobby, remote.lobby.tables.read(seen_by_ann.id), ann.who)
    begun = remote.lobby.tables.read(seen_by_ann.id)
    assert [seat.place for seat in begun.seats] == [0, -1, 1, -1, -1], "free seats are left out"
    record, _ = remote.store.games.read(begun.game or "").load()
    assert record.setup.players == ("Ann", "Cid")
    for seats, status in ((3, TableStatus.WAITING), (2, TableStatus.PLAYING)):
        options = TableOptions("official", seats)
        table = create_shared_table(remote.lobby, ann, options, LADDER[:1])
        assert remote.lobby.tables.read(table).status is status


async def test_the_host_leaves_the_table_to_the_next_one_or_takes_it_away(
    remote: RemoteUsers, capsys: pytest.CaptureFixture[str]
) -> None:
    async with remote.in_lobby("Ann") as ann, remote.in_lobby("Bob") as bob:
        await ann.press("enter", "enter")
        await bob.wait_for_text("1 free · Ann")
        await bob.press("home", "enter")
        await ann.wait_for_text("Seat 2  Bob")
        await ann.press("ctrl+l", "y")
        await bob.wait_for_text("needs two players", "Bob  host, you")
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


async def test_no_key_is_sent_to_others_unasked(remote: RemoteUsers) -> None:
    ann, bob = remote.user("Ann"), remote.user("Bob")
    table = remote.create_table(ann, bob, seats=3)
    async with remote.connect_as("Bob", "join", table.code) as ui:
        await ui.wait_for_text("No messages yet.")
        field = ui.app.screen.query_one(Input)
        for key in ("minus", *"abefghilnprtuvxyzABCXYZ0123;.,äß"):
            await ui.press(key, opens="WaitingRoomScreen")
            assert (field.value, field.has_focus) == ("", False), key
        for key, screen in (("s", "ScoreboardScreen"), ("o", "OptionsScreen")):
            await ui.press(key, opens=screen)
            await ui.press("escape", opens="WaitingRoomScreen")
        assert not remote.lobby.messages.since(table.id)
        for key, text in (("m", "quick, yes: let's start"), ("slash", "bob X"), ("tab", "+ - s")):
            await ui.press(key)
            await ui.type(text, "enter")
            await ui.wait_for_text(f"Bob: {text[:16]}")
            await ui.wait_until(lambda: not field.has_focus)
        said = [each.text for each in remote.lobby.messages.since(table.id)]
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
        await ui.wait_until(lambda: len(remote.lobby.messages.since(table.id)) > 1)
        said = [each.text for each in remote.lobby.messages.since(table.id)]
        assert said == [*lines]
        shared = remote.lobby.tables.read(table.id)
        assert (shared.status, shared.free) == (TableStatus.WAITING, 1)
        assert ui.screen_name == "WaitingRoomScreen"


async def test_the_invitation_is_copied(
    remote: RemoteUsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = remote.start_game(remote.user("Ann"), remote.user("Bob"))
    waiting = remote.create_table(remote.user("Ann"))
    async with remote.connect_as("Ann", "join", waiting.code) as ui:
        copied: list[str] = []
        monkeypatch.setattr(ui.app, "copy_to_clipboard", copied.append)
        visitor = ui.app.session.visitor  # type: ignore[attr-defined]
        ui.app.session.visitor = visitor._replace(destination="-p 2222 a.example")  # type: ignore[attr-defined]
        await ui.press("c")
        await ui.wait_for_text("Copied.")
        await ui.press("escape", opens="LobbyScreen")
        await ui.app.session.open_code(table.code)  # type: ignore[attr-defined]
        await ui.wait_for_screen("OnlinePlayScreen")
        await ui.press("c")
        await ui.wait_for_text("Copied.")
        assert copied == [
            f"ssh -t -p 2222 a.example join {waiting.code}",
            f"ssh -t -p 2222 a.example watch {table.code}",
        ]
