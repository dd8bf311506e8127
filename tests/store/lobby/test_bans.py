"""Bans: whom they concern, and until when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import update

from tests.store.games import execute
from tests.store.lobby.people import ANN, BOB
from yahtzee_tui.store.schema import BANS

if TYPE_CHECKING:
    from yahtzee_tui.store.database import Database
    from yahtzee_tui.store.lobby.lobby import Lobby


def test_whom_a_ban_concerns_and_when_it_lapses(
    lobby: Lobby, other: Lobby, database: Database
) -> None:
    for subject in (ANN.who, "10.0.0.0/8", "2001:db8::/32"):
        lobby.bans.ban(subject, 60)
    lobby.bans.ban("198.51.100.9/32")
    for users, address, why in (
        ({ANN.who}, "192.0.2.1", "banned"),
        ({BOB.who, ANN.who}, "", "banned"),
        ({BOB.who}, "10.200.3.4", "banned"),
        ({BOB.who}, "2001:db8:ffff::1", "banned"),
        ({BOB.who}, "2001:db9::1", ""),
        ({BOB.who}, "198.51.100.9", "banned"),
        ({BOB.who}, "", ""),
    ):
        assert other.bans.find(users, address) == why
    execute(database, update(BANS).values(until=BANS.c.until - 61))
    assert other.bans.find({ANN.who}, "10.200.3.4") == ""
    assert other.bans.find({ANN.who}, "198.51.100.9") == "banned"
    assert [ban.subject for ban in other.bans.list_all()] == ["198.51.100.9/32"]


def test_a_session_that_ends_is_no_ban(lobby: Lobby) -> None:
    mine = lobby.enter(ANN)
    lobby.bans.end(mine.session)
    assert lobby.bans.find({ANN.who}, "192.0.2.1", mine.session) == "ended"
    assert lobby.bans.find({ANN.who}, "192.0.2.1", lobby.enter(ANN).session) == ""
    assert lobby.bans.list_all() == []
    assert not lobby.bans.lift(ANN.who)
