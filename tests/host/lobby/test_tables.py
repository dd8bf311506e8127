"""Shared tables and their seats: opened, found, taken by one each, and cleared away."""

import time
from collections.abc import Callable
from functools import partial

import pytest
from sqlalchemy import func, select, update

from tests.host.lobby.users_and_tables import (
    ANN,
    BOB,
    CID,
    GUEST,
    OPTIONS,
    begin,
    begin_new,
    let_pass,
    open_table,
    read_chat,
    seated,
    set_row,
    setup_of,
)
from tests.source import read_lines
from tests.store.games import FINISHED, NOWHERE, add, count_rows, execute, refusal, values_of
from tests.store.games import begun as begun_game
from tests.waiting import at_once
from yahtzee_tui.host.lobby import tables
from yahtzee_tui.host.lobby.host_store import Lobby
from yahtzee_tui.host.lobby.models import TableOptions, TableStatus, TimeoutPolicy, User
from yahtzee_tui.host.lobby.presences import GUEST_SEAT_SECONDS, PRESENCE_SECONDS, Presence
from yahtzee_tui.host.lobby.schema import MESSAGES, PRESENCES, SEATS, TABLES
from yahtzee_tui.store import StoreProblem, UnknownGame
from yahtzee_tui.store.database import Database
from yahtzee_tui.store.games import SHARED, Games
from yahtzee_tui.store.schema import GAMES
from yahtzee_tui.text import cell_width

HOUR, DAY = 3600.0, 86_400.0


def ids(lobby: Lobby, who: str = "key:nobody") -> list[str]:
    return [table.id for table in lobby.tables.list_for(who)]


def test_a_table_is_laid_and_found(lobby: Lobby, other: Lobby) -> None:
    options = TableOptions("yatzy", 3, is_open=False, seconds=60, on_timeout=TimeoutPolicy.SCORE)
    before = time.time()
    table = lobby.tables.create(options, ANN)
    seen = other.tables.read(table)
    assert (seen.id, seen.options, seen.host) == (table, options, ANN.who)
    assert seen.status is TableStatus.WAITING
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
        with pytest.raises(UnknownGame, match="No table has the code") as caught:
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
    assert read_chat(lobby, NOWHERE) == []
    assert ids(lobby) == []


def test_the_order_of_the_list(lobby: Lobby, database: Database) -> None:
    theirs = begin_new(lobby, BOB, CID).table
    full = open_table(lobby, BOB, CID)
    older, newer = open_table(lobby, CID), open_table(lobby, CID)
    hidden = open_table(lobby, CID, is_open=False)
    mine_hidden = open_table(lobby, CID, ANN, is_open=False)
    my_turn = begin_new(lobby, ANN, BOB).table
    not_mine = begin_new(lobby, BOB, ANN).table
    for at, table in enumerate((my_turn, not_mine, mine_hidden, older, newer, full, theirs)):
        set_row(database, table, changed=time.time() - (50 if table == older else at))
    assert ids(lobby, ANN.who) == [my_turn, not_mine, mine_hidden, newer, older, full, theirs]
    assert ids(lobby) == [newer, older, my_turn, not_mine, full, theirs]
    assert hidden not in ids(lobby, ANN.who)


def test_of_many_open_tables_those_that_wait_for_somebody_are_listed(lobby: Lobby) -> None:
    waiting = [open_table(lobby, User(f"key:{at}", f"P{at}")) for at in range(3)]
    begun = begin_new(lobby, BOB, CID).table
    found = [[each.id for each in lobby.tables.list_for(who, most=3)] for who in (ANN.who, BOB.who)]
    assert found[0] == waiting[::-1]
    assert begun in found[1]


def test_open_tables_that_everybody_left_and_what_is_over(lobby: Lobby, database: Database) -> None:
    relaxed, quick = (open_table(lobby, seconds=seconds) for seconds in (0, 60))
    assert {*ids(lobby)} == {relaxed, quick}
    for table in (relaxed, quick):
        set_row(database, table, changed=time.time() - 2 * HOUR)
    assert ids(lobby) == [relaxed]
    assert {*ids(lobby, ANN.who)} == {relaxed, quick}
    lobby.enter(BOB).set_table(quick)
    assert {*ids(lobby)} == {relaxed, quick}
    set_row(database, relaxed, stage="over", turn=-1)
    assert (ids(lobby, ANN.who), ids(lobby, CID.who)) == ([quick, relaxed], [quick])
    set_row(database, relaxed, changed=time.time() - 1.1 * DAY)
    assert ids(lobby, ANN.who) == [quick]


