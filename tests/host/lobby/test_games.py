"""Games at shared tables: begun once, written by whoever is first, and played again."""

import time
from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from tests.host.lobby.users_and_tables import (
    ANN,
    BOB,
    CID,
    begin,
    begin_new,
    finish,
    nearly_over,
    open_table,
    set_row,
    setup_of,
)
from tests.rules.strategies import choose, throw
from tests.store.games import count_rows
from tests.waiting import at_once
from yahtzee_tui.host.lobby.host_store import Lobby
from yahtzee_tui.host.lobby.models import SharedTable, TableStatus
from yahtzee_tui.host.lobby.presences import RECONNECT_SECONDS
from yahtzee_tui.rules import Game, History, Record, Roll, Score
from yahtzee_tui.store import StaleGame, StoreProblem
from yahtzee_tui.store.database import Database
from yahtzee_tui.store.games import SHARED, Games

RACES = 40


def play_on(history: History, rng: Random) -> History:
    """Do something that somebody might do there."""
    if history.posted is not None and rng.random() < 0.3:
        return history.undo()
    action = choose(history.game, rng)
    ruleset = history.game.ruleset
    return history.play(action, throw(rng, ruleset) if isinstance(action, Roll) else ())


def state(table: SharedTable) -> tuple[TableStatus, int]:
    return table.status, table.turn


def test_a_game_begins_with_those_who_sit_there_by_one_of_them_if_the_host_is_away(
    lobby: Lobby, other: Lobby
) -> None:
    table = open_table(lobby, ANN, BOB, CID, seats=4)
    lobby.seats.seat_computer(table, ANN.who, "expert", "Expert")
    lobby.seats.leave(table, BOB.who)
    presence = lobby.enter(ANN)
    presence.set_table(table)
    seen = lobby.tables.read(table)
    with pytest.raises(StoreProblem, match="Only the host can start the game"):
        other.games.start(seen, CID.who, *new_game(seen))
    presence.leave()
    with pytest.raises(StoreProblem):
        lobby.games.start(seen, BOB.who, *new_game(seen))  # who has no seat
    version = lobby.games.start(seen, CID.who, *new_game(seen))
    after = other.tables.read(table)
    assert (state(after), after.game) == ((TableStatus.PLAYING, 0), version.game)
    assert [(seat.name, seat.place) for seat in after.seats] == [
        ("Ann", 0), ("", -1), ("Cid", 1), ("Expert", 2)
    ]  # fmt: skip
    assert after.seat_at(1) == after.seats[2]
    assert (after.seat_at(-1), after.seat_at(3)) == (None, None)
    assert after.is_turn_of(ANN.who)
    with pytest.raises(StaleGame):
        begin(other, after)


def new_game(seen: SharedTable) -> tuple[Record, Game]:
    history = History(setup_of(seen).start())
    return Record.of(setup_of(seen), history), history.game


def test_a_game_begins_as_its_host_saw_it_or_not_at_all(lobby: Lobby, other: Lobby) -> None:
    changes: tuple[Callable[[SharedTable], object], ...] = (
        lambda seen: other.seats.sit(seen.id, CID),
        lambda seen: other.seats.leave(seen.id, BOB.who),
        lambda seen: other.seats.seat_computer(seen.id, ANN.who, "expert", "Expert"),
        lambda seen: other.tables.close(seen.id, ANN.who),
        lambda seen: begin(other, seen),
    )
    for change in changes:
        seen = lobby.tables.read(open_table(lobby, ANN, BOB, seats=3))
        change(seen)
        before = lobby.tables.read(seen.id)
        with pytest.raises(StaleGame):
            begin(lobby, seen)
        assert lobby.tables.read(seen.id) == before


def test_of_two_who_begin_at_once_one_does(lobby: Lobby, other: Lobby, database: Database) -> None:
    for turn in range(1, 6):
        seen = lobby.tables.read(open_table(lobby, ANN._replace(who=f"key:{turn}"), BOB))
        done, refused = at_once(*(partial(begin, each, seen) for each in (lobby, other)))
        assert (len(done), [type(each) for each in refused]) == (1, [StaleGame])
        assert lobby.tables.read(seen.id).game == done[0].version.game
        assert len([*Games(database, SHARED).each()]) == turn


def test_whose_turn_it_is_and_since_when(lobby: Lobby, database: Database) -> None:
    begun = begin_new(lobby)
    begins = lobby.tables.read(begun.table).turn_since
    for faces in ((3, 3, 3, 4, 4), (1, 2, 3, 4, 5)):
        begun = begun.save(lobby, begun.history.play(Roll(), faces))
        seen = lobby.tables.read(begun.table)
        assert (seen.turn, seen.turn_since) == (0, begins), "rolling gives no more time"
    set_row(database, begun.table, turn_since=begins - 60)
    posted = begun.save(lobby, begun.history.play(Score("chance")))
    seen = lobby.tables.read(begun.table)
    assert seen.turn == 1
    assert begins <= seen.turn_since == seen.changed <= time.time()
    back = posted.save(lobby, posted.history.undo())
    assert lobby.tables.read(begun.table).turn == 0
    back.save(lobby, back.history.redo())
    assert state(lobby.tables.read(begun.table)) == (TableStatus.PLAYING, 1)


