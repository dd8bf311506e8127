"""How long a store of many games takes to answer the title, the lobby, and whoever plays.

Run `python -m tests.benchmarks.full_store [ADDRESS] [GAMES] [RUNS]`, with the address of an empty
database, such as a new file or `postgresql://postgres@/games`; without one, a file is made.
"""

from __future__ import annotations

import sys
import time
from contextlib import closing
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from sqlalchemy import case, func, insert, literal, update

from tests.benchmarks.runs import measure as time_runs
from tests.benchmarks.runs import tell
from tests.store.games import FINISHED, add, begun, fill
from yahtzee_tui.rules import Held, Record, Rolled, Setup
from yahtzee_tui.rules.records import write_record
from yahtzee_tui.services.online_match import begin_game
from yahtzee_tui.services.saved_games import find_attempt, find_unfinished, open_saved_game
from yahtzee_tui.store import Store
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.games import SHARED
from yahtzee_tui.store.listing import unfinished_rows
from yahtzee_tui.store.lobby import TableOptions, User
from yahtzee_tui.store.schema import GAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.store.lobby.lobby import Lobby

TARGET = 0.02
"""Seconds that each answer may take."""

DAY = "2026-11-22"
_ANN = User("key:ann", "Ann")
_KEYS = 500
_OPTIONS = TableOptions("official", 2, seconds=60)


def build(address: str, games: int) -> None:
    """Fill an empty database: half of the games are its owner's, the others visitors'.

    For 100 finished games there are 5 unfinished ones, 5 of a day, and 2 shared tables.
    """
    database, _ = open_database(address)
    fill(database, games)
    # The last digits of the ids count the games.
    number = func.substr(GAMES.c.id, 10)
    owner = case((number < "800", None), (number < "c00", SHARED), else_=literal("key:") + number)
    now = time.time()
    daily = Setup("official", ("Ann",), dice=f"seed:daily {DAY}")
    records = {
        "unfinished": (None, write_record(Record.of(daily._replace(dice="system"), begun()))),
        "finished": (DAY, write_record(FINISHED.record._replace(setup=daily))),
    }
    more = [
        {
            "id": f"f{at:011x}", "status": status, "version": 1,
            # The owner of the database has one of the day and 20 that are unfinished.
            "owner": None if at < (2 if day else 40) else f"key:{at % _KEYS}",
            "changed": now - at * 900, "digest": f"{at}", "record": record, "day": day,
        }
        for at, (status, (day, record)) in enumerate(
            islice(cycle(records.items()), max(40, games // 10))
        )
    ]  # fmt: skip
    with database.writing() as connection:
        connection.execute(update(GAMES).values(owner=owner))
        connection.execute(insert(GAMES), more)
    database.close()
    with closing(Store(address, check=False)) as store:
        for at in range(games // 50):
            lay_table(store.lobby, at)


def lay_table(lobby: Lobby, number: int) -> None:
    """Lay a table, of which one in three is closed to strangers, and every second has a game."""
    host, guest = (User(f"key:{each}", f"P{each}") for each in (number, number + 1))
    table = lobby.tables.create(_OPTIONS._replace(is_open=number % 3 > 0), host)
    if number < 100:
        lobby.enter(host).set_table(table)
    if number % 2:
        lobby.seats.sit(table, guest)
        begin_game(lobby, lobby.tables.read(table), host.who)


def list_questions(store: Store) -> dict[str, Callable[[], object]]:
    """Return what is asked of a store by everyone who enters, plays and leaves."""
    games, lobby = store.games, store.lobby
    unfinished = find_unfinished(store)
    assert unfinished is not None
    table = open_saved_game(store, unfinished.id).table
    ours = games.for_owner(_ANN.who)
    version = ours.add(table.record, table.game)
    presence = lobby.enter(_ANN)
    presence.set_table(None)
    act, shared = begin_shared(store)

    def save() -> None:
        nonlocal version
        version = ours.save(version, table.record, table.game)

    def finish() -> None:
        nonlocal version
        version = ours.save(version, *FINISHED)

    def enter_and_leave() -> None:
        other = Store(store.address, check=False)
        add(other.games, begun())
        other.close()

    def create_table() -> None:
        lobby.tables.close(lobby.tables.create(_OPTIONS, _ANN), _ANN.who)

    return {
        "title": lambda: unfinished_rows(store),
        "daily": lambda: find_attempt(store, "Ann", DAY),
        "board of a day": lambda: store.scores.day_board(DAY, hosted=True),
        "own board": lambda: store.scores.day_board(DAY, hosted=False),
        "newest": games.newest,
        "beginner": lambda: store.tips.is_beginner("Ann"),
        "name": lambda: lobby.accounts.name_of(_ANN.who),
        "tables": lambda: lobby.tables.list_for(_ANN.who),
        "present": lobby.count_present,
        "heartbeat": presence.heartbeat,
        "table": lambda: lobby.tables.read(shared),
        "act at a table": act,
        "find": lambda: games.find(unfinished.id),
        "resume": lambda: open_saved_game(store, find_unfinished(store).id),  # type: ignore[union-attr]
        "create table": create_table,
        "save": save,
        "finish": finish,
        "enter and leave": enter_and_leave,
    }


def begin_shared(store: Store) -> tuple[Callable[[], None], str]:
    """Return what saves an action at a shared table, and the table's id."""
    lobby = store.lobby
    table = lobby.tables.create(_OPTIONS, _ANN)
    lobby.seats.sit(table, User("key:bob", "Bob"))
    begin_game(lobby, lobby.tables.read(table), _ANN.who)
    saved = store.games.read(lobby.tables.read(table).game or "")
    version, (record, history) = saved.version, saved.load()
    history = history.play(Rolled((1, 2, 3, 4, 5)))

    def act() -> None:
        nonlocal version, history
        history = history.undo() if history.done else history.play(Held((0,)))
        acted = Record.of(record.setup, history)
        version = lobby.games.save(table, version, acted, history.game).version

    return act, table


def measure(address: str, games: int, runs: int) -> dict[str, list[float]]:
    """Return the seconds of each answer, of so many runs each."""
    build(address, games)
    with closing(Store(address, check=False)) as store:
        return {name: time_runs(ask, runs) for name, ask in list_questions(store).items()}


def main() -> None:
    address, games, runs = (*sys.argv[1:], *("", "100000", "20")[len(sys.argv) - 1 :])
    with TemporaryDirectory() as folder:
        where = address or str(Path(folder) / "games.sqlite")
        took = measure(where, int(games), int(runs))
    print(f"{games} games; at most {TARGET * 1000:.0f} ms")
    for name, seconds in took.items():
        print(tell(name, seconds))


if __name__ == "__main__":
    main()