def test_a_table_is_taken_away_by_whoever_laid_it(lobby: Lobby, other: Lobby) -> None:
    table = open_table(lobby, ANN, BOB)
    code = lobby.tables.read(table).code
    assert "Only the host can close a table" in refusal(other.tables.close, table, BOB.who)
    other.tables.close(table, ANN.who)
    seen = lobby.tables.read(table)
    assert (seen.status, set(seated(seen))) == (TableStatus.CLOSED, {None})
    assert ids(lobby, ANN.who) == ids(lobby, BOB.who) == []
    with pytest.raises(UnknownGame):
        lobby.tables.find(code)
    for user in (ANN, CID):
        with pytest.raises(UnknownGame):
            lobby.seats.sit(table, user)
    refusal(lobby.tables.close, table, ANN.who)
    begun = begin_new(lobby)
    assert "before the game" in refusal(lobby.tables.close, begun.table, ANN.who)
    assert lobby.tables.read(begun.table).status is TableStatus.PLAYING


def test_nobody_lays_too_many(lobby: Lobby) -> None:
    opened = [open_table(lobby) for _ in range(8)]
    assert "You already have 8 open tables" in refusal(open_table, lobby)
    open_table(lobby, BOB)
    lobby.tables.close(opened[0], ANN.who)
    open_table(lobby)


