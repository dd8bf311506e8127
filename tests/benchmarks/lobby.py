"""What the lobby costs: saving at a shared table, listing tables, and listening for changes.

Run `python -m tests.benchmarks.lobby [ADDRESS] [TABLES] [RUNS]`, with the address of an empty
database, such as a new file or `postgresql://postgres@/games`; without one, a file is made.
"""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path
from random import random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from tests.benchmarks.runs import measure as time_runs
from tests.benchmarks.runs import tell
from tests.store.games import play_out
from yahtzee_tui.rules import History, Record, Setup
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.lobby import TableOptions, User
from yahtzee_tui.store.lobby.change_feed import PERIOD
from yahtzee_tui.store.lobby.lobby import Lobby

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.rules import Game
    from yahtzee_tui.store.lobby.change_feed import ChangeFeed

_PLAN = TableOptions("official", 2)


class Costs(NamedTuple):
    """Seconds that each run took; `idle` is processor time in a second without any change."""

    save: list[float]
    read: list[float]
    list_for: list[float]
    beat: list[float]
    heard: list[float]
    idle: list[float]


async def measure(address: str, tables: int, runs: int) -> Costs:
    """Measure with so many tables laid by others, each so many times."""
    database, _ = open_database(address)
    other_database, _ = open_database(address)
    lobby = Lobby(database)
    for at in range(tables):
        lobby.tables.create(_PLAN, User(f"key:{at}", f"P{at}"))
    save, table, interest = _begin(lobby)
    presence = lobby.enter(User("key:ann", "Ann"))
    presence.set_table(table)
    changes = Lobby(other_database).change_feed(interest)
    costs = Costs(
        save=time_runs(save, runs),
        read=time_runs(lambda: lobby.tables.read(table), runs),
        list_for=time_runs(lambda: lobby.tables.list_for("key:ann"), runs),
        beat=time_runs(presence.heartbeat, runs),
        heard=[await _hear(changes, save) for _ in range(max(1, runs // 10))],
        idle=[await _listen(changes) for _ in range(3)],
    )
    changes.close()
    other_database.close()
    database.close()
    return costs


def _begin(lobby: Lobby) -> tuple[Callable[[], None], str, frozenset[str]]:
    """Return what saves a game that is half over, its table, and the ids of both."""
    people = [User(f"key:{name.lower()}", name) for name in ("Ann", "Bob")]
    table = lobby.tables.create(_PLAN, people[0])
    lobby.seats.sit(table, people[1])
    setup = Setup("official", ("Ann", "Bob"))
    seen = lobby.tables.read(table)
    version = lobby.games.start(seen, seen.host, *_at(setup, 0))
    half = _at(setup, len(play_out("official", setup.players, 3).record.events) // 2)

    def save() -> None:
        nonlocal version
        version = lobby.games.save(table, version, *half).version

    return save, table, frozenset({table, version.game})


def _at(setup: Setup, events: int) -> tuple[Record, Game]:
    history = History(
        setup.start(), (), play_out("official", setup.players, 3).record.events[:events]
    )
    return Record.of(setup, history), history.game


async def _hear(changes: ChangeFeed, save: Callable[[], None]) -> float:
    await _settle(changes)
    waiting = asyncio.ensure_future(changes.wait())
    await asyncio.sleep(random() * PERIOD)
    begin = time.perf_counter()
    await asyncio.to_thread(save)
    await waiting
    return time.perf_counter() - begin


async def _settle(changes: ChangeFeed) -> None:
    """Wait until nothing is told any more that happened before."""
    while True:
        try:
            async with asyncio.timeout(0.4):
                await changes.wait()
        except TimeoutError:
            return


async def _listen(changes: ChangeFeed) -> float:
    await _settle(changes)
    begin = time.process_time()
    waiting = asyncio.ensure_future(changes.wait())
    await asyncio.sleep(1)
    waiting.cancel()
    return time.process_time() - begin


def main() -> None:
    address, tables, runs = (*sys.argv[1:], *("", "1000", "200")[len(sys.argv) - 1 :])
    with TemporaryDirectory() as folder:
        where = address or str(Path(folder) / "games.sqlite")
        costs = asyncio.run(measure(where, int(tables), int(runs)))
    print(f"{tables} tables")
    for name, took in costs._asdict().items():
        print(tell(name, took))


if __name__ == "__main__":
    main()
