"""What commands and screens that read games take with 10 games, 1,000 and so on.

Run `python -m tests.benchmarks.full_store [MOST]` for a table of processor seconds and megabytes.
`list_questions` has what is asked of a store at every turn, of which `test_plans` reads the plans.
"""

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from unittest.mock import Mock

from sqlalchemy import case, delete, func, insert, literal, select, update

from tests.benchmarks.runs import read_numbers
from tests.source import from_host
from tests.store.games import FINISHED, add, begun, execute, fill
from tests.terminal.program import yahtzee
from yahtzee_tui.rules import Record, Setup
from yahtzee_tui.rules.records import write_record
from yahtzee_tui.services.saved_games import find_unfinished, open_saved_game
from yahtzee_tui.settings import Options
from yahtzee_tui.store import Store
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.games import SHARED
from yahtzee_tui.store.listing import unfinished_rows
from yahtzee_tui.store.schema import ENTRIES, GAMES, RESULTS, REVIEWS
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.home.title import MenuItems
from yahtzee_tui.tui.scores.statistics import BACKLOG

DAY = "2026-11-22"
_KEYS = 500


def build(address: str, games: int) -> None:
    """Fill an empty database: half of the games are its owner's, the others visitors'.

    For 100 finished games there are 5 unfinished ones, 5 of a day, and 2 shared tables, if any.
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
    if fill_lobby := from_host("benchmarks.full_lobby:fill"):
        fill_lobby(address, games)


def list_questions(store: Store) -> dict[str, Callable[[], object]]:
    """Return what is asked of a store by everyone who enters, plays and leaves."""
    games = store.games
    unfinished = find_unfinished(store)
    assert unfinished is not None
    table = open_saved_game(store, unfinished.id).table
    store.set_owner("key:ann")
    ours = store.games
    store.set_owner(None)
    version = ours.add(table.record, table.game)

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

    list_more = from_host("benchmarks.full_lobby:list_questions")
    return {
        "title": lambda: unfinished_rows(store),
        "daily": lambda: store.events.find_attempt("Ann", DAY),
        "board of a day": lambda: store.events.read_table(store.events.find_day(DAY)),
        "newest": games.newest,
        "beginner": lambda: store.notes.is_beginner("Ann"),
        "streak": lambda: games.finished_days("ann"),
        "find": lambda: games.find(unfinished.id),
        "resume": lambda: open_saved_game(store, find_unfinished(store).id),  # type: ignore[union-attr]
        "save": save,
        "finish": finish,
        "enter and leave": enter_and_leave,
        **(list_more(store.address) if list_more else {}),
    }


SIZES = (10, 1_000, 10_000, 100_000)
COMMANDS = {
    each: yahtzee(*each.split())
    for each in (
        "scores", "scores --json", "scores --player Ann", "scores --player Ann --json",
        "scores --ladder", "daily Ann --streak", "daily Ann --list", "resume --list",
        "resume --list --json", "event", "export", "export --all", "export --all --text",
        "export --all --table games",
    )
}  # fmt: skip


_WATCH = """
import json, resource, subprocess, sys

with open(sys.argv[1], "wb") as file:
    code = subprocess.run(sys.argv[2:], stdout=file, stderr=subprocess.DEVNULL).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([code, used.ru_utime + used.ru_stime, used.ru_maxrss]))
