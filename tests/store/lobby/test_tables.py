"""Shared tables: laid, found by their code, listed, taken away, and cleared away."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select, update

from tests.store.first_turn import NOWHERE, add, begun, count_results
from tests.store.lobby.people import (
    ANN,
    BOB,
    CID,
    GUEST,
    OPTIONS,
    at_once,
    begin_new,
    lay,
    seated,
    set_row,
)
from tests.store.open_checks import FINISHED
from yahtzee_tui.store import StoreProblem, UnknownGame
from yahtzee_tui.store.games import SHARED, Games
from yahtzee_tui.store.lobby import TableOptions, TableStatus, TimeoutPolicy, User, tables
from yahtzee_tui.store.lobby.lobby import Lobby
from yahtzee_tui.store.schema import GAMES, MESSAGES, PRESENCES, SEATS, TABLES

if TYPE_CHECKING:
    from yahtzee_tui.store.database import Database

HOUR, DAY = 3600.0, 86_400.0


def ids(lobby: Lobby, who: str = "key:nobody") -> list[str]:
    """Return the ids of the tables that are listed for somebody."""
    return [table.id for table in lobby.tables.list_for(who)]


def test_a_table_is_laid_and_found(lobby: Lobby, other: Lobby) -> None:
    options = TableOptions("yatzy", 3, is_open=False, seconds=60, on_timeout=TimeoutPolicy.SCORE)
    before = time.time()
    table = lobby.tables.create(options, ANN)
    seen = other.tables.read(table)
    assert (seen.id, seen.options, seen.host, seen.status) == (
        table,
        options,
        ANN.who,
        TableStatus.WAITING,
    )
    assert (seen.game, seen.turn, seen.free, seen.watchers) == (None, -1, 2, ())
    assert [(seat.number, seat.who, seat.name) for seat in seen.seats] == [
        (0, ANN.who, "Ann"), (1, None, ""), (2, None, "")
    ]  # fmt: skip
    assert before <= seen.changed == seen.turn_since <= time.time()
    assert not seen.is_turn_of(ANN.who)
    for code in (seen.code, seen.code.lower(), f" {seen.code.replace('-', '')} "):
        assert other.tables.find(code) == table


def test_what_is_not_there(lobby: Lobby) -> None:
    for code in ("", "KESTREL-42", "nonsense", "%", "'", "\x1b[2J", "x" * 5000, "\0"):
        with pytest.raises(UnknownGame, match="There is no table") as caught:
            lobby.tables.find(code)
        assert caught.value.sentence.isprintable()
    for ask in (
        lambda: lobby.tables.read(NOWHERE),
        lambda: lobby.tables.close(NOWHERE, ANN.who),
        lambda: lobby.seats.sit(NOWHERE, ANN),
        lambda: lobby.seats.leave(NOWHERE, ANN.who),
        lambda: lobby.messages.say(NOWHERE, ANN, "hello"),
    ):
        with pytest.raises(UnknownGame):
            ask()
    assert lobby.messages.since(NOWHERE) == []
    assert ids(lobby) == []


def test_the_order_of_the_list(lobby: Lobby, database: Database) -> None:
    theirs = begin_new(lobby, OPTIONS, BOB, CID).table
    full = lay(lobby, OPTIONS, BOB, CID)
    older, newer = lay(lobby, OPTIONS, CID), lay(lobby, OPTIONS, CID)
    hidden = lay(lobby, OPTIONS._replace(is_open=False), CID)
    mine_hidden = lay(lobby, OPTIONS._replace(is_open=False), CID, ANN)
    my_turn = begin_new(lobby, OPTIONS, ANN, BOB).table
    not_mine = begin_new(lobby, OPTIONS, BOB, ANN).table
    for at, table in enumerate((my_turn, not_mine, mine_hidden, older, newer, full, theirs)):
        set_row(database, table, changed=time.time() - (50 if table == older else at))
    assert ids(lobby, ANN.who) == [my_turn, not_mine, mine_hidden, newer, older, full, theirs]
    assert ids(lobby) == [newer, older, my_turn, not_mine, full, theirs]
    assert hidden not in ids(lobby, ANN.who)


def test_of_many_open_tables_those_that_wait_for_somebody_are_listed(lobby: Lobby) -> None:
    waiting = [lay(lobby, OPTIONS, User(f"key:{at}", f"P{at}")) for at in range(3)]
    begun = begin_new(lobby, OPTIONS, BOB, CID).table
    listed = [table.id for table in lobby.tables.list_for(ANN.who, most=3)]
    assert listed == waiting[::-1]
    assert begun in [table.id for table in lobby.tables.list_for(BOB.who, most=3)]


@pytest.mark.parametrize(("seconds", "listed"), [(0, True), (60, False)])
def test_open_tables_that_everybody_left(
    lobby: Lobby, database: Database, seconds: int, listed: bool
) -> None:
    table = lay(lobby, OPTIONS._replace(seconds=seconds))
    assert ids(lobby) == [table]
    set_row(database, table, changed=time.time() - 2 * HOUR)
    assert (ids(lobby) == [table]) is listed
    assert ids(lobby, ANN.who) == [table]
    presence = lobby.enter(BOB)
    presence.set_table(table)
    assert ids(lobby) == [table]


def test_what_is_over_is_listed_for_a_day_and_for_its_players(
    lobby: Lobby, database: Database
) -> None:
    table = begin_new(lobby).table
    set_row(database, table, stage="over", turn=-1)
    assert (ids(lobby, ANN.who), ids(lobby, CID.who)) == ([table], [])
    set_row(database, table, changed=time.time() - 1.1 * DAY)
    assert ids(lobby, ANN.who) == []


def test_a_table_is_taken_away_by_whoever_laid_it(lobby: Lobby, other: Lobby) -> None:
    table = lay(lobby, OPTIONS, ANN, BOB)
    code = lobby.tables.read(table).code
    with pytest.raises(StoreProblem, match="Only who laid a table"):
        other.tables.close(table, BOB.who)
    other.tables.close(table, ANN.who)
    seen = lobby.tables.read(table)
    assert (seen.status, set(seated(seen))) == (TableStatus.CLOSED, {None})
    assert ids(lobby, ANN.who) == ids(lobby, BOB.who) == []
    with pytest.raises(UnknownGame):
        lobby.tables.find(code)
    for user in (ANN, CID):
        with pytest.raises(UnknownGame):
            lobby.seats.sit(table, user)
    with pytest.raises(StoreProblem):
        lobby.tables.close(table, ANN.who)


def test_a_table_with_a_game_is_not_taken_away(lobby: Lobby) -> None:
    begun = begin_new(lobby)
    with pytest.raises(StoreProblem, match="before its game"):
        lobby.tables.close(begun.table, ANN.who)
    assert lobby.tables.read(begun.table).status is TableStatus.PLAYING


def test_nobody_lays_too_many(lobby: Lobby) -> None:
    laid = [lay(lobby) for _ in range(8)]
    with pytest.raises(StoreProblem, match="many tables already"):
        lay(lobby)
    lay(lobby, OPTIONS, BOB)
    lobby.tables.close(laid[0], ANN.who)
    lay(lobby)


def test_codes_are_never_shared_and_never_run_out(
    lobby: Lobby, other: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if chance is against it, and several draw at once."""

    def draw(digits: int) -> str:
        return f"CRANE-{'9' * digits}"

    monkeypatch.setattr(tables, "draw_code", draw)
    done, refused = at_once(*(partial(lay, each) for each in (lobby, other) * 2))
    assert refused == []
    codes = {lobby.tables.read(table).code for table in done}
    assert codes == {"CRANE-99", "CRANE-999", "CRANE-9999", "CRANE-99999"}
    lay(lobby)
    with pytest.raises(StoreProblem, match="No code is free"):
        lay(lobby)
    assert lobby.tables.find("crane 99") in done


