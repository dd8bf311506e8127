"""Before the game: who sits down, gets up and begins, seen from several terminals at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.tui.remote_visits import at, gone, marked, seen
from tests.tui.sampling import thin_keys
from yahtzee_tui.services.online_match import begin_game, create_shared_table
from yahtzee_tui.store import StaleGame, StoreProblem
from yahtzee_tui.store.lobby import TableOptions, TableStatus
from yahtzee_tui.strategy.bots import LADDER

if TYPE_CHECKING:
    from tests.tui.remote_visits import RemoteUsers
    from yahtzee_tui.store.lobby import SharedTable


def only(remote: RemoteUsers) -> SharedTable:
    (table,) = remote.lobby.tables.list_for("key:SHA256:Ann")
    return table


async def test_two_meet_and_begin(remote: RemoteUsers) -> None:
    async with remote.in_lobby("Ann") as ann, remote.in_lobby("Bob") as bob:
        await ann.press("enter", "enter")
        await at(ann, "WaitingRoomScreen")
        await seen(ann, "as soon as somebody else sits here", "Seat 2    free")
        code = only(remote).code
        await seen(ann, " ".join(code), f"ssh -t HOST join {code}")
        await seen(bob, code, "1 free · Ann")
        await bob.press("home", "enter")
        await at(bob, "WaitingRoomScreen")
        await seen(bob, "Ann begins the game", "Bob  you", "Ann  laid the table")
        await bob.press("b")
        assert bob.at == "WaitingRoomScreen"
        await seen(ann, "Seat 2    Bob", "all seats are taken")
        await ann.press("b")
        await at(ann, "OnlinePlayScreen")
        await at(bob, "OnlinePlayScreen")
        assert ann.table_screen.table.game.players == ("Ann", "Bob")
        assert only(remote).status is TableStatus.PLAYING


@pytest.mark.parametrize("size", thin_keys([(60, 20), (80, 24), (120, 40)]))
async def test_eight_seats_are_all_seen(remote: RemoteUsers, size: tuple[int, int]) -> None:
    table = remote.lay(remote.somebody("Ann"), seats=8, seconds=60)
    async with remote.visit("Ann", request=("join", table.code), size=size) as stage:
        await seen(stage, "Seat 8", "Begin", " ".join(table.code), "at most 60 s, or 20 s")


async def test_computers_come_and_go(remote: RemoteUsers) -> None:
    table = remote.lay(remote.somebody("Ann"), seats=3)
    async with remote.visit("Ann", request=("join", table.code)) as stage:
        await at(stage, "WaitingRoomScreen")
        await stage.press("a")
        await at(stage, "BotPickerScreen")
        await stage.press("enter")
        await seen(stage, "Beginner (computer)", "the free seats are left out")
        await stage.press("down", "down", "enter")
        await at(stage, "BotPickerScreen")
        await stage.press("enter")
        await seen(stage, "Beginner 2 (computer)", "all seats are taken")
        await stage.press("a")
        assert stage.at == "WaitingRoomScreen"
        await stage.press("minus")
        await gone(stage, "Beginner 2")
        await stage.press("end", "enter")
        await at(stage, "OnlinePlayScreen")
        assert stage.table_screen.table.game.players == ("Ann", "Beginner")


async def test_enter_once_too_often_begins_no_game(remote: RemoteUsers) -> None:
    table = remote.lay(remote.somebody("Ann"), remote.somebody("Bob"))
    async with remote.in_lobby("Ann") as stage:
        await seen(stage, table.code)
        await stage.press("enter")
        await at(stage, "WaitingRoomScreen")
        await stage.press("enter", "enter")
        assert stage.at == "WaitingRoomScreen"
        assert only(remote).status is TableStatus.WAITING


@pytest.mark.slow
async def test_a_guest_of_the_table_can_do_nothing_to_it(remote: RemoteUsers) -> None:
    bob = remote.somebody("Bob")
    table = remote.lay(bob, seats=4)
    remote.lobby.seats.seat_computer(table.id, bob.who, "skilled", "Skilled")
    remote.lobby.enter(bob).set_table(table.id)
    remote.somebody("Ann")
    async with remote.visit("Ann", request=("join", table.code)) as stage:
        await at(stage, "WaitingRoomScreen")
        before = remote.lobby.tables.read(table.id).seats
        await stage.press("a", "b", "down", "minus", "enter", "down", "down", "enter")
        assert stage.at == "WaitingRoomScreen"
        assert remote.lobby.tables.read(table.id).seats == before
        assert "a Computer" not in stage.text


async def test_who_leaves_keeps_the_seat_and_who_gets_up_frees_it(remote: RemoteUsers) -> None:
    async with remote.in_lobby("Ann") as ann, remote.in_lobby("Bob") as bob:
        await ann.press("enter", "enter")
        await seen(bob, "1 free · Ann")
        await bob.press("home", "enter")
        await seen(ann, "Seat 2    Bob")
        await bob.press("escape")
        await seen(ann, "Bob  away")
        await seen(bob, "you sit here")
        await bob.press("home", "enter")
        await at(bob, "WaitingRoomScreen")
        await gone(ann, "away")
        await bob.press("l")
        await seen(bob, f"You have left {only(remote).code}.", "1 free · Ann")
        await seen(ann, "Seat 2    free")


@pytest.mark.slow
async def test_the_next_one_has_the_table_when_its_host_gets_up(remote: RemoteUsers) -> None:
    ann, bob = remote.somebody("Ann"), remote.somebody("Bob")
    table = remote.lay(ann, bob, seats=3)
    async with remote.visit("Bob", request=("join", table.code)) as stage:
        await at(stage, "WaitingRoomScreen")
        remote.lobby.seats.leave(table.id, ann.who)
        await seen(stage, "as soon as somebody else", "Bob  laid the table, you")
        await stage.press("l")
        await seen(stage, f"You have left {table.code}.", "No table yet.")


async def test_others_may_begin_while_the_host_is_away(remote: RemoteUsers) -> None:
    ann, bob = remote.somebody("Ann"), remote.somebody("Bob")
    table = remote.lay(ann, bob, seats=3)
    here = remote.lobby.enter(ann)
    here.set_table(table.id)
    async with remote.visit("Bob", request=("join", table.code)) as stage:
        await seen(stage, "Ann begins the game")
        here.leave()
        await seen(stage, "the free seats are left out", "laid the table, away")
        await stage.press("b")
        await at(stage, "OnlinePlayScreen")


async def test_the_game_takes_everybody_from_whatever_they_read(remote: RemoteUsers) -> None:
    ann, bob = remote.somebody("Ann"), remote.somebody("Bob")
    table = remote.lay(ann, bob)
    async with remote.visit("Bob", request=("join", table.code)) as stage:
        await at(stage, "WaitingRoomScreen")
        await stage.press("question_mark")
        assert stage.at == "HowToPlayScreen"
        begin_game(remote.lobby, remote.lobby.tables.read(table.id), ann.who)
        await at(stage, "OnlinePlayScreen")
        await stage.press("escape")
        await at(stage, "LobbyScreen")
        assert len(stage.app.screen_stack) == 2


async def test_the_game_begins_below_a_terminal_that_is_too_small(remote: RemoteUsers) -> None:
    ann, bob = remote.somebody("Ann"), remote.somebody("Bob")
    table = remote.lay(ann, bob)
    async with remote.visit("Bob", request=("join", table.code)) as stage:
        await at(stage, "WaitingRoomScreen")
        await stage.resize(30, 10)
        assert stage.at == "TooSmallScreen"
        begin_game(remote.lobby, remote.lobby.tables.read(table.id), ann.who)
        names = [type(screen).__name__ for screen in stage.app.screen_stack]
        while "OnlinePlayScreen" not in names:
            await stage.pilot.pause(0.05)
            names = [type(screen).__name__ for screen in stage.app.screen_stack]
        assert stage.at == "TooSmallScreen"
        await stage.resize(80, 24)
        await at(stage, "OnlinePlayScreen")


async def test_who_sits_down_in_the_last_moment_is_not_left_out(remote: RemoteUsers) -> None:
    ann, bob, cid = (remote.somebody(name) for name in ("Ann", "Bob", "Cid"))
    seen_by_ann = remote.lay(ann, bob, seats=3)
    remote.lobby.seats.sit(seen_by_ann.id, cid)
    remote.lobby.enter(ann).set_table(seen_by_ann.id)
    with pytest.raises(StaleGame, match="Somebody sat down or got up just now"):
        begin_game(remote.lobby, seen_by_ann, ann.who)
    with pytest.raises(StoreProblem, match="Only who laid the table can begin"):
        begin_game(remote.lobby, remote.lobby.tables.read(seen_by_ann.id), bob.who)


async def test_free_seats_are_left_out_of_the_game(remote: RemoteUsers) -> None:
    ann, bob, cid = (remote.somebody(name) for name in ("Ann", "Bob", "Cid"))
    table = remote.lay(ann, bob, cid, seats=5)
    remote.lobby.seats.leave(table.id, bob.who)
    begin_game(remote.lobby, remote.lobby.tables.read(table.id), ann.who)
    begun = remote.lobby.tables.read(table.id)
    assert [seat.place for seat in begun.seats] == [0, -1, 1, -1, -1]
    record, _ = remote.store.games.read(begun.game or "").load()
    assert record.setup.players == ("Ann", "Cid")


async def test_a_table_waits_as_long_as_a_seat_is_free(remote: RemoteUsers) -> None:
    ann = remote.somebody("Ann")
    waits = create_shared_table(remote.lobby, ann, TableOptions("official", 3), LADDER[:1])
    assert remote.lobby.tables.read(waits).status is TableStatus.WAITING
    begins = create_shared_table(remote.lobby, ann, TableOptions("official", 2), LADDER[:1])
    assert remote.lobby.tables.read(begins).status is TableStatus.PLAYING


@pytest.mark.slow
async def test_the_mark_stays_while_others_come(remote: RemoteUsers) -> None:
    table = remote.lay(remote.somebody("Ann"), seats=3)
    async with remote.visit("Ann", request=("join", table.code)) as stage:
        await seen(stage, "Seat 3    free")
        await stage.press("end")
        remote.lobby.seats.sit(table.id, remote.somebody("Bob"))
        await seen(stage, "Seat 2    Bob")
        assert marked(stage).startswith("Seat 3")


async def test_the_host_takes_the_table_away(remote: RemoteUsers) -> None:
    host, other = remote.somebody("Ann"), remote.somebody("Bob")
    laid = remote.lay(host, other)
    async with (
        remote.sent("Ann", "join", laid.code) as ann,
        remote.sent("Bob", "join", laid.code) as bob,
    ):
        await bob.press("X")
        assert bob.at == "WaitingRoomScreen"
        await ann.press("X", "n")
        assert ann.at == "WaitingRoomScreen"
        await ann.press("X", "y")
        await at(ann, "LobbyScreen")
        await seen(bob, f"{laid.code} was taken away.")
        assert bob.at == "LobbyScreen"
