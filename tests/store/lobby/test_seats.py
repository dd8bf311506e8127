"""Seats: one for each, taken and given up by several programs at once."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.store.lobby.people import (
    ANN,
    BOB,
    CID,
    GUEST,
    OPTIONS,
    at_once,
    begin,
    begin_new,
    lay,
    seated,
    set_row,
    setup_of,
)
from yahtzee_tui.store import StaleGame, StoreProblem
from yahtzee_tui.store.lobby import TableStatus, User
from yahtzee_tui.text import cell_width

if TYPE_CHECKING:
    from yahtzee_tui.store.database import Database
    from yahtzee_tui.store.lobby.lobby import Lobby


def test_sitting_down(lobby: Lobby, other: Lobby) -> None:
    table = lay(lobby)
    assert other.seats.sit(table, BOB) == 1
    assert other.seats.sit(table, BOB) == 1
    assert lobby.seats.sit(table, ANN) == 0
    seen = lobby.tables.read(table)
    assert (seated(seen), seen.free) == ([ANN.who, BOB.who], 0)
    assert seen.seat_of(BOB.who) == seen.seats[1]
    with pytest.raises(StoreProblem, match="All seats there are taken"):
        lobby.seats.sit(table, CID)


def test_who_sits_already_changes_nothing(lobby: Lobby) -> None:
    table = lay(lobby, OPTIONS, ANN, BOB)
    before = lobby.tables.read(table)
    lobby.seats.sit(table, BOB)
    lobby.seats.leave(table, CID.who)
    lobby.seats.give_up(table, BOB.who)
    assert lobby.tables.read(table) == before


def test_of_twenty_who_want_the_last_seat_one_gets_it(lobby: Lobby, other: Lobby) -> None:
    table = lay(lobby)
    people = [User(f"key:{at}", f"P{at}") for at in range(20)]
    done, refused = at_once(
        *(partial((lobby, other)[at % 2].seats.sit, table, each) for at, each in enumerate(people))
    )
    assert done == [1]
    assert {problem.sentence for problem in refused} == {
        "All seats there are taken; you can watch."
    }
    assert len(refused) == 19


def test_one_who_comes_twice_at_once_has_one_seat(lobby: Lobby, other: Lobby) -> None:
    for _ in range(5):
        table = lay(lobby, OPTIONS._replace(seats=4))
        done, _ = at_once(*(partial(each.seats.sit, table, BOB) for each in (lobby, other)))
        assert done == [1, 1]
        assert seated(lobby.tables.read(table)) == [ANN.who, BOB.who, None, None]
        lobby.tables.close(table, ANN.who)


def test_the_host_passes_on(lobby: Lobby) -> None:
    table = lay(lobby, OPTIONS._replace(seats=3), ANN, BOB, CID)
    lobby.seats.leave(table, ANN.who)
    seen = lobby.tables.read(table)
    assert (seen.host, seated(seen)) == (BOB.who, [None, BOB.who, CID.who])
    with pytest.raises(StoreProblem):
        lobby.seats.seat_computer(table, ANN.who, "expert", "Expert")
    lobby.seats.seat_computer(table, BOB.who, "expert", "Expert")
    lobby.seats.leave(table, CID.who)
    lobby.seats.leave(table, BOB.who)
    seen = lobby.tables.read(table)
    assert (seen.status, seen.free) == (TableStatus.CLOSED, 3), "computers don't wait alone"


def test_computers(lobby: Lobby, other: Lobby) -> None:
    table = lay(lobby, OPTIONS._replace(seats=4), ANN, BOB)
    lobby.enter(ANN).set_table(table)
    for asks in (
        partial(other.seats.seat_computer, table, BOB.who, "expert", "Expert"),
        partial(other.seats.remove_computer, table, BOB.who, 2),
    ):
        with pytest.raises(StoreProblem, match="Only who laid the table"):
            asks()
    for _ in range(2):
        lobby.seats.seat_computer(table, ANN.who, "expert", "Expert")
    with pytest.raises(StoreProblem, match="No seat is free"):
        lobby.seats.seat_computer(table, ANN.who, "expert", "Expert")
    names = [(seat.name, seat.computer) for seat in other.tables.read(table).seats]
    assert names[2:] == [("Expert", "expert"), ("Expert 2", "expert")]
    lobby.seats.remove_computer(table, ANN.who, 2)
    lobby.seats.remove_computer(table, ANN.who, 1)  # where a person sits
    seen = other.tables.read(table)
    assert [seat.is_free for seat in seen.seats] == [False, False, True, False]
    begin(lobby, seen)
    with pytest.raises(StoreProblem, match="before the game"):
        lobby.seats.seat_computer(table, ANN.who, "expert", "Expert")


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("Gus*", "Gus*", "gus*"), ["Gus*", "Gus 2*", "gus 3*"]),
        (("x" * 19 + "*",) * 2, ["x" * 19 + "*", "x" * 17 + " 2*"]),
        (("李" * 10, "李" * 10), ["李" * 10, "李" * 9 + " 2"]),
        (("Ann", "Ann*"), ["Ann", "Ann*"]),
    ],
)
def test_people_with_the_same_name(
    lobby: Lobby, names: tuple[str, ...], expected: list[str]
) -> None:
    people = [User(f"guest:{at}", name) for at, name in enumerate(names)]
    table = lay(lobby, OPTIONS._replace(seats=len(names)), *people)
    seen = lobby.tables.read(table)
    assert [seat.name for seat in seen.seats] == expected
    assert max(cell_width(seat.name) for seat in seen.seats) <= 20
    assert setup_of(seen).start().players == tuple(expected), "they can play together"


def test_giving_up_and_coming_back(lobby: Lobby, other: Lobby) -> None:
    table = begin_new(lobby).table
    other.seats.give_up(table, ANN.who)
    seen = lobby.tables.read(table)
    assert (seen.seats[0].is_gone, seen.seats[0].who) == (True, ANN.who)
    assert not seen.is_turn_of(ANN.who)
    with pytest.raises(StoreProblem, match="has begun; you can watch it"):
        lobby.seats.sit(table, GUEST)
    assert lobby.seats.sit(table, ANN) == 0
    assert other.tables.read(table).is_turn_of(ANN.who)
    lobby.seats.leave(table, ANN.who)
    assert seated(lobby.tables.read(table)) == [ANN.who, BOB.who], "a seat in a game is kept"


def test_sitting_down_against_beginning(lobby: Lobby, other: Lobby, database: Database) -> None:
    for _ in range(8):
        table = lay(lobby, OPTIONS._replace(seats=3), ANN, BOB)
        seen = lobby.tables.read(table)
        done, refused = at_once(partial(begin, lobby, seen), partial(other.seats.sit, table, CID))
        assert len(done) == len(refused) == 1
        after = lobby.tables.read(table)
        if done == [2]:
            assert isinstance(refused[0], StaleGame)
            assert (after.status, after.game) == (TableStatus.WAITING, None)
            begin(lobby, after)
        else:
            assert "you can watch" in refused[0].sentence
            assert seated(after) == [ANN.who, BOB.who, None]
        lobby.seats.give_up(table, ANN.who)
        set_row(database, table, stage="over")  # lest there be too many


_PEOPLE = (ANN, BOB, CID, GUEST)
_steps = st.lists(
    st.tuples(
        st.sampled_from(["sit", "get up", "seat", "remove", "close", "begin", "give up"]),
        st.integers(0, 3),
    ),
    max_size=14,
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(_steps)
def test_whatever_people_do_there_is_order(
    lobby: Lobby, database: Database, steps: list[tuple[str, int]]
) -> None:
    table = lay(lobby, OPTIONS._replace(seats=3))
    for what, which in steps:
        with suppress(StoreProblem):
            do(lobby, table, what, which)
        seen = lobby.tables.read(table)
        people = [who for who in seated(seen) if who is not None]
        names = [seat.name.casefold() for seat in seen.seats if not seat.is_free]
        assert len(people) == len(set(people))
        assert len(names) == len(set(names))
        assert "" not in names
        assert not any(seat.who and seat.computer for seat in seen.seats)
        if seen.status is TableStatus.CLOSED:
            assert not people
        else:
            assert seen.status is not TableStatus.WAITING or seen.host in people
        places = sorted(seat.place for seat in seen.seats if not seat.is_free)
        has_begun = seen.status is TableStatus.PLAYING
        assert places == ([*range(len(places))] if has_begun else [-1] * len(places))
    set_row(database, table, stage="over")  # lest there be too many


def do(lobby: Lobby, table: str, what: str, which: int) -> None:
    """Do something at a table."""
    user, seating = _PEOPLE[which], lobby.seats
    match what:
        case "sit":
            seating.sit(table, user)
        case "get up":
            seating.leave(table, user.who)
        case "seat":
            seating.seat_computer(table, user.who, "expert", "Expert")
        case "remove":
            seating.remove_computer(table, lobby.tables.read(table).host, which)
        case "close":
            lobby.tables.close(table, user.who)
        case "give up":
            seating.give_up(table, user.who)
        case _:
            seen = lobby.tables.read(table)
            if seen.status is TableStatus.WAITING:
                begin(lobby, seen)