@pytest.mark.parametrize(
    ("stage", "seconds", "days", "gone"),
    [
        ("closed", 0, 0.01, False), ("closed", 0, 0.1, True), ("over", 60, 1.9, False),
        ("over", 60, 2.1, True), ("waiting", 60, 0.9, False), ("waiting", 60, 1.1, True),
        ("playing", 60, 13, False), ("playing", 60, 15, True), ("waiting", 0, 89, False),
        ("waiting", 0, 91, True), ("playing", 0, 89, False), ("playing", 0, 91, True),
    ],
)  # fmt: skip
def test_old_tables_are_cleared_away(
    lobby: Lobby, database: Database, stage: str, seconds: int, days: float, gone: bool
) -> None:
    begun = begin_new(lobby, OPTIONS._replace(seconds=seconds))
    lobby.messages.say(begun.table, ANN, "hello")
    old = {"stage": stage, "changed": time.time() - days * DAY}
    set_row(database, begun.table, **old)
    presence = lobby.enter(GUEST)
    presence.set_table(begun.table)
    lay(lobby, OPTIONS, CID)
    assert lobby.tables.read(begun.table).status.value == stage, "somebody is still there"
    presence.leave()
    lay(lobby, OPTIONS, CID)
    with database.reading() as connection:
        rows = [
            connection.scalar(select(func.count()).where(each == begun.table))
            for each in (TABLES.c.id, SEATS.c.table, MESSAGES.c.table, PRESENCES.c.table)
        ]
    assert rows == ([0, 0, 0, 0] if gone else [1, 2, 1, 0])
    assert Games(database).read(begun.version.game).load()[0] == begun.record