"""
"""What starts a command from a small process, as its memory counts until the command begins."""


class Took(NamedTuple):
    """What some work took."""

    seconds: float  # of processors
    megabytes: int = 0  # the most memory of its process; 0 for work in this one


def build_own(address: str, games: int) -> None:
    """Fill an empty file with games of its owner as this version leaves them, all of them reviewed.

    For 100 games there are a table and an entry of an event, and 10 games of others.
    """
    build(address, games)
    database, _ = open_database(address)
    ours = GAMES.c.id < "f"
    began = func.strftime("%Y-%m-%dT%H:%M:%SZ", GAMES.c.changed, "unixepoch")
    dice = '"dice":"system"'
    record = func.replace(GAMES.c.record, dice, literal(f'{dice},"began":"') + began + '"')
    execute(database, update(GAMES).where(ours).values(owner=None, record=record))
    execute(database, update(RESULTS).values(rolled="40,40,41,39,41,40"))
    execute(database, delete(REVIEWS))
    points = RESULTS.c.total % 97
    reviews = select(RESULTS.c.game, RESULTS.c.seat, points - 48.0, points / -9.0, points / 97.0)
    execute(database, insert(REVIEWS).from_select([*REVIEWS.columns], reviews))
    with closing(Store(address, check=False)) as store:
        now = store.events.now()
        event = store.events.create("Cup", "official", 1, now, now + 86_400)
    some = select(
        literal(event.id), literal(1), literal("key:") + GAMES.c.id, GAMES.c.id, GAMES.c.id,
        literal(0),
    )  # fmt: skip
    some = some.where(ours).limit(max(1, games // 100))
    execute(database, insert(ENTRIES).from_select([*ENTRIES.columns], some))
    database.close()


def run_command(command: list[str], output: str = os.devnull) -> Took:
    """Run a command that may find damaged games, and write what it says to a file."""
    left_out = "PYTHONDONTWRITEBYTECODE"  # an installed program finds its modules compiled
    env = {key: value for key, value in os.environ.items() if key != left_out}
    watched = [sys.executable, "-c", _WATCH, output, *command]
    done = subprocess.run(watched, env=env, check=True, capture_output=True)
    code, seconds, kilobytes = json.loads(done.stdout)
    assert code in {0, 1}, command
    return Took(seconds, kilobytes // 1024)


def measure(do: Callable[[], object]) -> Took:
    began = time.process_time()
    do()
    return Took(time.process_time() - began)


async def open_scores(address: str) -> None:
    """Open the scoreboard, and the statistics by one rule set and of all."""
    with closing(Store(address)) as store:
        app = YahtzeeApp(None, "Ann", Options(), store=store)
        app.animation_level = "none"
        async with app.run_test(size=(80, 24)) as pilot:
            for show in (app.action_show_scores, partial(app.show_statistics, "Ann", "official"),
                         partial(app.show_statistics, "Ann")):  # fmt: skip
                show()
                await pilot.pause()
                # Looking back on games goes on for as long as they are shown.
                readers = [each for each in app.workers if each.group != BACKLOG]
                if readers:
                    await app.workers.wait_for_complete(readers)


def read_title(address: str) -> None:
    """Open a store and read what the title shows, as its thread does."""
    with closing(Store(address)) as store:
        MenuItems(Mock(navigator=Mock(store=store)))._read(store, "Ann")


def measure_size(folder: Path, games: int) -> dict[str, Took]:
    """Return what each command took, and other work, with so many games."""
    address = str(folder / f"{games}.sqlite")
    build_own(address, games)
    exported, copy = str(folder / "exported"), str(folder / f"copy{games}.sqlite")
    took = {
        name: run_command([*command, "--database", address], exported)
        for name, command in COMMANDS.items()
    }
    run_command([*COMMANDS["export --all"], "--database", address], exported)
    took["import"] = run_command([*yahtzee("import", exported), "--database", copy])
    read_title(address)  # imports what it needs
    took["title"] = measure(lambda: read_title(address))
    took["pages of Scores"] = measure(lambda: asyncio.run(open_scores(address)))
    with closing(Store(address, check=False)) as store:
        event = store.events.find("Cup")
        took["event, entries"] = measure(lambda: store.events.read_table(event, sees_all=True))
    if measure_lobby := from_host("benchmarks.full_lobby:measure_lobby"):
        took |= measure_lobby(address, games)
    return took


def compare_sizes(most: int) -> None:
    """Print what each size took, a column for each."""
    sizes = [size for size in SIZES if size <= most]
    with TemporaryDirectory() as folder:
        found = [measure_size(Path(folder), size) for size in sizes]
    print(f"{'processor s, MB; games:':<28}" + "".join(f"{size:>16,}" for size in sizes))
    for name in found[0]:
        cells = (f"{each[name].seconds:.3f} s {each[name].megabytes or '':>4}" for each in found)
        print(f"{name:<28}" + "".join(f"{cell:>16}" for cell in cells))


def main() -> None:
    compare_sizes(*read_numbers(SIZES[-1]))


if __name__ == "__main__":
    main()
