"""Who may do what in a waiting room, and why it ends for a player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import text

from tests.host.lobby.users_and_tables import ANN, BOB, open_table
from tests.source import read_lines
from tests.store.games import execute
from yahtzee_tui.host.services.waiting_room import WaitingRoom
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.strategy.bots import LEVELS

if TYPE_CHECKING:
    from yahtzee_tui.host.lobby.host_store import HostStore
    from yahtzee_tui.host.lobby.models import User


async def enter(store: HostStore, user: User, table: str) -> Any:
    store.lobby.enter(user).set_table(table)
    room = WaitingRoom(store.lobby, user, store.lobby.tables.read(table))
    assert await room.refresh()
    return room


async def test_each_action_is_refused_in_its_own_words(store: HostStore) -> None:
    table = open_table(store.lobby, seats=4)
    ann = await enter(store, ANN, table)
    ann.seat_computer(LEVELS[0])
    store.lobby.seats.sit(table, BOB)
    bob = await enter(store, BOB, table)
    await ann.refresh()
    seats = dict(zip(("Ann", "computer", "Bob", "free"), ann.shared.seats, strict=True))
    for user, action, seat, said in read_lines(__file__, "room_refusals.jsonl"):
        room = ann if user == "ann" else bob
        assert room.refuse(action, seats.get(seat)) == said, (action, seat)
    ann.free(seats["Bob"])
    ann.free(seats["computer"])
    await ann.refresh()
    assert ann.refuse("begin") == "Needs two players; computers count."
    assert ann.refuse("close") == "Leave your seat instead; that closes the table."
    for rank in LEVELS[:3]:
        ann.seat_computer(rank)
    await ann.refresh()
    assert ann.refuse("add") == "A computer needs a free seat."
    assert not ann.refuse("begin")


async def test_why_the_waiting_ends(store: HostStore) -> None:
    table = open_table(store.lobby, ANN, BOB, seats=3)
    code = store.lobby.tables.read(table).code
    ann, bob = await enter(store, ANN, table), await enter(store, BOB, table)
    assert (bob.exit_sentence, bob.has_started) == ("", False)
    ann.free(bob.shared.seat_of(BOB.who))
    await bob.refresh()
    assert bob.exit_sentence == f"The host of {code} freed your seat."
    store.lobby.seats.sit(table, BOB)
    await bob.refresh()
    assert not bob.exit_sentence
    bob.leave()
    await bob.refresh()
    assert bob.exit_sentence == f"You left {code}."
    store.lobby.seats.sit(table, BOB)
    bob = await enter(store, BOB, table)
    ann.close()
    for room, sentence in ((ann, f"You left {code}."), (bob, f"{code} was closed by its host.")):
        await room.refresh()
        assert room.exit_sentence == sentence
    assert (ann.was_closed, bob.was_closed) == (False, True)


async def test_what_the_table_reports(store: HostStore) -> None:
    table = open_table(store.lobby, ANN, BOB)
    room = await enter(store, ANN, table)
    database, _ = open_database(store.address)
    execute(database, text("ALTER TABLE messages RENAME TO gone"))
    assert not await room.refresh()
    assert room.read_problem.startswith("The database can't be used: ")
    execute(database, text("ALTER TABLE gone RENAME TO messages"))
    database.close()
    room.begin()
    assert await room.refresh()
    assert (room.read_problem, room.has_started, room.exit_sentence) == ("", True, "")