def test_games_that_nobody_went_on_with_are_cleared_away_if_their_host_wants_it(
    database: Database,
) -> None:
    """Not those of the house, nor at a table, nor any that is over with its results."""
    forever, swept = Lobby(database), Lobby(database, keep_days=180)
    at_table = begin_new(forever).version.game
    owners = ("key:Ann", SHARED, None, SHARED + ":", "key:Bob")
    ours, shared, house, odd, put_away = (
        add(Games(database, owner), begun()).game for owner in owners
    )
    Games(database, "key:Bob").discard(put_away)
    finished = Games(database, "key:Ann").add(*FINISHED).game
    results = count_results(database)
    stay = {at_table, house, odd, finished}
    for days, lobby, kept in (
        (179, swept, {*stay, ours, shared, put_away}),
        (181, forever, {*stay, ours, shared, put_away}),
        (181, swept, stay),
    ):
        with database.writing() as connection:
            connection.execute(update(GAMES).values(changed=time.time() - days * DAY))
        lay(lobby, OPTIONS, CID)
        with database.reading() as connection:
            assert {*connection.scalars(select(GAMES.c.id))} == kept
    assert count_results(database) == results > 0


def test_a_table_and_its_game_go_together(database: Database) -> None:
    swept = Lobby(database, keep_days=30)
    begun = begin_new(swept)
    old = time.time() - 31 * DAY
    set_row(database, begun.table, changed=old)
    with database.writing() as connection:
        connection.execute(update(GAMES).values(changed=old))
    lay(swept, OPTIONS, CID)
    for read in (
        lambda: swept.tables.read(begun.table),
        lambda: Games(database).read(begun.version.game),
    ):
        with pytest.raises(UnknownGame):
            read()


def test_old_games_of_guests_are_cleared_away(lobby: Lobby, database: Database) -> None:
    """Those that they finished count for ever, and everybody else's stay."""
    owners = ("guest:HERON-12345678", "key:Ann", None, "tables", "key:guest:")
    added = [add(Games(database, owner), begun()).game for owner in owners]
    finished = Games(database, owners[0]).add(*FINISHED).game
    fresh = add(Games(database, owners[0]), begun()).game
    with database.writing() as connection:
        old = update(GAMES).where(GAMES.c.id != fresh)
        connection.execute(old.values(changed=time.time() - 31 * DAY))
    lay(lobby)
    with database.reading() as connection:
        kept = {*connection.scalars(select(GAMES.c.id))}
    assert kept == {*added[1:], finished, fresh}