def test_which_round_it_is_and_what_stands(lobby: Lobby, other: Lobby) -> None:
    begun = begin_new(lobby)
    for turn in range(3):
        seen = other.tables.read(begun.table)
        assert (seen.round, seen.undo_floor) == (1 + turn // 2, 0)
        begun = begun.save(lobby, begun.history.play(Roll(), (1, 2, 3, 4, 6)))
        box = ("chance", "chance", "ones")[turn]
        begun = begun.save(lobby, begun.history.play(Score(box)), stands=turn == 2)
    assert other.tables.read(begun.table).undo_floor == len(begun.history.events) == 6
    begun = begun.save(lobby, begun.history.play(Roll(), (1, 2, 3, 4, 6)))
    begun.save(lobby, begun.history.play(Score("ones")))
    seen = other.tables.read(begun.table)
    assert (seen.round, seen.undo_floor) == (3, 6)


def test_the_end_and_taking_it_back(lobby: Lobby, other: Lobby, database: Database) -> None:
    begun, last = nearly_over(lobby), 1
    assert state(other.tables.read(begun.table)) == (TableStatus.PLAYING, last)
    over = finish(lobby, begun)
    seen = other.tables.read(begun.table)
    assert state(seen) == (TableStatus.OVER, -1)
    assert not seen.is_turn_of(ANN.who)
    assert count_rows(database) == 2
    back = over.save(other, over.history.undo())
    assert state(lobby.tables.read(begun.table)) == (TableStatus.PLAYING, last)
    assert count_rows(database) == 0
    finish(other, back)
    assert state(lobby.tables.read(begun.table)) == (TableStatus.OVER, -1)
    assert count_rows(database) == 2


def test_the_last_games_are_those_of_listed_tables_of_others(
    lobby: Lobby, database: Database
) -> None:
    assert lobby.tables.list_last_games(CID.who, 3) == []
    ended = [finish(lobby, nearly_over(lobby)) for _ in range(2)]
    first, second = (lobby.tables.read(each.table).game for each in ended)
    found = lobby.tables.list_last_games(CID.who, 3)
    assert [each.id for each in found] == [second, first]
    cards = ended[1].history.game.cards
    assert found[0].rules == "official"
    assert found[0].totals == tuple(
        zip(("Ann", "Bob"), (each.grand_total for each in cards), strict=True)
    )
    assert len(lobby.tables.list_last_games(CID.who, 1)) == 1
    assert lobby.tables.list_last_games(ANN.who, 3) == [], "her own are in the list of tables"
    set_row(database, ended[0].table, changed=time.time() - 1.5 * 86_400)
    assert [each.id for each in lobby.tables.list_last_games(ANN.who, 3)] == [first]
    set_row(database, ended[0].table, host="guest:x")
    assert [each.id for each in lobby.tables.list_last_games(CID.who, 3)] == [second]
    set_row(database, ended[0].table, host=ANN.who)
    set_row(database, ended[1].table, is_open=0)
    assert [each.id for each in lobby.tables.list_last_games(CID.who, 3)] == [first]


def test_playing_again(lobby: Lobby, other: Lobby, database: Database) -> None:
    begun = nearly_over(lobby)
    with pytest.raises(StaleGame):
        again(lobby, lobby.tables.read(begun.table))
    over = finish(lobby, begun, stands=True)
    seen = lobby.tables.read(begun.table)
    assert seen.undo_floor
    done, refused = at_once(*(partial(again, each, seen) for each in (lobby, other)))
    assert (len(done), [type(each) for each in refused]) == (1, [StaleGame])
    after = other.tables.read(begun.table)
    assert (state(after), after.game) == ((TableStatus.PLAYING, 0), done[0])
    assert (after.seats, after.undo_floor, after.round) == (seen.seats, 0, 1)
    with pytest.raises(StaleGame, match="next game has already started"):
        over.save(other, over.history.undo())
    assert other.tables.read(begun.table) == after
    assert Games(database).read(begun.version.game).load()[0] == over.record
    assert count_rows(database) == 2


def again(lobby: Lobby, seen: SharedTable) -> str:
    return lobby.games.start_next(seen, ANN.who, *new_game(seen)).game


def test_who_comes_back_has_some_time_and_nobody_gets_more_by_sitting_down_again(
    lobby: Lobby, database: Database
) -> None:
    begun = begin_new(lobby, seconds=60)
    for ago, user in ((30.0, ANN), (500.0, BOB), (500.0, ANN)):
        began = time.time() - ago
        set_row(database, begun.table, turn_since=began)
        before = time.time()
        lobby.seats.sit(begun.table, user)
        seen = lobby.tables.read(begun.table).turn_since
        if (ago, user) == (500.0, ANN):  # whose turn it is, and whose time was over
            assert before <= seen + 60 - RECONNECT_SECONDS <= time.time()
        else:
            assert seen == began


def test_two_act_at_once(
    lobby: Lobby, other: Lobby, database: Database, other_database: Database
) -> None:
    """Each time one is first, the other is told so, and both then read the same."""
    rng = Random(20)
    begun = begin_new(lobby)
    for _ in range(RACES):
        one, two = (play_on(begun.history, rng) for _ in range(2))
        done, refused = at_once(partial(begun.save, lobby, one), partial(begun.save, other, two))
        assert (len(done), [type(each) for each in refused]) == (1, [StaleGame])
        assert done[0].version.number == begun.version.number + 1
        seen = [Games(each).read(begun.version.game) for each in (database, other_database)]
        assert seen[0] == seen[1]
        record, history = seen[0].load()
        assert record == done[0].record
        tables = lobby.tables.read(begun.table), other.tables.read(begun.table)
        game = history.game
        assert state(tables[0]) == (
            (TableStatus.OVER, -1) if game.is_over else (TableStatus.PLAYING, game.seat)
        )
        assert tables[0] == tables[1]
        begun = begun._replace(version=seen[1].version, history=history)
        if game.is_over:
            begun = begin_new(lobby)