def test_codes_are_never_shared_and_never_run_out(
    lobby: Lobby, other: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if chance is against it, and several draw at once."""
    monkeypatch.setattr(tables, "draw_code", lambda digits: f"CRANE-{'9' * digits}")
    done, refused = at_once(*(partial(open_table, each) for each in (lobby, other) * 2))
    assert refused == []
    codes = {lobby.tables.read(table).code for table in done}
    assert codes == {"CRANE-99", "CRANE-999", "CRANE-9999", "CRANE-99999"}
    open_table(lobby)
    assert "No table codes are free" in refusal(open_table, lobby)
    assert lobby.tables.find("crane 99") in done


def test_old_tables_are_cleared_away(lobby: Lobby, database: Database) -> None:
    for stage, seconds, days, is_gone in read_lines(__file__, "old_tables.jsonl"):
        begun = begin_new(lobby, seconds=seconds)
        lobby.messages.say(begun.table, GUEST, "hello")
        set_row(database, begun.table, stage=stage, changed=time.time() - days * DAY)
        presence = lobby.enter(GUEST)
        presence.set_table(begun.table)
        clear_away(lobby)
        assert lobby.tables.read(begun.table).status.value == stage, "somebody is still there"
        presence.leave()
        clear_away(lobby)
        with database.reading() as connection:
            rows = [
                connection.scalar(select(func.count()).where(each == begun.table))
                for each in (TABLES.c.id, SEATS.c.table, MESSAGES.c.table, PRESENCES.c.table)
            ]
        assert rows == ([0, 0, 0, 0] if is_gone else [1, 2, 1, 0]), (stage, seconds, days)
        assert Games(database).read(begun.version.game).load()[0] == begun.record


def clear_away(lobby: Lobby) -> None:
    """Open a table, which deletes old ones, and close it, as a player may have few."""
    lobby.tables.close(open_table(lobby, CID), CID.who)


def test_games_that_nobody_went_on_with_are_cleared_away(database: Database) -> None:
    """Those of guests, and others if their host wants it; none at a table, none that is over.

    Those that guests finished count for ever, as all do.
    """
    forever, swept = Lobby(database), Lobby(database, keep_days=180)
    at_table = begin_new(forever).version.game
    guest = "guest:HERON-12345678"
    owners = ("key:Ann", SHARED, "key:guest:", None, SHARED + ":", guest)
    ours, shared, odd, *house, _ = (
        add(Games(database, each), begun_game()).game for each in owners
    )
    put_away = add(Games(database, "key:Bob"), begun_game()).game
    Games(database, "key:Bob").discard(put_away)
    finished = [Games(database, owner).add(*FINISHED).game for owner in ("key:Ann", guest)]
    results = count_rows(database)
    stay = {at_table, *house, *finished}
    for days, lobby, kept in (
        (29, forever, {*values_of(database, GAMES.c.id)}),
        (31, forever, {*stay, ours, shared, odd, put_away}),
        (179, swept, {*stay, ours, shared, odd, put_away}),
        (181, forever, {*stay, ours, shared, odd, put_away}),
        (181, swept, stay),
    ):
        execute(database, update(GAMES).values(changed=time.time() - days * DAY))
        open_table(lobby, CID)
        assert values_of(database, GAMES.c.id) == kept
    assert count_rows(database) == results > 0


def test_a_table_and_its_game_go_together_and_a_game_that_is_open_again_stays(
    database: Database,
) -> None:
    swept, games = Lobby(database, keep_days=30), Games(database, "key:Ann")
    begun, game = begin_new(swept), add(games, begun_game()).game
    old = time.time() - 31 * DAY
    set_row(database, begun.table, changed=old)
    execute(database, update(GAMES).values(changed=old))
    opened = games.acquire(game)
    open_table(swept, CID)
    for read in (
        lambda: swept.tables.read(begun.table),
        lambda: Games(database).read(begun.version.game),
    ):
        with pytest.raises(UnknownGame):
            read()
    assert games.read(game) == opened


def test_sitting_down(lobby: Lobby, other: Lobby) -> None:
    table = open_table(lobby)
    assert other.seats.sit(table, BOB) == 1
    assert other.seats.sit(table, BOB) == 1
    assert lobby.seats.sit(table, ANN) == 0
    seen = lobby.tables.read(table)
    assert (seated(seen), seen.free) == ([ANN.who, BOB.who], 0)
    assert seen.seat_of(BOB.who) == seen.seats[1]
    assert "All seats are taken" in refusal(lobby.seats.sit, table, CID)
    lobby.seats.sit(table, BOB)
    lobby.seats.leave(table, CID.who)
    lobby.seats.give_up(table, BOB.who)
    assert lobby.tables.read(table) == seen, "none of this changes anything"


def test_of_twenty_who_want_the_last_seat_one_gets_it(lobby: Lobby, other: Lobby) -> None:
    """Even if that one comes twice."""
    table = open_table(lobby)
    people = [User(f"key:{at // 2}", f"P{at // 2}") for at in range(20)]
    done, refused = at_once(
        *(partial((lobby, other)[at % 2].seats.sit, table, each) for at, each in enumerate(people))
    )
    assert done == [1, 1]
    sentence = "All seats are taken; you can watch."
    assert [problem.sentence for problem in refused] == [sentence] * 18


def test_the_host_passes_on(lobby: Lobby) -> None:
    table = open_table(lobby, ANN, BOB, CID, seats=3)
    lobby.seats.leave(table, ANN.who)
    seen = lobby.tables.read(table)
    assert (seen.host, seated(seen)) == (BOB.who, [None, BOB.who, CID.who])
    refusal(lobby.seats.seat_computer, table, ANN.who, "expert", "Expert")
    lobby.seats.seat_computer(table, BOB.who, "expert", "Expert")
    lobby.seats.leave(table, CID.who)
    lobby.seats.leave(table, BOB.who)
    seen = lobby.tables.read(table)
    assert (seen.status, seen.free) == (TableStatus.CLOSED, 3), "computers don't wait alone"


def test_the_host_seats_computers_and_frees_the_seats_of_others(lobby: Lobby, other: Lobby) -> None:
    table = open_table(lobby, ANN, BOB, seats=4)
    lobby.enter(ANN).set_table(table)
    for asks in (
        partial(other.seats.seat_computer, table, BOB.who, "expert", "Expert"),
        *(partial(other.seats.free, table, BOB.who, seat) for seat in (0, 1, 2)),
        partial(lobby.seats.free, table, ANN.who, 0),  # her own
    ):
        assert "Only the host can " in refusal(asks)
    for _ in range(2):
        lobby.seats.seat_computer(table, ANN.who, "expert", "Expert")
    assert "No free seats" in refusal(lobby.seats.seat_computer, table, ANN.who, "expert", "Expert")
    names = [(seat.name, seat.computer) for seat in other.tables.read(table).seats]
    assert names[2:] == [("Expert", "expert"), ("Expert 2", "expert")]
    lobby.seats.free(table, ANN.who, 2)
    seen = other.tables.read(table)
    assert [seat.is_free for seat in seen.seats] == [False, False, True, False]
    lobby.seats.free(table, ANN.who, 1)
    assert seated(lobby.tables.read(table)) == [ANN.who, None, None, None]
    begin(lobby, lobby.tables.read(table))
    with pytest.raises(StoreProblem, match="before the game"):
        lobby.seats.seat_computer(table, ANN.who, "expert", "Expert")


def test_a_guest_who_leaves_a_waiting_table_loses_the_seat(
    lobby: Lobby, other: Lobby, database: Database
) -> None:
    table = open_table(lobby, ANN, GUEST)
    with pytest.raises(StoreProblem, match="All seats are taken"):
        other.seats.sit(table, BOB)  # as the guest may be about to come
    presence = lobby.enter(GUEST)
    presence.set_table(table)
    let_pass(database, GUEST_SEAT_SECONDS - 1)
    presence.heartbeat()
    presence.set_table(None)
    let_pass(database, GUEST_SEAT_SECONDS - 1)
    lobby.enter(CID).set_table(None)
    assert seated(lobby.tables.read(table)) == [ANN.who, GUEST.who]
    let_pass(database, 2)
    assert seated(lobby.tables.read(table)) == [ANN.who, None]
    assert lobby.tables.list_for(BOB.who)[0].free == 1
    other.seats.sit(table, BOB)
    assert seated(lobby.tables.read(table)) == [ANN.who, BOB.who]
    begin(lobby, lobby.tables.read(table))
    assert seated(lobby.tables.read(table)) == [ANN.who, BOB.who]


@pytest.mark.parametrize("leave", [Presence.leave, Presence.heartbeat])
def test_a_table_of_guests_who_left_or_were_killed_is_not_listed(
    lobby: Lobby, database: Database, leave: Callable[[Presence], None]
) -> None:
    table = open_table(lobby, GUEST)
    presence = lobby.enter(GUEST)
    presence.set_table(table)
    leave(presence)
    let_pass(database, PRESENCE_SECONDS)
    assert [each.id for each in lobby.tables.list_for(BOB.who)] == [table]
    let_pass(database, GUEST_SEAT_SECONDS)
    assert lobby.tables.list_for(BOB.who) == []
    lobby.seats.sit(table, BOB)  # by its code
    seen = lobby.tables.read(table)
    assert (seated(seen), seen.host) == ([BOB.who, None], BOB.who)
    begun = begin_new(lobby, GUEST, BOB)
    let_pass(database, 2 * GUEST_SEAT_SECONDS)
    assert seated(lobby.tables.read(begun.table)) == [GUEST.who, BOB.who], "a game goes on"


def test_a_network_of_guests_opens_few_tables_which_hide_no_others(
    lobby: Lobby, database: Database
) -> None:
    opened = open_table(lobby, ANN)
    guests = [User(f"guest:{at}", "G*") for at in range(11)]
    for at, guest in enumerate(guests[:5]):
        for _ in range(2):
            lobby.tables.create(OPTIONS, guest, "2001:db8::1")
        if not at:
            with pytest.raises(StoreProblem, match="You already have 2 open tables"):
                lobby.tables.create(OPTIONS, guest, "10.1.1.1")
    with pytest.raises(StoreProblem, match="Guests from your network"):
        lobby.tables.create(OPTIONS, guests[9], "2001:db8::2:3")
    lobby.tables.create(OPTIONS, BOB, "2001:db8::1")
    lobby.tables.create(OPTIONS, guests[9], "2001:db8:0:1::1")
    listed = lobby.tables.list_for(CID.who, most=2)
    assert {each.host for each in listed} == {ANN.who, BOB.who}
    assert len(lobby.tables.list_for(CID.who)) == 13
    playing = begin_new(lobby, BOB, CID).table
    hosts = [each.host for each in lobby.tables.list_for("key:Zoe")]
    assert hosts[:3] == [BOB.who, ANN.who, BOB.who]
    assert [each.id for each in lobby.tables.list_for("key:Zoe")[1:3]] == [opened, playing]
    execute(database, update(TABLES).values(changed=TABLES.c.changed - 3601))
    lobby.tables.create(OPTIONS, guests[10], "2001:db8::1")


def test_people_with_the_same_name(lobby: Lobby) -> None:
    for names, expected in (
        (("Gus*", "Gus*", "gus*"), ["Gus*", "Gus 2*", "gus 3*"]),
        (("x" * 19 + "*",) * 2, ["x" * 19 + "*", "x" * 17 + " 2*"]),
        (("李" * 10, "李" * 10), ["李" * 10, "李" * 9 + " 2"]),
        (("Ann", "Ann*"), ["Ann", "Ann*"]),
    ):
        people = [User(f"guest:{expected[-1]}{at}", name) for at, name in enumerate(names)]
        table = open_table(lobby, *people, seats=len(names))
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
    assert "has started; you can watch it" in refusal(lobby.seats.sit, table, GUEST)
    assert lobby.seats.sit(table, ANN) == 0
    assert other.tables.read(table).is_turn_of(ANN.who)
    lobby.seats.leave(table, ANN.who)
    assert seated(lobby.tables.read(table)) == [ANN.who, BOB.who], "a seat in a game is kept"
