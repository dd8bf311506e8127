"""How long a store of many games takes to answer the title, the lobby, and whoever plays.

Run `python -m tests.benchmarks.full_store [ADDRESS] [GAMES] [RUNS]`, with the address of an empty
database, such as a new file or `postgresql://postgres@/games`; without one, a file is made. Told
are also the time until another program hears of an action, and the processor time of listening in
a second without any.
"""

from __future__ import annotations

import asyncio
import sys
import time
from contextlib import closing, suppress
from itertools import cycle, islice
from pathlib import Path
from random import random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from sqlalchemy import case, func, insert, literal, update

from tests.benchmarks.runs import measure as time_runs
from tests.benchmarks.runs import tell
from tests.store.games import FINISHED, add, begun, fill
from yahtzee_tui.rules import Held, History, Record, Rolled, Setup
from yahtzee_tui.rules.records import write_record
from yahtzee_tui.services.saved_games import find_attempt, find_unfinished, open_saved_game
from yahtzee_tui.store import Store
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.games import SHARED
from yahtzee_tui.store.listing import unfinished_rows
from yahtzee_tui.store.lobby import TableOptions, User
from yahtzee_tui.store.lobby.change_feed import PERIOD
from yahtzee_tui.store.schema import GAMES, PRESENCES, SEATS, TABLES

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Table as SqlTable

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
    tables = [
        {
            "id": f"{at:012x}", "code": f"ELK-{at:06}", "rules": "official", "is_open": at % 3 > 0,
            "seconds": 60 * (at % 2), "late": "computer", "host": f"key:{at % _KEYS}",
            "stage": ("waiting", "playing", "over", "playing")[at % 4],
            "game": None if at % 4 == 0 else f"{at:012x}", "turn": 0, "turn_since": now,
            "changed": now - at * 60,
        }
        for at in range(games // 50)
    ]  # fmt: skip
    seats = [
        {
            "table": table["id"], "number": number, "who": f"key:{(at + number) % _KEYS}",
            "name": f"P{number}", "computer": "", "place": number, "is_gone": 0,
        }
        for at, table in enumerate(tables)
        for number in range(2)
    ]  # fmt: skip
    here = [
        {"session": f"{at}", "who": f"key:{at}", "name": f"P{at}", "table": each["id"], "seen": now}
        for at, each in enumerate(tables[:100])
    ]
    rows: dict[SqlTable, list[dict[str, Any]]] = {
        GAMES: more, TABLES: tables, SEATS: seats, PRESENCES: here,
    }  # fmt: skip
    with database.writing() as connection:
        connection.execute(update(GAMES).values(owner=owner))
        for table, new in rows.items():
            if new:
                connection.execute(insert(table), new)
    database.close()


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
    act, shared, _ = begin_shared(store)

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


def begin_shared(store: Store) -> tuple[Callable[[], None], str, str]:
    """Return what saves an action at a shared table, and the ids of the table and its game."""
    lobby = store.lobby
    table = lobby.tables.create(_OPTIONS, _ANN)
    lobby.seats.sit(table, User("key:bob", "Bob"))
    seen = lobby.tables.read(table)
    setup = Setup("official", ("Ann", "Bob"))
    history = History(setup.start())
    version = lobby.games.start(seen, seen.host, Record.of(setup, history), history.game)

    def act() -> None:
        nonlocal version, history
        history = history.undo() if history.done else history.play(Held((0,)))
        version = lobby.games.save(table, version, Record.of(setup, history), history.game).version

    history = history.play(Rolled((1, 2, 3, 4, 5)))
    return act, table, version.game


async def hear(store: Store, runs: int) -> tuple[list[float], float]:
    """Return the seconds until actions are heard of, and the processor time of a quiet second."""
    act, *followed = begin_shared(store)
    other = Store(store.address, check=False)
    feed = other.lobby.change_feed(frozenset(followed))

    async def settle() -> None:
        """Wait until nothing is told any more that happened before."""
        with suppress(TimeoutError):
            while True:
                async with asyncio.timeout(0.4):
                    await feed.wait()

    heard = []
    for _ in range(runs):
        await settle()
        waiting = asyncio.ensure_future(feed.wait())
        await asyncio.sleep(random() * PERIOD)
        begin = time.perf_counter()
        await asyncio.to_thread(act)
        await waiting
        heard.append(time.perf_counter() - begin)
    await settle()
    used = time.process_time()
    with suppress(TimeoutError):
        async with asyncio.timeout(1):
            await feed.wait()
    used = time.process_time() - used
    feed.close()
    other.close()
    return heard, used


async def measure(address: str, games: int, runs: int) -> dict[str, list[float]]:
    """Return the seconds of each answer, of so many runs each."""
    build(address, games)
    with closing(Store(address, check=False)) as store:
        took = {name: time_runs(ask, runs) for name, ask in list_questions(store).items()}
        took["heard"], idle = await hear(store, max(1, runs // 4))
    return took | {"listening": [idle]}


def main() -> None:
    address, games, runs = (*sys.argv[1:], *("", "100000", "20")[len(sys.argv) - 1 :])
    with TemporaryDirectory() as folder:
        where = address or str(Path(folder) / "games.sqlite")
        took = asyncio.run(measure(where, int(games), int(runs)))
    print(f"{games} games; at most {TARGET * 1000:.0f} ms")
    for name, seconds in took.items():
        print(tell(name, seconds))


if __name__ == "__main__":
    main()
